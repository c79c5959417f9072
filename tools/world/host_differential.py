"""Compare agreed hosts of `irigrammar.hosts` with other programs.

The hosts are those on which all readers agree; other programs read or connect to them.

    python tools/world/host_differential.py [--count 200000] [--seed 1]

Strings that are drawn are checked by `consensus` (strict). Of those that pass, each program that returns a host must
return the same, and the same port where it returns one: names are compared by UTS 46, addresses by `inet_pton`. Where
no reader of ours finds a host, a program that returns one counts if it would connect: for the schemes of the web, and
for those that some program takes for a prefix or a host. Programs: Node's `new URL` and `url.parse`, Java's `URL` and
`URI`, Go's `net/url`, PHP's `parse_url`, Ruby's `URI.parse`, the URL API of libcurl, urllib with `socket`, urllib3,
requests, httpx, yarl and ada-url; one that is not installed is named. The status is 1 where a string is read otherwise.
"""

from __future__ import annotations

import argparse
import ctypes
import ctypes.util
import datetime
import importlib
import importlib.metadata
import platform
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from irigrammar.hosts import consensus, readings  # noqa: E402  # the checkout's own, not another
from irigrammar.hosts.readers import idna2003  # noqa: E402
from irigrammar.matching.authority import scheme_of  # noqa: E402
from irigrammar.matching.browser import default_port, mapped_host  # noqa: E402
from tools.world.browser_differential import strings as hostile  # noqa: E402
from tools.world.rows import Row  # noqa: E402

READERS = ROOT / "tools" / "world" / "readers"
_SHOWN = 20  # differences
_WEB = {"http", "https", "ws", "wss", "ftp", "url"}

_SCHEMES = [
    *["http"] * 12,
    *["https"] * 6,
    *["HTTP", "ftp", "ws", "redis", "coap", "foo", "a+b", "url", "a.b", "javascript"],
]
_LABELS = [
    *["a", "b", "www", "example", "good", "evil", "my-host", "my_host", "EXAMPLE"],
    *["xn--rsum-bpad", "1a", "a1", "localhost"],
    *["r\u00e9sum\u00e9", "\u4f8b\u3048", "\u05d0\u05d1", "M\u00dcNCHEN", "fa\u00df", "\u03c3\u03c2"],
    *["\u1e9e", "\u13a0", "a;b", "a~b", "a+b", "a!b", "a%62", "\u2603", "a\u200db", "-a", "a-", "xn--a", "ab--cd"],
    *["\uff41", "\u0130", "0", ""],
]
_TLDS = ["com", "org", "example", "test", "internal", "de", "\u4e2d\u56fd", "com.", "123"]
_ADDRESSES = [
    *["127.0.0.1", "8.8.8.8", "10.0.0.1", "0127.0.0.1", "127.1", "0x7f.1", "2130706433", "127.0.0.1.", "256.1.1.1"],
    *["[::1]", "[2001:DB8::0:1]", "[::ffff:1.2.3.4]", "[0:0:0:0:0:0:0:1]"],
    *["[fe80::1%25eth0]", "[v1.a]", "[::]", "[1::g]"],
]
_USERS = [*[""] * 8, "u@", "u:p@", "@", ":@", "u%40x@", "a@b@", "u:p:q@", "good.example@"]
_PORTS = [*[""] * 8, ":80", ":443", ":8080", ":", ":0080", ":65535", ":65536", ":8a"]
_PATHS = [
    *["", "/", "/a/b", "/a/../b", "//evil.example/", "/@evil.example", "/:80@evil.example", "/\\evil", "/a b"],
    *["/%2F%40", "?q", "?q=@evil.example", "?http://evil.example/", "#f", "#@evil.example"],
    *["/?a#b", "/;p=1", "/\u00e9", "/..;/x", "\\x"],
]


def strings(seed: str) -> Iterator[str]:
    """Yield strings without end, nearly all with a scheme or an authority; about a half is consensual."""
    draw, others = random.Random(seed), hostile(seed)
    while True:
        kind = draw.random()
        if kind < 0.1:
            text = next(text for text in others if scheme_of(text) or text.startswith("//"))
        else:
            labels = draw.choices(_LABELS[:13] if kind < 0.6 else _LABELS, k=draw.choice([1, 1, 2, 2, 3]))
            name = ".".join([*labels, draw.choice(_TLDS[:6] if kind < 0.6 else _TLDS)])
            host = draw.choice(_ADDRESSES) if draw.random() < 0.15 else name
            paths = [path for path in _PATHS if "\\" not in path and " " not in path] if kind < 0.6 else _PATHS
            text = f"{draw.choice(_SCHEMES)}:" if draw.random() < 0.95 else ""
            text += f"//{draw.choice(_USERS)}{host}{draw.choice(_PORTS)}{draw.choice(paths)}"
            if kind > 0.9:
                offset = draw.randrange(len(text))
                text = text[:offset] + draw.choice("/\\@:?#[]%. \t;\u00e9\u3002\uff0f\uff20") + text[offset:]
        yield text


# The host that a program reads, None where it reads none; and the port, None where it returns none.
Read = tuple[str | None, int | None]


