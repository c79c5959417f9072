"""Whether, and where, a document is not well-formed XML, by expat (XML 1.0, 2.1)."""

from __future__ import annotations

from collections.abc import Iterable

from irigrammar.scan.formats.items import Trouble

# Since this version expat stops what entities would blow up; before it, documents with entities are not asked about.
_SAFE = (2, 4, 1)


def fault(text: str, known: Iterable[tuple[int, int]] = ()) -> Trouble | None:
    """Return the first fault of a document as S005, None for a well-formed one.

    `known` are spans that are told of otherwise, with nothing but a faulty reference in each: they count as well
    formed. Nothing outside the document is read, and no entity is expanded in its content.

    >>> fault("<a><b></a>")
    Trouble(start=8, end=9, code='S005', message='not well-formed XML: mismatched tag (XML 1.0, 2.1)')
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
        return Trouble(place, min(place + 1, len(text)), "S005", f"not well-formed XML: {why} (XML 1.0, 2.1)")
    return None


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    parts: list[str] = []
    done = 0
    for start, end in sorted(spans):
        if start >= done:
            parts += (text[done:start], "_" * (end - start))
            done = end
    return "".join([*parts, text[done:]])
