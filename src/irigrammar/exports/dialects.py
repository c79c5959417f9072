"""The regex dialects.

Engines of linear time, engines that backtrack, ECMAScript, and JSON Schema, which embeds it. How large a pattern
becomes inside an engine that has a limit is estimated from above, measured on the engines. An engine writes counts of
repetitions out and makes sets of code points sets of bytes. Its limit can often be raised by the caller, but not by the
pattern: what is over it by default is refused before it is exported.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from struct import unpack

from irigrammar.automata.charset import Ranges, intersection, union
from irigrammar.engines.compile import piece_text
from irigrammar.engines.linear import Alt, Atomic, Chars, Committed, Piece, Repetition, Seq
from irigrammar.exports.notation import ATOMIC, CAPTURE, Notation, any_pieces, linear_pieces, pieces, refusal, write
from irigrammar.matching.matcher import Matcher

_OUTSIDE = r".^$*+?{}[]\|()"
_NEVER = r"[^\s\S]"

_RE2 = Notation(start=r"\A", end=r"\z", outside=_OUTSIDE, inside=r"\]^-[", never=_NEVER)
# `&&`, `--` and `~~` are operations on sets.
_RUST = Notation(start=r"\A", end=r"\z", outside=_OUTSIDE, inside=r"\]^-[&~", never=_NEVER)

# RE2 refuses a count above this, the product of nested counts too (its kMaxRepeat).
_COUNT_LIMIT = 1_000

# What their programs may come to by default: instructions of RE2 in 8 MiB, and bytes of Rust's automaton, of which a
# state over bytes takes at most this.
_RE2_LIMIT = 699_050
_RUST_LIMIT, _RUST_STATE = 10 * 1024 * 1024, 60


def re2(matcher: Matcher, *, is_anchored: bool = True) -> str:
    """Return a pattern for RE2. Raises `ExportError` for counts above 1,000, nested ones multiplied, and for sizes,
    that RE2 refuses by default, and `GrammarError` for a rule that is recursive or cannot be compiled.
    """
    piece = any_pieces(matcher, "re2", is_anchored=is_anchored)
    count = _largest_count(piece)
    if count > _COUNT_LIMIT:
        raise refusal(
            matcher, "re2", f"its counts of repetitions multiply to {count:,}, and {_COUNT_LIMIT:,} is RE2's limit"
        )
    _refuse_excess(matcher, "re2", written_out(piece, byte_states, 1), _RE2_LIMIT, "instructions")
    return _write(piece, _RE2, is_anchored=is_anchored)


def rust(matcher: Matcher, *, is_anchored: bool = True) -> str:
    """Return a pattern for Rust's regex crate. Raises `ExportError` where it is larger than the 10 MiB that it allows
    by default, and `GrammarError` for a rule that is recursive or cannot be compiled.
    """
    piece = any_pieces(matcher, "rust", is_anchored=is_anchored)
    size = written_out(piece, byte_states, 1) * _RUST_STATE
    _refuse_excess(matcher, "rust", size, _RUST_LIMIT, "bytes")
    return _write(piece, _RUST, is_anchored=is_anchored)


def _write(piece: Piece, notation: Notation, *, is_anchored: bool) -> str:
    return write(piece, notation if is_anchored else notation.unanchored())


def _refuse_excess(matcher: Matcher, dialect: str, size: int, limit: int, of: str) -> None:
    if size > limit:
        raise refusal(matcher, dialect, f"its engine would need up to {size:,} {of}, and its limit is {limit:,}")


def _largest_count(piece: Piece) -> int:
    """Return the largest product of nested counts in a piece, at least 1; an unbounded one counts as its minimum."""
    match piece:
        case Seq(items) | Alt(items):
            return max(map(_largest_count, items), default=1)
        case Repetition(item, low, high, _):
            # a count of one, or no bound at all, does not count
            return _largest_count(item) * max(low, high or 0, 1)
        case Chars():
            return 1
    return _largest_count(piece.item)


_JAVA = Notation(start=r"\A", end=r"\z", outside=_OUTSIDE, inside=r"\]^-[&", possessive=True, commits=ATOMIC)
# The verb makes code points of bytes, whatever options the caller gives.
_PCRE2 = Notation(r"\A", r"\z", _OUTSIDE, r"\]^-[", possessive=True, commits=ATOMIC, options="(*UTF)")

# What its compiled patterns may come to where offsets take two bytes, as by default; a group takes a few, and a set
# those before its ranges.
_PCRE2_LIMIT = 65_535
_GROUP, _SET, _CHARACTER, _BYTE = 6, 40, 5, 0xFF
_COUNT = Chars(((0, 0),))  # a count takes no more than a character


def python(matcher: Matcher, *, is_anchored: bool = True) -> str:
    """Return a pattern for Python's re, 3.11 or newer. Raises `ExportError` where none is known that runs in linear
    time. Raises `GrammarError` for a rule that is recursive or cannot be compiled.
    """
    text = piece_text(pieces(matcher, "python", is_anchored=is_anchored))
    return rf"\A{text}\Z" if is_anchored else text


def java(matcher: Matcher, *, is_anchored: bool = True) -> str:
    """Return a pattern for java.util.regex, without the backslashes that a Java literal doubles. Raises `ExportError`
    where none is known that runs in linear time. Raises `GrammarError` for a rule that is recursive or cannot be
    compiled.
    """
    return _write(pieces(matcher, "java", is_anchored=is_anchored), _JAVA, is_anchored=is_anchored)


def pcre2(matcher: Matcher, *, is_anchored: bool = True) -> str:
    """Return a pattern for PCRE2 on UTF-8. Raises `ExportError` where none is known that runs in linear time, or it is
    larger than PCRE2 allows by default, and `GrammarError` for a rule that is recursive or cannot be compiled.
    """
    piece = pieces(matcher, "pcre2", is_anchored=is_anchored)
    size = written_out(_with_counts_as_numbers(piece), _bytes_of_set, _GROUP)
    if size > _PCRE2_LIMIT:
        reason = f"its engine would need up to {size:,} bytes, and its limit is {_PCRE2_LIMIT:,} by default"
        raise refusal(matcher, "pcre2", reason)
    return _write(piece, _PCRE2, is_anchored=is_anchored)


def _bytes_of_set(ranges: Ranges) -> int:
    """Return the bytes that PCRE2 takes for a set: one character, or a map of the first 256 code points, and after it
    each range with its ends in UTF-8.
    """
    (low, high), *others = ranges
    if low == high and not others:
        return _CHARACTER
    return _SET + sum(1 + len(chr(low).encode()) + len(chr(high).encode()) for low, high in ranges if high > _BYTE)


def _with_counts_as_numbers(piece: Piece) -> Piece:
    """Return a piece whose size, written out, is that of the given one as PCRE2 compiles it: a repeated set is followed
    by one number, its counts; other repetitions stay.
    """
    match piece:
        case Repetition(Chars(), _, _, _):
            return Seq((piece.item, _COUNT))
        case Repetition(item, low, high, possessive):
            return Repetition(_with_counts_as_numbers(item), low, high, possessive)
        case Seq(items):
            return Seq(tuple(map(_with_counts_as_numbers, items)))
        case Alt(items):
            return Alt(tuple(map(_with_counts_as_numbers, items)))
        case Committed(item, alphabet):
            return Seq((_with_counts_as_numbers(item), Chars(alphabet)))
        case Atomic(item):
            return Atomic(_with_counts_as_numbers(item))
    return piece


OUTSIDE = r".^$*+?{}[]\|()/"
# The characters that the flag `v` needs escaped inside a set; `u` allows it, and so do engines without either flag.
_INSIDE = r"\]^-[(){}/|"

_END = r"$(?![\s\S])"
_BMP: Ranges = ((0, 0xFFFF),)
_UNIT = 0x400  # code points with the same first code unit


def ecmascript(matcher: Matcher, *, is_anchored: bool = True) -> str:
    """Return the source of an ECMAScript regular expression with the flag `u` or `v`. Raises `ExportError` where none
    is known that runs in linear time. Raises `GrammarError` for a rule that is recursive or cannot be compiled.
    """
    notation = Notation("^", "$", OUTSIDE, _INSIDE, _escape, commits=CAPTURE)
    return _write(pieces(matcher, "ecmascript", is_anchored=is_anchored), notation, is_anchored=is_anchored)


def ecmascript_utf16(matcher: Matcher, *, is_anchored: bool = True) -> str:
    """Return the source of a regular expression without flags, surrogate pairs written out. Raises `ExportError` where
    none is known that runs in linear time, and `GrammarError` for a rule that is recursive or cannot be compiled.
    """
    notation = Notation("^", "$", OUTSIDE, _INSIDE, _unit, commits=CAPTURE, charset=_in_units)
    return _write(pieces(matcher, "ecmascript-utf16", is_anchored=is_anchored), notation, is_anchored=is_anchored)


def portable(matcher: Matcher, dialect: str) -> str:
    """Return the source of a regular expression that other engines read alike: code points beyond the basic
    multilingual plane are written as themselves, and nothing comes after the end (in Python, Java and others, `$` is
    also before a last line feed). `dialect` is named in errors: raises `ExportError` where none is known that runs in
    linear time, and `GrammarError` for a rule that is recursive or cannot be compiled.
    """
    return write(linear_pieces(matcher, dialect), Notation("^", _END, OUTSIDE, _INSIDE, _literal, commits=CAPTURE))


def _unit(point: int) -> str:
    return f"\\x{point:02x}" if point <= 0xFF else f"\\u{point:04x}"


def _escape(point: int) -> str:
    return _unit(point) if intersection(_BMP, ((point, point),)) else f"\\u{{{point:x}}}"


def _literal(point: int) -> str:
    return _unit(point) if intersection(_BMP, ((point, point),)) else chr(point)


def _in_units(ranges: Ranges) -> Piece:
    """Return a set of code points as code units: one, or two of which the first decides on the second. The empty set is
    an alternation of nothing.
    """
    low = intersection(ranges, _BMP)
    pairs: dict[Ranges, Ranges] = {}
    for first, last in ranges:
        for lead in range(max(first, _BMP[0][1] + 1) // _UNIT, last // _UNIT + 1) if last > _BMP[0][1] else ():
            inside = intersection(ranges, ((lead * _UNIT, lead * _UNIT + _UNIT - 1),))
            trails = tuple((_units(low_end)[1], _units(high_end)[1]) for low_end, high_end in inside)
            unit = _units(lead * _UNIT)[0]
            pairs[trails] = union(pairs.get(trails, ()), ((unit, unit),))
    parts: list[Piece] = [Chars(low)] if low else []
    parts += [Seq((Chars(leads), Chars(trails))) for trails, leads in pairs.items()]
    return parts[0] if len(parts) == 1 else Alt(tuple(parts))


def _units(point: int) -> tuple[int, int]:
    """Return the surrogate pair of a code point beyond the basic multilingual plane."""
    lead, trail = unpack(">2H", chr(point).encode("utf-16-be"))
    return lead, trail


def json_schema(matcher: Matcher) -> str:
    """Return a schema, in lines of JSON, whose pattern is one of ECMAScript, as JSON Schema says, and is read alike by
    other engines. Raises the errors of `portable`.
    """
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{matcher.rule} ({matcher.grammar.entry.document})",
        "type": "string",
        "pattern": portable(matcher, "json-schema"),
    }
    return json.dumps(schema, indent=2) + "\n"


# The first and last code point of each length in UTF-8.
_LENGTHS: tuple[Ranges, ...] = (((0, 0x7F),), ((0x80, 0x7FF),), ((0x800, 0xFFFF),), ((1 << 16, 0x10FFFF),))

# Ranges of bytes, one after the other.
ByteRow = tuple[tuple[int, int], ...]


def written_out(piece: Piece, cost: Callable[[Ranges], int], group: int = 0) -> int:
    """Return the cost of the sets of a pattern, and `group` for each group, alternative and repeated part, with
    repetition counts written out.
    """
    match piece:
        case Chars(ranges):
            return cost(ranges)
        case Seq(items):
            return sum(written_out(part, cost, group) for part in items)
        case Alt(items):
            return group + sum(written_out(part, cost, group) + group for part in items)
        case Repetition(item, low, high, _):
            return (written_out(item, cost, group) + group) * max(low + (high is None), high or 0, 1)
    return written_out(piece.item, cost, group) + group


def byte_states(ranges: Ranges) -> int:
    """Return how many states a set takes in an automaton of bytes that shares equal ends: at most these."""
    rows = list(byte_rows(ranges))
    return len({row[start:] for row in rows for start in range(len(row))}) + len(rows) - 1


def byte_rows(ranges: Ranges) -> Iterator[ByteRow]:
    """Yield the ranges of bytes in UTF-8 that a set of code points comes to.

    >>> list(byte_rows(((0x41, 0x41), (0x7FE, 0x801))))
    [((65, 65),), ((223, 223), (190, 191)), ((224, 224), (160, 160), (128, 129))]
    """
    for number, length in enumerate(_LENGTHS):
        for low, high in intersection(ranges, length):
            yield from _rows(low, high, number)


def _rows(low: int, high: int, further: int) -> Iterator[ByteRow]:
    """Yield the rows of a range of code points whose encodings have `further` bytes after the first: in each, the bytes
    of the first and last code point bound the bytes at their place.
    """
    for place in range(1, further + 1):
        mask = (1 << 6 * place) - 1
        if low & ~mask != high & ~mask:
            if low & mask:
                yield from _rows(low, low | mask, further)
                yield from _rows((low | mask) + 1, high, further)
                return
            if high & mask != mask:
                yield from _rows(low, (high & ~mask) - 1, further)
                yield from _rows(high & ~mask, high, further)
                return
    yield tuple(zip(*(chr(point).encode("utf-8", "surrogatepass") for point in (low, high)), strict=True))
