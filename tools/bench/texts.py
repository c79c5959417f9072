"""Strings to measure with, in the shapes of real ones.

Each function makes one more string of its kind from a source of chance, which a seed fixes.
"""

from __future__ import annotations

import atexit
import json
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import gettempdir
from urllib.parse import quote

SEED = 3987
# First and last code point of a run of letters, a script each.
SCRIPTS = (
    (0xE0, 0xF6),  # Latin with accents
    (0x3B1, 0x3C9),  # Greek
    (0x430, 0x44F),  # Cyrillic
    (0x561, 0x586),  # Armenian
    (0x5D0, 0x5EA),  # Hebrew
    (0x628, 0x63A),  # Arabic
    (0x915, 0x939),  # Devanagari
    (0xE01, 0xE2E),  # Thai
    (0x10D0, 0x10F0),  # Georgian
    (0x1200, 0x1246),  # Ethiopic
    (0x3042, 0x3093),  # Hiragana
    (0x4E00, 0x9FA5),  # Han
    (0xAC00, 0xD7A3),  # Hangul
    (0x20000, 0x2A6D6),  # Han outside the Basic Multilingual Plane
)
VOWELS = "aeiou"
CONSONANTS = "bcdfghjklmnprstvwz"
TOP = ("org", "com", "net", "edu", "de", "fr", "co.uk", "info")
ENDINGS = ("", "", "/", ".html", ".htm", ".php", ".rdf", ".pdf", ".jpg")
NEVER = ' <>"{}|\\^`\n\t\x7f'  # no IRI has any of these, anywhere


def word(rng: Random, least: int = 2, most: int = 10) -> str:
    """Return letters of ASCII that could be pronounced."""
    return "".join(rng.choice(VOWELS if index % 2 else CONSONANTS) for index in range(rng.randint(least, most)))


def foreign(rng: Random, script: tuple[int, int]) -> str:
    """Return letters of one script."""
    return "".join(chr(rng.randint(*script)) for _ in range(rng.randint(2, 9)))


def host(rng: Random) -> str:
    """Return a host name of ASCII."""
    return f"{rng.choice(('www.', '', '', f'{word(rng)}.'))}{word(rng, 4, 12)}.{rng.choice(TOP)}"


def path(rng: Random, most: int) -> str:
    """Return a path of ASCII."""
    return "/" + "/".join(segment(rng) for _ in range(rng.randint(1, most))) + rng.choice(ENDINGS)


def segment(rng: Random) -> str:
    """Return a segment of ASCII."""
    return rng.choice((word(rng), f"{word(rng)}-{word(rng)}", f"{word(rng)}_{rng.randint(1, 9999)}"))


def pairs(rng: Random, least: int, most: int) -> str:
    """Return a query of keys with values."""
    return "&".join(f"{word(rng, 1, 8)}={value(rng)}" for _ in range(rng.randint(least, most)))


def value(rng: Random) -> str:
    """Return what may be in a query: a word, a number, a hash, two words."""
    return rng.choice((word(rng), str(rng.randint(0, 10**9)), f"{rng.getrandbits(96):x}", f"{word(rng)}%20{word(rng)}"))


def short(rng: Random) -> str:
    """A web site, or a page right under it."""
    return f"{rng.choice(('http', 'https'))}://{host(rng)}{rng.choice(('', '/', f'/{word(rng)}'))}"


def page(rng: Random) -> str:
    """A page a few levels down, sometimes with a query or a fragment."""
    tail = rng.choice(("", "", "", f"?{pairs(rng, 1, 2)}", f"#{word(rng)}", f"#{word(rng)}-{rng.randint(1, 99)}"))
    return f"{rng.choice(('http', 'https'))}://{host(rng)}{path(rng, 5)}{tail}"


def long(rng: Random) -> str:
    """A page with a long query, as trackers and searches write it."""
    return f"https://{host(rng)}{path(rng, 4)}?{pairs(rng, 6, 16)}"


def scripts(rng: Random) -> str:
    """An IRI in one script, host and path."""
    script = rng.choice(SCRIPTS)
    segments = "/".join(foreign(rng, script) for _ in range(rng.randint(1, 4)))
    tail = rng.choice(("", "", f"?{word(rng)}={foreign(rng, script)}", f"#{foreign(rng, script)}"))
    return f"http://{foreign(rng, script)}.{rng.choice(TOP)}/{segments}{tail}"


def article(rng: Random) -> str:
    """A host of ASCII and an article's title in another script."""
    script = rng.choice(SCRIPTS)
    title = "_".join(foreign(rng, script) for _ in range(rng.randint(1, 3)))
    return f"https://{word(rng, 2, 2)}.{host(rng)}/{rng.choice(('wiki', 'resource', 'page'))}/{title}"


