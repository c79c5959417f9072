"""The automaton of a generated validator, with its steps or its stack.

The states of a rule without components are those of its minimal automaton. Where the rule is a reference they are
those of the tagged automaton, minimal too: a transition also has steps, which set the offsets of components. A nested
rule has the states of its pushdown automaton, and a transition may push or pop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from irigrammar.automata.charset import MAX, Classes
from irigrammar.automata.program import FINAL
from irigrammar.dataclass import dataclass
from irigrammar.errors import GrammarError
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.matching.matcher import Matcher

if TYPE_CHECKING:
    from irigrammar.automata.pushdown import Pushdown
    from irigrammar.automata.tagged import Rows, TaggedState

FIELDS = COMPONENT_FIELDS[:-1]  # those that are spans; the last is a name
WIDTH = 2 * len(FIELDS)  # of a row of registers

_STATE_LIMIT = 20_000

# The next state and the action; (0, 0) where nothing matches.
_Row = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Machine:
    """An automaton whose transitions have actions: state 0 refuses.

    `ends` has for each state None where the text may not end, or the last action. Where the rule has components, an
    action is the index of steps: the number of rows of registers that follow, and for each row the row that it copies,
    the number of registers that are set to the offset, and these: 2n for the start of component n, 2n + 1 for its end.
    Index 0 is that of no steps. `depth` is the largest number of rows, 0 where the rule has no components.

    Where the rule is nested, an action from 1 to `frames` pushes itself, and `frames` + 1 pops: the place of the next
    state in `pops` is the sum of the number in the transition and the action that pushed. Action 0 does nothing.
    """

    points: tuple[tuple[int, int], ...]
    classes: int
    start: int
    rows: tuple[_Row, ...]
    ends: tuple[int | None, ...]
    steps: tuple[int, ...] = (0,)
    depth: int = 0
    frames: int = 0
    pops: tuple[int, ...] = ()


def machine(matcher: Matcher, *, split: bool) -> Machine | str:
    """Return the automaton, with steps if `split` is true and the rule is a reference; why a recursive rule has none.

    Raises `GrammarError` for a rule that cannot be compiled.
    """
    if not matcher._production.is_regular and matcher.grammar.rules.cycle(matcher.rule):
        nested = matcher._production.nested
        return nested if isinstance(nested, str) else _stack_machine(nested.automaton)
    dfa = matcher.automaton
    return (split and _splitting(matcher)) or Machine(
        tuple(_points(dfa.classes, range(dfa.classes.count))),
        dfa.classes.count,
        dfa.start,
        tuple([(to, 0) for to in row] for row in dfa.rows),
        tuple(0 if ends else None for ends in dfa.accepting),
    )


def _stack_machine(automaton: Pushdown) -> Machine:
    """Return the automaton of a nested rule with its frames and, in `pops`, the states after each pop."""
    dfa, first, frames = automaton.dfa, automaton.first_action, len(automaton.frames)

    def transition(to: int) -> tuple[int, int]:
        """Return the two numbers of a transition: state and frame of an ordinary one or a push, two offsets into `pops`
        of one that pops.
        """
        frame, after = automaton.after(to)
        if frame == -1:  # `pops` begins with two numbers that are not used, so that no sum is 0
            return after * frames + 1, frames + 1
        return after, max(frame + 1, 0)

    return Machine(
        tuple(_points(dfa.classes, range(dfa.classes.count))),
        dfa.classes.count,
        dfa.start,
        tuple([*map(transition, row)] for row in dfa.rows[:first]),
        tuple(0 if ends else None for ends in dfa.accepting[:first]),
        frames=frames,
        pops=(0, 0, *(state for row in automaton.pops for state in row)),
    )


def _points(classes: Classes, numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the intervals of code points: the first one and the new number of its class, 0 for those of no class.
    Neighbouring intervals of one number are one.
    """
    bounds = {0: 0}
    intervals = [(*interval, new) for old, new in enumerate(numbers) if old for interval in classes.ranges(old)]
    for low, high, number in sorted(intervals):
        bounds[low] = number
        bounds[high + 1] = 0
    before = None
    for point, number in bounds.items():
        if number != before and point <= MAX:
            yield point, number
        before = number


def _splitting(matcher: Matcher) -> Machine | None:
    """Return the automaton with the steps that split; None for a rule that is not a reference, or one of more than
    20,000 states.
    """
    try:
        spans = matcher._splitter.spans
    except GrammarError:
        return None
    program, tagged = spans.program, spans.tagged()
    steps = [0]
    indexes: dict[Rows, int] = {((0, ()),): 0}

    def index(rows: Rows) -> int:
        """Return the index in `steps` of a transition's rows, added at their first use; registers beyond the width are
        left out.
        """
        rows = tuple((row, tuple(register for register in sets if register[0] < WIDTH)) for row, sets in rows)
        if rows not in indexes:
            indexes[rows] = len(steps)
            steps.append(len(rows))
            for row, sets in rows:
                steps.extend((row, len(sets), *(register for register, _ in sets)))
        return indexes[rows]

    numbers: dict[TaggedState, int] = {(): 0, tagged.begin(): 1}
    order = list(numbers)
    table: list[_Row] = []
    for state in order:
        row = []
        for number in range(program.classes.count):
            to, rows = tagged.step(state, number)
            if to not in numbers:
                numbers[to] = len(order)
                order.append(to)
            row.append((numbers[to], index(rows) if to else 0))
        table.append(row)
        if len(order) > _STATE_LIMIT:
            return None
    ends = [next((index(((row, sets),)) for node, row, sets in state if node == FINAL), None) for state in order]
    first, of_state = _blocks(table, ends)
    merged_rows = [[(of_state[to], action) for to, action in table[state]] for state in first]
    columns: dict[tuple[tuple[int, int], ...], int] = {}
    classes = [columns.setdefault(column, len(columns)) for column in zip(*merged_rows, strict=True)]
    return Machine(
        tuple(_points(program.classes, classes)),
        len(columns),
        of_state[1],
        tuple([*dict(zip(classes, row, strict=True)).values()] for row in merged_rows),
        tuple(ends[state] for state in first),
        tuple(steps),
        max(map(len, indexes)),
    )


def _blocks(table: Sequence[_Row], ends: Sequence[int | None]) -> tuple[list[int], list[int]]:
    """Return the first state of each block of equivalent states, and the block of each state."""
    keys: dict[object, int] = {}
    blocks = [keys.setdefault(end, len(keys)) for end in ends]
    count = 0
    while len(keys) > count:
        count = len(keys)
        keys = {}
        blocks = [
            keys.setdefault((block, *((blocks[to], action) for to, action in row)), len(keys))
            for block, row in zip(blocks, table, strict=True)
        ]
    first: dict[int, int] = {}
    for state, block in enumerate(blocks):
        first.setdefault(block, state)
    return list(first.values()), blocks
