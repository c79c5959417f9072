"""HTML documents.

Attributes that contain a URL, and style sheets, as valid URL strings; text, RDFa and JSON-LD, as IRIs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, partial

from irigrammar._generated.documents import META_NAMES
from irigrammar.dataclass import dataclass
from irigrammar.errors import ConversionError
from irigrammar.lazy import regex
from irigrammar.processing.ucs import charset_name
from irigrammar.scan.formats.comments import in_comment
from irigrammar.scan.formats.html_markup import (
    Attribute,
    Remark,
    Tag,
    Text,
    attributes_of,
    is_plain_value,
    name_of,
    tokens,
    value_of,
)
from irigrammar.scan.formats.html_values import META_KEYS, QUOTED, SPLIT, TEXT, UNQUOTED, Holder, holders, prefixes_of
from irigrammar.scan.formats.items import IRI, IRI_REFERENCE, VALID_URL, Candidate, Fixes, Item, Malformed
from irigrammar.scan.formats.registry import DocumentType, Finder, Options, document_type
from irigrammar.scan.formats.scalars import Scalar, inside, locate, may_hold, scalar, within
from irigrammar.scan.formats.selection import is_compact, is_template, is_wrapped_data
from irigrammar.scan.formats.text.finder import candidates
from irigrammar.scan.formats.types.json import find_json_ld
from irigrammar.text.charsets import PREFIX, codec_of_label

# JSON-LD 1.1, 7: a script of this type, whatever its parameters.
_JSON_LD = regex(r"\s*application/ld\+json\s*(?:;|\Z)", re.IGNORECASE | re.ASCII)
_CDATA = regex(r"\s*+(?://|/\*)?+\s*+<!\[CDATA\[(?:\*/)?+(?P<inner>.*?)(?://|/\*)?+\]\]>(?:\*/)?+\s*\Z", re.DOTALL)

_META_NAMES = frozenset(META_NAMES.split())

# Its body is a script, and scripts are not scanned.
_SCRIPT = regex(r"javascript:", re.IGNORECASE | re.ASCII)

_BYTES = 1024  # of a document, which may declare its charset
_IN_CONTENT = regex(
    r"charset[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"([^\"]*)\"|'([^']*)'|([^\"'\t\n\f\r ;][^\t\n\f\r ;]*))",
    re.IGNORECASE | re.ASCII,
)
_XML_DECLARATION = regex(r"<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"']+)[\"']", re.ASCII)


@dataclass(slots=True)
class _Document:
    """Data that the candidates of one document share."""

    text: str
    charset: str | None
    base: str | None = None
    inner: bool = False  # the content of srcdoc
    handlers: bool = False
    contexts: tuple[tuple[str, str], ...] = ()
    prefixes: frozenset[str] | None = None  # that RDFa declares somewhere, once they are asked for

    def declares(self, prefix: str) -> bool:
        """Return whether an element declares a prefix of RDFa; which elements are within it, is not asked."""
        if self.prefixes is None:
            self.prefixes = frozenset(_prefixes(self.text))
        return prefix.lower() in self.prefixes


def find(
    text: str,
    *,
    xml: bool = False,
    charset: str | None = None,
    inner: bool = False,
    handlers: bool = False,
    contexts: tuple[tuple[str, str], ...] = (),
) -> Iterator[Item]:
    """Yield the items of a document: URLs, identifiers in text, our comments, markup that does not end.

    URLs are those in attributes of tags and in style sheets; text is that outside of code, and that of titles.

    What RDFa and JSON-LD name is checked against IRI, as in RDF. Left out are empty values, `javascript:` and values
    with placeholders of a template language. `base` of a candidate is what the first `base` element before it says. The
    document in a `srcdoc` is read too, but not one in that (`inner`); event handlers are on request.
    """
    document = _Document(text, charset, inner=inner, handlers=handlers, contexts=contexts)
    in_style = False  # in SVG, where it is no raw text
    for token in tokens(text, xml=xml, relevant=not handlers):
        was_in_style, in_style = in_style, isinstance(token, Tag) and token.foreign and token.name == "style"
        if isinstance(token, Tag):
            yield from _in_tag(document, token)
            if token.raw is not None:
                yield from _in_raw(document, token, *token.raw)
        elif isinstance(token, Remark):
            yield from in_comment(text, token.start, token.end, token.inner)
        elif isinstance(token, Text) and was_in_style:
            yield from _in_style(document, scalar(text, token.start, token.end, TEXT))
        elif isinstance(token, Text):
            yield from _in_text(document, token.start, token.end, "text")
        else:
            yield Malformed(token.start, token.end, "S005", token.message)


def _in_tag(document: _Document, tag: Tag) -> Iterator[Item]:
    """Yield the items of a tag's attributes, styles, documents in `srcdoc` and (with `handlers`) scripts among them;
    records the first `base` of the document.
    """
    text, known, names = document.text, holders(tag.name, tag.foreign), []
    for part in tag.parts:
        name = name_of(text, part)
        holder = known.get(name)
        if name in names or (holder is None and name not in _WITH_OTHERS and not document.handlers):
            continue
        names.append(name)
        value = value_of(text, part)
        if name == "style":
            yield from _in_style(document, _value(document, value))
        elif name == "srcdoc" and tag.name == "iframe" and not document.inner:
            yield from _in_srcdoc(document, _value(document, value))
        elif document.handlers and name.startswith("on"):
            yield from _by_text(document, _value(document, value), f"{name} of {tag.name}")
        if holder is None:
            continue
        if holder.kind == "url" and name not in _NAMING and is_plain_value(text, value.start, value.end):
            escapes = QUOTED if value.quote else UNQUOTED
            start, end, charset = value.start, value.end, document.charset
            items: Iterable[Item] = (
                Candidate(
                    start, end, text[start:end], holder.label, escapes, None, None, charset, document.base, "spaced"
                ),
            )
        else:
            holder = _meta_holder(text, tag, holder)
            items = _in_value(document, holder, value) if holder else ()
        for item in items:
            yield item
            if tag.name == "base" and document.base is None and isinstance(item, Candidate):
                document.base = item.text


def _in_raw(document: _Document, tag: Tag, start: int, end: int) -> Iterator[Item]:
    """Yield the items of a raw element: style sheets, titles and JSON-LD; nothing for others."""
    if tag.name == "style":
        yield from _in_style(document, Scalar(start, end, document.text[start:end]))
    elif tag.name == "title":
        yield from _in_text(document, start, end, "title")
    else:
        yield from _in_json_ld(document, tag)


def _in_text(document: _Document, start: int, end: int, label: str) -> Iterator[Item]:
    if may_hold(document.text, start, end):
        yield from _by_text(document, scalar(document.text, start, end, TEXT), label)


def _by_text(document: _Document, content: Scalar, label: str) -> Iterator[Item]:
    yield from within(content, label, candidates, production=IRI, base=document.base)


def _value(document: _Document, value: Attribute) -> Scalar:
    return scalar(document.text, value.start, value.end, QUOTED if value.quote else UNQUOTED)


def _in_style(document: _Document, style: Scalar) -> Iterator[Item]:
    """Yield the URLs of a style sheet or of an attribute with declarations, or S006 for bad escapes in one; templates
    are left out.
    """
    for item in _style_sheets()(style.text):
        if not isinstance(item, Candidate):
            yield from inside(style, [item])
        elif item.label and not is_template(item.text) and not _SCRIPT.match(item.text):
            of_style = item._replace(label=f"{item.label} of style", charset=document.charset, base=document.base)
            yield from locate(style, of_style)


@cache
def _style_sheets() -> Finder:
    return document_type("css").open(Options())


def _in_srcdoc(document: _Document, content: Scalar) -> Iterator[Item]:
    handlers, contexts = document.handlers, document.contexts
    items = find(content.text, charset=document.charset, inner=True, handlers=handlers, contexts=contexts)
    yield from inside(content, (item for item in items if isinstance(item, Candidate)))


def _in_json_ld(document: _Document, tag: Tag) -> Iterator[Item]:
    """Yield the items of a JSON-LD script, nothing for other tags; the document's base is theirs."""
    kind = attributes_of(document.text, tag).get("type")
    if tag.name != "script" or tag.raw is None or kind is None:
        return
    if _JSON_LD.match(document.text, kind.start, kind.end):
        start, end = tag.raw
        cdata = _CDATA.match(document.text, start, end)
        if cdata:
            start, end = cdata.span("inner")
        encoding = document.charset or "utf-8"
        for item in find_json_ld(document.text, start, end, encoding=encoding, contexts=document.contexts):
            yield item._replace(base=document.base) if isinstance(item, Candidate) else item


