"""Shortest strings through a given part of a program."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache

from irigrammar.automata.dfa import DEAD, determinize
from irigrammar.automata.naming import most_readable, rank
from irigrammar.automata.program import FINAL, Program
from irigrammar.dataclass import NamedTuple

_BEFORE, _INSIDE, _AFTER = range(3)

# A node, and whether the way to it is before, inside or after the mark.
_State = tuple[int, int]


class Marked(NamedTuple):
    """A string, and the part of it (offsets in code points, end exclusive) that the mark matched."""

    text: str
    start: int
    end: int


def shortest_marked(program: Program, mark: str) -> Marked | None:
    """Return a shortest string with a derivation in which the mark takes part, None where there is none."""
    if mark not in program.marks:
        return None
    number = program.marks.index(mark)
    letters = _spelling(program)
    first = (program.start, _BEFORE)
    came: dict[_State, _State | None] = {}
    todo: deque[tuple[_State, _State | None]] = deque([(first, None)])
    while todo:
        state, source = todo.popleft()
        if state in came:
            continue
        came[state] = source
        node, phase = state
        if node == FINAL:
            if phase == _AFTER:
                return _read_back(program, letters, came, state)
            continue
        if program.event[node] == number and phase == _BEFORE:
            phase = _INSIDE
        elif program.event[node] == -number and phase == _INSIDE:
            phase = _AFTER
        for after in program.next[node]:
            if program.masks[node]:
                todo.append(((after, phase), state))
            else:
                todo.appendleft(((after, phase), state))
    return None


def strings_through(program: Program, mark: str) -> Iterator[str]:
    """Yield the strings that have a derivation in which the mark takes part, shorter ones first.

    Of the code points that the program does not distinguish only one is used. They may be endless. Raises `ValueError`
    for a mark that the program does not have.
    """
    dfa = determinize(_passing(program, program.marks.index(mark)))
    letters = [chr(most_readable(dfa.classes.ranges(number))) for number in range(dfa.classes.count)]
    order = sorted(range(1, dfa.classes.count), key=lambda number: rank(ord(letters[number])))
    todo = deque([("", dfa.start)])
    while todo:
        text, state = todo.popleft()
        if dfa.accepting[state]:
            yield text
        todo.extend((text + letters[n], to) for n in order if (to := dfa.rows[state][n]) != DEAD)


def _passing(program: Program, number: int) -> Program:
    """Return a program of the strings through a mark: two copies of the nodes, the second entered by the mark only."""
    size = len(program.masks)
    dead = 2 * size

    def first(node: int) -> int:
        return dead if node == FINAL else node

    def second(node: int) -> int:
        return FINAL if node == FINAL else node + size

    crossing = [second if event == number else first for event in program.event]
    return Program(
        program.classes,
        program.start,
        [*program.masks, *program.masks, 0],
        [*program.leaf, *program.leaf, False],
        [
            *(tuple(map(crossing[node], after)) for node, after in enumerate(program.next)),
            *(tuple(map(second, after)) for after in program.next),
            (),
        ],
        [0] * (2 * size + 1),
    )


def _read_back(program: Program, letters: dict[int, str], came: dict[_State, _State | None], end: _State) -> Marked:
    """Return the text that leads to an end state, from the predecessors of states, with the offsets of its marked
    part.
    """
    way = [end]
    while (source := came[way[-1]]) is not None:
        way.append(source)
    text: list[str] = []
    start = stop = 0
    for (node, phase), (_, then) in zip(reversed(way), reversed(way[:-1]), strict=False):
        if (phase, then) == (_BEFORE, _INSIDE):
            start = len(text)
        if program.masks[node]:
            text.append(letters[program.masks[node]])
        if (phase, then) == (_INSIDE, _AFTER):
            stop = len(text)
    return Marked("".join(text), start, stop)


def _spelling(program: Program) -> dict[int, str]:
    """Return, for each mask, the most readable character of its classes."""
    classes = program.classes
    best = {number: most_readable(classes.ranges(number)) for number in range(1, classes.count)}
    masks = {mask for node, mask in enumerate(program.masks) if mask and node not in program.calls}
    return {mask: chr(min((best[number] for number in best if mask >> number & 1), key=rank)) for mask in masks}


def is_in_first_match(program: Program, mark: str, work: list[int]) -> bool | None:
    """Return whether there is a string in whose first match a mark takes part, as by backtracking.

    What is done is counted down in the `work`, one number; None where that is used up before the answer is known.
    Raises `ValueError` for a mark that the program does not have.
    """
    number = program.marks.index(mark)

    @cache
    def ways_from(start: int) -> tuple[tuple[int, bool], ...]:
        """Return the nodes that read, and the end, that come from a node without reading, and whether by the mark."""
        ways: dict[int, bool] = {}
        known: set[int] = set()
        stack = [(start, False)]
        while stack:
            node, has_mark = stack.pop()
            if node in known:
                continue
            known.add(node)
            if program.masks[node] or node == FINAL:
                ways[node] = has_mark
                continue
            has_mark = has_mark or program.event[node] == number
            stack.extend((after, has_mark) for after in reversed(program.next[node]))
        work[0] -= len(known)
        return tuple(ways.items())

    begin = ways_from(program.start)
    known, todo = {begin}, [begin]
    while todo:
        threads = todo.pop()
        if (FINAL, True) in threads:
            return True
        after: dict[int, dict[int, bool]] = {}  # by the bit of a class; of two matches at one node the first goes on
        for node, has_mark in threads:
            if work[0] < 0:
                return None
            mask = program.masks[node]
            ends = ways_from(program.next[node][0]) if mask else ()
            while mask:
                bit = mask & -mask
                mask ^= bit
                reading = after.setdefault(bit, {})
                for end, then in ends:
                    reading.setdefault(end, has_mark or then)
                work[0] -= len(ends) + 1
        for reading in after.values():
            state = tuple(reading.items())
            if state not in known:
                known.add(state)
                todo.append(state)
    return False
