"""Compare connection URIs that `check_fetch` accepts with clients.

    python tools/world/clients/connections.py [--count 3000] [--seed 1]

URIs are drawn for postgresql and mongodb, and made by `build.connection`. libpq's own reading must be that of
`irigrammar.processing.connections`, whatever the URI; each client that takes a URI which `check_fetch` accepts must
read the same host, port, user, password and database, and of one that was made, those that went into it. `measure.py`
says where clients are looked for; one that is not installed is named. The status is 1 where a URI is read otherwise.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from irigrammar.build import connection  # noqa: E402
from irigrammar.errors import ConversionError  # noqa: E402
from irigrammar.hosts import check_fetch  # noqa: E402  # the checkout's own, not another
from irigrammar.processing.connections import CLIENTS, libpq  # noqa: E402
from tools.world.clients.measure import readings, versions  # noqa: E402
from tools.world.clients.python import Read  # noqa: E402

SCHEMES = ("postgresql", "postgres", "mongodb")
POSTGRESQL = {"libpq", "asyncpg", "SQLAlchemy", "dj-database-url", "pg-connection-string"}
MONGODB = {"pymongo", "mongodb (npm)"}
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


def installed() -> list[str]:
    """Return the clients that are installed."""
    known = versions()
    return [name for name in POSTGRESQL | MONGODB if known.get(name)]


def _parts(read: Read | None) -> Parts | None:
    """Return the parts that a client has read, in text, None where it refuses a URI."""
    if read is None:
        return None
    values = (read.get(part) for part in Parts._fields)
    return Parts(*(None if value is None else str(value) for value in values))


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
    asked = installed()
    drawn = list(dict.fromkeys(islice(strings(seed), count)))
    lines: list[str] = []
    if "libpq" in asked:
        of_libpq = [("libpq", uri) for uri in drawn if not uri.startswith("mongodb") and "," not in uri]
        lines += [line for (_, uri), read in readings(of_libpq).items() for line in _of_model(uri, _parts(read))]
    accepted: list[tuple[str, Parts, int]] = []
    for uri in drawn:
        scheme = uri.partition(":")[0]
        verdict = check_fetch(uri, schemes=SCHEMES, ports="any", public=False, userinfo=True)
        if verdict:
            accepted.append((uri, _expected(uri, verdict.host), CLIENTS[scheme].port))
    accepted += islice(_built(seed), count)
    pairs = {
        (client, uri): (expected, port)
        for uri, expected, port in accepted
        for client in asked
        if client in (MONGODB if uri.startswith("mongodb") else POSTGRESQL)
    }
    answers = 0
    for (client, uri), read in readings(list(pairs)).items():
        expected, port = pairs[client, uri]
        if parts := _parts(read):
            answers += 1
            if not _same(parts, expected, port):
                lines.append(f"{uri}: {client} reads {tuple(parts)}")
    return lines, len(accepted), answers


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


def _of_model(uri: str, own: Parts | None) -> list[str]:
    """Return a line where libpq reads another host, port, user or password than the model of it."""
    if own is None:
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
    for name in (POSTGRESQL | MONGODB) - {*installed()}:
        print(f"{name} is not installed")
    lines, accepted, readings = compare(options.count, options.seed)
    print(*lines[:20], f"{accepted} of {options.count} accepted, {readings} readings, {len(lines)} wrong", sep="\n")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
