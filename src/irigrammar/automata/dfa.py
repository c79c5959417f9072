"""The minimal deterministic automaton of a production.

It is the same for every grammar of the same language.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from operator import or_

from irigrammar.automata.charset import MAX, Classes, Ranges, union
from irigrammar.automata.program import FINAL, Program
from irigrammar.dataclass import dataclass
from irigrammar.errors import GrammarError
from irigrammar.grammars.work import spent

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from typing import TypeVar

    S = TypeVar("S")

State = int  # its number, which is that of its row

DEAD: State = 0

_STATE_LIMIT = 50_000
_WORK_LIMIT = 5_000_000  # steps: a second or two
_WIDE = 4_000  # nodes of a set that are done in one step
_STEPS_OF_NODE = 8
_STEPS_OF_CELL = 4  # of a row, which is looked at again when states are merged


@dataclass(frozen=True)
class Dfa:
    """A minimal automaton: `rows[state][class]` is the next state, and state 0 is the one from which nothing matches.

    `accepting[state]` is 1 where the string may end; of an automaton of tokens it is the number of the kind of token
    that ends there, from 1. States are numbered breadth first from `start`, classes by their first code point, so that
    two automata of the same language are equal.
    """

    classes: Classes
    start: State
    rows: tuple[Sequence[int], ...]
    accepting: bytes

    @property
    def states(self) -> int:
        """The number of states, the dead one included."""
        return len(self.rows)


def determinize(program: Program, ends: Sequence[int] = (FINAL,)) -> Dfa:
    """Return the minimal automaton of a program; raise `GrammarError` where it would have too many states, or making it
    takes too many steps.

    `ends` are nodes at which a string may end, those of kinds of tokens: `accepting` has the number, from 1, of the
    first of them that is reached.
    """
    return _minimal(program.classes, *_subsets(program, ends))


def _subsets(program: Program, ends: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Return the transitions of the subset automaton by state and class, -1 for none, and the number, from 1, of the
    first of `ends` in each state, 0 for none; state 0 is its start. Raises `GrammarError` where it would have more than
    50,000 states or take more than 5,000,000 steps; the steps are counted as work.
    """
    reading = [node for node, mask in enumerate(program.masks) if mask]
    bit = {node: 1 << index for index, node in enumerate([*ends, *reading])}
    width = 1 + len(bit) // _WIDE  # how many steps a set costs
    work = _STEPS_OF_NODE * width * len(program.masks)
    if work > _WORK_LIMIT:
        raise _too_large(0)
    closures = _closures(program, bit)
    follows = [*(0 for _ in ends), *(closures[program.next[node][0]] for node in reading)]
    count = program.classes.count
    reads = [0] * count
    for node in reading:
        mask = program.masks[node] & (1 << count) - 1  # calls are beyond the classes
        work += mask.bit_count() * width
        if work > _WORK_LIMIT:
            raise _too_large(0)
        for number in bits(mask):
            reads[number] |= bit[node]

    spent(work)

    @cache
    def target(readers: int) -> int:
        nonlocal work
        work += readers.bit_count() * width
        return reduce(or_, (follows[index] for index in bits(readers)), 0)

    numbers = {closures[program.start]: 0}
    order = list(numbers)
    rows: list[list[int]] = []
    for state in order:
        row: list[int] = []
        before = work
        work += _STEPS_OF_CELL * count * width
        for mask in reads:
            to = target(state & mask)
            if to and to not in numbers:
                numbers[to] = len(order)
                order.append(to)
            row.append(numbers[to] if to else -1)
            if len(order) > _STATE_LIMIT or work > _WORK_LIMIT:
                raise _too_large(len(order))
        rows.append(row)
        spent(work - before)
    mask = (1 << len(ends)) - 1
    return rows, [(state & mask & -(state & mask)).bit_length() for state in order]


def _too_large(states: int) -> GrammarError:
    measure = f"{_STATE_LIMIT:,} states" if states > _STATE_LIMIT else f"{_WORK_LIMIT:,} steps to be made"
    return GrammarError(f"its automaton is too large: it would take more than {measure}", limit=True)


def _closures(program: Program, bit: dict[int, int]) -> dict[int, int]:
    """Return the epsilon closure as a bit set of the start, of the nodes after those of `bit`, and of those on the way;
    `bit` has the bits of the nodes that read and of the end. The program has no epsilon cycle.
    """
    closures = dict(bit)
    for start in [program.start, *(program.next[node][0] for node in bit if program.masks[node])]:
        stack = [start]
        while stack:
            node = stack.pop()
            if node in closures:
                continue
            if missing := [after for after in program.next[node] if after not in closures]:
                stack += (node, *missing)
            else:
                closures[node] = reduce(or_, (closures[after] for after in program.next[node]), 0)
    return closures


