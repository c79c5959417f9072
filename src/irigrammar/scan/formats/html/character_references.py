"""Character references in attributes of HTML (HTML Standard, 13.2.5.72 to 13.2.5.80), read and written."""

from __future__ import annotations

import re
from html.entities import html5

from irigrammar.processing.references import numeric_reference
from irigrammar.scan.formats.escapes import Escapes, Unescaped, unescaped

# A name that does not end in ";" is no reference where "=" or more of a name follows: `&copy=1` stays in a query.
_REFERENCE = re.compile(
    r"&(?:#(?:[xX](?P<hexadecimal>[0-9A-Fa-f]++)|(?P<decimal>[0-9]++));?|(?P<name>[A-Za-z][A-Za-z0-9]*+(?:;|(?!=))))"
)
_IN_QUOTES = re.compile("[&\"'<\r]")
_BARE = re.compile("[&\"'<>=`\t\n\f\r ]")


def _read(written: str) -> Unescaped:
    return unescaped(written, _REFERENCE, _value) if "&" in written else Unescaped(written)


def _value(found: re.Match[str]) -> str | None:
    if found["name"] is not None:
        return html5.get(found["name"])
    hexadecimal = found["hexadecimal"]
    char, why = numeric_reference(hexadecimal or found["decimal"], 16 if hexadecimal else 10, html=True)
    if char is None:
        raise ValueError(why)
    return char


def _reference(found: re.Match[str]) -> str:
    return _NAMED.get(found[0]) or f"&#{ord(found[0])};"


_NAMED = {"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;"}

# What stands between quotes of either kind, and what stands without.
QUOTED = Escapes("character references", _read, lambda text: _IN_QUOTES.sub(_reference, text))
UNQUOTED = Escapes("character references, without quotes", _read, lambda text: _BARE.sub(_reference, text))
