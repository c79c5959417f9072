"""Read and write escapes of CSS (CSS Syntax 3, 4.3.7)."""

from __future__ import annotations

import re

from irigrammar.lazy import regex
from irigrammar.scan.formats.strings import escapes_by

_ESCAPE = regex(r"\\(?:([0-9A-Fa-f]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[\r\n\f])|(.)|\Z)", re.DOTALL)
_WRITTEN = regex(r"[\"'()\\\s]")


def _value(match: re.Match[str]) -> str:
    """Return the character of a CSS escape, "" for an escaped line end, U+FFFD for a backslash at the end.

    Raises `ValueError` for a number that is no character.
    """
    digits, line_end, char = match.groups()
    if digits is None:
        return "" if line_end is not None else char or "\N{REPLACEMENT CHARACTER}"
    try:
        return chr(int(digits, 16)).encode().decode()
    except (ValueError, OverflowError):
        raise ValueError("the escape stands for no character (CSS Syntax 3, 4.3.7)") from None


CSS = escapes_by(_ESCAPE, _value, lambda text: _WRITTEN.sub(lambda match: f"\\{ord(match[0]):x} ", text))