def bits(number: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, the least first."""
    digits = f"{number:b}"[::-1]
    index = digits.find("1")
    while index >= 0:
        yield index
        index = digits.find("1", index + 1)


def _alive(rows: list[list[int]], accepting: list[int]) -> set[int]:
    """Return the states from which an accepting state can be reached, these among them."""
    back: dict[int, set[int]] = {}
    for state, row in enumerate(rows):
        for to in row:
            back.setdefault(to, set()).add(state)
    alive = {state for state, ends in enumerate(accepting) if ends}
    todo = list(alive)
    while todo:
        new = back.get(todo.pop(), set()) - alive
        alive |= new
        todo.extend(new)
    return alive


def _refine(rows: list[list[int]], accepting: list[int], alive: set[int]) -> list[int]:
    """Return the block of each state, block 0 the dead ones (Hopcroft's refinement)."""
    dead = len(rows)
    columns = range(len(rows[0]))
    sources: list[dict[int, list[int]]] = [{} for _ in columns]
    for state in alive:
        for column in columns:
            to = rows[state][column]
            sources[column].setdefault(to if to in alive else dead, []).append(state)
    alike: dict[int, set[int]] = {}
    for state in sorted(alive):
        alike.setdefault(accepting[state], set()).add(state)
    parts = [{dead}, *alike.values()]
    block = {state: number for number, part in enumerate(parts) for state in part}
    todo = set(range(len(parts)))
    while todo:
        splitter = list(parts[todo.pop()])
        for column in columns:
            splits: dict[int, set[int]] = {}
            for to in splitter:
                for state in sources[column].get(to, ()):
                    splits.setdefault(block[state], set()).add(state)
            for number, inside in splits.items():
                if len(inside) == len(parts[number]):
                    continue
                outside = parts[number] - inside
                small, large = sorted((inside, outside), key=len)
                # A block that is still to be done stands for both halves; else the smaller one is enough.
                parts[number] = large
                parts.append(small)
                for state in small:
                    block[state] = len(parts) - 1
                todo.add(len(parts) - 1)
    return [block.get(state, 0) for state in range(len(rows))]


def _minimal(classes: Classes, rows: list[list[int]], accepting: list[int]) -> Dfa:
    """Return the automaton with equivalent states and classes merged, classes numbered by first code point, states
    breadth first, state 0 dead.
    """
    blocks = _refine(rows, accepting, _alive(rows, accepting))
    example: dict[int, int] = {}
    for state, block in enumerate(blocks):
        example.setdefault(block, state)
    live = [block for block in example if block]
    columns: dict[tuple[int, ...], int] = {(0,) * len(live): 0}
    block_rows: dict[int, int] = {}
    for number in dict.fromkeys(classes.ids):
        column = tuple(blocks[to] if (to := rows[example[block]][number]) >= 0 else 0 for block in live)
        block_rows[number] = columns.setdefault(column, len(columns))
    starts: list[int] = []
    ids: list[int] = []
    for start, number in zip(classes.starts, classes.ids, strict=True):
        if not ids or ids[-1] != block_rows[number]:
            starts.append(start)
            ids.append(block_rows[number])
    outgoing = {0: [0] * len(columns)} | {
        block: [column[index] for column in columns] for index, block in enumerate(live)
    }
    order = list(dict.fromkeys((0, blocks[0])))
    numbers = {block: state for state, block in enumerate(order)}
    for block in order:  # grows during the loop
        for to in outgoing[block]:
            if to not in numbers:
                numbers[to] = len(order)
                order.append(to)
    small = len(order) <= 256
    table = [[numbers[to] for to in outgoing[block]] for block in order]
    return Dfa(
        Classes(tuple(starts), tuple(ids)),
        numbers[blocks[0]],
        tuple(bytes(row) if small else tuple(row) for row in table),
        bytes([0, *(accepting[example[block]] for block in order[1:])]),
    )


def product(first: Dfa, second: Dfa, accepts: Callable[[bool, bool], bool]) -> Dfa:
    """Return the minimal automaton of the strings for which `accepts` holds, given whether each automaton accepts them.

    Raises `GrammarError` where it would have too many states.
    """
    edges = sorted({*first.classes.starts, *second.classes.starts})
    columns: dict[tuple[int, int], int] = {}
    ids = [columns.setdefault((first.classes.of(edge), second.classes.of(edge)), len(columns)) for edge in edges]
    return explore(
        Classes(tuple(edges), tuple(ids)),
        (first.start, second.start),
        lambda pair: [(first.rows[pair[0]][own], second.rows[pair[1]][other]) for own, other in columns],
        lambda pair: accepts(bool(first.accepting[pair[0]]), bool(second.accepting[pair[1]])),
    )


def explore(
    classes: Classes,
    start: S,
    after: Callable[[S], Sequence[S | None]],
    accepts: Callable[[S], bool],
    limit: int = _STATE_LIMIT,
) -> Dfa:
    """Return the minimal automaton of the states reachable from `start`, given a state's successors by class (None for
    no successor) and the test for accepting states.

    Raises `GrammarError` where more than `limit` states are reached.
    """
    numbers: dict[S | None, int] = {start: 0}
    order = [start]
    rows: list[list[int]] = []
    for state in order:  # grows during the loop
        row = after(state)
        for to in row:
            if to is not None and to not in numbers:
                numbers[to] = len(order)
                order.append(to)
        if len(order) > limit:
            raise GrammarError(f"its automaton is too large: it would take more than {limit:,} states", limit=True)
        rows.append([-1 if to is None else numbers[to] for to in row])
    return _minimal(classes, rows, [int(accepts(state)) for state in order])


def first_characters(dfa: Dfa) -> Ranges:
    """Return the characters that strings of the language begin with."""
    row = dfa.rows[dfa.start]
    return union(*(dfa.classes.ranges(number) for number in range(dfa.classes.count) if row[number] != DEAD))


def last_characters(dfa: Dfa) -> Ranges:
    """Return the characters that strings of the language end with."""
    final = {number for row in dfa.rows[DEAD + 1 :] for number, to in enumerate(row) if dfa.accepting[to]}
    return union(*(dfa.classes.ranges(number) for number in final))


def counterexample(dfa: Dfa, other: Dfa) -> str | None:
    """Return a shortest string that the first accepts and the second does not, or None: then the first is included.

    Of the strings of that length it is the first by readability of its characters, from left to right.
    """
    return _shortest(dfa, other, lambda first, second: first and not second, both=False)


def is_included(inner: Dfa, outer: Dfa, limit: int | None = None) -> bool | None:
    """Return whether the second accepts all that the first does, which is faster than `counterexample`.

    None if that takes walking more than `limit` pairs of states (default: unlimited).
    """
    edges = {*inner.classes.starts, *outer.classes.starts}
    letters = {(first, outer.classes.of(edge)) for edge in edges if (first := inner.classes.of(edge))}
    start = (inner.start, outer.start)
    known = {start}
    todo = [start]
    while todo:  # depth first: where one of two large automata goes wrong is often far from the start
        state, beside = todo.pop()
        if inner.accepting[state] and not outer.accepting[beside]:
            return False
        row, row_beside = inner.rows[state], outer.rows[beside]
        for first, second in letters:
            to = row[first]
            if to != DEAD:
                after = (to, row_beside[second])
                if after not in known:
                    known.add(after)
                    todo.append(after)
        if limit is not None and len(known) > limit:
            return None
    return True


def common_string(dfa: Dfa, other: Dfa) -> str | None:
    """Return a shortest string that both accept, the most readable one, or None: then they are disjoint."""
    return _shortest(dfa, other, lambda first, second: first and second, both=True)


def _shortest(dfa: Dfa, other: Dfa, accepts: Callable[[int, int], object], *, both: bool) -> str | None:
    """Return a shortest string for whose states `accepts` holds, the most readable characters first, None where there
    is none; with `both`, neither automaton may be dead on the way, else only the first.
    """
    alphabet = letters(dfa.classes, other.classes)
    start = (dfa.start, other.start)
    came: dict[tuple[State, State], tuple[tuple[State, State], int] | None] = {start: None}
    todo = deque([start])
    while todo:
        pair = todo.popleft()
        if accepts(dfa.accepting[pair[0]], other.accepting[pair[1]]):
            points: list[int] = []
            step = came[pair]
            while step is not None:
                points.append(step[1])
                step = came[step[0]]
            return "".join(map(chr, reversed(points)))
        for point, first, second in alphabet:
            after = (dfa.rows[pair[0]][first], other.rows[pair[1]][second])
            if after[0] != DEAD and (after[1] != DEAD or not both) and after not in came:
                came[after] = (pair, point)
                todo.append(after)
    return None


def letters(first: Classes, second: Classes) -> list[tuple[int, int, int]]:
    """Return the most readable code point of each pair of classes that meet, with the two classes, best first. Classes
    0 of both, whose code points no set holds, are left out.
    """
    from irigrammar.automata.naming import most_readable, rank

    edges = sorted({*first.starts, *second.starts})
    meeting: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for edge, after in zip(edges, [*edges[1:], MAX + 1], strict=True):
        meeting.setdefault((first.of(edge), second.of(edge)), []).append((edge, after - 1))
    letters = [(most_readable(tuple(rows)), *pair) for pair, rows in meeting.items() if pair[0] or pair[1]]
    return sorted(letters, key=lambda row: rank(row[0]))
