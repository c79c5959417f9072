"""Parse trees of recursive rules.

From right to left it finds what can finish, from left to right the first way that can. Both passes go through one match
of a rule at a time, as `irigrammar.engines.tree` does through a whole text: what a rule calls is one step there, of
which the chart knows the ends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from heapq import heapify, heappop, heappush

from irigrammar.automata.network import Network
from irigrammar.automata.program import Program
from irigrammar.automata.tagged import Pick, Reverse, ReverseState
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.earley import BASE_LIMIT, CHARACTER_LIMIT, Chart, Earley, offsets
from irigrammar.errors import ParseLimit

# The choice between ways: given their number, at least 2, the chosen one from 0.
Choose = Callable[[int], int]


class Derivations:
    """Parses with one network; thread-safe: its only state is a cache."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._earley = Earley(network)
        self._reverse = Reverse(network.program)

    @property
    def program(self) -> Program:
        """The program whose marks the decisions are about."""
        return self.network.program

    def picks(self, text: str) -> list[Pick] | None:
        """Return the decision at each offset of a text (n + 1 of them), None where it does not match.

        The parse is the one that trying alternatives in order with backtracking finds first, where that ends, each
        repetition as long as it can be. Where a rule could derive itself without anything else (`a = a / "x"`), only
        what brings it nearer to the text counts. Raises `ParseLimit`.
        """
        parse = self._parse(text)
        return parse.picks(None) if parse else None

    def parses(self, text: str) -> Iterator[list[Pick]]:
        """Yield the decisions of each parse of a text, in the order in which backtracking would find them."""
        parse = self._parse(text)
        choices = [0] if parse else []
        while parse and choices:
            taken: list[tuple[int, int]] = []  # what was chosen, out of how many
            yield parse.picks(_Script(choices, taken))
            while taken and taken[-1][0] + 1 == taken[-1][1]:
                taken.pop()
            choices = [choice for choice, _ in taken]
            if choices:
                choices[-1] += 1

    def chart(self, text: str) -> Chart:
        """Return the chart of a text, recorded."""
        return self._earley.chart(text, record=True)

    def parse_of(self, chart: Chart, text: str) -> Parse:
        """Return what finds the trees of a text, given its chart."""
        return Parse(self.network, self._reverse, chart, self.program.classes.encode(text))

    def _parse(self, text: str) -> Parse | None:
        chart = self.chart(text)
        return self.parse_of(chart, text) if chart.fault is None else None


class _Script:
    """Follows recorded choices, then the first way, and records its choices."""

    def __init__(self, choices: list[int], taken: list[tuple[int, int]]) -> None:
        self._choices = choices
        self._taken = taken

    def __call__(self, count: int) -> int:
        number = len(self._taken)
        choice = self._choices[number] if number < len(self._choices) else 0
        self._taken.append((choice, count))
        return choice


class _Match(NamedTuple):
    """A match of a rule from an offset to one of several: what can finish at each offset, and the ends of its calls."""

    start: int
    live: dict[int, ReverseState]
    calls: dict[tuple[int, int], list[int]]  # by node and offset


