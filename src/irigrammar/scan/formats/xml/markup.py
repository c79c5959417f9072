"""Markup of XML with its places, by `grammar/documents/xml.abnf`.

Python's expat gives the place of a tag, but not of its attributes, and stops at the first fault. It is asked whether,
and where, a document is not well formed. Broken markup is passed over up to the next `<` or `>`; a start tag that
breaks is read all the same, with the attributes before the fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from irigrammar.dataclass import NamedTuple
from irigrammar.scan.formats.tokens import Token, parts_of


class Attribute(NamedTuple):
    """An attribute: its name as written, and the span of its value, quotes left out."""

    name: str
    start: int
    end: int


class Tag(NamedTuple):
    """A start tag, the tag of an empty element, or an instruction, with the attributes that can be read; `name` is that
    of the element, or the target.
    """

    start: int
    end: int
    name: str
    attributes: tuple[Attribute, ...]


class Declarations(NamedTuple):
    """The document type declaration, as far as it concerns identifiers.

    `system` has what each system identifier is of, and its span; `entities` the general entities of the internal
    subset as written, None for external ones; `closed` is whether nothing else can be declared anywhere. `comments`
    are the spans of those of the internal subset, and `rest` is what comes after the name in a head that is broken.
    """

    system: tuple[Attribute, ...]
    entities: Mapping[str, str | None]
    closed: bool
    comments: tuple[tuple[int, int], ...]
    rest: tuple[int, int] | None = None


def tag_of(text: str, token: Token) -> Tag:
    """Return a start tag or an instruction.

    >>> from irigrammar.scan.formats.tokens import tokens_of, with_parts
    >>> xml = tokens_of("xml")
    >>> rows, _ = xml.every.by_keys("<a:b c = 'd'>", 0, 13, lambda _: 0)
    >>> [tag_of("<a:b c = 'd'>", token).attributes for token in with_parts(xml, rows)]
    [(Attribute(name='c', start=10, end=11),)]
    """
    name, attributes = "", []
    _, _, _, start, end, parts = token
    for kind, first, last in parts:
        if kind == "pair":
            equals = text.index("=", first)
            value = last - len(text[equals + 1 : last].lstrip())
            attributes.append(Attribute(text[first:equals].strip(), value + 1, last - 1))
        elif kind in ("opening", "target"):
            name = text[first:last].lstrip("<?")
        else:
            break
    return Tag(start, end, name, tuple(attributes))


def inner_of(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of the content of a comment or a CDATA section, which need not be closed.

    >>> inner_of("<!-- a -->", 0, 10), inner_of("<![CDATA[b", 0, 10)
    ((4, 7), (9, 10))
    """
    opening, closing = ("<!--", "-->") if text.startswith("<!--", start) else ("<![CDATA[", "]]>")
    first = start + len(opening)
    return first, max(first, end - len(closing) * text.endswith(closing, first, end))


def declarations_of(text: str, start: int, end: int) -> Declarations:
    """Return the document type declaration in a span. It is not `closed` where an external subset or a parameter entity
    may declare more.

    >>> declarations_of("<!DOCTYPE a [<!ENTITY b 'c'>]>", 0, 30).entities
    {'b': 'c'}
    """
    system: list[Attribute] = []
    entities: dict[str, str | None] = {}
    comments: list[tuple[int, int]] = []
    closed, rest = True, None
    for declaration in _declarations(text, start, end):
        kind, first, last = declaration[0]
        if kind == "parameter":
            closed = False
        elif kind != "keyword":
            comments.append((first, last))
        elif (parts := _declaration(text, declaration)) is not None:
            label, name, value, place = parts
            system += [Attribute(label, *place)] if place else []
            closed = closed and not (place and label == _HEAD)
            if name:
                entities.setdefault(name, value)  # the first one counts (XML 1.0, 4.2)
        elif first == start and len(declaration) > 2:
            rest = declaration[2][1], end
    return Declarations(tuple(system), entities, closed, tuple(comments), rest)


_HEAD = "DOCTYPE"
_EXTERNAL = {"SYSTEM": ["literal"], "PUBLIC": ["literal", "literal"]}


def _declarations(text: str, start: int, end: int) -> Iterator[list[tuple[str, int, int]]]:
    """Yield the parts of each declaration in a document type declaration, of its head first; comments and references to
    parameter entities alone.
    """
    words: list[tuple[str, int, int]] = []
    for kind, first, last in parts_of("xml-doctype", text, start, end):
        if kind in ("comment", "open-comment") or (kind == "parameter" and not words):
            yield [(kind, first, last)]
        elif kind in ("open-bracket", "close-bracket", "end"):
            if words:
                yield words
            words = []
        elif words or kind == "keyword":
            words = words if kind != "keyword" else []
            words.append((kind, first, last))
    if words:
        yield words


def _declaration(
    text: str, words: list[tuple[str, int, int]]
) -> tuple[str, str, str | None, tuple[int, int] | None] | None:
    """Return the subject of a declaration in words, the name and the value of a general entity, and the span of a
    system identifier; None for another declaration, and a broken one.
    """
    kinds, parts = [kind for kind, *_ in words], [text[first:last] for _, first, last in words]
    keyword, at = parts[0].removeprefix("<!"), 1 + (kinds[1:2] == ["percent"])
    if keyword not in (_HEAD, "ENTITY", "NOTATION") or kinds[at : at + 1] != ["word"]:
        return None
    label = keyword if keyword == _HEAD else f"{keyword} {parts[at]}"
    name = parts[at] if keyword == "ENTITY" and at == 1 else ""
    if keyword == "ENTITY" and kinds[at + 1 : at + 2] == ["literal"]:
        return label, name, parts[at + 1][1:-1], None
    shape = _EXTERNAL.get(*parts[at + 1 : at + 2] or [""])
    if shape is None or kinds[at + 2 : at + 2 + len(shape)] != shape:
        return None
    _, first, last = words[at + 1 + len(shape)]
    return label, name, None, (first + 1, last - 1)
