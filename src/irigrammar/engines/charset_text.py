"""Character sets in the notation of the `re` module."""

# typed: delimiters: what the re module needs escaped
# typed: 0xFFFF: how long an escape of the re module is
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irigrammar.automata.charset import Ranges


def set_text(ranges: Ranges) -> str:
    """Return a set, which must not be empty, as a pattern of the re module: a single character escaped where it must
    be, more in brackets.
    """
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _char(ranges[0][0], r".^$*+?{}[]\|()")
    parts: list[str] = []
    for low, high in ranges:
        ends = [_char(low, r"\]^-[&~|"), _char(high, r"\]^-[&~|")]
        parts.append(ends[0] if low == high else "".join(ends) if high == low + 1 else "-".join(ends))
    return f"[{''.join(parts)}]"


def complement_text(ranges: Ranges) -> str:
    """Return a pattern of all other characters than those of a set, which must not be empty.

    The module re takes 5 to 10 ms to compile a set of most characters, and microseconds for its complement.
    """
    text = set_text(ranges)
    return f"[^{text[1:] if text[0] == '[' else f'{text}]'}"


def _char(point: int, special: str) -> str:
    if 0x21 <= point <= 0x7E:
        return "\\" * (chr(point) in special) + chr(point)
    return f"\\x{point:02x}" if point <= 0xFF else f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"
