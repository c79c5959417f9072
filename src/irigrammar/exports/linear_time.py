"""Engines that run every pattern in linear time: RE2 and Rust's regex crate."""

from __future__ import annotations

from irigrammar.engines.linear import Either, One, Piece, Repeat, Row
from irigrammar.exports.forms import any_pieces, refusal
from irigrammar.exports.notation import Notation, write
from irigrammar.exports.sizes import octet_states, written_out
from irigrammar.matching.matcher import Matcher

_OUTSIDE = r".^$*+?{}[]\|()"
_NEVER = r"[^\s\S]"

_RE2 = Notation(start=r"\A", end=r"\z", outside=_OUTSIDE, inside=r"\]^-[", never=_NEVER)
# `&&`, `--` and `~~` are operations on sets.
_RUST = Notation(start=r"\A", end=r"\z", outside=_OUTSIDE, inside=r"\]^-[&~", never=_NEVER)

# RE2 refuses a count above this, the product of nested counts too (its kMaxRepeat).
_COUNT_LIMIT = 1_000

# What their programs may come to by default: instructions of RE2 in 8 MiB, and octets of Rust's automaton, of which a
# state of octets takes at most so many.
_RE2_LIMIT = 699_050
_RUST_LIMIT, _RUST_STATE = 10 * 1024 * 1024, 60


def re2(matcher: Matcher) -> str:
    """Return a pattern for RE2; raise `ExportError` for counts above 1,000, and sizes, that RE2 refuses by default."""
    piece = any_pieces(matcher, "re2")
    count = _largest_count(piece)
    if count > _COUNT_LIMIT:
        raise refusal(
            matcher, "re2", f"its counts of repetitions multiply to {count:,}, and {_COUNT_LIMIT:,} is RE2's limit"
        )
    _refuse_excess(matcher, "re2", written_out(piece, octet_states, 1), _RE2_LIMIT, "instructions")
    return write(piece, _RE2)


def rust(matcher: Matcher) -> str:
    """Return a pattern for Rust's regex crate; raise `ExportError` where it is larger than that allows by default."""
    piece = any_pieces(matcher, "rust")
    size = written_out(piece, octet_states, 1) * _RUST_STATE
    _refuse_excess(matcher, "rust", size, _RUST_LIMIT, "octets")
    return write(piece, _RUST)


def _refuse_excess(matcher: Matcher, dialect: str, size: int, limit: int, of: str) -> None:
    if size > limit:
        raise refusal(matcher, dialect, f"its engine would need up to {size:,} {of}, and its limit is {limit:,}")


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