def _meta_holder(text: str, tag: Tag, holder: Holder | None) -> Holder | None:
    """Return how the content of a `meta` is read: as a refresh, as a URL or, for other names, not at all (None). Other
    holders, and None, are returned unchanged.
    """
    if holder is None or holder.kind != "refresh":
        return holder
    fields = {key: text[value.start : value.end].strip().lower() for key, value in attributes_of(text, tag).items()}
    if fields.get("http-equiv") == "refresh":
        return holder
    is_url = any(_META_NAMES.intersection(fields.get(key, "").split()) for key in META_KEYS)
    return holder._replace(kind="url") if is_url else None


def _prefixes(text: str) -> Iterator[str]:
    """Yield the prefixes that RDFa declares in a document, in lower case: by `prefix`, or as names of namespaces."""
    for tag in (token for token in tokens(text) if isinstance(token, Tag)):
        for name, value in attributes_of(text, tag).items():
            holder = holders(tag.name, tag.foreign).get(name)
            if holder is not None and holder.kind == "prefixes":
                yield from prefixes_of(text[value.start : value.end])
            elif name.startswith("xmlns:"):
                yield name.partition(":")[2]


_WITH_OTHERS = ("style", "srcdoc")  # attributes that hold documents
_MICRODATA = ("itemid", "itemtype")  # HTML, 5.2.2
_NAMING = (*_MICRODATA, "vocab")  # what is compared as a string


