"""Engines that backtrack and have possessive repetitions and atomic groups: Python's re, Java, PCRE2.

Each unbounded repetition is possessive, and a part that can be read in several ways is in an atomic group: the pattern
is run in linear time, whatever the string.
"""

from __future__ import annotations

from irigrammar.automata.charset import Ranges
from irigrammar.engines.linear import Atomic, Committed, Either, One, Piece, Repeat, Row
from irigrammar.engines.pattern import piece_text
from irigrammar.exports.forms import linear_pieces, refusal
from irigrammar.exports.notation import ATOMIC, Notation, write
from irigrammar.exports.sizes import written_out
from irigrammar.matching.matcher import Matcher

_OUTSIDE = r".^$*+?{}[]\|()"

_JAVA = Notation(start=r"\A", end=r"\z", outside=_OUTSIDE, inside=r"\]^-[&", possessive=True, commits=ATOMIC)
# The verb makes code points of octets, whatever options the caller gives.
_PCRE2 = Notation(start=r"(*UTF)\A", end=r"\z", outside=_OUTSIDE, inside=r"\]^-[", possessive=True, commits=ATOMIC)

# What its compiled patterns may come to where offsets take two octets, as by default; a group takes a few, and a set
# those before its ranges.
_PCRE2_LIMIT = 65_535
_GROUP, _SET, _CHARACTER, _BYTE = 6, 40, 5, 0xFF
_COUNT = One(((0, 0),))  # a count takes no more than a character


def python(matcher: Matcher) -> str:
    """Return a pattern for Python's re, 3.11 or newer."""
    return rf"\A{piece_text(linear_pieces(matcher, 'python'))}\Z"


def java(matcher: Matcher) -> str:
    """Return a pattern for java.util.regex, without the backslashes that a Java literal doubles."""
    return write(linear_pieces(matcher, "java"), _JAVA)


def pcre2(matcher: Matcher) -> str:
    """Return a pattern for PCRE2 on UTF-8; raise `ExportError` where it is larger than PCRE2 allows by default."""
    piece = linear_pieces(matcher, "pcre2")
    size = written_out(_counted(piece), _octets_of_set, _GROUP)
    if size > _PCRE2_LIMIT:
        reason = f"its engine would need up to {size:,} octets, and its limit is {_PCRE2_LIMIT:,} by default"
        raise refusal(matcher, "pcre2", reason)
    return write(piece, _PCRE2)


def _octets_of_set(ranges: Ranges) -> int:
    """A set has a map of the first 256 code points, and after it each range with its ends in UTF-8."""
    (low, high), *others = ranges
    if low == high and not others:
        return _CHARACTER
    return _SET + sum(1 + len(chr(low).encode()) + len(chr(high).encode()) for low, high in ranges if high > _BYTE)


def _counted(piece: Piece) -> Piece:
    """Return the pieces with the counts of sets left out, which PCRE2 keeps as numbers."""
    match piece:
        case Repeat(One(), _, _, _):
            return Row((piece.item, _COUNT))
        case Repeat(item, low, high, sure):
            return Repeat(_counted(item), low, high, sure)
        case Row(items):
            return Row(tuple(map(_counted, items)))
        case Either(items):
            return Either(tuple(map(_counted, items)))
        case Committed(item, alphabet):
            return Row((_counted(item), One(alphabet)))
        case Atomic(item):
            return Atomic(_counted(item))
    return piece
