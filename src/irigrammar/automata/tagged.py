"""The two passes of a linear-time parse as lazy automata.

The pass from the end finds which nodes can still finish, the pass from the start which marks are set.
"""

from __future__ import annotations

from irigrammar.automata.program import FINAL
from irigrammar.dataclass import dataclass, field
from irigrammar.lazy import cached_property

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from irigrammar.automata.program import Program

    # For each node those that lead to it without reading, and those that read and lead to it: see `reverse_edges`.
    Edges = tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]]

    # Registers and what they are set to: a number, or the offset that is reached (`CURRENT`).
    Sets = tuple[tuple[int, int], ...]

    # The marks that the events of a program set.
    Effects = Mapping[int, Sets]

    # A state: of each parse, the first match first, the reading node (or the end), the number of its row of registers,
    # and what is set in that row before the node reads.
    TaggedState = tuple[tuple[int, int, Sets], ...]

    # The rows after a step: of each the number of the row that it is a copy of, and what is set in it, with the offset
    # before the character that was read.
    Rows = tuple[tuple[int, Sets], ...]

_CACHE_LIMIT = 4096


@dataclass(slots=True, eq=False)
class Pick:
    """An action of the pass from left to right at one place: `events` to report, then the node that reads (or the end).

    `after` is the node that comes after the reading one, `leaf` says that a leaf begins there.
    """

    events: tuple[int, ...]
    after: int
    leaf: bool


@dataclass(slots=True, eq=False)
class ReverseState:
    """A state: the nodes from which the rest of the string can be read to the end.

    `transitions` caches the states one class further left, `picks` the decision for each node that the pass can be at.
    """

    live: frozenset[int]
    transitions: dict[object, ReverseState] = field(default_factory=dict)
    picks: dict[int, Pick] = field(default_factory=dict)


def reverse_edges(program: Program) -> tuple[list[list[int]], list[list[int]]]:
    """Return for each node the nodes that lead to it without reading, and those that read and lead to it."""
    before: list[list[int]] = [[] for _ in program.masks]
    readers: list[list[int]] = [[] for _ in program.masks]
    for node, mask in enumerate(program.masks):
        after = program.next[node]
        if mask:
            readers[after[0]].append(node)
            after = after[1:]  # a call of a rule that may be empty
        for successor in after:
            before[successor].append(node)
    return before, readers


class Reverse:
    """The reverse automaton of a program.

    The cache is bounded: when it is full it is dropped, and what a running parse holds of it lives on until that ends.
    """

    def __init__(self, program: Program, edges: Callable[[], Edges] | None = None) -> None:
        """Take a program and, if at hand, a function that returns its edges as `reverse_edges` does."""
        self._program = program
        self._given = edges
        self._states: dict[frozenset[int], ReverseState] = {}
        self._end: ReverseState | None = None

    @cached_property
    def _edges(self) -> Edges:
        return self._given() if self._given else reverse_edges(self._program)

    def end(self) -> ReverseState:
        """Return the state after the last character."""
        if self._end is None:
            self._end = self.state([FINAL])
        return self._end

    def left(self, state: ReverseState, number: int) -> ReverseState:
        """Return the state one character further left, of class `number`, and keep it as a transition."""
        masks, (_, readers) = self._program.masks, self._edges
        before = self.state([reader for node in state.live for reader in readers[node] if masks[reader] >> number & 1])
        state.transitions[number] = before
        return before

    def left_within(self, state: ReverseState, readers_within: frozenset[int]) -> ReverseState:
        """Return the state one character further left, that character read by one of the nodes of `readers_within`. It
        is kept as a transition.
        """
        following = self._program.next
        before = self.state([reader for reader in readers_within if following[reader][0] in state.live])
        state.transitions[readers_within] = before
        return before

    def suffixes(self, classes: Sequence[int]) -> list[ReverseState]:
        """Return the state at each offset of a string given by its classes, that of offset 0 first (n + 1 of them)."""
        state = self.end()
        states = [state]
        add = states.append
        for number in reversed(classes):
            try:
                state = state.transitions[number]
            except KeyError:
                state = self.left(state, number)
            add(state)
        states.reverse()
        return states

    def pick(self, node: int, state: ReverseState) -> Pick:
        """Return the pick at `node` before a rest of the string in `state`: the first alternative that can finish.

        The node must be live in that state. No way without reading comes back to where it was, so that this ends. It is
        kept in the state.
        """
        program, live = self._program, state.live
        reader = node
        events: list[int] = []
        while not program.masks[reader] and reader != FINAL:
            if program.event[reader]:
                events.append(program.event[reader])
            reader = next(successor for successor in program.next[reader] if successor in live)
        after = program.next[reader][0] if reader else FINAL
        pick = Pick(tuple(events), after, bool(program.leaf[reader]))
        state.picks[node] = pick
        return pick

    def readers(self, node: int) -> Sequence[int]:
        """Return the nodes that read and lead to a node."""
        return self._edges[1][node]

    def state(self, nodes: Iterable[int], without: Container[int] = ()) -> ReverseState:
        """Return the state of the nodes and of all that lead to them without reading, and not through `without`. States
        are kept, up to 4,096 and then anew, except those with `without`.
        """
        live = set(nodes)
        todo = list(live)
        before = self._edges[0]
        while todo:
            for node in before[todo.pop()]:
                if node not in live and node not in without:
                    live.add(node)
                    todo.append(node)
        key = frozenset(live)
        if without:
            return ReverseState(key)
        if key not in self._states:
            if len(self._states) >= _CACHE_LIMIT:
                self._states.clear()
                self._end = None
            self._states[key] = ReverseState(key)
        return self._states[key]


