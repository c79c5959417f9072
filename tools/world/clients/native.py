"""What clients of schemes in libraries and programs of Debian read.

`python.py` says how.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from ctypes import CDLL, POINTER, Structure, byref, c_byte, c_char, c_char_p, c_int, c_size_t, c_uint16, c_void_p, cast
from ctypes import create_string_buffer as buffer
from functools import cache, partial
from typing import Any
from urllib.parse import urlsplit

from tools.world.clients.loopback import WEECHAT, asked, port_of
from tools.world.clients.python import Client, Read


class RefusedError(ValueError):
    """A URI that a client refuses."""


@cache
def _library(name: str, *functions: str, result: Any = c_char_p) -> CDLL:
    """Return a library whose functions with these names return texts, or another type."""
    library = CDLL(name)
    for function in functions:
        getattr(library, function).restype = result
    return library


def _accepted(value: Any) -> Any:
    if not value:
        raise RefusedError
    return value


def _texts(structure: Any, names: str) -> Read:
    """Return the texts and numbers of a structure by the names of its fields."""
    values = {name: getattr(structure, name) for name in names.split()}
    return {name: value.decode() if type(value) is bytes else value for name, value in values.items()}


def _structure(**fields: Any) -> Any:
    """Return a structure of C with some fields in their order."""
    return type("_Fields", (Structure,), {"_fields_": [*fields.items()]})


_MONGO_HOST = _structure(next=c_void_p, host=c_char * 256, host_and_port=c_char * 262, port=c_uint16)
_TEXTS = dict.fromkeys(("scheme", "user", "password", "host", "port"), c_char_p)
_OSIP = _structure(**_TEXTS)
_SOFIA = _structure(pad=c_char * 6, type=c_byte, root=c_byte, **_TEXTS)
_AMQP = _structure(user=c_char_p, password=c_char_p, host=c_char_p, vhost=c_char_p, port=c_int, ssl=c_int)
_ATTRIBUTES = {"attributes": POINTER(c_char_p), "scope": c_int, "filter": c_char_p}
_LDAP = _structure(next=c_void_p, scheme=c_char_p, host=c_char_p, port=c_int, name=c_char_p, **_ATTRIBUTES)
_SPAN = _structure(length=c_size_t, start=POINTER(c_char))
_COAP = _structure(host=_SPAN, port=c_uint16, path=_SPAN, query=_SPAN, scheme=c_int)


def _libmongoc(uri: str) -> Read:
    parts = ("username", "password", "database")
    library = _library("libmongoc-1.0.so.0", *(f"mongoc_uri_get_{part}" for part in parts))
    library.mongoc_uri_get_option_as_utf8.restype = c_char_p
    library.mongoc_uri_new_with_error.restype = c_void_p
    library.mongoc_uri_get_hosts.restype = POINTER(_MONGO_HOST)
    library.mongoc_log_set_handler(None, None)
    own = c_void_p(_accepted(library.mongoc_uri_new_with_error(uri.encode(), buffer(1024))))
    read = {part: getattr(library, f"mongoc_uri_get_{part}")(own) for part in parts}
    read["option"] = library.mongoc_uri_get_option_as_utf8(own, b"appname", None)
    hosts, host = [], library.mongoc_uri_get_hosts(own)
    port = host.contents.port
    while host:
        hosts.append(host.contents.host.decode())
        host = cast(host.contents.next, POINTER(_MONGO_HOST))
    decoded = {part: None if value is None else value.decode() for part, value in read.items()}
    return decoded | {"user": decoded["username"], "host": ",".join(hosts), "port": port}


def _libldap(uri: str) -> Read:
    own = POINTER(_LDAP)()
    _accepted(_library("libldap-2.5.so.0").ldap_url_parse(uri.encode(), byref(own)) == 0)
    read = own.contents

    def attributes() -> Iterator[str]:
        for name in read.attributes or ():
            if name is None:
                return
            yield name.decode()

    scope = {0: "BASE", 1: "LEVEL", 2: "SUBTREE", 3: "SUBORDINATES"}.get(read.scope)
    return _texts(read, "host port name filter") | {"attributes": [*attributes()], "scope": scope}


def _librabbitmq(uri: str) -> Read:
    own, text = _AMQP(), buffer(uri.encode())
    _accepted(_library("librabbitmq.so.4").amqp_parse_url(text, byref(own)) == 0)
    read = _texts(own, "user password host port vhost")
    return read | {"virtual host": read["vhost"]}


def _p11_kit(uri: str) -> Read:
    library = _library("libp11-kit.so.0", "p11_kit_uri_get_pin_value", "p11_kit_uri_get_pin_source")
    library.p11_kit_uri_new.restype = c_void_p
    own, form, everything = c_void_p(library.p11_kit_uri_new()), c_char_p(), 0xFFFF
    _accepted(library.p11_kit_uri_parse(uri.encode(), everything, own) == 0)
    library.p11_kit_uri_format(own, everything, byref(form))
    pin = library.p11_kit_uri_get_pin_value(own)
    ignored = "yes" if library.p11_kit_uri_any_unrecognized(own) else "no"
    return {"canonical form": (form.value or b"").decode(), "pin": pin and pin.decode(), "matches nothing": ignored}


def _sofia(uri: str) -> Read:
    library = _library("libsofia-sip-ua.so.0", "url_make", result=POINTER(_SOFIA))
    library.su_home_new.restype, library.url_as_string.restype = c_void_p, c_char_p
    home = c_void_p(library.su_home_new(c_int(64)))
    own = _accepted(library.url_make(home, uri.encode()))
    return _texts(own.contents, "user host port") | {"canonical form": library.url_as_string(home, own).decode()}


def _osip(uri: str) -> Read:
    library, own, form = _library("libosipparser2.so.15"), POINTER(_OSIP)(), c_char_p()
    library.osip_uri_init(byref(own))
    _accepted(library.osip_uri_parse(own, uri.encode()) == 0)
    library.osip_uri_to_str(own, byref(form))
    return _texts(own.contents, "user host port") | {"canonical form": (form.value or b"").decode()}


def _libcoap(uri: str) -> Read:
    library, own, text = _library("libcoap-3-notls.so.3"), _COAP(), uri.encode()
    _accepted(library.coap_split_uri(text, c_size_t(len(text)), byref(own)) == 0)
    options, size = buffer(1024), c_size_t(1024)
    library.coap_split_path(own.path.start, c_size_t(own.path.length), options, byref(size))
    rest, segments = options.raw[: size.value], []
    while rest:  # a byte of the length, up to 12, and the segment
        segments.append(rest[1 : 1 + rest[0]].decode(errors="backslashreplace"))
        rest = rest[1 + rest[0] :]
    host, query = (span.start[: span.length].decode() if span.length else "" for span in (own.host, own.query))
    return {"host": host, "port": own.port, "path": segments, "query": query}


def _git(uri: str) -> Read:
    """Return what git asks SSH for: it prints its arguments, the last of which is a command."""
    environment = os.environ | {"GIT_SSH_COMMAND": "printf '%s\\n' >&2", "GIT_SSH_VARIANT": "ssh"}
    command = ["git", "ls-remote", uri]
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stderr.splitlines()
    arguments = said[: _accepted([line.startswith("git-upload-pack ") for line in said].index(True)) + 1]
    user, at, host = arguments[-2].rpartition("@")
    port = arguments[arguments.index("-p") + 1] if "-p" in arguments else None
    path = arguments[-1].removeprefix("git-upload-pack '").removesuffix("'")
    return {"host": host, "port": port, "user": user if at else None, "path": path}


def _of_ftp(client: str, uri: str) -> Read:
    """Return what a client sends to a server of FTP: the path is the commands for it."""
    userinfo, at, _ = urlsplit(uri).netloc.rpartition("@")
    scheme, _, after = uri.partition("://")
    path = "".join(after.partition("/")[1:])
    words = "USER|PASS|CWD|RETR|LIST|NLST"
    lines = asked(client, path, scheme, user=userinfo + at, words=words)
    sent = [line.partition(" ") for line in _accepted(lines)]
    values = {word: value for word, _, value in sent}
    files = ", ".join("".join(line) for line in sent if line[0] not in ("USER", "PASS"))
    return {"user": values.get("USER"), "password": values.get("PASS"), "path": files}


def _weechat(uri: str) -> Read:
    """Return the port to which WeeChat connects: one of IRC and of the draft of its URIs, or none."""
    command = [*WEECHAT, f"/connect {uri.replace('//h', '//127.0.0.1')}"]
    return {"port": port_of(command, {194, 6667})}


CLIENTS = {
    "libmongoc": Client("libmongoc-1.0-0", _libmongoc),
    "libldap": Client("libldap-2.5-0", _libldap),
    "librabbitmq": Client("librabbitmq4", _librabbitmq),
    "p11-kit": Client("libp11-kit0", _p11_kit),
    "Sofia-SIP": Client("libsofia-sip-ua0", _sofia),
    "oSIP": Client("libosip2-15", _osip),
    "libcoap": Client("libcoap3", _libcoap),
    "WeeChat": Client("weechat-headless", _weechat),
    "git": Client("git", _git),
    **{name: Client(name, partial(_of_ftp, name)) for name in ("curl", "wget")},
}
