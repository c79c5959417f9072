"""A string of a data format, and the identifiers in it.

Either all of it, or those that the text rule finds.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from irigrammar.dataclass import NamedTuple
from irigrammar.scan.formats.host_lists import one_by_one
from irigrammar.scan.formats.items import Candidate, Comment, Fixes, Item, Malformed, Production
from irigrammar.scan.formats.registry import Finder
from irigrammar.scan.formats.strings import Escapes, Unescaped


class Scalar(NamedTuple):
    """A string: its span between its delimiters, its text, how it is written, and the place of each code point.

    `offsets` counts from `start`, and is None where nothing is escaped; so does `bad`, as in `Unescaped`.
    """

    start: int
    end: int
    text: str
    escapes: Escapes | None = None
    offsets: Sequence[int] | None = None
    bad: tuple[tuple[int, int, str], ...] = ()


class Text(str):
    """A string of a value: how it is written in the document, and the name of the nearest member."""

    __slots__ = ("key", "scalar")
    key: str | None
    scalar: Scalar


def text_of(scalar: Scalar, key: str | None) -> Text:
    """Return the string of a scalar as a `Text`, which has the scalar and the key as attributes."""
    text = Text(scalar.text)
    text.scalar, text.key = scalar, key
    return text


def scalar(block: str, start: int, end: int, escapes: Escapes | None = None) -> Scalar:
    """Return the string between two offsets of a block of text, its escapes read by a convention; None for none.

    >>> from irigrammar.scan.formats.strings import JSON_STRING
    >>> scalar('["a:\\\\u0062"]', 2, 10, JSON_STRING).text
    'a:b'
    """
    source = block[start:end]
    if escapes is None:
        return Scalar(start, end, source)
    text, offsets, bad = escapes.read(source)
    return Scalar(start, end, text, escapes, offsets, bad)


def whole(scalar: Scalar, label: str, production: Production | None = None, fixes: Fixes = "all") -> Iterator[Item]:
    """Yield a string as one identifier (a list of hosts as any number), or S006 for each malformed escape in it."""
    candidate = Candidate(0, len(scalar.text), scalar.text, label, production=production, fixes=fixes)
    for item in one_by_one(candidate):
        yield from locate(scalar, item)


def may_hold(text: str, start: int, end: int) -> bool:
    """Return whether a stretch of text may have an identifier: a colon, or slashes before which one may be missing."""
    return text.find(":", start, end) >= 0 or text.find("//", start, end) >= 0


def within(
    scalar: Scalar,
    label: str,
    find: Finder,
    *,
    fixes: Fixes = "all",
    production: Production | None = None,
    base: str | None = None,
) -> Iterator[Item]:
    """Yield the candidates that `find`, a finder for text, finds in a string, or S006 for malformed escapes in them;
    other items are left out.

    The label and the rest are set on each; one that has fixes "unsafe" keeps it, except for "none".

    >>> from irigrammar.scan.formats.registry import document_type
    >>> from irigrammar.scan.formats.registry import Options
    >>> find = document_type("text").open(Options())
    >>> [item.text for item in within(Scalar(7, 32, "see <http://example.org/>"), "value of a", find)]
    ['http://example.org/']
    """
    if not may_hold(scalar.text, 0, len(scalar.text)):
        return
    for item in find(scalar.text):
        if isinstance(item, Candidate):
            # what is around it may be in it
            own: Fixes = "unsafe" if item.fixes == "unsafe" and fixes != "none" else fixes
            start, end, text, _, escapes, offsets, of_item, charset, base_of_item, _ = item
            rest = (production or of_item, charset, base or base_of_item, own)
            yield from locate(scalar, Candidate(start, end, text, label, escapes, offsets, *rest))


def inside(scalar: Scalar, inner: Iterable[Item]) -> Iterator[Item]:
    """Yield the items of a string's text at their places in the document, candidates as `locate` returns them.

    >>> from irigrammar.scan.formats.strings import JSON_STRING
    >>> text = scalar('["\\\\u0061<x"]', 2, 10, JSON_STRING)
    >>> list(inside(text, [Malformed(1, 2, "S005", "x")]))
    [Malformed(start=8, end=9, code='S005', message='x')]
    """
    for item in inner:
        if isinstance(item, Candidate):
            yield from locate(scalar, item)
        else:
            start, end = item.start, item.end
            if scalar.offsets is not None:
                start, end = scalar.offsets[start], scalar.offsets[end]
            yield item._replace(start=scalar.start + start, end=scalar.start + end)


def outside(items: Iterable[Item], spans: list[tuple[int, int]]) -> Iterator[Item]:
    """Yield the items, by place, that are in none of the sorted spans, and all comments and problems S005."""
    rest = iter([*spans, None])
    now = next(rest)
    for item in sorted(items, key=lambda item: item.start):
        while now is not None and now[1] < item.start:
            now = next(rest)
        is_kept = isinstance(item, Comment) or (isinstance(item, Malformed) and item.code == "S005")
        if now is None or item.start < now[0] or is_kept:
            yield item


def locate(scalar: Scalar, inner: Candidate) -> tuple[Item, ...]:
    """Return a candidate of a string's text at its place in the document, or S006 for each malformed escape in it or
    beside it.
    """
    places: Sequence[int] | None = None
    first, last = scalar.start + inner.start, scalar.start + inner.end
    if scalar.offsets is not None or inner.offsets is not None:
        if scalar.offsets is None:
            of_text = inner.offsets or ()
        elif inner.offsets is None:
            of_text = scalar.offsets[inner.start : inner.end + 1]
        else:
            of_text = [scalar.offsets[place] for place in inner.offsets]
        if isinstance(of_text, range):
            places = range(scalar.start + of_text.start, scalar.start + of_text.stop)
        else:
            places = array("q", [scalar.start + place for place in of_text])
        first, last = places[0], places[-1]
    if scalar.bad:
        by, label = scalar.start, inner.label
        # One that stands right behind counts: a rule for text may have ended there for its sake.
        low = bisect_left(scalar.bad, first - by, key=lambda row: row[1])
        wrong = scalar.bad[low : bisect_right(scalar.bad, last - by, key=lambda row: row[0])]
        if wrong:
            return tuple(Malformed(by + begin, by + stop, "S006", f"{why} (in {label})") for begin, stop, why in wrong)
    escapes = scalar.escapes if inner.escapes is None else _both(scalar.escapes, inner.escapes)
    return (Candidate(first, last, inner.text, inner.label, escapes, places, *inner[6:]),)


@lru_cache(64)
def _both(outer: Escapes | None, inner: Escapes) -> Escapes:
    """Return the convention of text that is written by the inner convention within a text of the outer one.

    Bad escapes are those of the outer one only. Without an outer one it is the inner convention.
    """
    if outer is None:
        return inner
    read_outer, write_outer = outer.read, outer.write

    def read(source: str) -> Unescaped:
        """Return a source unescaped by both readers, with offsets into the outer source; faults are those of the outer
        reader only.
        """
        around = read_outer(source)
        text, offsets, _ = inner.read(around.text)
        if offsets is None or around.offsets is None:
            return Unescaped(text, around.offsets if offsets is None else offsets, around.bad)
        return Unescaped(text, [around.offsets[place] for place in offsets], around.bad)

    return Escapes(read, lambda text: write_outer(inner.write(text)))