def address(rng: Random) -> str:
    """A host that is an address: IPv4, or IPv6 in its many forms, or of a future version."""
    groups = [f"{rng.getrandbits(16):x}" for _ in range(8)]
    keep = rng.randint(1, 5)
    four = ".".join(str(rng.randint(0, 255)) for _ in range(4))
    literal = rng.choice(
        (
            ":".join(groups),
            f"{':'.join(groups[:keep])}::{groups[7]}",
            "::1",
            f"fe80::{':'.join(groups[:4])}",
            f"::ffff:{four}",
            f"64:ff9b::{four}",
            f"{rng.choice('vvvV')}{rng.randint(1, 9)}.{word(rng)}",
        )
    )
    user = rng.choice(("", "", "", f"{word(rng)}@"))
    port = rng.choice(("", "", f":{rng.randint(1, 65535)}"))
    return f"http://{user}{rng.choice((f'[{literal}]', f'[{literal}]', four))}{port}{rng.choice(('', path(rng, 3)))}"


def percent(rng: Random) -> str:
    """A path, and sometimes a query, most of which is percent-encoded."""
    script = rng.choice(SCRIPTS)
    first, second, third, fourth = (quote(foreign(rng, script)) for _ in range(4))
    tail = f"?q={third}%20{fourth}" if rng.random() < 0.5 else ""
    return f"https://{host(rng)}/{first}/{word(rng)}%20{word(rng)}%2F{second}{tail}"


def other(rng: Random) -> str:
    """A scheme without authority, or an uncommon one."""
    ident = f"{rng.getrandbits(128):032x}"
    return rng.choice(
        (
            f"urn:uuid:{ident[:8]}-{ident[8:12]}-{ident[12:16]}-{ident[16:20]}-{ident[20:]}",
            f"urn:isbn:{rng.randint(10**9, 10**10)}",
            f"mailto:{word(rng)}.{word(rng)}@{host(rng)}",
            f"tag:{host(rng)},{rng.randint(1999, 2030)}:{word(rng)}/{word(rng)}",
            f"file:///{word(rng)}{path(rng, 4)}",
            f"doi:10.{rng.randint(1000, 9999)}/{ident[:10]}",
            f"info:{word(rng)}/{word(rng)}",
        )
    )


# How often each shape comes in a mixture.
SHAPES: dict[str, tuple[int, Callable[[Random], str]]] = {
    "short URLs": (18, short),
    "pages": (30, page),
    "long URLs": (10, long),
    "IRIs in a script": (14, scripts),
    "titles in a script": (8, article),
    "IP addresses": (6, address),
    "percent-heavy": (8, percent),
    "other schemes": (6, other),
}


def untidy(rng: Random) -> str:
    """A page whose normal form is another: its cases, dots and percent-encoded letters."""
    text = page(rng)
    scheme, rest = text.split("://")
    name, slash, tail = rest.partition("/")
    changes: tuple[Callable[[], str], ...] = (
        lambda: f"{scheme.upper()}://{name.title()}{slash}{tail}",
        lambda: f"{scheme}://{name}/{word(rng)}/../{tail}",
        lambda: f"{scheme}://{name}/./{tail}",
        lambda: f"{scheme}://{name}/%{ord(word(rng, 1, 1)):x}{word(rng)}/{tail}",
        lambda: f"{scheme}://{name}/%7e{word(rng)}/{tail}",
        lambda: f"{scheme}://{name}/{word(rng)}%3a{word(rng)}%2f/{tail}",
    )
    return rng.choice(changes)()


def reference(rng: Random) -> str:
    """A reference as one finds it in a page: mostly relative."""
    name = "/".join(segment(rng) for _ in range(rng.randint(1, 3)))
    return rng.choice(
        (
            name,
            f"{name}.html",
            f"../{name}",
            f"../../{name}.jpg",
            f"./{name}",
            f"/{name}",
            f"/{name}?{pairs(rng, 1, 2)}",
            f"//{host(rng)}/{name}",
            f"?{pairs(rng, 1, 2)}",
            f"#{word(rng)}",
            page(rng),
        )
    )


def early(rng: Random, text: str) -> str:
    """Return a text with a fault at its start or in its authority."""
    offset = rng.randint(0, min(9, len(text)))
    broken = [text[:offset] + rng.choice(NEVER) + text[offset:], f"{rng.randint(0, 9)}{text}"]
    if "://" in text:
        broken += [
            text[text.index("//") :],
            text.replace("://", "://[", 1),
            text.replace("://", "://%", 1).replace("%", "%g", 1),
        ]
    if "]" in text:
        broken.append(text.replace("]", "", 1))
    return rng.choice(broken)


def late(rng: Random, text: str) -> str:
    """Return a text with a fault at its end or shortly before."""
    offset = rng.randint(max(0, len(text) - 9), len(text))
    return rng.choice(
        (
            text + rng.choice(NEVER),
            text[:offset] + rng.choice(NEVER) + text[offset:],
            f"{text}%",
            f"{text}%g0",
            f"{text}#a#b",
            f"{text}[",
        )
    )


