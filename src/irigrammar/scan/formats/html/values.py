"""Where in the value of an attribute the URLs stand, as the HTML Standard parses each kind of value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from irigrammar.scan.formats.keywords import is_compact

Spans = Iterator[tuple[int, int]]

_SPACE = "\t\n\f\r "
_WORD = re.compile(rf"[^{_SPACE}]++")
# 4.8.4.2.2, "parse a srcset attribute": descriptors end at a comma outside of parentheses, which do not nest.
_IMAGE = re.compile(rf"[{_SPACE},]*+([^{_SPACE}]++)")
_DESCRIPTORS = re.compile(r"(?:[^,(]|\([^)]*+(?:\)|\Z))*+")
# 4.2.5.3, "shared declarative refresh steps".
_REFRESH = re.compile(
    rf"[{_SPACE}]*+(?:[0-9]++|(?=\.))[0-9.]*+(?=[{_SPACE};,])[{_SPACE}]*+[;,]?+[{_SPACE}]*+"
    rf"(?:url[{_SPACE}]*+=[{_SPACE}]*+)?+(?:(?P<quote>[\"'])(?P<quoted>(?:(?!(?P=quote)).)*+)|(?P<rest>.*+))",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
# RDFa Core 1.1, 6.
_PREFIX = re.compile(rf"[^{_SPACE}:]*+:[{_SPACE}]++([^{_SPACE}]++)")


def _one(value: str) -> Spans:
    yield _stripped(value, 0, len(value))


def _several(value: str) -> Spans:
    return (found.span() for found in _WORD.finditer(value))


def _images(value: str) -> Spans:
    at = 0
    while found := _IMAGE.match(value, at):
        start, at = found.span(1)
        end = start + len(found[1].rstrip(","))
        if end > start:
            yield start, end
        if end == at:
            descriptors = _DESCRIPTORS.match(value, at)
            assert descriptors is not None  # it matches nothing at all, too
            at = descriptors.end()


def _refresh(value: str) -> Spans:
    found = _REFRESH.match(value)
    if found:
        yield _stripped(value, *found.span("rest" if found["quoted"] is None else "quoted"))


def _iri_or_curie(value: str) -> Spans:
    """Yield the span of what may be an IRI: no CURIE in brackets, no blank node, no prefix that could be no scheme."""
    start, end = _stripped(value, 0, len(value))
    if not value.startswith("[", start) and not is_compact(value[start:end]):
        yield start, end


def _among_terms(value: str) -> Spans:
    return (found.span() for found in _WORD.finditer(value) if "://" in found[0])


def _of_prefixes(value: str) -> Spans:
    return (found.span(1) for found in _PREFIX.finditer(value))


def _stripped(value: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without the ASCII white space at its ends (2.4.1: "potentially surrounded by spaces")."""
    part = value[start:end].rstrip(_SPACE)
    return end - len(value[start:end].lstrip(_SPACE)) if part else start, start + len(part)


# By the kind of the attribute: what yields the spans of its URLs, empty ones too.
SPLIT: dict[str, Callable[[str], Spans]] = {
    "url": _one,
    "urls": _several,
    "srcset": _images,
    "refresh": _refresh,
    "curie": _iri_or_curie,
    "terms": _among_terms,
    "prefixes": _of_prefixes,
}
