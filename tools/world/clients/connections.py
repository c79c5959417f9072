"""Compare connection URIs that `check_fetch` accepts with clients.

    python tools/world/clients/connections.py [--count 3000] [--seed 1]

URIs are drawn for postgresql and mongodb, and made by `build.connection`. libpq's own reading must be that of
`irigrammar.processing.connections`, whatever the URI; each client that takes a URI which `check_fetch` accepts must
read the same host, port, user, password and database, and of one that was made, those that went into it. Clients: libpq
(by psycopg2), asyncpg, SQLAlchemy, dj-database-url, pymongo; with the packages pg-connection-string and
mongodb-connection-string-url in a folder that NODE_PATH names, these too. One that is not installed is named. The
status is 1 where a URI is read otherwise.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from irigrammar.build import connection  # noqa: E402
from irigrammar.errors import ConversionError  # noqa: E402
from irigrammar.hosts import check_fetch  # noqa: E402  # the checkout's own, not another
from irigrammar.processing.connections import CLIENTS, libpq  # noqa: E402

SCHEMES = ("postgresql", "postgres", "mongodb")
_PIECES = [
    *["a", "b", "h.example", "H.Example", "1", "80", "x", "example", "10.0.0.1", "[::1]", "%40", "%2F", "%68", "%3A"],
    *["@", ":", "/", "?", "#", ",", "+", "=", "&", ".", "%", "host=", "port=", "hostaddr=", "user=", "dbname=", "w=1"],
    *["sslmode=require", "service=", "application_name=", "authSource=", "password=", "\u00e9", ";", "\\", " "],
]


class Parts(NamedTuple):
    """The parts that a client reads, decoded; None for one that is not there, "" counts as none."""

    host: str | None
    port: str | None
    user: str | None
    password: str | None
    database: str | None


def strings(seed: str) -> Iterator[str]:
    """Yield connection URIs without end, most of them near ordinary ones."""
    draw = random.Random(seed)
    while True:
        scheme = draw.choice(SCHEMES)
        user = draw.choice(["", "", "u@", "u:p@", "u%40:p%3A@", "a+b:c+d@", "u:@", ":p@", "@"])
        host = draw.choice(["h", "h.example", "H.Example", "10.0.0.1", "[::1]", "h,i", "a_b", ""])
        port = draw.choice(["", "", ":5432", ":27017", ":1", ":"])
        path = draw.choice(["", "/", "/db", "/db", "/d%62", "/d%2Fb", "/d.c", "/d+b", "/a/b"])
        option = draw.choice(["sslmode=require", "application_name=a+b", "host=x", "w=1", "user=x", "dbname=z"])
        pieces = [f"{scheme}://", user, host, port, path, draw.choice(["", "", "", f"?{option}", "#f"])]
        for _ in range(draw.choice([0, 0, 1, 1, 2])):
            pieces.insert(draw.randint(1, len(pieces)), draw.choice(_PIECES))
        yield "".join(pieces)


def _of_libpq(uri: str) -> Parts:
    from psycopg2.extensions import parse_dsn  # type: ignore[import-untyped,import-not-found,unused-ignore]  # may be missing

    read = parse_dsn(uri)
    host = read.get("hostaddr") or read.get("host")
    return Parts(host, read.get("port"), read.get("user"), read.get("password"), read.get("dbname"))


def _of_asyncpg(uri: str) -> Parts:
    from asyncpg import connect_utils  # type: ignore[import-untyped,import-not-found,unused-ignore]  # may be missing

    names = connect_utils._parse_connect_dsn_and_args.__code__.co_varnames
    count = connect_utils._parse_connect_dsn_and_args.__code__.co_kwonlyargcount
    ((host, port), *_), read = connect_utils._parse_connect_dsn_and_args(**dict.fromkeys(names[:count]) | {"dsn": uri})
    user, database = (
        None if part == os.environ[name] else part
        for part, name in ((read.user, "PGUSER"), (read.database, "PGDATABASE"))
    )
    return Parts(host, str(port), user, read.password, database)


def _of_sqlalchemy(uri: str) -> Parts:
    from sqlalchemy.engine import make_url

    read = make_url(uri)
    return Parts(read.host, str(read.port or ""), read.username, read.password, read.database)


def _of_dj(uri: str) -> Parts:
    import dj_database_url  # type: ignore[import-untyped,import-not-found,unused-ignore]  # may be missing

    read: dict[str, Any] = dict(dj_database_url.parse(uri))
    host, port, user, password, name = (str(read[key] or "") for key in ("HOST", "PORT", "USER", "PASSWORD", "NAME"))
    return Parts(host, port, user, password, name)


def _of_pymongo(uri: str) -> Parts:
    from pymongo.uri_parser import parse_uri  # type: ignore[import-not-found,unused-ignore]  # it may not be installed

    read = parse_uri(uri)
    ((host, port),) = read["nodelist"]
    return Parts(host, port and str(port), read["username"], read["password"], read["database"])


PYTHON: dict[str, tuple[str, Callable[[str], Parts]]] = {
    "libpq": ("psycopg2-binary", _of_libpq),
    "asyncpg": ("asyncpg", _of_asyncpg),
    "SQLAlchemy": ("SQLAlchemy", _of_sqlalchemy),
    "dj-database-url": ("dj-database-url", _of_dj),
    "pymongo": ("pymongo", _of_pymongo),
}


def installed() -> list[str]:
    """Return the clients in Python that are installed."""
    names = {(row.metadata["Name"] or "").lower() for row in importlib.metadata.distributions()}
    return [name for name, (package, _) in PYTHON.items() if package.lower() in names]


# Reads a list of URIs in JSON, and writes their parts: host, port, user, password and database, or null.
_NODE = r"""
const { readFileSync } = require("node:fs");
const { ConnectionString } = require("mongodb-connection-string-url");
const { parse } = require("pg-connection-string");

