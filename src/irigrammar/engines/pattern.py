"""Patterns of the `re` module for a production, where there are some that run in linear time."""

from __future__ import annotations

from irigrammar.automata.algebra import simplify, within
from irigrammar.automata.charset import Ranges
from irigrammar.automata.regular import Regular
from irigrammar.engines.linear import Atomic, Committed, Either, One, Piece, Repeat, Row, linear
from irigrammar.engines.values import Pattern

_ASCII: Ranges = ((0, 0x7F),)


def pattern(regular: Regular) -> Pattern | None:
    """Return the texts of patterns that `re.fullmatch` runs in linear time, or None where this way leads to none."""
    try:
        simple = simplify(regular)
    except RecursionError:  # alternatives that nest as deep as they are many
        return None
    found, inside = linear(simple), linear(within(simple, _ASCII))
    return Pattern(piece_text(inside), piece_text(found)) if found and inside else None


def piece_text(piece: Piece) -> str:
    """Return a piece as the re module writes it; a sure repetition is possessive."""
    match piece:
        case One(ranges):
            return set_text(ranges)
        case Row(items):
            return "".join(map(piece_text, items))
        case Either(()):
            return "(?!)"
        case Either(items):
            return f"(?:{'|'.join(map(piece_text, items))})"
        case Repeat(item, low, high, sure):
            body = piece_text(item)
            alone = isinstance(item, One | Either | Atomic)
            return (body if alone else f"(?:{body})") + count_text(low, high) + "+" * sure
        case Committed(item, alphabet):
            return f"(?>{piece_text(item)}(?!{set_text(alphabet)}))"
        case Atomic(item):
            return f"(?>{piece_text(item)})"


def count_text(low: int, high: int | None) -> str:
    """Return a count of repetitions as every dialect writes it."""
    match low, high:
        case 1, 1:
            return ""
        case 0, 1:
            return "?"
        case 0 | 1, None:
            return "+" if low else "*"
        case _, None:
            return f"{{{low},}}"
    return f"{{{low}}}" if low == high else f"{{{low},{high}}}"


def set_text(ranges: Ranges) -> str:
    """Return a set as the re module writes it."""
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _char(ranges[0][0], r".^$*+?{}[]\|()")
    parts: list[str] = []
    for low, high in ranges:
        ends = [_char(low, r"\]^-[&~|"), _char(high, r"\]^-[&~|")]
        parts.append(ends[0] if low == high else "".join(ends) if high == low + 1 else "-".join(ends))
    return f"[{''.join(parts)}]"


def _char(point: int, special: str) -> str:
    if 0x21 <= point <= 0x7E:
        return "\\" * (chr(point) in special) + chr(point)
    return f"\\x{point:02x}" if point <= 0xFF else f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"
