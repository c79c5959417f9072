"""Faults and characters in words."""

from __future__ import annotations

import unicodedata

from irigrammar.faults.fault import Fault

__all__ = ["character", "headline", "visible"]

_UNNAMED = {
    "Cc": "control character",
    "Cs": "lone surrogate",
    "Co": "private use character",
    "Cn": "no assigned character",
}


def character(char: str) -> str:
    """Return the code point and the name of a character.

    >>> character(" "), character("\\n"), character("\\ud800")
    ('U+0020 SPACE', 'U+000A (control character)', 'U+D800 (lone surrogate)')
    """
    kind = _UNNAMED.get(unicodedata.category(char), "unnamed character")
    return f"U+{ord(char):04X} {unicodedata.name(char, f'({kind})')}"


def headline(fault: Fault) -> str:
    """Return the fault in one line, without the place.

    >>> headline(Fault(8, 8, " ")), headline(Fault(7, 7, None))
    ('U+0020 SPACE cannot stand here', 'the string ends too early')
    """
    if fault.found is None:
        return "the string ends too early"
    if isinstance(fault.found, bytes):
        return f"octet 0x{fault.found.hex().upper()} is not UTF-8"
    return f"{character(fault.found)} cannot stand here"


def visible(text: str, encoding: str = "utf-8") -> str:
    """Return a text with `\\u{...}` for what cannot be shown: control, format, private use and unassigned characters,
    surrogates, spaces other than U+0020, characters without a shape, marks without a letter, what `encoding` lacks.

    A backslash before `u{` is escaped too, so that the result can be read back without loss.

    >>> visible("a\\u202eb\\\\u{41}"), visible("\\u0301a")
    ('a\\\\u{202E}b\\\\u{5C}u{41}', '\\\\u{301}a')
    """
    if text.isascii() and text.isprintable() and "\\u{" not in text:
        return text
    shown: list[str] = []
    base = False  # whether a mark would have something to stand on
    for at, char in enumerate(text):
        mark = unicodedata.category(char).startswith("M")
        ambiguous = char == "\\" and text.startswith("u{", at + 1)
        plain = char.isprintable() and _has_shape(char) and (base or not mark) and not ambiguous
        if plain and _can_encode(char, encoding):
            shown.append(char)
        else:
            shown.append(f"\\u{{{ord(char):X}}}")
        base = plain
    return "".join(shown)


def _has_shape(char: str) -> bool:
    """Tell whether a printable character can be seen; Python has no property Default_Ignorable_Code_Point."""
    if char.isascii():
        return True
    name = unicodedata.name(char, "")
    return not ("VARIATION SELECTOR" in name or "FILLER" in name or name == "COMBINING GRAPHEME JOINER")


def _can_encode(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
