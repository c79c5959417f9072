"""The automaton read from the start with what marks set: its states are made as they are met.

Of all parses of a prefix the state has the node that each is at, the preferred parse first, what the marks on the way
to that node set, and which of the parses have set the same before: these share a row of registers. What is on the way
is set only when the node reads, so that a step which leads back to the state and keeps the rows can be passed over
(Laurikari's tagged automata, with the lookahead of Trofimovich). So one pass finds what the first match sets.
"""

from __future__ import annotations

from collections.abc import Mapping

from irigrammar.automata.nfa import FINAL, Program

HERE = -1

# Registers and what they are set to: a number, or the offset that is reached (`HERE`).
Sets = tuple[tuple[int, int], ...]

# What the events of a program set.
Effects = Mapping[int, Sets]

# A state: of each parse, the first match first, the reading node (or the end), the number of its row of registers, and
# what is set in that row before the node reads.
Parses = tuple[tuple[int, int, Sets], ...]

# The rows after a step: of each the number of the row that it is a copy of, and what is set in it, with the offset
# before the character that was read.
Rows = tuple[tuple[int, Sets], ...]


class Tagged:
    """The tagged automaton of a program; it keeps nothing but what each node leads to without reading."""

    def __init__(self, program: Program, effects: Effects) -> None:
        self._program = program
        self._effects = effects
        self._ways: dict[int, list[tuple[int, Sets]]] = {}

    def begin(self) -> Parses:
        """Return the state before the first character, with one row in which nothing is set."""
        return tuple((end, 0, sets) for end, sets in self._ways_from(self._program.start))

    def step(self, parses: Parses, number: int) -> tuple[Parses, Rows]:
        """Return the state after a character of class `number`; without parses no text goes on so."""
        program = self._program
        rows: dict[tuple[int, Sets], int] = {}
        found: dict[int, tuple[int, int, Sets]] = {}  # of two parses that are at one node the first goes on
        for node, row, sets in parses:
            if program.masks[node] >> number & 1:
                after = rows.setdefault((row, sets), len(rows))
                for end, then in self._ways_from(program.next[node][0]):
                    found.setdefault(end, (end, after, then))
        return tuple(found.values()), tuple(rows)

    def _ways_from(self, node: int) -> list[tuple[int, Sets]]:
        """Return the nodes that read, and the end, that a node leads to without reading, and what is set on the way."""
        if node not in self._ways:
            self._ways[node] = self._search(node)
        return self._ways[node]

    def _search(self, start: int) -> list[tuple[int, Sets]]:
        program = self._program
        found: list[tuple[int, Sets]] = []
        seen: set[int] = set()
        stack: list[tuple[int, dict[int, int]]] = [(start, {})]
        while stack:
            node, sets = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            if program.masks[node] or node == FINAL:
                found.append((node, tuple(sets.items())))
                continue
            after = {**sets, **dict(self._effects.get(program.event[node], ()))} if program.event[node] else sets
            stack.extend((one, after) for one in reversed(program.next[node]))
        return found