class Parse:
    """The trees of one text that matches."""

    def __init__(self, network: Network, reverse: Reverse, chart: Chart, numbers: Sequence[int]) -> None:
        self._network = network
        self._reverse = reverse
        self._chart = chart
        self._numbers = numbers
        self._work = BASE_LIMIT + CHARACTER_LIMIT * len(numbers)
        program = network.program
        self._maybe_empty = frozenset(node for node in program.calls if len(program.next[node]) > 1)
        self._closed: dict[frozenset[int], ReverseState] = {}
        self._called: dict[int, dict[tuple[int, int], list[tuple[int, int]]]] = {}
        self._allowed: dict[object, frozenset[int]] = {}
        self._nodes_at: list[frozenset[int] | None] = [None] * len(chart.states)
        self._heights: dict[tuple[int, int, int], int] = {}
        self._left: dict[tuple[ReverseState, int], frozenset[int]] = {}
        self._callers: dict[ReverseState, dict[int, list[int]]] = {}
        self._moved: dict[tuple[ReverseState, int, frozenset[int]], ReverseState | None] = {}

    def picks(self, choose: Choose | None) -> list[Pick]:
        """Return the decisions of a parse, the first one where nothing chooses."""
        network, program = self._network, self._network.program
        exits = frozenset(network.exits)
        following, calls, starts = program.next, program.calls, network.starts
        picks: list[Pick] = []
        events: list[int] = []
        match = self._match(0, 0, (len(self._numbers),))
        node, offset = starts[0], 0
        stack: list[tuple[_Match, int]] = []
        while True:
            state = match.live[offset]
            known = state.picks.get(node) if choose is None else None
            pick = known or self._chosen(node, state, choose)
            node = pick.after
            if program.masks[node] and node not in calls:
                picks.append(Pick((*events, *pick.events), 0, pick.leaf) if events else pick)
                events.clear()
                node = following[node][0]
                offset += 1
                continue
            events += pick.events
            if node in exits:
                if not stack:
                    picks.append(Pick(tuple(events), 0, False))
                    return picks
                empty = offset == match.start
                match, call = stack.pop()
                node = following[call][-1 if empty else 0]
                continue
            ends = match.calls[node, offset]
            rule = calls[node]
            if len(ends) > 1 and rule in network.cyclic:
                ends = sorted(ends, reverse=True)
                ends = [ends[choose(len(ends)) if choose else 0]]
            stack.append((match, node))
            match = self._match(rule, offset, tuple(ends))
            node = starts[rule]

    def way(self, rule: int, start: int, end: int, goal: frozenset[int]) -> tuple[int, list[tuple[int, int, int]]]:
        """Return the first way from the beginning of a rule to one of some nodes at an offset: that node, and the calls
        on the way with rule, start and end, each as long as it can be.
        """
        program = self._network.program
        match = self._finishing(rule, start, (end,), None, goal)
        calls: list[tuple[int, int, int]] = []
        node, offset = self._network.starts[rule], start
        while True:
            node = self._chosen(node, match.live[offset], None).after
            if offset == end and node in goal:
                return node, calls
            if node not in program.calls:
                node, offset = program.next[node][0], offset + 1
                continue
            reached = max(match.calls[node, offset])
            if reached > offset:
                calls.append((program.calls[node], offset, reached))
            node, offset = program.next[node][0 if reached > offset else -1], reached

    def _chosen(self, node: int, state: ReverseState, choose: Choose | None) -> Pick:
        """Return the first way from a node to one that reads, or to the exit; or the one that is chosen."""
        program, live = self._network.program, state.live
        exits = self._network.exits
        begin = node
        events: list[int] = []
        while not program.masks[node] and node not in exits:
            if program.event[node]:
                events.append(program.event[node])
            ways = [successor for successor in program.next[node] if successor in live]
            node = ways[choose(len(ways)) if choose and len(ways) > 1 else 0]
        pick = Pick(tuple(events), node, program.leaf[node])
        if choose is None:
            state.picks[begin] = pick
        return pick

    def _match(self, rule: int, start: int, ends: tuple[int, ...]) -> _Match:
        """Return what is live in a match of a rule from `start` to one of `ends`."""
        cycle = self._network.cyclic.get(rule)
        if cycle is None:
            return self._finishing(rule, start, ends, None)
        (end,) = ends
        key = rule, start, end
        if key not in self._heights:
            height = 0
            missing = set(cycle)
            while missing:
                lower = cycle - missing
                reached = {
                    other
                    for other in missing
                    if (live := self._finishing(other, start, ends, lower).live.get(start))
                    and self._network.starts[other] in live.live
                }
                if not reached:
                    break
                for other in reached:
                    self._heights[other, start, end] = height
                missing -= reached
                height += 1
        height = self._heights[key]
        lower = frozenset(other for other in cycle if self._heights.get((other, start, end), height) < height)
        return self._finishing(rule, start, ends, lower)

    def _finishing(
        self,
        rule: int,
        start: int,
        ends: tuple[int, ...],
        inside: frozenset[int] | None,
        goal: frozenset[int] | None = None,
    ) -> _Match:
        """Return what can finish at each offset; of the calls over the whole match only those of `inside`, or all.

        The goal is the rule's exit unless other nodes are given.
        """
        network, reverse = self._network, self._reverse
        program = network.program
        forbidden = frozenset[int]() if inside is None else network.cyclic[rule] - inside
        end = goal or frozenset([network.exits[rule]])
        if forbidden and ends == (start,):
            state = reverse.state(end, {node for node, called in program.calls.items() if called in forbidden})
            empty = state.live & self._maybe_empty
            return _Match(start, {start: state}, {(node, start): [start] for node in empty})
        match = _Match(start, {}, {})
        pending: dict[int, set[int]] = {offset: set(end) for offset in ends}
        agenda = [-offset for offset in ends]
        heapify(agenda)
        while agenda:
            offset = -heappop(agenda)
            nodes = frozenset(pending.pop(offset))
            state = self._closed.get(nodes) or self._closed.setdefault(nodes, reverse.state(nodes))
            while True:
                match.live[offset] = state
                for node in state.live & self._maybe_empty:
                    if program.next[node][-1] in state.live:
                        match.calls.setdefault((node, offset), []).append(offset)
                whole = offset == ends[0]
                for node, began in self._callers_of(rule, start, offset, state, forbidden if whole else ()):
                    if began not in pending:
                        pending[began] = set()
                        heappush(agenda, -began)
                    pending[began].add(node)
                    match.calls.setdefault((node, began), []).append(offset)
                if offset <= start:
                    break
                offset -= 1
                if offset in pending:
                    pending[offset] |= self._readers(state, self._numbers[offset]) & self._at(offset)
                    break
                moved = self._left_of(state, offset)
                if moved is None:
                    break
                state = moved
        return match

    def _callers_of(
        self, rule: int, start: int, end: int, state: ReverseState, forbidden: Collection[int]
    ) -> Iterator[tuple[int, int]]:
        """Yield the nodes of a rule that call another one and go on in a state, and the offsets at which they call.

        Rules that are forbidden may not begin where the calling match does.
        """
        self._work -= 1
        if self._work < 0:
            raise ParseLimit(end)
        if not self._chart.done[end]:
            return
        callers = self._callers.get(state)
        if callers is None:
            callers = self._callers[state] = self._calling(state)
        if callers:
            for called, began in self._called_up_to(end).get((rule, start), ()):
                if called in callers and not (began == start and called in forbidden):
                    self._work -= 1
                    yield from ((node, began) for node in callers[called] if node in self._at(began))

    def _left_of(self, state: ReverseState, offset: int) -> ReverseState | None:
        """Return the state before the character at an offset, None where nothing reads it."""
        allowed = self._at(offset)
        key = state, self._numbers[offset], allowed
        try:
            return self._moved[key]
        except KeyError:
            readers = self._readers(state, self._numbers[offset]) & allowed
            moved = self._moved[key] = self._reverse.state(readers) if readers else None
            return moved

    def _readers(self, state: ReverseState, number: int) -> frozenset[int]:
        """Return the nodes that read a character of a class and lead to a state."""
        key = state, number
        readers = self._left.get(key)
        if readers is None:
            masks = self._network.program.masks
            before = (reader for node in state.live for reader in self._reverse.readers(node))
            readers = self._left[key] = frozenset(reader for reader in before if masks[reader] >> number & 1)
        return readers

    def _calling(self, state: ReverseState) -> dict[int, list[int]]:
        """Return the nodes that call each rule and go on in a state."""
        calls = self._network.program.calls
        callers: dict[int, list[int]] = {}
        for node in sorted(state.live):
            for reader in self._reverse.readers(node):
                if reader in calls:
                    callers.setdefault(calls[reader], []).append(reader)
        return callers

    def _at(self, offset: int) -> frozenset[int]:
        """Return the nodes that some match is at, at an offset."""
        nodes = self._nodes_at[offset]
        if nodes is None:
            origin = self._chart.origins[offset]
            states = (*self._chart.states[offset], *(origin.template.predicted if origin else ()))
            nodes = self._allowed.get(states)
            if nodes is None:
                nodes = self._allowed[states] = frozenset[int]().union(*(state.nodes for state in states))
            self._nodes_at[offset] = nodes
        return nodes

    def _called_up_to(self, end: int) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """Return the matches up to an offset (rule and start), not empty, by those in which they were called."""
        known = self._called.get(end)
        if known is None:
            done = self._chart.done[end]
            pairs = zip(done[::2], done[1::2], strict=True)
            todo = list(dict.fromkeys((rule, start) for rule, starts in pairs for start in offsets(starts)))
            seen = set(todo)
            called: dict[tuple[int, int], dict[tuple[int, int], None]] = {}
            for match in todo:  # grows during the loop
                rule, start = match
                origin = self._chart.origins[start]
                assert origin
                for other, outer_starts, tail in origin.callers(rule, start):
                    for began in offsets(outer_starts):
                        self._work -= 1
                        if self._work < 0:
                            raise ParseLimit(end)
                        outer = other, began
                        called.setdefault(outer, {})[match] = None
                        if tail and outer not in seen:
                            seen.add(outer)
                            todo.append(outer)
            known = self._called[end] = {outer: list(inner) for outer, inner in called.items()}
        return known
