"""Two automata walked side by side."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque

from irigrammar.automata.charset import MAX
from irigrammar.automata.dfa import DEAD, Dfa

__all__ = ["counterexample"]


def counterexample(one: Dfa, other: Dfa) -> str | None:
    """Return a shortest string that the first accepts and the second does not, or None: then the first is included.

    Of the strings of that length it is the first in code point order of the classes that the two tell apart.
    """
    letters = _letters(one, other)
    start = (one.start, other.start)
    came: dict[tuple[int, int], tuple[tuple[int, int], int] | None] = {start: None}
    todo = deque([start])
    while todo:
        pair = todo.popleft()
        if one.accepting[pair[0]] and not other.accepting[pair[1]]:
            points: list[int] = []
            step = came[pair]
            while step is not None:
                points.append(step[1])
                step = came[step[0]]
            return "".join(map(chr, reversed(points)))
        for point, first, second in letters:
            after = (one.rows[pair[0]][first], other.rows[pair[1]][second])
            if after[0] != DEAD and after not in came:
                came[after] = (pair, point)
                todo.append(after)
    return None


def _letters(one: Dfa, other: Dfa) -> list[tuple[int, int, int]]:
    """Return one code point for each pair of classes that meet, with the two classes."""
    edges = sorted({*one.classes.starts, *other.classes.starts})
    found: dict[tuple[int, int], int] = {}
    for edge in edges:
        if edge <= MAX:
            pair = tuple(dfa.classes.ids[bisect_right(dfa.classes.starts, edge) - 1] for dfa in (one, other))
            found.setdefault((pair[0], pair[1]), edge)
    return [(point, *pair) for pair, point in found.items()]
