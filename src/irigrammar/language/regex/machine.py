"""The automaton of a pattern with lookarounds.

It reads a text from its start. What a lookbehind asks is known at each place, since its part has been read from every
place before. What a lookahead asks is kept with the way that has asked it, as an obligation: the ways of its own part,
which go on with each character until one ends, or none is left. So a state is a set of ways, each a node and its
obligations.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Listed
from itertools import product as combinations_of

from irigrammar.automata.charset import partition
from irigrammar.automata.dfa import Dfa, explore
from irigrammar.dataclass import NamedTuple
from irigrammar.errors import GrammarError
from irigrammar.language.regex.pattern import (
    ALL,
    EMPTY,
    Atomic,
    Chars,
    Choice,
    Look,
    Part,
    Repeat,
    Sequence,
    nullable,
    walk,
)

_NODE_LIMIT = 20_000
_WAY_LIMIT = 2_000  # ways of a state
_WORK_LIMIT = 5_000_000  # ways of all states: some twenty seconds

_DONE = 0  # the node at the end of a lookahead's part
_FINAL = 1  # the node at the end of the pattern


class Obligation(NamedTuple):
    """What the rest of the text has to match, or with `negative` not to: the ways of a part at one place."""

    ways: Ways
    negative: bool


Obligations = frozenset[Obligation]
Way = tuple[int, Obligations]
Ways = frozenset[Way]


class _State(NamedTuple):
    """The ways of each lookbehind's part, the inner ones first, and those of the pattern."""

    behind: tuple[Ways, ...]
    ways: Ways


_BEHIND = 1 << 10_000  # a bit beyond the classes

_FREE: Obligations = frozenset()
_NOT_AHEAD = Look(EMPTY, ahead=True, negative=True)


