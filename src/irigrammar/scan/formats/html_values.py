"""Find URLs in values of HTML attributes, parsed as the Standard defines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from html.entities import html5

from irigrammar._generated.documents import HTML
from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex
from irigrammar.processing.ucs import numeric_reference
from irigrammar.scan.formats.strings import Escapes, Unescaped, unescape

META_KEYS = ("name", "property", "itemprop")


class Holder(NamedTuple):
    """An attribute that holds URLs, the kind of its value, and the label of a URL in it; those of `rdf` are IRIs,
    which name a thing or a property.
    """

    attribute: str
    kind: str
    label: str
    rdf: bool = False


@cache
def holders(element: str, foreign: bool) -> dict[str, Holder]:
    """Return by their names the attributes that hold URLs on an element; `foreign` is one of SVG or MathML.

    An element whose name has a hyphen is its author's own (4.13.3), and so are the attributes of RDFa's names on it.

    >>> sorted(holders("x-icon", False)), holders("img", False)["srcset"].kind
    (['itemid', 'itemtype'], 'srcset')
    """
    tables = ("foreign",) if foreign else ("html",) if "-" in element else ("html", "rdfa")
    return {
        name: Holder(name, kind, f"{name} of {element}", table == "rdfa")
        for table in tables
        for kind, words in HTML[table].items()
        for owner, name in (word.split("/@") for word in words.split())
        if owner in ("*", element)
    }


# A name that does not end in ";" is not a reference where "=" or more of a name follows: `&copy=1` stays in a query.
_REFERENCE = regex(
    r"&(?:#(?:[xX](?P<hexadecimal>[0-9A-Fa-f]++)|(?P<decimal>[0-9]++));?|(?P<name>[A-Za-z][A-Za-z0-9]*+(?:;|(?!=))))"
)
_IN_QUOTES = regex("[&\"'<\r]")
_BARE = regex("[&\"'<>=`\t\n\f\r ]")


# In text the name of an older character is a reference whatever follows.
_IN_TEXT = regex(_REFERENCE.pattern.replace("(?:;|(?!=))", ";?"))


def _read(source: str, references: re.Pattern[str] = _REFERENCE) -> Unescaped:
    return unescape(source, references, _value) if "&" in source else Unescaped(source)


def _value(match: re.Match[str]) -> str | None:
    """Return the text of a character reference, None for an unknown name.

    Raises `ValueError` for a number that is no character.
    """
    if match["name"] is not None:
        return html5.get(match["name"])
    hexadecimal = match["hexadecimal"]
    char, why = numeric_reference(hexadecimal or match["decimal"], 16 if hexadecimal else 10, html=True)
    if char is None:
        raise ValueError(why)
    return char


def _reference(match: re.Match[str]) -> str:
    return _NAMED.get(match[0]) or f"&#{ord(match[0])};"


_NAMED = {"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;"}

# Text; values in quotes of either kind, and without quotes.
TEXT = Escapes(partial(_read, references=_IN_TEXT), lambda text: _IN_QUOTES.sub(_reference, text))
QUOTED = Escapes(_read, lambda text: _IN_QUOTES.sub(_reference, text))
UNQUOTED = Escapes(_read, lambda text: _BARE.sub(_reference, text))


Spans = Iterable[tuple[int, int]]

_SPACE = "\t\n\f\r "
_WORD = regex(rf"[^{_SPACE}]++")
# 4.8.4.2.2, "parse a srcset attribute": descriptors end at a comma outside of parentheses, which do not nest.
_IMAGE = regex(rf"[{_SPACE},]*+([^{_SPACE}]++)")
_DESCRIPTORS = regex(r"(?:[^,(]|\([^)]*+(?:\)|\Z))*+")
# 4.2.5.3, "shared declarative refresh steps".
_REFRESH = regex(
    rf"[{_SPACE}]*+(?:[0-9]++|(?=\.))[0-9.]*+(?=[{_SPACE};,])[{_SPACE}]*+[;,]?+[{_SPACE}]*+"
    rf"(?:url[{_SPACE}]*+=[{_SPACE}]*+)?+(?:(?P<quote>[\"'])(?P<quoted>(?:(?!(?P=quote)).)*+)|(?P<rest>.*+))",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
# RDFa Core 1.1, 6.
_PREFIX = regex(rf"([^{_SPACE}:]*+):[{_SPACE}]++([^{_SPACE}]++)")


def _images(value: str) -> Spans:
    """Yield the spans of the URLs of a `srcset` value, without the commas and descriptors after them."""
    offset = 0
    while match := _IMAGE.match(value, offset):
        start, offset = match.span(1)
        end = start + len(match[1].rstrip(","))
        if end > start:
            yield start, end
        if end == offset:
            descriptors = _DESCRIPTORS.match(value, offset)
            assert descriptors is not None  # it matches nothing at all, too
            offset = descriptors.end()


def _refresh(value: str) -> Spans:
    """Yield the span of the URL in the content of a refresh, without quotation marks; nothing if it has none."""
    match = _REFRESH.match(value)
    if match:
        yield _strip(value, *match.span("rest" if match["quoted"] is None else "quoted"))


def _iri_or_curie(value: str) -> Spans:
    """Yield the span of a possible IRI, which is not trimmed: no CURIE in brackets or without a prefix, no blank
    node.
    """
    if not value.startswith(("[", ":", "_:")):
        yield 0, len(value)


def _strip(value: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without the ASCII white space at its ends (HTML, 2.4.1); an empty one at `start` for white space
    alone.
    """
    part = value[start:end].rstrip(_SPACE)
    return end - len(value[start:end].lstrip(_SPACE)) if part else start, start + len(part)


# By the kind of the attribute: what yields the spans of its URLs, empty ones too.
SPLIT: dict[str, Callable[[str], Spans]] = {
    "url": lambda value: [_strip(value, 0, len(value))],
    "iri": lambda value: [(0, len(value))],
    "urls": lambda value: (match.span() for match in _WORD.finditer(value)),
    "srcset": _images,
    "refresh": _refresh,
    "curie": _iri_or_curie,
    "terms": lambda value: (match.span() for match in _WORD.finditer(value) if "://" in match[0]),
    "prefixes": lambda value: (match.span(2) for match in _PREFIX.finditer(value)),
}


def prefixes_of(value: str) -> Iterator[str]:
    """Yield the prefixes that a value of `prefix` declares, in lower case (RDFa Core 1.1, 7.5).

    >>> [*prefixes_of("Foaf: http://xmlns.com/foaf/0.1/")]
    ['foaf']
    """
    return (match[1].lower() for match in _PREFIX.finditer(value))
