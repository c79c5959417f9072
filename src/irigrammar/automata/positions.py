"""The position automaton, with the rules around each position.

It shows which nodes can have read the last character, and inside which rules each of them is. Every node of a program
is inside a fixed row of marks, because references are inlined: a node that has read the last character is a live
parse with its path of rules. States are the live positions in the order of preference, and are made when first met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from irigrammar.automata.program import FINAL, Program
from irigrammar.dataclass import NamedTuple, dataclass, field

# The position before the first character.
BEFORE = -1

_CACHE_LIMIT = 16_384


class Continuation(NamedTuple):
    """A node that can read the character after a position; `floor` is the innermost scope not left on the way."""

    node: int
    floor: int


class Loss(NamedTuple):
    """A scope of a rule that no live parse is inside of any more, and the position of the parse that was given up."""

    scope: int
    position: int


class Origin(NamedTuple):
    """The preferred position before a position, the floor between, and the scopes that began with the character."""

    before: int
    floor: int
    began: frozenset[int]


class Transition(NamedTuple):
    """The successor of a state on one character, and the readings lost by the step."""

    state: State
    lost: tuple[Loss, ...]


@dataclass(slots=True, eq=False)
class State:
    """The live positions, the preferred one first; `transitions` caches the successors by class."""

    positions: tuple[int, ...]
    transitions: dict[int, Transition | None] = field(default_factory=dict)
    origins: dict[int, Origin] = field(default_factory=dict)


class Layout(NamedTuple):
    """The scopes of a program, each one place where a rule is used; scope 0 is outside of all.

    For each scope, `names` has the mark of the rule, `parents` the scope around it, and `exits` the node after it; for
    each node, `scopes` has the scope that it is in, `turns` the one that it opens or closes (0 for none), and
    `distances` the length of the shortest string from there to the end, which is large where there is none.
    """

    names: Sequence[int]
    parents: Sequence[int]
    exits: Sequence[int]
    scopes: Sequence[int]
    turns: Sequence[int]
    distances: Sequence[int]


class Positions:
    """The position automaton of one program; its only mutable parts are caches.

    `rules[s]` is the name of the rule of a scope, `parents[s]` the scope around it, and `depths[s]` counts them.
    """

    def __init__(
        self, program: Program, layout: Layout | None = None, spend: Callable[[int], object] = lambda _: None
    ) -> None:
        """Take a program and, if at hand, its `laid_out` layout; `spend` is called with numbers of steps and may raise
        to stop the work. Scopes are counted for the depth of each.
        """
        spend(len(program.masks))
        self._spend = spend
        names, self.parents, self._exits, self.scopes, self._turns, self.distances = layout or laid_out(program)
        self.program = program
        self.rules = [program.marks[name] for name in names]
        self.depths = [0]
        for parent in self.parents[1:]:
            self.depths.append(self.depths[parent] + 1)
        # What can read the next character after a position, the preferred one first.
        self.follow = cache(lambda position: self._reach(self.after(position), self.scope(position)))
        self.open = cache(self._open)
        self.may_leave = cache(self._may_leave)
        self._states: dict[tuple[int, ...], State] = {}

    @property
    def start(self) -> State:
        """The state before the first character."""
        return self._state((BEFORE,))

    def after(self, position: int) -> int:
        """Return the node that a parse is at after a position has read."""
        return self.program.start if position == BEFORE else self.program.next[position][0]

    def scope(self, position: int) -> int:
        """Return the scope in which a position stands."""
        return 0 if position == BEFORE else self.scopes[position]

    def around(self, scope: int) -> Iterator[int]:
        """Yield a scope and those around it, innermost first, without scope 0, which is around all."""
        while scope:
            yield scope
            scope = self.parents[scope]

    def exit(self, scope: int) -> int:
        """Return the node that comes after a scope."""
        return self._exits[scope]

    def completion(self, position: int) -> int:
        """Return how many characters a parse needs at least to come from a position to the end."""
        return self.distances[self.after(position)]

    def characters(self, position: int) -> tuple[Continuation, ...]:
        """Return the continuations that read one character, without whole matches of recursive rules."""
        calls = self.program.calls
        follow = self.follow(position)
        return tuple(continuation for continuation in follow if continuation.node not in calls) if calls else follow

    def ends(self, position: int) -> bool:
        """Return whether the string may end after a position."""
        return self.completion(position) == 0

    def _open(self, position: int) -> tuple[int, ...]:
        """Return the scopes inside of which another character can be read, innermost first: those around the position
        that need not be left, and those that every continuation goes into.
        """
        inside = self.characters(position) or self.follow(position)
        deepest = max((continuation.floor for continuation in inside), key=self.depths.__getitem__, default=0)
        scopes_inside = {scope for continuation in inside for scope in self.around(self.scopes[continuation.node])}
        certain = sorted(self._must(self.after(position)) & scopes_inside, key=self.depths.__getitem__)
        return (*reversed(certain), *self.around(deepest))

    def _may_leave(self, position: int, scope: int) -> bool:
        """Return whether a scope that is open after a position may end there without another character."""
        program = self.program
        todo = [(self.after(position), scope in self.around(self.scope(position)))]
        known = set(todo)
        while todo:
            node, inside = todo.pop()
            is_turn, event = self._turns[node] == scope, program.event[node]
            if inside and is_turn and event < 0:
                return True
            if not program.masks[node]:
                new = {(after, inside or (is_turn and event > 0)) for after in program.next[node]} - known
                self._spend(1 + len(new))
                known |= new
                todo.extend(new)
        return False

    def step(self, state: State, number: int) -> Transition | None:
        """Return the transition for one more character, given by its class; None where no position reads it."""
        try:
            return state.transitions[number]
        except KeyError:
            transition = state.transitions[number] = self._step(state, number)
            return transition

    def origin(self, state: State, position: int) -> Origin:
        """Return where a position comes from, given the state before it."""
        origin = state.origins.get(position)
        if origin is None:
            before, floor = next(
                (before, continuation.floor)
                for before in state.positions
                for continuation in self.follow(before)
                if continuation.node == position
            )
            scopes = self.around(self.scope(position))
            began = frozenset(scope for scope in scopes if self.depths[scope] > self.depths[floor])
            origin = state.origins[position] = Origin(before, floor, began)
        return origin

    def _step(self, state: State, number: int) -> Transition | None:
        """Return the transition of a state on a class of characters: the next state and the losses, the rules all of
        whose instances end without having matched; None where no position reads it.
        """
        masks = self.program.masks
        continuations: dict[int, None] = {}
        dying: list[int] = []
        alive: set[str] = set()
        self._spend(len(state.positions))
        for position in state.positions:
            readers = [
                continuation.node for continuation in self.follow(position) if masks[continuation.node] >> number & 1
            ]
            continuations.update(dict.fromkeys(readers))
            if readers:
                alive.update(self.rules[scope] for scope in self.open(position))
            else:
                dying.append(position)
        if not continuations:
            return None
        lost = {
            scope: Loss(scope, position)
            for position in reversed(dying)
            for scope in self.open(position)
            if self.rules[scope] not in alive
        }
        return Transition(self._state(tuple(continuations)), tuple(lost.values()))

    def _state(self, positions: tuple[int, ...]) -> State:
        """Return the one state of some positions, remembered until 16,384 are; then all are forgotten."""
        state = self._states.get(positions)
        if state is None:
            if len(self._states) >= _CACHE_LIMIT:
                self._states.clear()
            state = self._states[positions] = State(positions)
        return state

    def _reach(self, node: int, scope: int) -> tuple[Continuation, ...]:
        """Return the reading nodes from a node on, in the order of preference, each with its floor: the outermost scope
        on the way, the innermost of these if there are several ways.
        """
        program, scopes = self.program, self.scopes
        floors: dict[int, int] = {}
        order: dict[int, None] = {}
        todo = [(node, scope)]
        while todo:
            self._spend(1)
            at, floor = todo.pop()
            if self.depths[scopes[at]] < self.depths[floor]:
                floor = scopes[at]
            known = floors.get(at)
            if known is not None and self.depths[known] >= self.depths[floor]:
                continue
            floors[at] = floor
            if program.masks[at]:
                if self.distances[at] < len(program.masks):
                    order.setdefault(at)
            else:
                todo.extend((after, floor) for after in reversed(program.next[at]))
        return tuple(Continuation(node, floors[node]) for node in order)

    def _must(self, node: int) -> frozenset[int]:
        """Return the scopes that every way from a node to the next character, or to the end, goes into."""
        program = self.program
        after: dict[int, list[int]] = {}
        todo = [node]
        while todo:
            at = todo.pop()
            if at not in after:
                is_end = program.masks[at] or at == FINAL
                after[at] = (
                    []
                    if is_end
                    else [
                        successor
                        for successor in program.next[at]
                        if self.distances[successor] < len(program.masks) and successor not in program.calls
                    ]
                )
                todo += after[at]
        # From nothing known on: a way that goes in a circle says nothing, so that what is known only gets less.
        certain: dict[int, frozenset[int]] = {}
        order = list(reversed(after))
        is_growing = True
        while is_growing:
            self._spend(len(order))
            is_growing = False
            for at in order:
                known = [certain[successor] for successor in after[at] if successor in certain]
                if after[at] and not known:
                    continue
                scopes = frozenset.intersection(*known) if known else frozenset()
                if program.event[at] > 0 and after[at]:
                    scopes |= {self._turns[at]}
                if certain.get(at) != scopes:
                    certain[at] = scopes
                    is_growing = True
        return certain.get(node, frozenset())


def laid_out(program: Program) -> Layout:
    """Return the scopes of a program, and the distances to its end; a node that opens or closes a scope is in the outer
    one.
    """
    events, following = program.event, program.next
    names, parents, exits = [0], [0], [FINAL]
    scopes, turns = [-1] * len(following), [0] * len(following)
    scopes[program.start] = 0
    todo = [program.start]
    while todo:
        node = todo.pop()
        scope = scopes[node]
        event = events[node]
        if event > 0:
            inside = turns[node] = len(names)
            names.append(event)
            parents.append(scope)
            exits.append(FINAL)
        elif event < 0:
            turns[node] = scope
            exits[scope] = following[node][0]
            inside = scopes[node] = parents[scope]
        else:
            inside = scope
        for after in following[node]:
            if scopes[after] < 0:
                scopes[after] = inside
                todo.append(after)
    scopes[FINAL] = 0
    return Layout(names, parents, exits, scopes, turns, _distances(program))


def _distances(program: Program) -> list[int]:
    """Return, for each node, the least number of characters from it to the final node; more than there are nodes where
    it does not lead there.
    """
    masks = program.masks
    far = len(masks) + 1
    distances = [far] * len(masks)
    before: list[list[int]] = [[] for _ in masks]
    for node, after in enumerate(program.next):
        for neighbour in after:
            before[neighbour].append(node)
    distances[FINAL] = 0
    level = [FINAL]
    while level:
        further: list[int] = []
        for node in level:  # grows during the loop
            distance = distances[node]
            for neighbour in before[node]:
                if masks[neighbour]:
                    if distance + 1 < distances[neighbour]:
                        distances[neighbour] = distance + 1
                        further.append(neighbour)
                elif distance < distances[neighbour]:
                    distances[neighbour] = distance
                    level.append(neighbour)
        level = further
    return distances
