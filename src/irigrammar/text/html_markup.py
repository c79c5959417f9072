"""Start tags of the HTML of specifications (HTML Standard, 13.2.5).

Time is linear. Documents that are scanned are read by a grammar: `irigrammar.scan.formats.html_markup`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex


class Attribute(NamedTuple):
    """The value of an attribute: its span within the quotes."""

    start: int
    end: int


class Tag(NamedTuple):
    """A start tag: its span, its name and its attributes' in lower case."""

    start: int
    end: int
    name: str
    attributes: dict[str, Attribute]


_SPACE = r"\t\n\f\r "
_OPEN = regex(
    rf"<(?:!--(?:-?>|.*?(?:--!?>|\Z))|(?P<bogus>[!?]|/(?=[^>A-Za-z]))[^>]*+>?|(?P<slash>/)?(?P<tag>[A-Za-z][^{_SPACE}/>]*+))",
    re.DOTALL,
)
_ATTRIBUTE = regex(
    rf"[{_SPACE}/]*+(?:(?P<end>>)|(?P<name>=?[^{_SPACE}/>=]*+)"
    rf"(?:[{_SPACE}]*+=[{_SPACE}]*+(?:\"(?P<double>[^\"]*+)(?P<shut>\")?|'(?P<single>[^']*+)(?P<closed>')?|(?=>)"
    rf"|(?P<bare>[^{_SPACE}>\"'][^{_SPACE}>]*+)))?+)"
)
# 13.2.6.2 and 13.2.6.4.7: elements whose content has no tags.
_RAW = frozenset(("iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"))
_RAW_END = {name: regex(rf"</{name}(?=[{_SPACE}/>])|\Z", re.IGNORECASE | re.ASCII) for name in _RAW}


def tags(text: str) -> Iterator[Tag]:
    """Yield the start tags of a document in their order, up to one that does not end; those in raw text are none.

    >>> [tag.name for tag in tags("<p><a href=x?y=z><title><b></title>")]
    ['p', 'a', 'title']
    """
    offset = 0
    while match := _OPEN.search(text, offset):
        start, offset = match.span()
        if match["tag"] is None:
            continue
        read = _attributes(text, offset)
        if read is None:
            return
        attributes, offset = read
        name = match["tag"].lower()
        if not match["slash"]:
            yield Tag(start, offset, name, attributes)
            end = _RAW_END[name].search(text, offset) if name in _RAW else None
            offset = end.start() if end else offset


def _attributes(text: str, offset: int) -> tuple[dict[str, Attribute], int] | None:
    """Return the attributes of a tag by lower-case name, the first of each, and the offset after the tag; None where it
    does not end.
    """
    attributes: dict[str, Attribute] = {}
    while True:
        match = _ATTRIBUTE.match(text, offset)
        assert match is not None  # it matches nothing at all, too
        offset = match.end()
        if match["end"]:
            return attributes, offset
        opened = (match["double"] is not None and not match["shut"]) or (
            match["single"] is not None and not match["closed"]
        )
        if not match["name"] or opened:
            return None
        group = next((group for group in ("double", "single", "bare") if match[group] is not None), None)
        span = match.span(group) if group else (match.end("name"),) * 2
        attributes.setdefault(match["name"].lower(), Attribute(*span))