class Program(NamedTuple):
    """A program: its name, what it reads from each of some texts, and its version."""

    name: str
    read: Callable[[Sequence[str]], list[Read]]
    version: str


def _by_lines(names: Sequence[str], command: Sequence[str], version: str) -> Iterator[Program]:
    """Yield the programs of a command that reads a text per line and writes a column for each."""
    answers: dict[tuple[str, ...], list[list[str]]] = {}

    def read(column: int, texts: Sequence[str]) -> list[Read]:
        key = tuple(texts)
        if key not in answers:
            lines = "".join(f"{text.encode(errors='surrogatepass').hex()}\n" for text in texts)
            done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
            answers.clear()
            answers[key] = [line.split() for line in done.stdout.splitlines()]
            assert len(answers[key]) == len(texts), done.stderr
        return [_of_column(row[column]) for row in answers[key]]

    for column, name in enumerate(names):
        yield Program(name, partial(read, column), version)


def _of_column(text: str) -> Read:
    if text == "-":
        return None, None
    host, _, port = bytes.fromhex(text).decode(errors="replace").rpartition(":")
    return host, int(port) if port.isascii() and port.isdecimal() else None


def _by_function(name: str, function: Callable[[str], tuple[str | None, object]], version: str) -> Program:
    def read_one(text: str) -> Read:
        try:
            host, port = function(text)
        except Exception:  # parsers of others raise what they like: it is their refusal
            return None, None
        return host or None, port if isinstance(port, int) else None

    return Program(name, lambda texts: list(map(read_one, texts)), version)