/** Return host, port, user, password and database of a URI, null where it is refused. */
function parts(uri) {
  try {
    if (!uri.startsWith("mongodb")) {
      const { host, port, user, password, database } = parse(uri);
      return [host, port, user, password, database];
    }
    const { hosts, username, password, pathname } = new ConnectionString(uri);
    const [, host, port] = /^(\[.*\]|[^:]*):?(.*)$/.exec(hosts.join(","));
    return [host, port, ...[username, password, pathname.slice(1)].map(decodeURIComponent)];
  } catch {
    return null;
  }
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(parts)));
"""


def _by_node(uris: list[str]) -> list[Parts | None]:
    """Return what the packages of npm read, None where they refuse a URI. Raises `CalledProcessError` without them."""
    done = subprocess.run(["node", "-e", _NODE], input=json.dumps(uris), capture_output=True, text=True, check=True)
    return [None if row is None else Parts(*row) for row in json.loads(done.stdout)]


def _bare(host: str) -> str:
    """Return a host without the brackets of an address."""
    return host[1:-1] if host.startswith("[") and host.endswith("]") else host


def _same(parts: Parts, expected: Parts, port: int) -> bool:
    """Return whether a client reads the expected parts: hosts without regard to case, a default port as none."""
    host = _bare(parts.host or "").lower()
    plain = (host, *(value or "" for value in parts[1:]))
    if plain[1] == str(port):
        plain = (plain[0], "", *plain[2:])
    return plain == (_bare(expected.host or "").lower(), *(value or "" for value in expected[1:]))


def compare(count: int, seed: str) -> tuple[list[str], int, int]:
    """Return the lines of URIs that are read otherwise, how many URIs were accepted, and how many readings compared."""
    os.environ |= {"PGUSER": "nobody-in-particular", "PGDATABASE": "none-in-particular"}
    asked = installed()
    lines: list[str] = []
    accepted: list[tuple[str, Parts, int]] = []
    for uri in dict.fromkeys(islice(strings(seed), count)):
        scheme = uri.partition(":")[0]
        if scheme != "mongodb" and "libpq" in asked and "," not in uri:
            lines += _of_model(uri)
        verdict = check_fetch(uri, schemes=SCHEMES, ports="any", public=False, userinfo=True)
        if verdict:
            accepted.append((uri, _expected(uri, verdict.host), CLIENTS[scheme].port))
    accepted += islice(_built(seed), count)
    readings = 0
    for uri, expected, port in accepted:
        for name in asked:
            if (name == "pymongo") is not uri.startswith("mongodb"):
                continue
            try:
                parts = PYTHON[name][1](uri)
            except Exception:  # a client refuses by any error
                continue
            readings += 1
            if not _same(parts, expected, port):
                lines.append(f"{uri}: {name} reads {tuple(parts)}")
    if shutil.which("node") and os.environ.get("NODE_PATH"):
        for (uri, expected, port), read in zip(accepted, _by_node([row[0] for row in accepted]), strict=True):
            readings += read is not None
            if read is not None and not _same(read, expected, port):
                lines.append(f"{uri}: the package of npm reads {tuple(read)}")
    return lines, len(accepted), readings


def _built(seed: str) -> Iterator[tuple[str, Parts, int]]:
    """Yield URIs that `build.connection` makes, with the parts and the default port, without end."""
    draw = random.Random(seed)
    while True:
        user, password, database = (
            "".join(draw.choices("aB1-._~+%@:/?#[]!$&'()*,;= \u00e9", k=draw.randint(0, 4))) for _ in range(3)
        )
        scheme, host = draw.choice(SCHEMES), draw.choice(["h", "h.example", "192.0.2.1", "[::1]"])
        port = draw.choice(["", "1", "65535"])
        options = draw.choice([{}, {"application_name": "a"}] if scheme != "mongodb" else [{}, {"appName": "a"}])
        with suppress(ConversionError):
            uri = connection(
                scheme,
                hosts=f"{host}:{port}" if port else host,
                user=user,
                password=password,
                database=database,
                options=options,
            )
            yield uri, Parts(host, port, user, password, database), CLIENTS[scheme].port


def _expected(uri: str, host: str | None) -> Parts:
    """Return the parts of a URI of one host by RFC 3986, decoded, an absent default port."""
    from irigrammar import split

    parts = split(uri)
    user, _, password = (parts.userinfo or "").partition(":")
    port = "" if parts.port == str(CLIENTS[uri.partition(":")[0]].port) else parts.port
    return Parts(host, port, unquote(user), unquote(password), unquote((parts.path or "").removeprefix("/")))


def _of_model(uri: str) -> list[str]:
    """Return a line where libpq reads another host, port, user or password than the model of it."""
    try:
        own = _of_libpq(uri)
    except Exception:  # by any error
        return []
    model = libpq(uri)
    if isinstance(model, str):
        return [f"{uri}: the model refuses it ({model}), and libpq reads {tuple(own)}"]
    user, _, password = (model.userinfo or "").partition(":")
    read = (_bare(model.hosts), model.port, user, password)
    same = tuple(unquote(value or "") for value in read) == tuple(value or "" for value in own[:4])
    return [] if same else [f"{uri}: the model reads {read}, and libpq {tuple(own)}"]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=3_000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for name in PYTHON.keys() - installed():
        print(f"{name} is not installed")
    lines, accepted, readings = compare(options.count, options.seed)
    print(*lines[:20], f"{accepted} of {options.count} accepted, {readings} readings, {len(lines)} wrong", sep="\n")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
