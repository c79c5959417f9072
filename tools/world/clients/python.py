"""What clients of schemes in Python read from a URI.

Each function returns the parts that the client reads, by their names, and raises what the client raises. A part that is
None or that has no name here is absent.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

Read = dict[str, Any]


class Client(NamedTuple):
    """A client: the package that has its version, and the function that says what it reads."""

    package: str
    read: Callable[[str], Read]


def _of_options(options: Mapping[str, Any]) -> Read:
    """Return the first option of a query as a part."""
    return {"option": next(iter(options.values()), None)}


def _of_url(url: Any, **more: Any) -> Read:
    """Return the parts of an object with the attributes that most clients have."""
    names = {"host": "host", "port": "port", "user": "username", "password": "password", "path": "path"}
    return {part: getattr(url, name, None) for part, name in names.items()} | more


def _libpq(uri: str) -> Read:
    read = import_module("psycopg2.extensions").parse_dsn(uri)
    own = {"host": read.pop("host", None), "database": read.pop("dbname", None)}
    own |= {name: read.pop(name, None) for name in ("port", "user", "password")}
    own["host"] = read.pop("hostaddr", own["host"])
    return own | _of_options(read)


def libpq_version() -> str:
    number = import_module("psycopg2.extensions").libpq_version()
    return f"{number // 10_000}.{number % 10_000}"


def _asyncpg(uri: str) -> Read:
    utils = import_module("asyncpg.connect_utils")
    os.environ |= dict.fromkeys(("PGUSER", "PGDATABASE"), "none-in-particular")
    code = utils._parse_connect_dsn_and_args.__code__
    names = dict.fromkeys(code.co_varnames[: code.co_kwonlyargcount])
    hosts, read = utils._parse_connect_dsn_and_args(**names | {"dsn": uri})
    parts = {"user": read.user, "password": read.password, "database": read.database}
    parts = {name: None if value == "none-in-particular" else value for name, value in parts.items()}
    places = [(place, None) if isinstance(place, str) else place for place in hosts]  # a socket is one text
    own = {"host": ",".join(host for host, _ in places), "port": places[0][1]}
    return own | parts | _of_options(read.server_settings or {})


def _sqlalchemy(uri: str) -> Read:
    url = import_module("sqlalchemy.engine").make_url(uri)
    return _of_url(url, database=url.database) | _of_options(url.query)


def _of_settings(read: Mapping[str, Any]) -> Read:
    """Return the parts of settings of Django."""
    names = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "database": "NAME"}
    return {part: read.get(name) for part, name in names.items()} | _of_options(read.get("OPTIONS", {}))


def _dj_database_url(uri: str) -> Read:
    return _of_settings(import_module("dj_database_url").parse(uri))


def _django_environ(uri: str) -> Read:
    return _of_settings(import_module("environ").Env.db_url_config(uri))


def _pymongo(uri: str) -> Read:
    read = import_module("pymongo.uri_parser").parse_uri(uri, warn=False)
    (host, port), *more = read["nodelist"]
    names = ("password", "database", "collection")
    hosts = ",".join([host, *(name for name, _ in more)])
    options = _of_options(read["options"])
    return {name: read[name] for name in names} | {"host": hosts, "port": port, "user": read["username"]} | options


def _mysqlx(uri: str) -> Read:
    read: Read = import_module("mysqlx.connection")._parse_connection_uri(uri)
    return read | {"database": read["schema"]}


def _redis_py(uri: str) -> Read:
    read: Read = import_module("redis.connection").parse_url(uri)
    return read | {"user": read.get("username"), "database": read.get("db")}


def _pika(uri: str) -> Read:
    url = import_module("pika").URLParameters(uri)
    own = {"user": url.credentials.username, "password": url.credentials.password, "virtual host": url.virtual_host}
    return {"host": url.host, "port": url.port} | own


def _aiormq(uri: str) -> Read:
    async def read() -> Read:
        connection = import_module("aiormq").Connection(uri)
        return _of_url(connection.url, user=connection.url.user, **{"virtual host": connection.vhost})

    return asyncio.run(read())


def _kombu(uri: str) -> Read:
    read = import_module("kombu").Connection(uri).info()
    names = {"host": "hostname", "port": "port", "user": "userid", "virtual host": "virtual_host"}
    return {part: read[name] for part, name in names.items()} | {"password": read["password"]}


def _ldap3(uri: str) -> Read:
    read: Read = import_module("ldap3.utils.uri").parse_uri(uri)
    return read | {"name": read["base"]}


def _aiocoap(uri: str) -> Read:
    aiocoap = import_module("aiocoap")
    message = aiocoap.Message(code=aiocoap.GET, uri=uri)
    host, port = import_module("aiocoap.util").hostportsplit(message.unresolved_remote)
    host = host if message.opt.uri_host is None else message.opt.uri_host
    return {"host": host, "port": port, "path": message.opt.uri_path, "query": message.opt.uri_query}


def _phonenumbers(uri: str) -> Read:
    phonenumbers = import_module("phonenumbers")
    number = phonenumbers.parse(uri)
    form = phonenumbers.PhoneNumberFormat
    return {
        "number": phonenumbers.format_number(number, form.E164),
        "extension": number.extension,
        "canonical form": phonenumbers.format_number(number, form.RFC3966),
    }


def _pydid(uri: str) -> Read:
    read = import_module("pydid").DIDUrl.parse(uri)
    return {"did": read.did, "path": read.path, "fragment": read.fragment} | _of_options(read.query or {})


def _geouri(uri: str) -> Read:
    return {"canonical form": str(import_module("geouri").parse(uri))}


def _atproto(uri: str) -> Read:
    read = import_module("atproto").AtUri.from_str(uri)
    return {"host": read.host, "name": read.rkey, "canonical form": str(read)}


def _packageurl(uri: str) -> Read:
    read = import_module("packageurl").PackageURL.from_string(uri)
    parts = ("type", "namespace", "name", "version", "subpath")
    return {name: getattr(read, name) for name in parts} | _of_options(read.qualifiers) | {"canonical form": str(read)}


def _swh_model(uri: str) -> Read:
    read = import_module("swh.model.swhids").QualifiedSWHID.from_string(uri)
    return {"lines": read.qualifiers().get("lines"), "path": read.qualifiers().get("path"), "canonical form": str(read)}


def _pyotp(uri: str) -> Read:
    read = import_module("pyotp").parse_uri(uri)
    return {"name": read.name, "issuer": read.issuer, "counter": getattr(read, "initial_count", None)}


def _fsspec(uri: str) -> Read:
    cls = import_module("fsspec").get_filesystem_class(uri.partition(":")[0])
    read: Read = cls._get_kwargs_from_urls(uri)
    return read | {"user": read.get("username"), "path": cls._strip_protocol(uri)}


def _smart_open(uri: str) -> Read:
    scheme = uri.partition(":")[0]
    read: Read = import_module(f"smart_open.{'ssh' if scheme == 'sftp' else scheme}").parse_uri(uri)
    return read | {"path": read.get("uri_path"), "bucket": read.get("bucket_id"), "key": read.get("key_id")}


def _s3fs(uri: str) -> Read:
    bucket, key, version = import_module("s3fs").S3FileSystem(anon=True).split_path(uri)
    return {"bucket": bucket, "key": key, "version": version}


def _awscli(uri: str) -> Read:
    bucket, key = import_module("awscli.customizations.s3.utils").split_s3_bucket_key(uri)
    return {"bucket": bucket, "key": key}


def _dulwich(uri: str) -> Read:
    client, path = import_module("dulwich.client").get_transport_and_path(uri)
    return _of_url(client, path=path)


def _idutils(uri: str) -> Read:
    return {"doi": import_module("idutils").normalize_doi(uri)}


def _torf(uri: str) -> Read:
    read = import_module("torf").Magnet.from_string(uri)
    return {"name": read.dn, "hash": read.infohash, "tracker": next(iter(read.tr), None)}


def _libtorrent(uri: str) -> Read:
    read = import_module("libtorrent").parse_magnet_uri(uri)
    return {"name": read.name, "hash": str(read.info_hashes.v1), "tracker": next(iter(read.trackers), None)}


def _pip(uri: str) -> Read:
    url, revision, _ = import_module("pip._internal.vcs.git").Git.get_url_rev_and_auth(uri)
    return {"repository": url, "revision": revision}


CLIENTS = {
    "libpq": Client("psycopg2-binary", _libpq),
    "asyncpg": Client("asyncpg", _asyncpg),
    "SQLAlchemy": Client("SQLAlchemy", _sqlalchemy),
    "dj-database-url": Client("dj-database-url", _dj_database_url),
    "django-environ": Client("django-environ", _django_environ),
    "pymongo": Client("pymongo", _pymongo),
    "mysqlx": Client("mysqlx-connector-python", _mysqlx),
    "redis-py": Client("redis", _redis_py),
    "pika": Client("pika", _pika),
    "aiormq": Client("aiormq", _aiormq),
    "kombu": Client("kombu", _kombu),
    "ldap3": Client("ldap3", _ldap3),
    "aiocoap": Client("aiocoap", _aiocoap),
    "phonenumbers": Client("phonenumbers", _phonenumbers),
    "pydid": Client("pydid", _pydid),
    "geouri": Client("geouri", _geouri),
    "atproto": Client("atproto", _atproto),
    "packageurl-python": Client("packageurl-python", _packageurl),
    "swh.model": Client("swh.model", _swh_model),
    "PyOTP": Client("pyotp", _pyotp),
    "fsspec": Client("fsspec", _fsspec),
    "smart_open": Client("smart_open", _smart_open),
    "s3fs": Client("s3fs", _s3fs),
    "AWS CLI": Client("awscli", _awscli),
    "dulwich": Client("dulwich", _dulwich),
    "idutils": Client("idutils", _idutils),
    "torf": Client("torf", _torf),
    "libtorrent": Client("libtorrent", _libtorrent),
    "pip": Client("pip", _pip),
}
