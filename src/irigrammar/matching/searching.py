"""The matches of a rule in a text, and the parts of one match."""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.dataclass import NamedTuple
from irigrammar.engines.search import Search
from irigrammar.errors import check_text


class Match(NamedTuple):
    """A match in a text: `start` and `end` (exclusive) in code points of a `str`, in bytes of `bytes`, from 0, and the
    part of the text between them.
    """

    start: int
    end: int
    text: str | bytes


class Span(NamedTuple):
    """A part of a text that a rule matched: `start` and `end` (exclusive) in code points from 0, and `depth`, how many
    parts of the chosen rules are around it.
    """

    rule: str
    start: int
    end: int
    depth: int


def find_matches(search: Search, text: str | bytes) -> Iterator[Match]:
    """Return an iterator of the matches of a search in a text. Raises `TypeError` for a value that is no text."""
    if isinstance(text, str):
        own = str.__str__(text)  # of a subclass: its methods may give other characters
        return (Match(begin, end, own[begin:end]) for begin, end in search.spans(own))
    check_text(text, (bytes, bytearray, memoryview))
    data = bytes(text)
    return (Match(begin, end, data[begin:end]) for begin, end in search.byte_spans(data))
