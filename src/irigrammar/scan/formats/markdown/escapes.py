"""Escapes in the destinations of Markdown's links: backslashes and character references (CommonMark 0.31, 2.4, 2.5)."""

from __future__ import annotations

import re
import string
from html.entities import html5

from irigrammar.processing.references import numeric_reference
from irigrammar.scan.formats.escapes import Escapes, Unescaped, unescaped

__all__ = ["MARKDOWN"]

_PUNCTUATION = re.escape(string.punctuation)
_ESCAPE = re.compile(
    rf"\\(?P<mark>[{_PUNCTUATION}])"
    r"|&(?:#[xX](?P<hexadecimal>[0-9A-Fa-f]{1,6})|#(?P<decimal>[0-9]{1,7})|(?P<name>[A-Za-z][A-Za-z0-9]*+));"
)
_SPECIAL = re.compile(r"[\\<>]|&(?=[#A-Za-z]|\Z)|[\0-\x20\x7f]")
_PARENTHESIS = re.compile(r"[()]")


def _read(written: str) -> Unescaped:
    return unescaped(written, _ESCAPE, _value) if "\\" in written or "&" in written else Unescaped(written)


def _value(found: re.Match[str]) -> str | None:
    if found["mark"] is not None:
        return found["mark"]
    if found["name"] is not None:
        return html5.get(f"{found['name']};")
    hexadecimal = found["hexadecimal"]
    char, why = numeric_reference(hexadecimal or found["decimal"], 16 if hexadecimal else 10, html=False)
    if char is None:
        raise ValueError(why)
    return char


def _write(text: str) -> str:
    made = _SPECIAL.sub(
        lambda found: f"&#{ord(found[0])};" if found[0] <= " " or found[0] == "\x7f" else f"\\{found[0]}", text
    )
    return made if _balanced(text) else _PARENTHESIS.sub(r"\\\g<0>", made)


def _balanced(text: str) -> bool:
    depth = 0
    for found in _PARENTHESIS.finditer(text):
        depth += 1 if found[0] == "(" else -1
        if not 0 <= depth <= 32:  # as many as may be open in a destination
            return False
    return depth == 0


# What stands in a link, an image or a definition; in an autolink nothing is escaped.
MARKDOWN = Escapes("backslashes and character references", _read, _write)
