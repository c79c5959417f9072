"""Documents of tests/data/documents with damage of several kinds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from places import DATA

FOLDER = DATA / "documents"
DOCUMENTS = [path for path in sorted(FOLDER.glob("*/*")) if path.name != ".gitattributes"]

_FRAGMENTS = (
    *(b"<", b">", b'"', b"'", b"\\", b"&", b"{", b"}", b"[", b"]", b"%", b"\r", b"\n", b"\0", b"\xff"),
    *(b"http://a b|c/", b"<!--", b"-->", b"\xe2\x80\xa8", b"\\u0041", b"&#x41;", b"<![CDATA["),
)


def broken(path: Path, count: int) -> Iterator[bytes]:
    """Yield a number of versions of a document, each with up to five corruptions."""
    others = [other.read_bytes() for other in DOCUMENTS]
    drawn = random.Random(path.name)
    for _ in range(count):
        data = bytearray(path.read_bytes())
        for _ in range(drawn.randint(1, 5)):
            _corrupt(data, drawn, others)
        yield bytes(data)


def _corrupt(data: bytearray, drawn: random.Random, others: list[bytes]) -> None:
    offset = drawn.randrange(len(data) + 1)
    match drawn.randrange(5):
        case 0:
            del data[offset : offset + drawn.randint(1, 30)]
        case 1:
            del data[offset:]
        case 2:
            data[offset:offset] = drawn.choice(_FRAGMENTS)
        case 3:
            other = drawn.choice(others)
            begin = drawn.randrange(len(other))
            data[offset:offset] = other[begin : begin + drawn.randint(1, 60)]
        case _:
            begin = drawn.randrange(len(data) + 1)
            data[offset:offset] = data[begin : begin + drawn.randint(1, 80)]
