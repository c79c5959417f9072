"""The declared encoding of an XML document, and expat's first fault."""

from __future__ import annotations

import codecs
from collections.abc import Iterable

from irigrammar.lazy import regex
from irigrammar.scan.formats.items import Malformed

# How `<?xm` begins in families of encodings without a byte order mark; the declaration is read in the first of each.
_FAMILIES = ("utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le", "cp037")
_ENCODING_DECLARED = regex(r"<\?xml\s[^>]*?\bencoding\s*=\s*[\"']([^\"'\s]+)[\"']")


def declared(data: bytes) -> str | None:
    """Return the encoding of the XML declaration in the first bytes of a document; None where there is none.

    Of a wide encoding without a byte order mark it is the one by which the declaration itself can be read, whatever it
    says; and one whose declaration is in ASCII is not UTF-16, though it says so, as documents do that were copied.

    >>> declared(b'<?xml version="1.0" encoding="ISO-8859-1"?>'), declared(b"<a/>")
    ('ISO-8859-1', None)
    >>> declared("<?xml version='1.0'?>".encode("utf-16-le"))
    'utf-16-le'
    """
    for family in _FAMILIES:
        if not data.startswith("<?xm".encode(family)):
            continue
        match = _ENCODING_DECLARED.match(data.decode(family, "replace"))
        name = match[1] if match else None
        if family not in ("utf-8", "cp037"):
            return family
        return None if name is None or (family == "utf-8" and _is_wide(name)) else name
    return None


def _is_wide(name: str) -> bool:
    try:
        return "a".encode(codecs.lookup(name).name) != b"a"
    except (LookupError, ValueError):  # the latter for U+0000 in the name, too
        return False


# Since this version expat stops what entities would blow up; before it, documents with entities are not asked about.
_SAFE = (2, 4, 1)


def fault(text: str, known: Iterable[tuple[int, int]] = ()) -> Malformed | None:
    """Return the first fault of a document as S005, None for a well-formed one.

    `known` are spans that are reported otherwise, with only a faulty reference in each: they count as well formed.
    Nothing outside the document is read, and no entity is expanded in its content.

    >>> fault("<a><b></a>")
    Malformed(start=8, end=9, code='S005', message='not well-formed XML: mismatched tag (XML 1.0, 2.1)')
    >>> fault("<a b='&c=1'/>", [(6, 7)])
    """
    from xml.parsers import expat

    if expat.version_info < _SAFE and "<!ENTITY" in text:
        return None
    if known:
        text = _without(text, known)
    data = text.encode("utf-8", "replace")
    parser = expat.ParserCreate("utf-8")
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    if "<!ENTITY" in text:
        # With a handler for everything else entities in content are passed on as they are written.
        parser.DefaultHandler = lambda _: None
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        place = min(len(data[: parser.ErrorByteIndex].decode("utf-8", "ignore")), len(text))
        why = expat.ErrorString(error.code)
        return Malformed(place, min(place + 1, len(text)), "S005", f"not well-formed XML: {why} (XML 1.0, 2.1)")
    return None


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    parts: list[str] = []
    done = 0
    for start, end in sorted(spans):
        if start >= done:
            parts += (text[done:start], "_" * (end - start))
            done = end
    return "".join([*parts, text[done:]])
