"""Which code points a reader likes to see in an example."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from irigrammar.automata.charset import Ranges, difference, intersection

# Blocks by how readable they are: ASCII letters and digits, then what else ASCII prints, then printable letters.
_BLOCKS: tuple[Ranges, ...] = (
    ((ord("a"), ord("z")),),
    ((ord("0"), ord("9")),),
    ((ord("A"), ord("Z")),),
    ((ord("!"), ord("~")),),
    ((ord(" "), ord(" ")),),
)
_WORDS = 3  # of these are letters and digits
_SEARCHED = 512


def rank(point: int) -> tuple[int, int]:
    """Return what sorts code points from the most to the least readable."""
    for number, ((low, high),) in enumerate(_BLOCKS):
        if low <= point <= high:
            return number, point
    char = chr(point)
    plain = char.isalnum() and unicodedata.is_normalized("NFKC", char)
    return len(_BLOCKS) + (0 if plain else 1 if char.isprintable() else 2), point


def alphanumeric(point: int) -> bool:
    """Tell whether a code point is a letter or digit of ASCII, of the blocks that are the most readable."""
    return rank(point)[0] < _WORDS


def most_readable(ranges: Ranges) -> int:
    """Return the most readable code point of a set that is not empty."""
    return readable(ranges)[0]


@lru_cache(maxsize=256)
def readable(ranges: Ranges) -> tuple[int, ...]:
    """Return the most readable code points of a set: those of its best block, or a few."""
    for block in _BLOCKS:
        found = intersection(ranges, block)
        if found:
            return tuple(point for low, high in found for point in range(low, high + 1))
    ranked = [(rank(point)[0], point) for low, high in ranges for point in range(low, min(high, low + _SEARCHED) + 1)]
    best, _ = min(ranked)
    return tuple(point for number, point in ranked if number == best)


def blocks(ranges: Ranges) -> list[tuple[int, ...]]:
    """Return the readable code points of a set by kind: letters, those beyond ASCII, digits, what else ASCII prints.

    Capitals are a kind only where there are no small letters, and what is hardly readable where there is nothing else.
    """
    kinds: list[tuple[int, ...]] = []
    left = ranges
    for block in _BLOCKS:
        here = intersection(left, block)
        left = difference(left, block)
        kinds.append(tuple(point for low, high in here for point in range(low, high + 1)))
    small, digits, capitals, marks, space = kinds
    beyond = readable(left) if left else ()
    if any(kinds) and beyond and rank(beyond[0])[0] > len(_BLOCKS):
        beyond = ()
    return [kind for kind in (small or capitals, beyond, digits, marks, space) if kind]
