"""The parts of an identifier by its scheme (3987bis-04, 3.2)."""

# typed: prefix, path-abempty: the name of a part, and the rule of one

from __future__ import annotations

from collections.abc import Callable, Mapping

from irigrammar.errors import check_text
from irigrammar.matching.grammar import grammar
from irigrammar.processing.scheme_rules.uri import Place, SchemeUri
from irigrammar.processing.schemes import Schemes

# The rules of each part, by its name; a name that ends with "*" has each part that matches.
_SIP = {
    "user": ("user", "telephone-subscriber"),
    "password": ("password",),
    "host": ("host",),
    "port": ("port",),
    "parameters*": ("uri-parameter",),
    "headers*": ("header",),
}
_AMQP = {
    "user": ("username",),
    "password": ("password",),
    "host": ("host",),
    "port": ("port",),
    "vhost": ("vhost",),
    "query": ("query",),
}
_REDIS = {
    "userinfo": ("userinfo",),
    "host": ("host",),
    "port": ("port",),
    "database": ("db-number",),
    "query": ("query",),
}
_GIT = {
    "userinfo": ("git-user",),
    "host": ("git-host",),
    "port": ("port",),
    "path": ("git-path",),
    "query": ("query",),
    "fragment": ("fragment",),
}
_DATABASE = {
    "user": ("user",),
    "password": ("password",),
    "hosts*": ("host-port", "srv-host"),
    "database": ("dbname", "database"),
    "options*": ("param",),
}
_MYSQL = {
    "user": ("user",),
    "password": ("password",),
    "host": ("host",),
    "port": ("port",),
    "database": ("schema",),
    "options*": ("param",),
}
_PARTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "urn": {"nid": ("NID",), "nss": ("NSS",), "r": ("r-component",), "q": ("q-component",), "f": ("f-component",)},
    "mailto": {},
    "data": {"type": ("mediatype",), "parameters*": ("parameter",), "encoding": (), "data": ("data",)},
    "tel": {
        "number": ("global-number-digits", "local-number-digits"),
        "context": ("descriptor",),
        "parameters*": ("parameter", "extension", "isdn-subaddress"),
    },
    "sip": _SIP,
    "sips": _SIP,
    "dns": {"server": ("dnsauthority",), "name": ("dnsname",), "class": ("dnsclassval",), "type": ("dnstypeval",)},
    "amqp": _AMQP,
    "amqps": _AMQP,
    "redis": _REDIS,
    "rediss": _REDIS,
    "ssh": {
        "userinfo": ("userinfo",),
        "parameters*": ("c-param",),
        "host": ("host",),
        "port": ("port",),
        "path": ("path-abempty",),
    },
    "git+ssh": _GIT,
    "ssh+git": _GIT,
    "doi": {"prefix": ("doi-prefix",), "suffix": ("doi-suffix",)},
    "postgresql": _DATABASE,
    "postgres": _DATABASE,
    "mongodb": _DATABASE,
    "mongodb+srv": {name.replace("hosts*", "host"): rules for name, rules in _DATABASE.items()},
    "mysql": _MYSQL,
    "mysqlx": _MYSQL,
    "otpauth": {"type": ("type",), "issuer": ("issuer",), "account": ("accountname",), "parameters*": ("parameter",)},
    "info": {"namespace": ("namespace",), "identifier": ("identifier",), "fragment": ("fragment",)},
    "sms": {"recipients*": ("sms-recipient",), "fields*": ("sms-field",)},
    "swh": {
        "version": ("scheme-version",),
        "type": ("object-type",),
        "hash": ("object-id",),
        "qualifiers*": ("qualifier",),
    },
    "pkg": {
        "type": ("accepted-type",),
        "namespace": ("namespace",),
        "name": ("name",),
        "version": ("version",),
        "qualifiers*": ("accepted-qualifier",),
        "subpath": ("subpath",),
    },
}

Parts = dict[str, str | tuple[str, ...] | None]


