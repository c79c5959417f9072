"""ECMAScript, with the flag `u`, and without it for engines that see UTF-16 code units.

It has no possessive repetitions. A failing match still takes linear time: wherever a repetition could give back what it
has read, the next character decides against going on from there. A part that a string can be read in several ways in is
committed to by a lookahead and a back reference.
"""

from __future__ import annotations

from irigrammar.automata.charset import Ranges, intersection, union
from irigrammar.engines.linear import Either, One, Piece, Row
from irigrammar.exports.forms import linear_pieces
from irigrammar.exports.notation import CAPTURE, Notation, write
from irigrammar.matching.matcher import Matcher

OUTSIDE = r".^$*+?{}[]\|()/"
# What the flag `v` wants escaped inside a set; `u` allows it, and so do engines without either flag.
_INSIDE = r"\]^-[(){}/|"

_BMP: Ranges = ((0, 0xFFFF),)
_UNIT = 0x400  # so many code points have the same first code unit


def ecmascript(matcher: Matcher) -> str:
    """Return the source of a regular expression with the flag `u` or `v`."""
    return write(linear_pieces(matcher, "ecmascript"), Notation("^", "$", OUTSIDE, _INSIDE, _braced, commits=CAPTURE))


def ecmascript_utf16(matcher: Matcher) -> str:
    """Return the source of a regular expression without flags, surrogate pairs written out."""
    notation = Notation("^", "$", OUTSIDE, _INSIDE, _unit, commits=CAPTURE, one=_in_units)
    return write(linear_pieces(matcher, "ecmascript-utf16"), notation)


def portable(matcher: Matcher, dialect: str) -> str:
    """Return the source of a regular expression that other engines read alike: code points beyond the basic
    multilingual plane stand as themselves.
    """
    return write(linear_pieces(matcher, dialect), Notation("^", "$", OUTSIDE, _INSIDE, _literal, commits=CAPTURE))


def _unit(point: int) -> str:
    return f"\\x{point:02x}" if point <= 0xFF else f"\\u{point:04x}"


def _braced(point: int) -> str:
    return _unit(point) if intersection(_BMP, ((point, point),)) else f"\\u{{{point:x}}}"


def _literal(point: int) -> str:
    return _unit(point) if intersection(_BMP, ((point, point),)) else chr(point)


def _in_units(ranges: Ranges) -> Piece:
    """Return a set of code points as code units: one, or two of which the first decides on the second."""
    low = intersection(ranges, _BMP)
    pairs: dict[Ranges, Ranges] = {}
    for first, last in ranges:
        for lead in range(max(first, _BMP[0][1] + 1) // _UNIT, last // _UNIT + 1) if last > _BMP[0][1] else ():
            inside = intersection(ranges, ((lead * _UNIT, lead * _UNIT + _UNIT - 1),))
            trails = tuple((_trail(low_end), _trail(high_end)) for low_end, high_end in inside)
            unit = _lead(lead * _UNIT)
            pairs[trails] = union(pairs.get(trails, ()), ((unit, unit),))
    parts: list[Piece] = [One(low)] if low else []
    parts += [Row((One(leads), One(trails))) for trails, leads in pairs.items()]
    return parts[0] if len(parts) == 1 else Either(tuple(parts))


def _lead(point: int) -> int:
    return int.from_bytes(chr(point).encode("utf-16-be")[:2])


def _trail(point: int) -> int:
    return int.from_bytes(chr(point).encode("utf-16-be")[2:])
