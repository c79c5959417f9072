"""A string of a data format as it stands in a document, and what is found in it: all of it, or by the text rule."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from irigrammar.conformance.documents.document_type import Finder
from irigrammar.conformance.documents.escapes import Escapes
from irigrammar.conformance.documents.items import Candidate, Item, Production, Trouble

__all__ = ["Scalar", "scalar", "whole", "within"]


class Scalar(NamedTuple):
    """A string: where it stands between its delimiters, its text, how it is written, and the place of each code point.

    `offsets` counts from `start`, and is None where nothing is escaped; so does `bad`, as in `Unescaped`.
    """

    start: int
    end: int
    text: str
    escapes: Escapes | None = None
    offsets: Sequence[int] | None = None
    bad: tuple[tuple[int, int, str], ...] = ()


def scalar(block: str, start: int, end: int, escapes: Escapes | None = None) -> Scalar:
    """Return the string that stands somewhere in a block of text, its escapes read.

    >>> from irigrammar.conformance.documents.strings import JSON_STRING
    >>> scalar('["a:\\\\u0062"]', 2, 10, JSON_STRING).text
    'a:b'
    """
    written = block[start:end]
    if escapes is None:
        return Scalar(start, end, written)
    text, offsets, bad = escapes.read(written)
    return Scalar(start, end, text, escapes, offsets, bad)


def whole(found: Scalar, what: str, production: Production | None = None) -> Iterator[Item]:
    """Yield a string as one identifier, or what is wrong with its escapes."""
    yield from _part(found, 0, len(found.text), what, production)


def within(found: Scalar, what: str, find: Finder) -> Iterator[Item]:
    """Yield what a rule for text finds in a string; comments are none here.

    >>> from irigrammar.conformance.documents.registry import document_type
    >>> from irigrammar.conformance.documents.document_type import Options
    >>> find = document_type("text").open(Options())
    >>> [item.text for item in within(Scalar(7, 32, "see <http://example.org/>"), "value of a", find)]
    ['http://example.org/']
    """
    # Each candidate begins with a scheme.
    if ":" in found.text:
        for item in find(found.text):
            if isinstance(item, Candidate):
                yield from _part(found, item.start, item.end, what, item.production)


def _part(found: Scalar, start: int, end: int, what: str, production: Production | None) -> Iterator[Item]:
    if found.offsets is None:
        first, last = found.start + start, found.start + end
        places = None
    else:
        places = array("q", [found.start + place for place in found.offsets[start : end + 1]])
        first, last = places[0], places[-1]
    wrong = _touching(found, first, last)
    if not wrong:
        yield Candidate(first, last, found.text[start:end], what, found.escapes, places, production)
    for begin, stop, why in wrong:
        yield Trouble(found.start + begin, found.start + stop, "S006", f"{why} (in {what})")


def _touching(found: Scalar, first: int, last: int) -> tuple[tuple[int, int, str], ...]:
    # One that stands right behind counts: a rule for text may have ended there for its sake.
    if not found.bad:
        return ()
    low = bisect_left(found.bad, first - found.start, key=lambda row: row[1])
    high = bisect_right(found.bad, last - found.start, key=lambda row: row[0])
    return found.bad[low:high]