def parts(text: str, /, *, schemes: Schemes | None = None) -> Parts:
    """Return the parts of an identifier by the grammar of its scheme.

    The schemes are urn, mailto, data, tel, sip, sips, dns, info, sms, swh, pkg, ssh, git+ssh, ssh+git, doi, postgresql,
    postgres, mongodb, mongodb+srv, mysql, mysqlx, amqp, amqps, redis, rediss and otpauth.

    A part is text as it is written, percent-encoding too, None where it is absent; of what may be there more than once
    (addresses, fields, parameters, headers) it is a tuple. A URN has nid, nss, r, q and f (RFC 8141, 2); mailto has to
    and fields (RFC 6068, 2); data has type, "" for the default one, parameters, encoding ("base64") and data (RFC 2397,
    3); tel has number, context and parameters (RFC 3966, 3); sip has user, password, host, port, parameters and headers
    (RFC 3261, 25.1); dns has server, name, class and type (RFC 4501, 3); info has namespace, identifier and fragment
    (RFC 4452, 4.1); sms has recipients and fields (RFC 5724, 2.2); swh has version, type, hash and qualifiers (SWHID
    1.2, 4); pkg has type, namespace, name, version, qualifiers and subpath (ECMA-427, 5); amqp and amqps have user,
    password, host, port, vhost and query (RabbitMQ URI Specification), redis and rediss userinfo, host, port, database
    and query (IANA, prov/redis); otpauth has type, issuer, account and parameters (Key URI Format); ssh has userinfo,
    parameters, host, port and path (draft-ietf-secsh-scp-sftp-ssh-uri-04, 3), git+ssh and ssh+git userinfo, host, port,
    path, query and fragment (git-clone); doi has prefix and suffix (DOI Handbook); postgresql, postgres and mongodb
    have user, password, hosts (each with its port, "" for the default one), database and options, and mongodb+srv has
    one host (PostgreSQL Documentation 17, MongoDB Connection String Spec); mysql and mysqlx have user, password, host,
    port, database and options (MySQL 8.4 Reference Manual). `schemes` are those that come with the package by default.

    Of another scheme they are the components of the generic syntax (RFC 3987, 2.2). Raises `NoMatch` for what does not
    match the grammar of its scheme, or the generic one.

    >>> parts("urn:example:a?+b?=c#d")
    {'nid': 'example', 'nss': 'a', 'r': 'b', 'q': 'c', 'f': 'd'}
    >>> parts("mailto:a@b,c@d?subject=hi%20there")
    {'to': ('a@b', 'c@d'), 'fields': ('subject=hi%20there',)}
    """
    check_text(text)
    uri = SchemeUri(text, schemes)
    rules = _PARTS.get(uri.scheme)
    if rules is None or uri.matcher is None:
        return dict(grammar("rfc3987").start.split(text).as_dict())
    if uri.fault is not None:
        fault = uri.matcher.check(text).fault
        is_same = fault is not None and fault.offset == uri.span(uri.fault.offset, uri.fault.offset)[0]
        raise uri.matcher._no_match(text if is_same else uri.uri)
    values: Parts = {}
    for name, sources in rules.items():
        texts = tuple(text[slice(*uri.span(place.start, place.end))] for place in _outer(uri, sources))
        values[name.rstrip("*")] = texts if name.endswith("*") else next(iter(texts), None)
    return _OWN[uri.scheme](text, values) if uri.scheme in _OWN else values


def _mailto(text: str, _: Parts) -> Parts:
    """Return addresses and fields; a "?" in an address is percent-encoded, which the grammar leaves to the prose."""
    addresses, _mark, fields = text.partition("#")[0].partition(":")[2].partition("?")
    return {"to": tuple(filter(None, addresses.split(","))), "fields": tuple(filter(None, fields.split("&")))}


def _data(text: str, values: Parts) -> Parts:
    """Return the parts with the media type without its parameters ("" for none), and the encoding before the comma,
    None for none.
    """
    head, media = text.partition(",")[0].partition(":")[2], str(values["type"] or "")
    return values | {"type": media.partition(";")[0], "encoding": head[len(media) + 1 :] or None}


_OWN: Mapping[str, Callable[[str, Parts], Parts]] = {
    "mailto": _mailto,
    "data": _data,
    "tel": lambda _, values: values | {"parameters": tuple(p.removeprefix(";") for p in values["parameters"] or ())},
}


def _outer(uri: SchemeUri, rules: tuple[str, ...]) -> list[Place]:
    """Return the places of the parts that match some rules, in order, without those that are inside another of them."""
    places: list[Place] = []
    for place in uri.parts(*rules):
        if not places or place.start >= places[-1].end:
            places.append(place)
    return places