def _version(*command: str) -> str:
    """Return the first version number that a command prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    number = re.search(r"\d+(?:\.\d+)+", done.stdout + done.stderr)
    return number[0] if number else "unknown"


def _curl() -> Callable[[str], tuple[str | None, object]] | None:
    """Return what libcurl reads by its URL API, hosts in Punycode, any scheme allowed and none guessed."""
    path = ctypes.util.find_library("curl")
    if path is None:
        return None
    curl = ctypes.CDLL(path)
    curl.curl_url.restype = ctypes.c_void_p
    curl.curl_url_cleanup.argtypes = [ctypes.c_void_p]
    curl.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
    curl.curl_url_get.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p), ctypes.c_uint]
    url_part, host_part, port_part, any_scheme, punycode = 0, 5, 6, 1 << 3, 1 << 12

    def read(text: str) -> tuple[str | None, object]:
        handle = curl.curl_url()
        try:
            if curl.curl_url_set(handle, url_part, text.encode(), any_scheme):
                return None, None
            host, port = ctypes.c_char_p(), ctypes.c_char_p()
            if curl.curl_url_get(handle, host_part, ctypes.byref(host), punycode) or not host.value:
                return None, None
            curl.curl_url_get(handle, port_part, ctypes.byref(port), 0)
            return host.value.decode(), int(port.value) if port.value else None
        finally:
            curl.curl_url_cleanup(handle)

    return read


def _curl_version() -> str:
    curl = ctypes.CDLL(ctypes.util.find_library("curl"))
    curl.curl_version.restype = ctypes.c_char_p
    return str(curl.curl_version().decode().partition("/")[2].partition(" ")[0])


def _urllib(text: str) -> tuple[str | None, object]:
    """Return where urllib and `socket` go: the host by the codec for IDNA 2003."""
    from urllib.parse import urlsplit

    url = urlsplit(text)
    return url.hostname and (url.hostname if ":" in url.hostname else idna2003(url.hostname)), url.port


def _package(
    module: str, read: Callable[[Any, str], tuple[str | None, object]]
) -> Callable[[str], tuple[str | None, object]]:
    package = importlib.import_module(module)
    return lambda text: read(package, text)


def _requests(package: Any, text: str) -> tuple[str | None, object]:
    return _urllib(package.Request("GET", text).prepare().url)


def _host_and_port(url: Any) -> tuple[str | None, object]:
    return url.host, url.port


_PACKAGES: dict[str, tuple[str, Callable[[Any, str], tuple[str | None, object]]]] = {
    "urllib3": ("urllib3.util", lambda package, text: _host_and_port(package.parse_url(text))),
    "requests": ("requests", _requests),
    "httpx": ("httpx", lambda package, text: ((url := package.URL(text)).raw_host.decode(), url.port)),
    "yarl": ("yarl", lambda package, text: ((url := package.URL(text)).raw_host, url.explicit_port)),
    "ada-url": ("ada_url", lambda package, text: ((url := package.URL(text)).hostname, int(url.port or 0) or None)),
}
_COMMANDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "node": (("Node URL", "Node url.parse"), ("node", "--no-deprecation", str(READERS / "node.js"))),
    "java": (("Java URL", "Java URI"), ("java", "-Dfile.encoding=UTF-8", str(READERS / "Reader.java"))),
    "php": (("PHP parse_url",), ("php", str(READERS / "reader.php"))),
    "ruby": (("Ruby URI",), ("ruby", str(READERS / "reader.rb"))),
}


# The names of all of them, by the first word.
PROGRAMS = {
    *("urllib", "libcurl", "Go"),
    *_PACKAGES,
    *(name.partition(" ")[0] for names, _ in _COMMANDS.values() for name in names),
}


def programs() -> tuple[list[Program], list[str]]:
    """Return the programs that are installed, and the names of the others."""
    found, missing = [_by_function("urllib with socket", _urllib, platform.python_version())], []
    for name, (module, read) in _PACKAGES.items():
        try:
            found.append(_by_function(name, _package(module, read), importlib.metadata.version(name)))
        except ImportError:
            missing.append(name)
    curl = _curl()
    if curl is None:
        missing.append("libcurl")
    else:
        found.append(_by_function("libcurl", curl, _curl_version()))
    for command, (names, line) in _COMMANDS.items():
        if shutil.which(command) is None:
            missing += names
        else:
            found += _by_lines(names, line, _version(command, "-version" if command == "java" else "--version"))
    if shutil.which("go") is None:
        missing.append("Go net/url")
    else:
        target = Path(tempfile.mkdtemp()) / "reader"
        subprocess.run(["go", "build", "-o", str(target), str(READERS / "reader.go")], check=True)
        found += _by_lines(["Go net/url"], [str(target)], _version("go", "version"))
    return found, missing


def comparable(host: str | None) -> str | bytes | None:
    """Return the comparable form of a host: the bytes of an address, a name by UTS 46."""
    if host is None:
        return None
    name = host.removeprefix("[").removesuffix("]")
    for family in (socket.AF_INET, socket.AF_INET6):
        try:
            return socket.inet_pton(family, name)
        except (OSError, ValueError):
            continue
    return mapped_host(name)


class Report(NamedTuple):
    """Counts by program and kind, and what was read otherwise: the text, the program, and what it read."""

    counts: Counter[tuple[str, str]]
    otherwise: list[tuple[str, str, Read]]


def compare(texts: Sequence[str], asked: Sequence[Program]) -> Report:
    """Return what programs read from the consensual ones of some texts."""
    agreed = [text for text in texts if consensus(text)]
    report = Report(Counter({("consensual", ""): len(agreed), ("strings", ""): len(texts)}), [])
    own = [readings(text)[0] for text in agreed]
    report.counts["with a host", ""] = sum(reading.host is not None for reading in own)
    for program in asked:
        for text, reading, (host, port) in zip(agreed, own, program.read(agreed), strict=True):
            if host is None:
                report.counts[program.name, "no host"] += 1
                continue
            scheme = (scheme_of(text) or "").lower()
            if reading.host is None and scheme not in _WEB and "." not in scheme:
                report.counts[program.name, "does not connect"] += 1
                continue
            ports = {port, None} & {reading.port, default_port(scheme or "http"), None}
            same = comparable(host) == comparable(reading.host) and port in ports
            report.counts[program.name, "same" if same else "otherwise"] += 1
            if not same:
                report.otherwise.append((text, program.name, (host, port)))
    return report


def measure(rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """Return the rows of `grammar/world/hosts.toml` as they are today, and the programs that are not installed."""
    there, missing = programs()
    today = datetime.datetime.now(tz=datetime.UTC).date()
    measured = list(rows)
    for program in there:
        own = [number for number, row in enumerate(rows) if row.subject == program.name]
        reads = program.read([rows[number].example["input"] for number in own])
        for number, (host, port) in zip(own, reads, strict=True):
            result = "no host" if host is None else host if port is None else f"{host}, port {port}"
            example = {**rows[number].example, "result": result}
            measured[number] = rows[number]._replace(version=program.version, example=example, date=today)
    return measured, missing


def pages(_: Sequence[Row]) -> dict[Path, str]:
    """Return the texts of the pages that are made of the rows: none."""
    return {}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=200_000, help="how many strings (default 200,000)")
    parser.add_argument("--seed", default="1", help="the seed of the strings (default 1)")
    options = parser.parse_args()
    asked, missing = programs()
    for name in missing:
        print(f"{name} is not installed: it is not asked")
    total = Report(Counter(), [])
    source = strings(options.seed)
    for start in range(0, options.count, 50_000):
        report = compare(list(islice(source, min(50_000, options.count - start))), asked)
        total.counts.update(report.counts)
        total.otherwise.extend(report.otherwise)
    counts = total.counts
    strings_, agreed = counts["strings", ""], counts["consensual", ""]
    print(f"{strings_:,} strings, {agreed:,} consensual, {counts['with a host', '']:,} of them with a host")
    kinds = ("same", "otherwise", "no host", "does not connect")
    print(f"{'':20}" + "".join(f"{kind:>18}" for kind in kinds))
    for program in asked:
        print(f"{program.name:20}" + "".join(f"{counts[program.name, kind]:18,}" for kind in kinds))
    for text, name, (host, port) in total.otherwise[:_SHOWN]:
        print(f"{name} reads {host!a}, port {port}: {text!a}; irigrammar: {readings(text)[0].host!a}")
    return 1 if total.otherwise else 0


if __name__ == "__main__":
    sys.exit(main())
