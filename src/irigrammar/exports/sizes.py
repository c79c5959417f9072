"""How large a pattern becomes inside an engine that has a limit: estimates from above, measured on the engines.

An engine writes counts of repetitions out and makes sets of code points sets of octets. Its limit can often be raised
by who calls it, but not by the pattern: what is over it by default is refused before it is exported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from irigrammar.automata.charset import Ranges, intersection
from irigrammar.engines.linear import Either, One, Piece, Repeat, Row

# The first and last code point of each length in UTF-8.
_LENGTHS: tuple[Ranges, ...] = (((0, 0x7F),), ((0x80, 0x7FF),), ((0x800, 0xFFFF),), ((1 << 16, 0x10FFFF),))

# Ranges of octets, one after the other.
Octets = tuple[tuple[int, int], ...]


def written_out(piece: Piece, cost: Callable[[Ranges], int], group: int = 0) -> int:
    """Return what the sets of a pattern cost together, and `group` for each group, counts written out."""
    match piece:
        case One(ranges):
            return cost(ranges)
        case Row(items):
            return sum(written_out(one, cost, group) for one in items)
        case Either(items):
            return group + sum(written_out(one, cost, group) + group for one in items)
        case Repeat(item, low, high, _):
            return (written_out(item, cost, group) + group) * max(low + (high is None), high or 0, 1)
    return written_out(piece.item, cost, group) + group


def octet_states(ranges: Ranges) -> int:
    """Return how many states a set takes in an automaton of octets that shares equal ends: at most these."""
    rows = list(octet_rows(ranges))
    return len({row[at:] for row in rows for at in range(len(row))}) + len(rows) - 1


def octet_rows(ranges: Ranges) -> Iterator[Octets]:
    """Yield the ranges of octets in UTF-8 that a set of code points comes to.

    >>> list(octet_rows(((0x41, 0x41), (0x7FE, 0x801))))
    [((65, 65),), ((223, 223), (190, 191)), ((224, 224), (160, 160), (128, 129))]
    """
    for number, length in enumerate(_LENGTHS):
        for low, high in intersection(ranges, length):
            yield from _rows(low, high, number)


def _rows(low: int, high: int, further: int) -> Iterator[Octets]:
    """Divide a range until each octet of its first and last code point says what the others of that place can be."""
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
    yield tuple(zip(_octets(low), _octets(high), strict=True))


def _octets(point: int) -> bytes:
    return chr(point).encode("utf-8", "surrogatepass")
