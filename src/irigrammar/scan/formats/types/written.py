"""Text formats with escapes or folded lines: man, iCalendar, vCard.

They are read like text after escapes and folded lines are undone; in iCalendar and vCard the values that are URIs are
read as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from irigrammar.lazy import regex
from irigrammar.scan.formats.items import URI, Comment, Item
from irigrammar.scan.formats.registry import DocumentType, last_line_end
from irigrammar.scan.formats.scalars import may_hold, scalar, whole, within
from irigrammar.scan.formats.strings import Escapes, escapes_by
from irigrammar.scan.formats.text.finder import candidates
from irigrammar.scan.formats.text.finder import find as find_in_text

# groff(7): the characters of URLs that are escaped, and what shows nothing.
_ROFF = {"-": "-", "e": "\\", "\\": "\\", "(ti": "~", "(ha": "^", "(aq": "'", "(dq": '"', ".": ".", "~": " "}
_ROFF_ESCAPE = regex(
    r"\\X'tty: link ?|(?<=\S)'(?=\\f)|\\(?:f(?:\[[^\]\n\\]{0,32}\]|\([^\n]{2}|[^\n])|\([^\n]{2}|[^\n(f])"
)
# RFC 5545, 3.1 and 3.3.11; RFC 6350, 3.2 and 3.4.
_FOLDED = regex(r"\r?\n[ \t]|\\([,;\\nN])")
_FOLDS = regex(r"\r?\n[ \t]")


def _roff_value(match: re.Match[str]) -> str:
    """Return the text of an escape, "" for an unknown one; it is a space around the target of a link of groff 1.23,
    \\X'tty: link URL'.
    """
    return " " if "'" in match[0] else _ROFF.get(match[0][1:], "")


ROFF = escapes_by(_ROFF_ESCAPE, _roff_value, lambda text: text.replace("\\", "\\e").replace("-", "\\-"))
# Folded texts, and folded values.
TEXT = escapes_by(
    _FOLDED,
    lambda match: (match[1] or "").replace("n", "\n").replace("N", "\n"),
    lambda text: re.sub(r"[,;\\]", r"\\\g<0>", text),
)
VALUE = escapes_by(_FOLDS, lambda _: "")

# Properties whose value is a URI unless VALUE says otherwise (RFC 5545, 3.8; RFC 7986, 5; RFC 6350, 6).
_PROPERTIES = frozenset(
    ("URL", "TZURL", "SOURCE", "CONFERENCE", "FBURL", "CALURI", "CALADRURI", "IMPP", "MEMBER", "ORG-DIRECTORY")
)
_PROPERTY = regex(
    r"^(?:[\w-]++\.)?(?P<name>[A-Za-z-]++)(?P<params>(?:;(?:[^\":;\r\n]|\r?\n[ \t]|\"[^\"\r\n]*+\")*+)*+):"
    r"(?P<value>[^\r\n]*+(?:\r?\n[ \t][^\r\n]*+)*+)",
    re.MULTILINE,
)
_KIND = regex(r";VALUE=\"?([\w-]++)", re.IGNORECASE)
_ENCODED = regex(r";ENCODING=", re.IGNORECASE)


def _find(text: str, escapes: Escapes) -> Iterator[Item]:
    """Return the identifiers of an escaped text and its "iri:" comments, by place."""
    items = [*within(scalar(text, 0, len(text), escapes), "", candidates)]
    if "iri:" in text:
        items += (item for item in find_in_text(text) if isinstance(item, Comment))
    return iter(sorted(items, key=lambda item: item.start))


def _find_in_properties(text: str) -> Iterator[Item]:
    """Yield the items of content lines: the values of URI properties as a whole, others as text; encoded ones are not
    read.
    """
    for match in _PROPERTY.finditer(text):
        name, start, end = match["name"].upper(), *match.span("value")
        kind = _KIND.search(match["params"])
        if _ENCODED.search(match["params"]):  # base64 or quoted-printable
            continue
        is_uri = kind[1].lower() == "uri" if kind else name in _PROPERTIES
        if is_uri:
            value = scalar(text, start, end, VALUE)
            yield from whole(value, name, URI) if value.text else ()
        elif may_hold(text, start, end):
            yield from within(scalar(text, start, end, TEXT), name, candidates)


TYPES = (
    DocumentType(
        "man",
        "manual pages",
        lambda _: partial(_find, escapes=ROFF),
        suffixes=(".man", ".mdoc", ".roff", ".troff", *(f".{section}" for section in range(1, 10)), ".3pm", ".1m"),
        cut=last_line_end,
        comment='.\\" iri: ignore[CODE]',
        local=True,
    ),
    DocumentType(
        "icalendar",
        "iCalendar and vCard",
        lambda _: _find_in_properties,
        suffixes=(".ics", ".ical", ".ifb", ".icalendar", ".vcf", ".vcard"),
    ),
)
