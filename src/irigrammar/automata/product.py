"""Two automata walked side by side."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable

from irigrammar.automata.charset import MAX, Ranges
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.automata.readable import most_readable, rank


def counterexample(one: Dfa, other: Dfa) -> str | None:
    """Return a shortest string that the first accepts and the second does not, or None: then the first is included.

    Of the strings of that length it is the first by readability of its characters, from left to right.
    """
    return _shortest(one, other, lambda first, second: first and not second, both=False)


def included(one: Dfa, other: Dfa, limit: int | None = None) -> bool | None:
    """Tell whether the second accepts all that the first does: whether there is no `counterexample`, found sooner.

    None where more than `limit` pairs of states would have to be walked to tell; by default there is no limit.
    """
    edges = {*one.classes.starts, *other.classes.starts}
    letters = {(first, _class(other, edge)) for edge in edges if (first := _class(one, edge))}
    start = (one.start, other.start)
    seen = {start}
    todo = [start]
    while todo:  # depth first: where one of two large automata goes wrong is often far from the start
        state, beside = todo.pop()
        if one.accepting[state] and not other.accepting[beside]:
            return False
        row, row_beside = one.rows[state], other.rows[beside]
        for first, second in letters:
            to = row[first]
            if to != DEAD:
                after = (to, row_beside[second])
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        if limit is not None and len(seen) > limit:
            return None
    return True


def common_string(one: Dfa, other: Dfa) -> str | None:
    """Return a shortest string that both accept, the most readable one, or None: then they are disjoint."""
    return _shortest(one, other, lambda first, second: first and second, both=True)


def _shortest(one: Dfa, other: Dfa, wanted: Callable[[int, int], object], *, both: bool) -> str | None:
    """Search breadth first from the pair of start states, leaving pairs in which nothing can be accepted any more."""
    letters = _letters(one, other)
    start = (one.start, other.start)
    came: dict[tuple[int, int], tuple[tuple[int, int], int] | None] = {start: None}
    todo = deque([start])
    while todo:
        pair = todo.popleft()
        if wanted(one.accepting[pair[0]], other.accepting[pair[1]]):
            points: list[int] = []
            step = came[pair]
            while step is not None:
                points.append(step[1])
                step = came[step[0]]
            return "".join(map(chr, reversed(points)))
        for point, first, second in letters:
            after = (one.rows[pair[0]][first], other.rows[pair[1]][second])
            if after[0] != DEAD and (after[1] != DEAD or not both) and after not in came:
                came[after] = (pair, point)
                todo.append(after)
    return None


def _letters(one: Dfa, other: Dfa) -> list[tuple[int, int, int]]:
    """Return the most readable code point of each pair of classes that meet, with the two classes, best first."""
    edges = sorted({*one.classes.starts, *other.classes.starts})
    meeting: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for edge, after in zip(edges, [*edges[1:], MAX + 1], strict=True):
        pair = (_class(one, edge), _class(other, edge))
        meeting.setdefault(pair, []).append((edge, after - 1))
    found = [(most_readable(_ranges(rows)), *pair) for pair, rows in meeting.items() if pair[0] or pair[1]]
    return sorted(found, key=lambda row: rank(row[0]))


def _class(dfa: Dfa, point: int) -> int:
    return dfa.classes.ids[bisect_right(dfa.classes.starts, point) - 1]


def _ranges(rows: list[tuple[int, int]]) -> Ranges:
    return tuple(rows)
