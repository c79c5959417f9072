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

SURROGATES = range(0xD800, 0xE000)
_MAX_ASCII = 0x7F

# The lengths of UTF-8 and UTF-16 change here; an implementation that counts units goes wrong beside them.
_LENGTH_EDGES = (0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, MAX)


class Letter(NamedTuple):
    """A character of the alphabet and its class in the automaton."""

    char: str
    number: int


@cache
def suspects() -> tuple[int, ...]:
    """Return the code points that implementations take for others, or let through: those whose case folds into ASCII, a
    digit outside ASCII, what ends a line or is white space in ASCII, the edges of encoding lengths.
    """
    points = [point for point in range(sys.maxunicode + 1) if point not in SURROGATES]
    folding = [point for point in points if point > _MAX_ASCII and any(form[0].isascii() for form in _folded(point))]
    digits = [point for point in points if _MAX_ASCII < point <= 0xFFFF and unicodedata.category(chr(point)) == "Nd"]
    # `$` in many a pattern lets a line end through, and trimming removes white space.
    spaces = [point for point in points if point <= _MAX_ASCII and chr(point).isspace()]
    line_ends = [point for point in points if len(f"a{chr(point)}b".splitlines()) > 1]
    return tuple(sorted({*folding, digits[0], digits[-1], *spaces, *line_ends, *_LENGTH_EDGES}))


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
            points.add(point if point not in SURROGATES else _redrawn(dfa, number, draw))
    return [Letter(chr(point), classes.of(point)) for point in sorted(points)]


def _redrawn(dfa: Dfa, number: int, draw: random.Random) -> int:
    while True:
        low, high = draw.choice(dfa.classes.ranges(number))
        point = draw.randint(low, high)
        if point not in SURROGATES:
            return point
