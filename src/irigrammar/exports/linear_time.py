"""Engines that run every pattern in linear time: RE2 and Rust's regex crate."""

from __future__ import annotations

from irigrammar.engines.linear import Either, One, Piece, Repeat, Row
from irigrammar.exports.forms import any_pieces, refusal
from irigrammar.exports.notation import Notation, write
from irigrammar.matching.matcher import Matcher

__all__ = ["re2", "rust"]

_OUTSIDE = r".^$*+?{}[]\|()"
_NEVER = r"[^\s\S]"

_RE2 = Notation(start=r"\A", end=r"\z", outside=_OUTSIDE, inside=r"\]^-[", never=_NEVER)
# `&&`, `--` and `~~` are operations on sets.
_RUST = Notation(start=r"\A", end=r"\z", outside=_OUTSIDE, inside=r"\]^-[&~", never=_NEVER)

# RE2 refuses a count above this, the product of nested counts too (its kMaxRepeat).
_COUNT_LIMIT = 1_000


def re2(matcher: Matcher) -> str:
    """Return a pattern for RE2; raise `ExportError` for counts above 1,000, which RE2 refuses."""
    piece = any_pieces(matcher, "re2")
    count = _largest_count(piece)
    if count > _COUNT_LIMIT:
        raise refusal(
            matcher, "re2", f"its counts of repetitions multiply to {count:,}, and {_COUNT_LIMIT:,} is RE2's limit"
        )
    return write(piece, _RE2)


def rust(matcher: Matcher) -> str:
    """Return a pattern for Rust's regex crate."""
    return write(any_pieces(matcher, "rust"), _RUST)


def _largest_count(piece: Piece) -> int:
    """Return the largest product of nested counts."""
    match piece:
        case Row(items) | Either(items):
            return max(map(_largest_count, items), default=1)
        case Repeat(item, low, high, _):
            # a count of one, or no bound at all, does not count
            return _largest_count(item) * max(low, high or 0, 1)
        case One():
            return 1
    return _largest_count(piece.item)
