"""HTML: every attribute that takes a URL, as valid URL strings; RDFa and JSON-LD in it, as IRIs."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from irigrammar.errors import ConversionError
from irigrammar.processing.ucs import charset_name
from irigrammar.scan.formats.html.charset import declared
from irigrammar.scan.formats.html.tags import Attribute, Remark, Tag, tokens
from irigrammar.scan.formats.html.values import QUOTED, SPLIT, UNQUOTED, Holder, holders
from irigrammar.scan.formats.items import Candidate, Comment, Item, Malformed, Production
from irigrammar.scan.formats.registry import DocumentType, Finder, Options
from irigrammar.scan.formats.selection import has_placeholder
from irigrammar.scan.formats.strings import Escapes
from irigrammar.scan.formats.types.json import find_json_ld

_RDF = Production("rfc3987", "IRI-reference")
# JSON-LD 1.1, 7: a script of this type, whatever its parameters.
_JSON_LD = re.compile(r"\s*application/ld\+json\s*(?:;|\Z)", re.IGNORECASE | re.ASCII)
_CDATA = re.compile(r"\s*+(?://|/\*)?+\s*+<!\[CDATA\[(?:\*/)?+(?P<inner>.*?)(?://|/\*)?+\]\]>(?:\*/)?+\s*\Z", re.DOTALL)

# Its body is a script, and scripts are not scanned.
_SCRIPT = re.compile(r"javascript:", re.IGNORECASE | re.ASCII)


@dataclass(slots=True)
class _Document:
    """What holds for the candidates of one document."""

    text: str
    charset: str | None
    base: str | None = None


def find(text: str, *, xml: bool = False, charset: str | None = None) -> Iterator[Item]:
    """Yield the items of a document: the URLs in the attributes of its tags, our comments, what does not end.

    What RDFa and JSON-LD name is checked against IRI, as in RDF. Left out are empty values, `javascript:` and values
    with placeholders of a template language. `base` of a candidate is what the first `base` element before it says.
    """
    document = _Document(text, charset)
    for token in tokens(text, xml=xml):
        if isinstance(token, Remark):
            inner = text[slice(*token.inner)]
            if "iri:" in inner:
                yield Comment(token.start, token.end, inner)
        elif isinstance(token, Tag):
            yield from _in_tag(document, token)
        else:
            yield Malformed(token.start, token.end, "S005", token.message)


def _in_tag(document: _Document, tag: Tag) -> Iterator[Item]:
    if not tag.attributes:
        return
    known = holders(tag.name, tag.foreign)
    for name, value in tag.attributes.items():
        holder = known.get(name)
        if holder is None or (holder.kind == "refresh" and not _refreshes(document.text, tag)):
            continue
        for item in _in_value(document, tag, holder, value):
            yield item
            if tag.name == "base" and document.base is None and isinstance(item, Candidate):
                document.base = item.text
    yield from _in_json_ld(document, tag)


def _in_json_ld(document: _Document, tag: Tag) -> Iterator[Item]:
    if tag.name != "script" or tag.raw is None or "type" not in tag.attributes:
        return
    kind = tag.attributes["type"]
    if _JSON_LD.match(document.text, kind.start, kind.end):
        start, end = tag.raw
        cdata = _CDATA.match(document.text, start, end)
        if cdata:
            start, end = cdata.span("inner")
        for item in find_json_ld(document.text, start, end, encoding=document.charset or "utf-8"):
            yield item._replace(base=document.base) if isinstance(item, Candidate) else item


def _refreshes(text: str, tag: Tag) -> bool:
    kind = tag.attributes.get("http-equiv")
    return kind is not None and text[kind.start : kind.end].lower() == "refresh"


def _in_value(document: _Document, tag: Tag, holder: Holder, value: Attribute) -> Iterator[Item]:
    escapes: Escapes = QUOTED if value.quote else UNQUOTED
    read, offsets, bad = escapes.read(document.text[value.start : value.end])
    if bad:
        for start, end, why in bad:
            yield Malformed(value.start + start, value.start + end, "S006", why)
        return
    if has_placeholder(read) or (not value.quote and read.startswith("{")):  # the latter is JSX's
        return
    for first, last in SPLIT[holder.kind](read):
        text = read[first:last]
        if not text or _SCRIPT.match(text):
            continue
        inside = range(first, last + 1) if offsets is None else offsets[first : last + 1]
        places = array("q", [value.start + place for place in inside])
        yield Candidate(
            places[0],
            places[-1],
            text,
            f"{holder.attribute} of {tag.name}",
            escapes,
            places,
            production=_RDF if holder.rdf else None,
            charset=None if holder.rdf else document.charset,
            base=document.base,
            fixes="faults" if holder.rdf else "all",
        )


def _open(options: Options, *, xml: bool) -> Finder:
    return partial(find, xml=xml, charset=_query_charset(options.encoding))


def _query_charset(encoding: str) -> str | None:
    try:
        name = charset_name(encoding)
    except ConversionError:  # one in which no query can be sent
        return encoding
    return None if name == "utf-8" else name


TYPES = tuple(
    DocumentType(
        name,
        title,
        Production("url-standard", "valid-URL"),
        "publish",
        partial(_open, xml=name == "xhtml"),
        suffixes=suffixes,
        declared=declared,
        comment="<!-- iri: ignore[CODE] -->",
    )
    for name, title, suffixes in (
        ("html", "HTML", (".html", ".htm")),
        ("xhtml", "XHTML, read as HTML is", (".xhtml", ".xht")),
    )
)