class Machine:
    """The automaton of a pattern, whose states are made when they are needed."""

    def __init__(self, part: Part) -> None:
        """Take a pattern. Raises `GrammarError` for one that is too large."""
        self.classes = partition({ALL, *(item.ranges for item in walk(part) if isinstance(item, Chars))})
        self._masks: list[int] = [0, 0]
        self._next: list[tuple[int, ...]] = [(), ()]
        # by node: the lookaround, and its start or the index of `_behind`
        self._looks: dict[int, tuple[Look, int]] = {}
        self._behind: list[tuple[int, int]] = []  # the start and the end of each lookbehind's part
        self._ends = {_DONE, _FINAL}
        self._runs: set[int] = set()  # nodes that read characters of one set, up to the end
        self._work = 0
        self._start = self._build(part, _FINAL)
        self._to_come = self._masks_to_come()

    def dfa(self, limit: int) -> Dfa:
        """Return the minimal automaton. Raises `GrammarError` where it would have more than `limit` states before it is
        minimal.
        """
        return explore(self.classes, self.start, self.after, self.accepts, limit)

    def _node(self, *after: int, mask: int = 0) -> int:
        if len(self._masks) > _NODE_LIMIT:
            raise GrammarError(f"its automaton is too large: it has more than {_NODE_LIMIT:,} parts", limit=True)
        self._masks.append(mask)
        self._next.append(after)
        return len(self._masks) - 1

    def _build(self, part: Part, after: int) -> int:
        """Build a part before a node, and return its first node."""
        match part:
            case Chars(ranges):
                return self._node(after, mask=self.classes.mask(ranges))
            case Sequence(items):
                for item in reversed(items):
                    after = self._build(item, after)
                return after
            case Choice(items):
                return self._node(*[self._build(item, after) for item in items])
            case Repeat(item, low, high):
                if high is None:
                    entry = self._node()
                    body = self._build(item, entry)
                    self._next[entry] = (body, after)
                    if after == _FINAL and isinstance(item, Chars):
                        self._runs.add(body)
                else:
                    entry = after
                    for _ in range(high - low):
                        entry = self._node(self._build(item, entry), after)
                for _ in range(low):
                    entry = self._build(item, entry)
                return entry
            case Look(item, ahead):
                if ahead:
                    begin = self._build(item, _DONE)
                else:
                    end = self._node()
                    self._ends.add(end)
                    inner = self._build(item, end)
                    begin = len(self._behind)  # after those in it
                    self._behind.append((inner, end))
                node = self._node(after)
                self._looks[node] = part, begin
                return node
            case Atomic(item):
                return self._in_group(item, after, _DONE)[0]

    def _in_group(self, part: Part, after: int, rest: int) -> tuple[int, int]:
        """Build a part of an atomic group before a node, and once more before `rest`, for lookaheads to the end of the
        group; return the first node of each. Where the group could go on in several ways, each but the first asks that
        none before it leads to the end.
        """
        match part:
            case Sequence(items):
                for item in reversed(items):
                    after, rest = self._in_group(item, after, rest)
                return after, rest
            case Choice(items):
                pairs = [self._in_group(item, after, rest) for item in items]
                ways = [self._unless(to, [other for _, other in pairs[:index]]) for index, (to, _) in enumerate(pairs)]
                return self._node(*ways), self._node(*(other for _, other in pairs))
            case Repeat(item, low, high, _, lazy):
                return self._loop_in_group(item, low, high, lazy, after, rest)
            case Atomic(item):
                return self._in_group(item, after, _DONE)[0], self._in_group(item, rest, _DONE)[0]
        return self._build(part, after), self._build(part, rest)

    def _loop_in_group(
        self, item: Part, low: int, high: int | None, lazy: bool, after: int, rest: int
    ) -> tuple[int, int]:
        """Build a repetition of an atomic group, as `_in_group` does."""

        def fill(entry: tuple[int, int], body: tuple[int, int]) -> None:
            """Lead from the nodes of a choice to the body, or out of the repetition."""
            ways = (self._unless(body[0], [rest]), after) if lazy else (body[0], self._unless(after, [body[1]]))
            self._next[entry[0]], self._next[entry[1]] = ways, (body[1], rest)

        if high is None:
            if nullable(item):
                raise GrammarError(
                    "an atomic group of it repeats without end what may be empty, which is not decided here"
                )
            entry = self._node(), self._node()
            fill(entry, self._in_group(item, *entry))
        else:
            entry = after, rest
            for _ in range(high - low):
                body = self._in_group(item, *entry)
                entry = self._node(), self._node()
                fill(entry, body)
        for _ in range(low):
            entry = self._in_group(item, *entry)
        return entry

    def _unless(self, after: int, others: Iterable[int]) -> int:
        """Return a node that leads to another where no way from `others` leads to the end of the group."""
        for begin in others:
            after = self._node(after)
            self._looks[after] = _NOT_AHEAD, begin
        return after

    @property
    def start(self) -> _State:
        """The state before the first character."""
        return self._state([frozenset() for _ in self._behind], frozenset({(self._start, _FREE)}))

    def after(self, state: _State) -> list[_State | None]:
        """Return the state after a character of each class, None where none matches."""
        rows: list[_State | None] = []
        known: dict[tuple[tuple[Ways, ...], Ways], _State] = {}
        for number in range(self.classes.count):
            bit = 1 << number
            read = tuple(self._read(ways, bit) for ways in state.behind), self._read(state.ways, bit)
            after = known.get(read)
            if after is None:
                after = known[read] = self._state(*read)
            rows.append(after if after.ways else None)
        return rows

    def accepts(self, state: _State) -> bool:
        """Return whether a text may end in a state."""
        return any(node == _FINAL and self._are_met(obligations) for node, obligations in state.ways)

    def _are_met(self, obligations: Obligations) -> bool:
        """Return whether obligations are met where the text ends."""
        return all(
            any(node == _DONE and self._are_met(inner) for node, inner in ways) is not negative
            for ways, negative in obligations
        )

    def _read(self, ways: Ways, bit: int) -> Ways:
        """Return the ways, before those that read nothing, after a character of a class."""
        masks, after = self._masks, self._next
        result = set()
        for node, obligations in ways:
            if node == _DONE:
                to = _DONE
            elif masks[node] & bit:
                to = after[node][0]
            else:
                continue
            result.add((to, frozenset(Obligation(self._read(inner, bit), neg) for inner, neg in obligations)))
        return frozenset(result)

    def _state(self, behind: Listed[Ways], ways: Ways) -> _State:
        """Return the state of ways that have just read, at a place behind which there are others. A way is left out
        where there is a run up to the end of all that could come in it, and the others when none looks behind.
        """
        known: list[Ways] = []
        for (start, _), read in zip(self._behind if behind else (), behind, strict=True):
            known.append(self._closed(read | {(start, _FREE)}, known))
        closed = self._closed(ways, known)
        for run in sorted(self._runs):
            if (run, _FREE) in closed:
                kept = (run, _FREE), (_FINAL, _FREE)
                mask = self._masks[run]
                closed = frozenset(way for way in closed if way in kept or self._to_come[way[0]] & ~mask)
        return _State(tuple(known) if any(map(self._looks_behind, closed)) else (), closed)

    def _looks_behind(self, way: Way) -> bool:
        """Return whether a lookbehind can still come in a way."""
        node, obligations = way
        return bool(self._to_come[node] & _BEHIND) or any(
            self._looks_behind(inner) for ways, _ in obligations for inner in ways
        )

    def _masks_to_come(self) -> list[int]:
        """Return for each node the classes that can be read from it on, with `_BEHIND` where it leads to a lookbehind,
        itself or in a lookahead.
        """
        before: list[list[tuple[int, int]]] = [[] for _ in self._masks]
        masks = list(self._masks)
        for node, after in enumerate(self._next):
            for to in after:
                before[to].append((node, -1))
        for node, (look, begin) in self._looks.items():
            if look.ahead:
                before[begin].append((node, _BEHIND))
            else:
                masks[node] |= _BEHIND
        todo = [node for node, mask in enumerate(masks) if mask]
        while todo:
            node = todo.pop()
            for other, bits in before[node]:
                if masks[node] & bits & ~masks[other]:
                    masks[other] |= masks[node] & bits
                    todo.append(other)
        return masks

    def _closed(self, ways: Iterable[Way], known: Listed[Ways]) -> Ways:
        """Return the ways that come from some without reading, at nodes that read or end; those that have only more
        obligations than others are left out.
        """
        result: dict[int, set[Obligations]] = {}
        ways_before: set[Way] = set()
        todo = [way for node, kept in ways for way in self._with(node, _FREE, kept, known)]
        while todo:
            way = todo.pop()
            if way in ways_before:
                continue
            ways_before.add(way)
            node, kept = way
            if len(ways_before) > _WAY_LIMIT:
                raise GrammarError(f"its automaton is too large: it has more than {_WAY_LIMIT:,} ways", limit=True)
            if node in self._looks:
                look, begin = self._looks[node]
                (to,) = self._next[node]
                if look.ahead:
                    request = Obligation(frozenset({(begin, _FREE)}), look.negative)
                    todo += self._with(to, kept, (request,), known)
                else:
                    for more in self._behind_holds(known[begin], self._behind[begin][1], negative=look.negative):
                        todo.append((to, kept | more))
            elif self._masks[node] or node in self._ends:
                result.setdefault(node, set()).add(kept)
            else:
                todo += [(to, kept) for to in self._next[node]]
        self._work += len(ways_before)
        if self._work > _WORK_LIMIT:
            raise GrammarError(f"its automaton is too large: it takes more than {_WORK_LIMIT:,} steps", limit=True)
        return frozenset(
            (node, kept) for node, rows in result.items() for kept in rows if not any(other < kept for other in rows)
        )

    def _with(self, node: int, kept: Obligations, requests: Iterable[Obligation], known: Listed[Ways]) -> list[Way]:
        """Return the way to a node with further obligations, whose ways are closed first; none where one cannot be
        met.
        """
        more = set(kept)
        for ways, negative in requests:
            closed = self._closed(ways, known)
            is_met = (_DONE, _FREE) in closed
            if is_met or not closed:
                if is_met is negative:
                    return []
            else:
                more.add(Obligation(closed, negative))
        return [(node, frozenset(more))]

    def _behind_holds(self, ways: Ways, end: int, *, negative: bool) -> list[Obligations]:
        """Return the obligations, in each way that there is, under which the part of a lookbehind has just ended, or
        with `negative` has not.
        """
        ends = [kept for node, kept in ways if node == end]
        if not negative:
            return ends
        # none of the ways holds: of each, one obligation does not
        return [
            frozenset(Obligation(inner, not is_negative) for inner, is_negative in row)
            for row in combinations_of(*ends)
        ]
