"""Split RFCXML into tags, comments and sections (XML 1.0, 2 and 3.1).

Python's expat gives the place of a tag, but not of its attributes, and stops at the first fault. Documents that are
scanned are read by a grammar: `irigrammar.scan.formats.xml.markup`.
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex


class Attribute(NamedTuple):
    """An attribute: its name as written, and the span of its value, quotes left out."""

    name: str
    start: int
    end: int


class StartTag(NamedTuple):
    """A start tag, or the tag of an empty element, with the attributes that can be read."""

    start: int
    end: int
    name: str
    attributes: tuple[Attribute, ...]
    empty: bool


class EndTag(NamedTuple):
    """An end tag."""

    start: int
    end: int
    name: str


class Aside(NamedTuple):
    """A comment or a CDATA section, and the span of its content."""

    start: int
    end: int
    comment: bool
    inner: tuple[int, int]


Token = StartTag | EndTag | Aside

_NAME = r"[^\s<>/=!?\"'&\[\]%;][^\s<>/=\"'&\[\]%;]*+"
_MARKUP = regex(rf"<(?:(?P<comment>!--)|(?P<cdata>!\[CDATA\[)|/(?P<end>{_NAME})\s*+>?|(?P<start>{_NAME}))")
_ATTRIBUTE = regex(rf"\s*+({_NAME})\s*+=\s*+(?:\"([^\"<]*+)\"|'([^'<]*+)')")
_TAG_END = regex(r"\s*+(/?)>")
_AFTER_FAULT = regex(r"[^<>]*+>?")


def tokens(text: str) -> Iterator[Token]:
    """Yield the markup of a document in its order, without texts, instructions and declarations. Broken markup is
    passed over up to the next `<` or `>`; a start tag that breaks is yielded all the same, with the attributes before
    the fault.

    >>> [type(token).__name__ for token in tokens("<a b='c'>&lt;<!-- --></a>")]
    ['StartTag', 'Aside', 'EndTag']
    """
    place = 0
    while match := _MARKUP.search(text, place):
        kind, start, place = match.lastgroup, match.start(), match.end()
        if kind == "start":
            attributes, place = _attributes(text, place)
            end = _TAG_END.match(text, place)
            place = end.end() if end else _after_fault(text, place)
            yield StartTag(start, place, match["start"], attributes, end is not None and end[1] == "/")
        elif kind == "end":
            yield EndTag(start, place, match["end"])
        else:
            inner, close = place, "-->" if kind == "comment" else "]]>"
            last, place = _until(text, close, inner)
            yield Aside(start, place, kind == "comment", (inner, last))


def _until(text: str, close: str, place: int) -> tuple[int, int]:
    """Return the start and end of the next delimiter from a place on; without one, twice the end of the text."""
    index = text.find(close, place)
    return (len(text), len(text)) if index < 0 else (index, index + len(close))


def _after_fault(text: str, place: int) -> int:
    match = _AFTER_FAULT.match(text, place)
    assert match
    return match.end()


def _attributes(text: str, place: int) -> tuple[tuple[Attribute, ...], int]:
    """Return the attributes that follow each other from a place on, and the offset after them."""
    attributes = []
    while match := _ATTRIBUTE.match(text, place):
        attributes.append(Attribute(match[1], *match.span(2 if match[2] is not None else 3)))
        place = match.end()
    return tuple(attributes), place
