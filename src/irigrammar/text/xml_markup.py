"""Split XML into markup with places, even if it is ill-formed.

XML 1.0, 2 and 3.1. Python's expat gives the place of a tag, but not of its attributes, and stops at the first fault.
tree-sitter's grammar of XML takes `b=c href="d"` for one attribute, b, with the value d, and thirty times the memory of
the document. So markup is recognized here, tag by tag, and expat is asked only whether, and where, a document that is
scanned is not well formed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

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


class Instruction(NamedTuple):
    """A processing instruction, and its pseudo-attributes."""

    start: int
    end: int
    target: str
    attributes: tuple[Attribute, ...]


class Declarations(NamedTuple):
    """The document type declaration, as far as it concerns identifiers.

    `system` has what each system identifier is of, and its span; `entities` the general entities of the internal
    subset as written, None for external ones; `closed` is whether nothing else can be declared anywhere. `comments`
    are those of the internal subset.
    """

    start: int
    end: int
    system: tuple[Attribute, ...]
    entities: Mapping[str, str | None]
    closed: bool
    comments: tuple[Aside, ...] = ()


Token = StartTag | EndTag | Aside | Instruction | Declarations

_NAME = r"[^\s<>/=!?\"'&\[\]%;][^\s<>/=\"'&\[\]%;]*+"
_MARKUP = regex(
    rf"<(?:(?P<comment>!--)|(?P<cdata>!\[CDATA\[)|(?P<pi>\?)|(?P<doctype>!DOCTYPE(?=\s))|/(?P<end>{_NAME})\s*+>?"
    rf"|(?P<start>{_NAME}))"
)
_ATTRIBUTE = regex(rf"\s*+({_NAME})\s*+=\s*+(?:\"([^\"<]*+)\"|'([^'<]*+)')")
_TAG_END = regex(r"\s*+(/?)>")
_AFTER_FAULT = regex(r"[^<>]*+>?")
_TARGET = regex(r"[^\s?]++")
_LITERAL = r"(?:\"[^\"]*+\"|'[^']*+')"
_EXTERNAL = rf"(?:SYSTEM|PUBLIC\s++{_LITERAL})\s++(?P<system>{_LITERAL})"
_DOCTYPE = regex(rf"\s++{_NAME}\s*+(?:{_EXTERNAL}\s*+)?(?P<subset>\[)?")
_DECLARATION = regex(
    rf"\s*+(?:(?P<comment><!--)|(?P<pi><\?)|(?P<pe>%{_NAME};)|(?P<close>\])"
    rf"|<!ENTITY\s++(?P<parameter>%\s++)?(?P<entity>{_NAME})\s++(?:(?P<value>{_LITERAL})|{_EXTERNAL})(?:\s++NDATA\s++{_NAME})?\s*+>"
    rf"|<!NOTATION\s++(?P<notation>{_NAME})\s++{_EXTERNAL.replace('system', 'location')}\s*+>"
    rf"|<!(?>(?:[^\"'<>]++|{_LITERAL})*)>?)"
)
_DOCTYPE_END = regex(r"\s*+>")


def tokens(text: str) -> Iterator[Token]:
    """Yield the markup of a document in its order, without texts. Broken markup is passed over up to the next `<` or
    `>`; a start tag that breaks is yielded all the same, with the attributes before the fault.

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
        elif kind == "pi":
            place, token = _instruction(text, start)
            yield token
        elif kind == "doctype":
            declarations = _declarations(text, start, place)
            place = declarations.end
            yield declarations
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


def _attributes(text: str, place: int, limit: int | None = None) -> tuple[tuple[Attribute, ...], int]:
    """Return the attributes that follow each other from a place on, up to a limit, and the offset after them."""
    attributes = []
    while match := _ATTRIBUTE.match(text, place) if limit is None else _ATTRIBUTE.match(text, place, limit):
        attributes.append(Attribute(match[1], *match.span(2 if match[2] is not None else 3)))
        place = match.end()
    return tuple(attributes), place


def _instruction(text: str, start: int) -> tuple[int, Instruction]:
    """Return the offset after a processing instruction, and the instruction, with attributes after its target."""
    last, end = _until(text, "?>", start + 2)
    target = _TARGET.match(text, start + 2, last)
    name, place = (target[0], target.end()) if target else ("", last)
    return end, Instruction(start, end, name, _attributes(text, place, last)[0])


def _declarations(text: str, start: int, place: int) -> Declarations:
    """Return the document type declaration at a place, with the external identifiers, entities and comments of its
    internal subset, up to its end or to other text. It is not `closed` where an external subset or a parameter entity
    may declare more.
    """
    match = _DOCTYPE.match(text, place)
    if not match:
        return Declarations(start, _after_fault(text, place), (), {}, closed=False)
    closed = match["system"] is None
    system = [] if closed else [_quoted_attribute(match, "system", "DOCTYPE")]
    entities: dict[str, str | None] = {}
    comments: list[Aside] = []
    place, is_open = match.end(), match["subset"] is not None
    while is_open and (match := _DECLARATION.match(text, place)):
        place = match.end()
        if match["close"]:
            break
        if match["comment"]:
            last, place = _until(text, "-->", match.end())
            comments.append(Aside(match.start("comment"), place, True, (match.end(), last)))
        elif match["pi"]:
            place = _until(text, "?>", place)[1]
        elif match["pe"]:
            closed = False
        elif name := match["entity"] or match["notation"]:
            group = "location" if match["notation"] else "system"
            if match[group]:
                system.append(
                    _quoted_attribute(match, group, f"{'NOTATION' if match['notation'] else 'ENTITY'} {name}")
                )
            if match["entity"] and not match["parameter"]:
                # The first declaration of a name is the one that counts (XML 1.0, 4.2).
                entities.setdefault(name, match["value"] and match["value"][1:-1])
    end = _DOCTYPE_END.match(text, place)
    return Declarations(start, end.end() if end else place, tuple(system), entities, closed, tuple(comments))


def _quoted_attribute(match: re.Match[str], group: str, name: str) -> Attribute:
    return Attribute(name, match.start(group) + 1, match.end(group) - 1)