# Kinds of characters that a long string has nothing else of.
UNITS: dict[str, Callable[[Random], str]] = {
    "path": lambda rng: f"{word(rng)}/",
    "Han": lambda rng: foreign(rng, (0x4E00, 0x9FA5)),
    "a%20bc": lambda rng: f"{word(rng, 1, 1)}%20{word(rng, 2, 2)}",
    "%HH": lambda rng: f"%{rng.getrandbits(8):02X}",
}


def distinct(draw: Callable[[Random], str], count: int = 1000) -> list[str]:
    """Return distinct strings of a shape."""
    rng = Random(SEED)
    texts: dict[str, None] = {}
    while len(texts) < count:
        texts[draw(rng)] = None
    return list(texts)


def mixed(faults: float = 0.0, count: int = 2000) -> list[str]:
    """Return strings in all shapes, that share of them with a fault, half of these early, half late."""
    weights, shapes = zip(*SHAPES.values(), strict=True)

    def draw(rng: Random) -> str:
        text: str = rng.choices(shapes, weights)[0](rng)
        return rng.choice((early, late))(rng, text) if rng.random() < faults else text

    return distinct(draw, count)


def uniform(kind: str, length: int, count: int = 60) -> list[str]:
    """Return strings of about that length, all of one kind of character: see `UNITS`."""

    def draw(rng: Random) -> str:
        text = "http://example.org/"
        while len(text) < length:
            text += UNITS[kind](rng)
        return text

    return distinct(draw, count)


def pairs_of_references(count: int = 1000) -> list[str]:
    """Return a base and a reference with a space between, which neither has."""
    return list(map(" ".join, zip(distinct(page, count), distinct(reference, count), strict=True)))


def log_line(rng: Random) -> str:
    """Return a line of a log: an address, a time, a request, a status, a size, a referrer; a POST in 0.1 % of them."""
    method = "POST" if rng.random() < 0.001 else rng.choice(("GET", "GET", "GET", "HEAD", "OPTIONS"))
    four = ".".join(str(rng.randint(0, 255)) for _ in range(4))
    hour, minute, second = rng.randint(0, 23), rng.randint(0, 59), rng.randint(0, 59)
    time = f"2026-11-{rng.randint(1, 30):02}T{hour:02}:{minute:02}:{second:02}Z"
    request = f'"{method} {path(rng, 4)} HTTP/1.{rng.randint(0, 1)}"'
    status, size = rng.choice((200, 304, 404)), rng.randint(0, 10**6)
    return f'{four} - {word(rng)} [{time}] {request} {status} {size} "{page(rng)}"'


def log(size: int) -> str:
    """Return a log of about `size` characters, all of ASCII: lines of 20,000 different ones, by chance."""
    rng = Random(SEED)
    lines = [f"{log_line(rng)}\n" for _ in range(20_000)]
    return "".join(rng.choices(lines, k=size * len(lines) // len("".join(lines))))


FOLDER = Path(gettempdir(), f"irigrammar-bench-{os.getpid()}")
atexit.register(rmtree, FOLDER, ignore_errors=True)


@cache
def file_of(name: str, text: str) -> str:
    """Return the path of a file with a text, all of ASCII, which is removed at the end of the program."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / name
    path.write_text(text, encoding="ascii", newline="\n")
    return str(path)


def json_text(size: int, identifiers: float) -> str:
    """Return JSON of about `size` characters, with a number of identifiers in 10,000 characters."""
    rng = Random(SEED)
    rows: list[dict[str, object]] = []
    total = 0
    while total < size:
        note = " ".join(word(rng) for _ in range(40))
        row = {"id": rng.randrange(10**9), "name": word(rng), "tags": ["a", "b"], "note": note, "inner": {"share": 1.5}}
        length = len(json.dumps(row))
        if rng.random() < identifiers * length / 10_000:
            row["value"] = page(rng)
        rows.append(row)
        total += length
    return json.dumps(rows, indent=1)


_COPIED = Path(__file__).parents[2] / "tests" / "tables" / "copied.jsonl"
_WORD_OF_HOST, _WORD_OF_PATH = re.compile(r"(?<=[/@.])[a-z]{4,}(?=\.)"), re.compile(r"(?<=/)[a-z]{4,}(?=[/. ]|$)")


def copied(count: int = 20_000) -> list[str]:
    """Return distinct lines with mistakes that programs make: those of tests/tables/copied.jsonl with other hosts,
    numbers and paths.
    """
    rows = [json.loads(line)["text"] for line in _COPIED.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if len(row.splitlines()) == 1]
    rng = Random(SEED)
    lines: dict[str, None] = {}
    while len(lines) < count:
        row = _WORD_OF_HOST.sub(lambda _: word(rng), rng.choice(rows))
        row = _WORD_OF_PATH.sub(lambda _: word(rng), row)
        lines[re.sub("[0-9]", lambda _: rng.choice("123456789"), row) if rng.random() < 0.5 else row] = None
    return list(lines)