def _in_value(document: _Document, holder: Holder, value: Attribute) -> Iterator[Item]:
    """Yield the identifiers of an attribute's value, or S006 for each bad reference in it; nothing for templates,
    `javascript:` and wrapped base64 data.
    """
    content = _value(document, value)
    for start, end, why in content.bad:
        yield Malformed(value.start + start, value.start + end, "S006", why)
    if content.bad or is_template(content.text):
        return
    if holder.kind == "curie" and is_compact(content.text) and document.declares(content.text.partition(":")[0]):
        return
    production, charset = (IRI_REFERENCE, None) if holder.rdf else (None, document.charset)
    is_name = holder.rdf or holder.attribute in _MICRODATA  # it is compared as a string
    fixes: Fixes = "none" if is_name else "spaced" if holder.kind == "url" else "all"
    for start, end in SPLIT[holder.kind](content.text):
        text = content.text[start:end]
        if text and not _SCRIPT.match(text) and not is_wrapped_data(text):
            yield from locate(
                content,
                Candidate(start, end, text, holder.label, None, None, production, charset, document.base, fixes),
            )


def _open(options: Options, *, xml: bool) -> Finder:
    charset, handlers = _query_charset(options.encoding), "handlers" in options.switches
    return partial(find, xml=xml, charset=charset, handlers=handlers, contexts=options.contexts)


def _query_charset(encoding: str) -> str | None:
    """Return the charset name in which a form's queries are sent, None for UTF-8; an unusable
    encoding's name as it is.
    """
    try:
        name = charset_name(encoding)
    except ConversionError:  # one in which no query can be sent
        return encoding.removeprefix(PREFIX)
    return None if name == "utf-8" else name.removeprefix(PREFIX)


def declared_charset(data: bytes) -> str | None:
    """Return the codec for the charset that the first 1,024 bytes of a document declare (13.2.3.2), or None.

    Labels are those of the Encoding Standard ("latin1" is windows-1252); what is not a label counts for nothing.

    >>> declared_charset(b"<!DOCTYPE html><meta charset=latin1>"), declared_charset(b"<meta name=charset>")
    ('web-windows-1252', None)
    """
    text = data[:_BYTES].decode("latin-1")
    labels = [] if (xml := _XML_DECLARATION.match(text)) is None else [xml[1]]
    for token in tokens(text):
        if not isinstance(token, Tag) or token.name != "meta":
            continue
        attributes = {name: text[value.start : value.end] for name, value in attributes_of(text, token).items()}
        if "charset" in attributes:
            labels.append(attributes["charset"])
        elif attributes.get("http-equiv", "").lower() == "content-type":
            match = _IN_CONTENT.search(attributes.get("content", ""))
            labels += [part for part in match.groups() if part] if match else []
    return next((name for label in labels if (name := _codec(label))), None)


def _codec(label: str) -> str | None:
    """Return the codec of a `meta` charset label, None if it is unknown; UTF-8 for UTF-16, Latin-1 for
    x-user-defined.
    """
    codec = codec_of_label(label)
    if codec == codec_of_label("x-user-defined"):
        return codec_of_label("latin1")
    # It could not be read as ASCII if it were UTF-16.
    return "utf-8" if codec is not None and codec.startswith("utf-16") else codec


TYPES = tuple(
    DocumentType(
        name,
        title,
        partial(_open, xml=name == "xhtml"),
        VALID_URL,
        suffixes=suffixes,
        declared_charset=declared_charset,
        comment="<!-- iri: ignore[CODE] -->",
    )
    for name, title, suffixes in (
        ("html", "HTML", (".html", ".htm")),
        ("xhtml", "XHTML, read as HTML is", (".xhtml", ".xht")),
    )
)
