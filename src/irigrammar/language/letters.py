"""The alphabet of a suite: for each interval of code points that the grammar keeps apart, a few of them."""

from __future__ import annotations

import random
import sys
import unicodedata
from functools import cache
from typing import NamedTuple

from irigrammar.automata.charset import MAX
from irigrammar.automata.dfa import Dfa
from irigrammar.automata.readable import most_readable

__all__ = ["Letter", "letters"]

_SURROGATES = range(0xD800, 0xE000)

# The lengths of UTF-8 and UTF-16 change here; an implementation that counts units goes wrong beside them.
_LENGTH_EDGES = (0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, MAX)
# What is taken for a line end, though it is none of CR and LF.
_LINE_ENDS = (0x85, 0x2028)


class Letter(NamedTuple):
    """A character of the alphabet and its class in the automaton."""

    char: str
    number: int


@cache
def suspects() -> tuple[int, ...]:
    """Return the code points that implementations take for others: those whose case folds into ASCII, a digit outside
    ASCII, the edges of encoding lengths, and the line ends outside ASCII.
    """
    folding = [
        point
        for point in range(0x80, sys.maxunicode + 1)
        if any(len(form) >= 1 and form[0].isascii() and form[0].isalpha() for form in _folded(point))
    ]
    digits = [point for point in range(0x80, 0x10000) if unicodedata.category(chr(point)) == "Nd"]
    return tuple(sorted({*folding, *digits[:1], digits[-1], *_LENGTH_EDGES, *_LINE_ENDS}))


def _folded(point: int) -> tuple[str, ...]:
    """Return the other-case forms of a code point that are one character, or a letter with marks (U+0130)."""
    char = chr(point)
    forms = (char.lower(), char.upper())
    return tuple(form for form in forms if form != char and all(unicodedata.combining(mark) for mark in form[1:]))


def letters(dfa: Dfa, seed: int = 0, *, each: str = "interval") -> list[Letter]:
    """Return the alphabet for an automaton, in code point order.

    With `each="interval"`: of every interval of code points of one class the low end, the high end and one inside,
    drawn by the seed, and the suspects. With `each="class"`: one code point of each class, the most readable one. A
    surrogate is drawn again from the other code points of its class.
    """
    classes = dfa.classes
    if each == "class":
        return [Letter(chr(most_readable(classes.ranges(number))), number) for number in range(classes.count)]
    draw = random.Random(seed)
    points = set(suspects())
    ends = (*(start - 1 for start in classes.starts[1:]), MAX)
    for low, high, number in zip(classes.starts, ends, classes.ids, strict=True):
        for point in (low, high, draw.randint(low, high)):
            points.add(point if point not in _SURROGATES else _redrawn(dfa, number, draw))
    return [Letter(chr(point), classes.of(point)) for point in sorted(points)]


def _redrawn(dfa: Dfa, number: int, draw: random.Random) -> int:
    while True:
        low, high = draw.choice(dfa.classes.ranges(number))
        point = draw.randint(low, high)
        if point not in _SURROGATES:
            return point
