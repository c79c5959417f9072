"""Sets of characters: those of `grammar/characters.toml`, and those that a production can hold."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from irigrammar.automata.charset import EMPTY, MAX, Ranges, union
from irigrammar.automata.dfa import DEAD
from irigrammar.matching.matcher import Matcher


@dataclass(frozen=True, slots=True, repr=False)
class Characters:
    """A set of characters, kept as ranges of code points.

    >>> spaces = characters("white-space")
    >>> "\u3000" in spaces, len(spaces), len(spaces | "ab ")
    (True, 25, 27)
    """

    ranges: Ranges = EMPTY

    def __contains__(self, char: object) -> bool:
        if not (isinstance(char, str) and len(char) == 1):
            return False
        point = ord(char)
        at = bisect_right(self.ranges, (point, MAX)) - 1
        return at >= 0 and point <= self.ranges[at][1]

    def __iter__(self) -> Iterator[str]:
        return (chr(point) for low, high in self.ranges for point in range(low, high + 1))

    def __len__(self) -> int:
        return sum(high - low + 1 for low, high in self.ranges)

    def __or__(self, other: Iterable[str]) -> Characters:
        ranges = other.ranges if isinstance(other, Characters) else tuple((ord(char), ord(char)) for char in other)
        return Characters(union(self.ranges, ranges))

    def __repr__(self) -> str:
        shown = ", ".join(f"U+{low:04X}" + (f" to U+{high:04X}" if high > low else "") for low, high in self.ranges)
        return f"<Characters {shown}>"


@cache
def characters(name: str) -> Characters:
    """Return a set of `grammar/characters.toml` by the name of its rule; raise `KeyError` where there is none.

    >>> characters("stripped")
    <Characters U+0009 to U+000A, U+000D>
    """
    from irigrammar._generated.characters import SETS

    return Characters(SETS[name])


@cache
def alphabet(matcher: Matcher) -> Characters:
    """Return the characters that occur in the strings of a production.

    >>> import irigrammar
    >>> alphabet(irigrammar.grammar("rfc3986")["port"])
    <Characters U+0030 to U+0039>
    """
    dfa = matcher.automaton
    used = {number for row in dfa.rows for number in range(dfa.classes.count) if row[number] != DEAD}
    return Characters(union(*(dfa.classes.ranges(number) for number in used)))