CURRENT = -1
_FENCE: tuple[int, int, Sets] = (1 << 30, 0, ())  # beyond all nodes


class Tagged:
    """The tagged automaton of a program, with a cache of the epsilon closure of each node."""

    def __init__(self, program: Program, effects: Effects) -> None:
        self._program = program
        self._effects = effects
        self._ways: dict[int, list[tuple[int, Sets]]] = {}

    def begin(self) -> TaggedState:
        """Return the state before the first character, with one row in which nothing is set."""
        return tuple((end, 0, sets) for end, sets in self._ways_from(self._program.start))

    def step(self, state: TaggedState, number: int) -> tuple[TaggedState, Rows]:
        """Return the state after a character of class `number`, and its rows: for each the row before it, and the
        registers that are set. A state without parses accepts no text.
        """
        program = self._program
        rows: dict[tuple[int, Sets], int] = {}
        threads: dict[int, tuple[int, int, Sets]] = {}  # of two parses that are at one node the first goes on
        for node, row, sets in state:
            if program.masks[node] >> number & 1:
                after = rows.setdefault((row, sets), len(rows))
                for end, then in self._ways_from(program.next[node][0]):
                    threads.setdefault(end, (end, after, then))
        return tuple(threads.values()), tuple(rows)

    def _ways_from(self, start: int) -> list[tuple[int, Sets]]:
        """Return the epsilon closure of a node, reading nodes and the end only, each with the registers set on the way.
        Of several ways to a node the first one counts.
        """
        if start in self._ways:
            return self._ways[start]
        program = self._program
        ways: list[tuple[int, Sets]] = []
        known: set[int] = set()
        stack: list[tuple[int, dict[int, int]]] = [(start, {})]
        while stack:
            node, sets = stack.pop()
            if node in known:
                continue
            known.add(node)
            if program.masks[node] or node == FINAL:
                ways.append((node, tuple(sets.items())))
                continue
            after = {**sets, **dict(self._effects.get(program.event[node], ()))} if program.event[node] else sets
            stack.extend((successor, after) for successor in reversed(program.next[node]))
        self._ways[start] = ways
        return ways


class PreferringTagged(Tagged):
    """The tagged automaton of a program with preferred nodes, which read where they can, from left to right.

    A state has the parses in groups, the preferred one first, and `_FENCE` between them: those of a group have read the
    same characters by preferred nodes.
    """

    def step(self, state: TaggedState, number: int) -> tuple[TaggedState, Rows]:
        """Return the state after a character of class `number`, as the base class does. Of the threads up to a fence,
        those that read at preferred nodes go first, and a fence parts them from the others.
        """
        program = self._program
        rows: dict[tuple[int, Sets], int] = {}
        threads: list[tuple[int, int, Sets]] = []
        known: set[int] = set()
        rest = list(state)
        while rest:
            size = rest.index(_FENCE) if _FENCE in rest else len(rest)
            reading = [thread for thread in rest[:size] if program.masks[thread[0]] >> number & 1]
            del rest[: size + 1]
            for is_preferred in (True, False):
                group = []
                for node, row, sets in reading:
                    if (node in program.preferred_nodes) is is_preferred:
                        after = rows.setdefault((row, sets), len(rows))
                        ways = self._ways_from(program.next[node][0])
                        group += [(end, after, then) for end, then in ways if end not in known]
                        known.update(end for end, _ in ways)
                if group:
                    threads += [_FENCE, *group] if threads else group
        return tuple(threads), tuple(rows)
