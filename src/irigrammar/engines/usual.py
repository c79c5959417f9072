"""Precompiled data of grammars of references.

With it, a first split or parse compiles nothing. For splitting these are the states that usual texts lead to, whose
parts `grammar/usual.toml` has: they stand for the tagged automaton until a text leads to another state. For parsing and
for faults it is the program, and of it where its rules are.
"""

from __future__ import annotations

import sys

from irigrammar.lazy import cache, cached_property
from irigrammar.shipped.loader import value

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from irigrammar.automata.positions import Layout
    from irigrammar.automata.program import Program
    from irigrammar.automata.tagged import Edges, Rows, Tagged, TaggedState

    # The starts and the ids of the classes, and the names of the marks.
    Head = tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]
    # The states, that of no text first, and the rows of steps, each as integers in text with commas between; by state
    # and class a column of the state that follows, -1 where it is none of these, and one of the rows.
    Steps = tuple[str, bytes, bytes, str]


@cache
def usual_split(grammar: str, rule: str) -> tuple[Head, Steps]:
    """Return the shipped split automaton of a rule of a catalog grammar: its classes and marks, and its steps."""
    split: tuple[Head, Steps] = value(grammar, f"split {rule}")
    return split


def shipped_program(grammar: str, rule: str) -> tuple[Program, Callable[[], Edges]]:
    """Return the shipped parse program of a catalog rule with usual states, and a function that returns its edges
    (`irigrammar.automata.tagged.reverse_edges`).
    """
    return _program(value(grammar, f"program {rule}")), lambda: value(grammar, f"turned {rule}")


def shipped_marks(grammar: str, rule: str) -> Program:
    """Return the program that marks the components of a rule of one of the grammars that `MARKED` names."""
    return _program(value(grammar, f"marks {rule}"))


def shipped_layout(grammar: str, rule: str) -> Layout:
    """Return the layout of scopes of a shipped program."""
    from irigrammar.automata.positions import Layout

    return Layout(*([*unpack_column(column)] for column in value(grammar, f"layout {rule}")))


def pack_program(program: Program) -> tuple[object, ...]:
    """Return a program as a row of plain values, which `_program` reads."""
    masks = sorted(set(program.masks))
    numbers, leaf = bytes(map(masks.index, program.masks)), bytes(program.leaf)
    lists = tuple(program.next), pack_column(program.event), tuple(program.marks), (*sorted(program.preferred_nodes),)
    return program.classes.starts, program.classes.ids, program.start, tuple(masks), numbers, leaf, *lists


def _program(row: tuple[Any, ...]) -> Program:
    """Return the program of a shipped row of tables."""
    from irigrammar.automata.charset import Classes
    from irigrammar.automata.program import Program

    starts, ids, start, masks, reads, leaf, following, events, marks, preferred_nodes = row
    rows = [masks[number] for number in reads]
    column: Any = unpack_column(events)  # for a list, since nothing is added to it
    return Program(Classes(starts, ids), start, rows, leaf, following, column, marks, set(preferred_nodes))


def pack_steps(steps: Mapping[tuple[TaggedState, int], tuple[TaggedState, Rows]], classes: int) -> Steps:
    """Return the steps of a tagged automaton by state and class, the first one from the state of no text. A step that
    is not given is -1 in the columns. Raises `OverflowError` for more than 32,768 states or rows.
    """
    states: dict[TaggedState, int] = {}
    rows: dict[Rows, int] = {}
    for state, _ in steps:
        states.setdefault(state, len(states))
    cells = [(state, number) for state in states for number in range(classes)]
    known = [steps.get(cell) for cell in cells]
    following = pack_column(-1 if step is None else states[step[0]] for step in known)
    with_rows = pack_column(-1 if step is None else rows.setdefault(step[1], len(rows)) for step in known)
    return ",".join(map(_flat, states)), following, with_rows, ",".join(map(_flat, rows))


class UsualTagged:
    """Stands for a `Tagged`, which `make` returns."""

    def __init__(self, steps: Steps, make: Callable[[], Tagged]) -> None:
        """Take the shipped steps, and a function that makes the automaton, which is called only for steps that did not
        ship.
        """
        states, following, with_rows, rows = steps
        self._states, self._rows = states.split(","), rows.split(",")
        self._following, self._with_rows = unpack_column(following), unpack_column(with_rows)
        self._classes = len(self._following) // len(self._states)
        self._numbers: dict[TaggedState, int] = {}  # of the states that were returned
        self._make = make

    def begin(self) -> TaggedState:
        """Return the state before the first character, number 0 of the shipped ones."""
        return self._state(0)

    def step(self, state: TaggedState, number: int) -> tuple[TaggedState, Rows]:
        """Return the state after a character of class `number`, and the rows; steps that do not ship are computed."""
        known = self._numbers.get(state)
        cell = -1 if known is None else known * self._classes + number
        after = -1 if cell < 0 else self._following[cell]
        if after < 0:
            return self._tagged.step(state, number)
        rows: Any = _nested(self._rows[self._with_rows[cell]], 1)
        return self._state(after), rows

    def _state(self, number: int) -> TaggedState:
        state: Any = _nested(self._states[number], 2)
        self._numbers[state] = number
        return state  # type: ignore[no-any-return]

    @cached_property
    def _tagged(self) -> Tagged:
        return self._make()


def pack_column(numbers: Iterable[int]) -> bytes:
    """Return numbers of 16 bits with a sign, two bytes each; raise `OverflowError` for others."""
    return b"".join(number.to_bytes(2, "little", signed=True) for number in numbers)


def unpack_column(column: bytes) -> Sequence[int]:
    """Return the numbers of `pack_column`, in constant time where this machine has the low byte first.

    >>> list(unpack_column(pack_column([1, -1])))
    [1, -1]
    """
    if sys.byteorder == "little":
        return memoryview(column).cast("h")
    return [int.from_bytes(column[place : place + 2], "little", signed=True) for place in range(0, len(column), 2)]


def _flat(row: TaggedState | Rows) -> str:
    """Return a state or rows as integers: of each item those before its pairs, how many pairs it has, and the pairs."""
    from itertools import chain

    numbers = (number for *head, pairs in row for number in (*head, len(pairs), *chain.from_iterable(pairs)))
    return " ".join(map(str, numbers))


def _nested(flat: str, width: int) -> tuple[tuple[Any, ...], ...]:
    """Return the items that `_flat` wrote, of `width` integers and pairs."""
    numbers = map(int, flat.split())
    items = []
    for first in numbers:
        head = (first, *(next(numbers) for _ in range(width - 1)))
        items.append((*head, tuple((next(numbers), next(numbers)) for _ in range(next(numbers)))))
    return tuple(items)
