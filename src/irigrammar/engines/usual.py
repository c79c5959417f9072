"""Precompiled data of grammars of references.

With it, a first split or parse compiles nothing. For splitting these are the states that usual texts lead to, whose
parts `grammar/usual.toml` has: they stand for the tagged automaton until a text leads to another state. For parsing it
is the program.
"""

from __future__ import annotations

from irigrammar.lazy import cache, cached_property
from irigrammar.shipped.loader import generated

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from irigrammar.automata.packed import NumberRows
    from irigrammar.automata.program import Program
    from irigrammar.automata.tagged import Rows, Tagged, TaggedState

    # The starts and the ids of the classes, and the names of the marks.
    Head = tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]
    # The states, that of no text first, and by state and class the number of the state that follows, and the rows.
    Steps = tuple[tuple[TaggedState, ...], dict[tuple[int, int], tuple[int, Rows]]]


@cache
def usual_splits(grammar: str) -> dict[str, tuple[Head, Steps]]:
    """Return what ships for splitting by rules of a grammar of the catalog."""
    splits: dict[str, tuple[Head, Steps]] = generated("splits", grammar).USUAL
    return splits


def program_module(grammar: str, rule: str) -> str:
    """Return the name of the program of a rule, as that of a grammar."""
    return f"{grammar}-{rule.lower()}"


def shipped_program(grammar: str, rule: str) -> tuple[Program, tuple[NumberRows, NumberRows]]:
    """Return the program that parses by a rule of a grammar of the catalog, one whose usual states ship, and what
    `irigrammar.automata.tagged.turned` returns for it.
    """
    from irigrammar.automata.charset import Classes
    from irigrammar.automata.packed import PackedRows, unpack_column
    from irigrammar.automata.program import Program

    row = generated("programs", program_module(grammar, rule)).PROGRAM
    starts, ids, start, masks, reads, leaf, following, events, marks, before, readers = row
    rows = [masks[number] for number in reads]
    columns: Any = PackedRows(following), unpack_column(events)  # for lists, since nothing is added to them
    program = Program(Classes(starts, ids), start, rows, leaf, columns[0], columns[1], marks)
    return program, (PackedRows(before), PackedRows(readers))


class UsualTagged:
    """Stands for a `Tagged`, which `make` returns."""

    def __init__(self, steps: Steps, make: Callable[[], Tagged]) -> None:
        self._states, self._steps = steps
        self._numbers = {state: number for number, state in enumerate(self._states)}
        self._make = make

    def begin(self) -> TaggedState:
        """Return the state before the first character."""
        return self._states[0]

    def step(self, state: TaggedState, number: int) -> tuple[TaggedState, Rows]:
        """Return the state after a character of class `number`, and the rows."""
        known = self._steps.get((self._numbers.get(state, -1), number))
        return self._tagged.step(state, number) if known is None else (self._states[known[0]], known[1])

    @cached_property
    def _tagged(self) -> Tagged:
        return self._make()
