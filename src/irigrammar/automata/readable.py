"""Which code points a reader likes to see in an example."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from irigrammar.automata.charset import Ranges, intersection

__all__ = ["most_readable", "rank", "readable"]

# Blocks by how readable they are: ASCII letters and digits, then what else ASCII prints, then printable letters.
_BLOCKS: tuple[Ranges, ...] = (
    ((ord("a"), ord("z")),),
    ((ord("0"), ord("9")),),
    ((ord("A"), ord("Z")),),
    ((ord("!"), ord("~")),),
    ((ord(" "), ord(" ")),),
)
_SEARCHED = 512


def rank(point: int) -> tuple[int, int]:
    """Return what sorts code points from the most to the least readable."""
    for number, ((low, high),) in enumerate(_BLOCKS):
        if low <= point <= high:
            return number, point
    char = chr(point)
    plain = char.isalnum() and unicodedata.is_normalized("NFKC", char)
    return len(_BLOCKS) + (0 if plain else 1 if char.isprintable() else 2), point


def most_readable(ranges: Ranges) -> int:
    """Return the most readable code point of a set that is not empty."""
    return min(_candidates(ranges), key=rank)


def readable(ranges: Ranges) -> tuple[int, ...]:
    """Return the most readable code points of a set: those of its best block, or a few."""
    for block in _BLOCKS:
        found = intersection(ranges, block)
        if found:
            return tuple(point for low, high in found for point in range(low, high + 1))
    best = min(rank(point)[0] for point in _candidates(ranges))
    return tuple(point for point in _candidates(ranges) if rank(point)[0] == best)


def _candidates(ranges: Ranges) -> Iterator[int]:
    """Yield the first code points of each block and range."""
    for block in _BLOCKS:
        for low, _ in intersection(ranges, block)[:1]:
            yield low
    for low, high in ranges:
        yield from range(low, min(high, low + _SEARCHED) + 1)
