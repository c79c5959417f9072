"""Numeric character references of HTML and XML."""

from __future__ import annotations

import sys
import unicodedata


def numeric_reference(digits: str, base: int, *, html: bool) -> tuple[str | None, str]:
    """Return the character that a reference of these digits stands for, or None and why there is none.

    In HTML references to U+0080 to U+009F stand for what windows-1252 has there.

    >>> numeric_reference("e9", 16, html=False), numeric_reference("128", 10, html=True)
    (('é', ''), ('€', ''))
    >>> numeric_reference("D800", 16, html=True)
    (None, 'U+D800 is a surrogate, and no character of its own')
    """
    digits = digits.lstrip("0")
    if not digits:
        return None, "U+0000 is no character of HTML or XML"
    # The length first: integers of many digits take long, and Python refuses those of too many.
    point = int(digits, base) if len(digits) <= len(str(sys.maxunicode)) else sys.maxunicode + 1
    if point > sys.maxunicode:
        return None, "it lies beyond the last code point"
    char = chr(point)
    if unicodedata.category(char) == "Cs":
        return None, f"U+{point:04X} is a surrogate, and no character of its own"
    if html and 0x80 <= point <= 0x9F:
        # HTML, "numeric character reference end state": its table is windows-1252, where that has a character.
        char = bytes([point]).decode("cp1252", "ignore") or char
    return char, ""
