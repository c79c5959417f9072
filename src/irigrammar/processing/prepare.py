"""Prepare an arbitrary string to be read as a reference.

Draft-weber-iri-guidelines-00, 4; character references, the XML notation of draft-ietf-iri-3987bis-04, 1.4, as its
section 5.2 and RFC 3987, 5.2, have them. Draft-ietf-iri-3987bis-04, 8.2, asks for the like when IRIs are entered.
"""

# typed: alphabets: the character references of HTML and XML
from __future__ import annotations

import re
from typing import get_args

from irigrammar.errors import check_text
from irigrammar.lazy import regex
from irigrammar.processing.choices import References, Spaces
from irigrammar.processing.deviations import Deviations
from irigrammar.processing.percent import encode_bytes
from irigrammar.processing.trace import Trace, record, requested_trace
from irigrammar.processing.ucs import numeric_reference
from irigrammar.text.choices import check_choice

_SECTION = "draft-weber-iri-guidelines-00, 4"
_WHITESPACE = " \t\r\n"
REFERENCE = regex(r"&(?:#([0-9]++)|#[xX]([0-9A-Fa-f]++)|([A-Za-z][A-Za-z0-9]*+));")


def prepare(s: str, /, *, spaces: Spaces = "encode", references: References = "none") -> str:
    """Return an arbitrary string prepared to be parsed as a reference (draft-weber-iri-guidelines-00, 4).

    First character references are decoded, since they belong to the format that carries the string
    (draft-ietf-iri-3987bis-04, 5.2): none; "numeric" ones; or those of "html", named ones too. They must end in ";"
    (`&copy=1` is not a reference); those to U+0000, to surrogates and beyond U+10FFFF stay. Then U+0020, TAB, CR and LF
    are removed from the ends. Last, `spaces`: each U+0020 becomes "%20" ("encode"), or U+0020, TAB, CR and LF are
    removed ("remove"). Raises `ValueError` for another choice.

    >>> prepare("  http://example.org/ros&eacute; 1 ", references="html") == "http://example.org/ros\\xe9%201"
    True
    """
    trace = requested_trace()
    check_choice("treatment of spaces", spaces, get_args(Spaces))
    text = trim(s, references, trace)
    if spaces == "encode":
        return record(trace, _SECTION, text, text.replace(" ", encode_bytes(b" ")), "percent-encode each space")
    without_space = text.translate(dict.fromkeys(map(ord, _WHITESPACE)))
    return record(trace, _SECTION, text, without_space, "remove white space")


def prepare_list(s: str, /, *, references: References = "none") -> list[str]:
    """Return the parts between runs of U+0020 of a string, its character references decoded and its ends trimmed as by
    `prepare`: several references in one string (draft-weber-iri-guidelines-00, 4, step 2). `references` are those of
    the carrying format that are decoded first: "none" (default), "numeric" or "html"; another value raises
    `ValueError`.

    >>> prepare_list("http://a/ http://b/")
    ['http://a/', 'http://b/']
    """
    trace = requested_trace()
    text = trim(s, references, trace)
    parts = [part for part in text.split(" ") if part]
    record(trace, _SECTION, text, " ".join(parts), f"split on spaces into {len(parts)}")
    return parts


def trim(s: str, references: References, trace: Trace) -> str:
    """Return a string with character references decoded, and then without white space at its ends. The steps are
    recorded. Raises `TypeError` for a value that is no string, and `ValueError` for unknown `references`.
    """
    check_text(s)
    check_choice("kind of references", references, get_args(References))
    text = s if references == "none" else _without_references(s, references, trace)
    return record(trace, _SECTION, text, text.strip(_WHITESPACE), "trim white space")


def _without_references(text: str, kind: References, trace: Trace) -> str:
    """Return a text with its character references decoded: numeric ones, and for "html" the names that end in ";".
    References to no character stay; a step says why a numeric one does, and none that a name does.
    """
    reasons: dict[str, str] = {}

    def decode(match: re.Match[str]) -> str:
        """Return the text of one character reference, or the reference itself, whose reason is noted if it is
        numeric.
        """
        decimal, hexadecimal, name = match.groups()
        if name is not None:
            from html.entities import html5

            return html5.get(f"{name};", match[0]) if kind == "html" else match[0]
        char, why = numeric_reference(decimal or hexadecimal, 10 if decimal else 16, html=kind == "html")
        if char is None:
            reasons[match[0]] = why
        return match[0] if char is None else char

    decoded = REFERENCE.sub(decode, text)
    record(trace, _SECTION, text, decoded, Deviations.REFERENCES_DECODED.note())
    for reference, why in reasons.items():
        record(trace, _SECTION, reference, reference, f"stays: {why}")
    return decoded
