"""The live parses at a fault.

The open rules of each, where they began, and the alternatives that were ruled out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from irigrammar.automata.positions import BEFORE, Positions, State, Transition
from irigrammar.dataclass import NamedTuple, dataclass

# Of the places where something began, the last ones are kept.
_ENTRIES = 4
# Steps of prefixes: those that are kept in all, of one prefix that is not known yet, in a row; and the steps that lead
# back to a state.
_MOST_STEPS, _NEW_STEPS, _DEEPEST, _LONGEST_CYCLE = 40_000, 6, 64, 3


class Inside(NamedTuple):
    """A scope that is open, and the offset in code points at which it began."""

    scope: int
    start: int


class Reading(NamedTuple):
    """A live parse: the position that read the last character, and the open scopes, innermost first.

    `entries` are the offsets at which something began in this parse, the last one first.
    """

    position: int
    open: tuple[Inside, ...]
    entries: tuple[int, ...]


class Abandoned(NamedTuple):
    """A scope that was given up, the offset of the character that ended it, and the position before it."""

    scope: int
    position: int
    offset: int


def by_completion(positions: Positions, state: State) -> list[int]:
    """Return the live positions of a state: the nearest to completion first, then the first match."""
    return sorted(state.positions, key=positions.completion)


class Facts(NamedTuple):
    """The details of a fault that texts share: the first live position, the names of the open rules, whether the text
    before is complete, and the rules given up; None where these depend on the text, too (see `losses_at_start`).
    """

    position: int
    names: frozenset[str]
    complete: bool
    losses: tuple[Abandoned, ...] | None


@dataclass(slots=True)
class Budget:
    """The numbers of steps that may still be kept: of all prefixes, and of the one that is read."""

    all: int
    now: int = 0


class Trie(dict[str, "Trie"]):
    """The states that a prefix goes through; its values come after each next character.

    Where the state is one of the last ones, and since then nothing was lost and each live position comes from itself,
    these steps do not count. Prefixes with the same steps have the same `facts`, by the character at the fault ("" for
    the end); there offsets are numbers of steps. Their `rows` are those of hints that may apply, as bits, by that
    character and those that ruled something out. Few of the steps of one prefix that are not known are kept, and what
    comes after them is a `KeyError`.
    """

    __slots__ = ("_after", "_before", "_positions", "_scopes", "budget", "depth", "facts", "lost", "rows", "state")

    def __init__(
        self,
        positions: Positions,
        scopes: frozenset[int],
        state: State,
        before: Trie | None = None,
        budget: Budget | None = None,
        *,
        lost: bool = False,
    ) -> None:
        """`scopes` are those that messages name; `lost` says that something was lost with the last step."""
        self.lost = lost
        self._positions = positions
        self._scopes = scopes
        self._before = before
        self._after: dict[Transition, Trie] = {}
        self.state = state
        self.depth: int = 0 if before is None else before.depth + 1
        self.budget = Budget(_MOST_STEPS) if budget is None else budget
        self.facts: dict[str, Facts] = {}
        self.rows: dict[tuple[str, ...], int] = {}

    def __missing__(self, char: str) -> Trie:
        """Compute, keep and return the trie after a character; one whose state is that of an earlier one may be that.
        Raises `KeyError` where no more steps may be kept, or 64 are in a row.
        """
        transition = self._positions.step(self.state, self._positions.program.classes.of(ord(char)))
        assert transition is not None  # the prefix is viable
        after = self._after.get(transition) or self._again(transition)
        if after is None:
            if not self.budget.now or self.depth >= _DEEPEST:
                raise KeyError(char)
            self.budget.now -= 1
            after = Trie(self._positions, self._scopes, transition.state, self, self.budget, lost=bool(transition.lost))
        self[char] = self._after[transition] = after
        self.budget.all -= 1
        return after

    def _again(self, transition: Transition) -> Trie | None:
        """Return the earlier trie, at most three back, whose state a transition leads back to, position by position,
        with no scope lost and no named one begun since; None where it does not.
        """
        if transition.lost:
            return None
        origin = self._positions.origin
        trie: Trie | None = self
        sources = {position: position for position in transition.state.positions}
        for _ in range(_LONGEST_CYCLE):
            if trie is None:
                return None
            for position, source in sources.items():
                before, _, began = origin(trie.state, source)
                if not began.isdisjoint(self._scopes):
                    return None
                sources[position] = before
            if trie.state is transition.state:
                return trie if all(position == source for position, source in sources.items()) else None
            if trie.lost:
                return None
            trie = trie._before
        return None

    def through(self, text: str) -> Trie | None:
        """Return the trie after a text, None where its steps are not known and too many to be kept."""
        self.budget.now = _NEW_STEPS
        trie = self
        try:
            for char in text:
                trie = trie[char]
        except KeyError:
            return None
        return trie

    def steps(self, text: str) -> list[int]:
        """Return the offsets of those characters of a known text that count as steps: cycles are left out."""
        trie = self
        steps: list[int] = []
        for offset, char in enumerate(text):
            trie = trie[char]
            if trie.depth > len(steps):
                steps.append(offset)
            else:
                del steps[trie.depth :]
        return steps


class Replay:
    """A viable prefix run through the position automaton; `text` may go on after it.

    `states` are those before and after each character, `numbers` the classes that are read.
    """

    def __init__(
        self, positions: Positions, text: str, offset: int, scopes: frozenset[int], numbers: Sequence[int] | None = None
    ) -> None:
        """`scopes` are those that messages name, `numbers` the classes to read, by default those of the prefix."""
        self.positions = positions
        self.text = text
        self.offset = offset
        self._scopes = scopes
        if numbers is None:
            numbers = positions.program.classes.encode(text[:offset])
        self.numbers = numbers
        state = positions.start
        self.states: list[State] = [state]
        self._losses: list[Abandoned] = []
        add = self.states.append
        for index, number in enumerate(numbers):
            transition = state.transitions.get(number) or positions.step(state, number)
            assert transition is not None  # the prefix is viable
            state, lost = transition
            add(state)
            if lost:
                self._losses += [Abandoned(scope, position, index) for scope, position in lost]
        self.state: State = state

    @property
    def is_complete(self) -> bool:
        """Whether the prefix matches."""
        return any(map(self.positions.ends, self.state.positions))

    def order(self) -> list[int]:
        """Return the live positions: the nearest to completion first, then the first match."""
        return by_completion(self.positions, self.state)

    def first(self) -> list[int]:
        """Return the first of the live positions, with those as near to the end, and those whose open named rules begin
        with all of its own.
        """
        positions, order = self.positions, self.order()

        def path(position: int) -> list[str]:
            """Return the rules that are open, outermost first."""
            return [positions.rules[scope] for scope in reversed(positions.open(position)) if scope in self._scopes]

        least, first = positions.completion(order[0]), path(order[0])
        return [
            position
            for position in order
            if positions.completion(position) == least or path(position)[: len(first)] == first
        ]

    def reading(self, position: int) -> Reading:
        """Return the reading of a live position: where the open scopes began, and the last places, at most 4 and the
        last one first, at which any named scope did.
        """
        positions = self.positions
        starts = dict.fromkeys(positions.open(position), self.offset)
        inside = set(positions.around(positions.scope(position)))
        pending = {scope for scope in starts if scope in inside}  # the others begin here
        entries = [self.offset] if len(pending) < len(starts) else []
        node, offset = position, self.offset
        states = self.states
        while offset and (pending or len(entries) < _ENTRIES) and node != BEFORE:
            offset -= 1
            state = states[offset]
            before, _, began = state.origins.get(node) or positions.origin(state, node)
            if not began.isdisjoint(pending):
                starts.update(dict.fromkeys(began & pending, offset))
                pending -= began
            if len(entries) < _ENTRIES and not began.isdisjoint(self._scopes):
                entries.append(offset)
            elif before == node:  # as all before it in the same state
                while offset and states[offset - 1] is state:
                    offset -= 1
            node = before
        return Reading(position, tuple(Inside(scope, start) for scope, start in starts.items()), tuple(entries))

    def _start(self, position: int) -> int:
        """Return the offset at which the innermost named scope began that is open after a live position."""
        positions, states = self.positions, self.states
        scope = next((scope for scope in positions.open(position) if scope in self._scopes), 0)
        node, offset = position, self.offset
        if scope not in positions.around(positions.scope(position)):  # it begins here
            return offset
        while offset and node != BEFORE:
            offset -= 1
            state = states[offset]
            before, _, began = state.origins.get(node) or positions.origin(state, node)
            if scope in began:
                break
            if before == node:  # as all before it in the same state
                while offset and states[offset - 1] is state:
                    offset -= 1
            node = before
        return offset

    def facts(self, names: Callable[[int], frozenset[str]]) -> Facts:
        """Return the details that texts share; `names` returns the names of the rules open after a position."""
        position = self.order()[0]
        start = self._start(position)
        candidates = self._candidates(position, start)
        losses = _innermost(self.positions, candidates) if start or not self.offset or candidates else None
        return Facts(position, names(position), self.is_complete, losses)

    def _candidates(self, position: int, start: int) -> list[Abandoned]:
        """Return the losses that matter to a live parse.

        A loss matters if its production would read the character at the fault, if it comes not before the `start` of
        the innermost production of the parse, and if no production that the parse was in at the loss has ended since.
        """
        return [
            candidate
            for candidate in {loss.scope: loss for loss in self._losses}.values()
            if candidate.offset >= start
            and candidate.scope in self._scopes
            and self._reads(candidate.position, self.text[self.offset : self.offset + 1])
            and self._takes_its_place(position, candidate)
        ]

    def ruled_out(self, loss: Abandoned) -> tuple[int, int]:
        """Return start and end of the characters, before the fault, that a production was given up for."""
        end = loss.offset + 1
        while end < self.offset and not self._reads(loss.position, self.text[end]):
            end += 1
        return loss.offset, end

    def _takes_its_place(self, position: int, loss: Abandoned) -> bool:
        """Return whether the scopes that a live parse was in at a loss are still open at the fault."""
        positions = self.positions
        ancestor = position
        for offset in range(self.offset, loss.offset, -1):
            ancestor = positions.origin(self.states[offset - 1], ancestor).before
        inside = {scope for scope in positions.around(positions.scope(ancestor)) if scope in self._scopes}
        return inside <= {*positions.open(position)}

    def _reads(self, position: int, char: str) -> bool:
        """Return whether a character, "" for the end, can come after a position."""
        positions = self.positions
        if not char:
            return positions.ends(position)
        number = positions.program.classes.of(ord(char))
        return any(
            positions.program.masks[continuation.node] >> number & 1 for continuation in positions.follow(position)
        )


def _innermost(positions: Positions, candidates: Sequence[Abandoned]) -> tuple[Abandoned, ...]:
    """Return the losses at the last offset, one for each rule, without those of enclosing scopes."""
    last = max((loss.offset for loss in candidates), default=0)
    latest = [loss for loss in candidates if loss.offset == last]
    outer = {scope for loss in latest for scope in positions.around(positions.parents[loss.scope])}
    inner = {positions.rules[loss.scope]: loss for loss in latest if loss.scope not in outer}
    return tuple(inner.values())


def losses_at_start(positions: Positions, scopes: frozenset[int], text: str, offset: int) -> tuple[Abandoned, ...]:
    """Return the losses by the first character: rules in which the text without it would go on beyond the fault."""
    state = positions.start
    entered_scopes: dict[int, None] = {}
    for index, number in enumerate(positions.program.classes.encode(text[1 : offset + 1])):
        transition = positions.step(state, number)
        if transition is None:
            return ()
        state = transition[0]
        if index == 0:
            entered_scopes = dict.fromkeys(scope for position in state.positions for scope in positions.open(position))
    if offset >= len(text) and not any(map(positions.ends, state.positions)):
        return ()
    first = positions.step(positions.start, positions.program.classes.of(ord(text[0])))
    began = _around(positions, first[0]) if first else set()
    around = _around(positions, state) - began
    losses = [
        Abandoned(scope, BEFORE, 0)
        for scope in entered_scopes
        if scope in scopes and positions.parents[scope] in around
    ]
    return _innermost(positions, losses)


def _around(positions: Positions, state: State) -> set[int]:
    return {scope for position in state.positions for scope in positions.around(positions.scope(position))}
