"""Parse trees of recursive rules.

From right to left it finds what can finish, from left to right the first way that can. Both passes go through one match
of a rule at a time, as `irigrammar.engines.tree` does through a whole text: what a rule calls is one step there, of
which the chart knows the ends.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush

from irigrammar.automata.network import Network
from irigrammar.automata.program import Program
from irigrammar.automata.tagged import Pick, Reverse
from irigrammar.dataclass import NamedTuple, dataclass, field
from irigrammar.engines.earley import BASE_LIMIT, CHARACTER_LIMIT, Chart, Earley, offsets
from irigrammar.errors import ParseLimit

# The choice between ways: given their number, at least 2, the chosen one from 0.
Choose = Callable[[int], int]

_CACHE_LIMIT = 65_536


class Derivations:
    """Parses with one network; thread-safe: its only state is a cache."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._earley = Earley(network)
        self._reverse = Reverse(network.program)
        self._cache = _Cache()

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
        """Yield the decisions of each parse of a text, in the order in which backtracking would find them; none where
        it does not match. Raises `ParseLimit`. Their number may grow exponentially with the length of the text.
        """
        parse = self._parse(text)
        choices = [0] if parse else []
        record: list[tuple[int, int]] = []  # what was chosen, out of how many

        def choose(count: int) -> int:
            """Return the next choice out of `count`: the recorded one, or 0 beyond the record, which gets it."""
            record.append((choices[len(record)] if len(record) < len(choices) else 0, count))
            return record[-1][0]

        while parse and choices:
            record.clear()
            yield parse.picks(choose)
            while record and record[-1][0] + 1 == record[-1][1]:
                record.pop()
            choices = [choice for choice, _ in record]
            if choices:
                choices[-1] += 1

    def chart(self, text: str) -> Chart:
        """Return the recorded chart of a text. Raises `ParseLimit` for one that takes too long."""
        return self._earley.chart(text, record=True)

    def parse_of(self, chart: Chart, text: str) -> Parse:
        """Return the parse of a text, from which its trees are read, given its chart. The cache is begun anew where it
        is full.
        """
        if self._cache.size > _CACHE_LIMIT:
            self._cache = _Cache()
        return Parse(self.network, self._reverse, self._cache, chart, self.program.classes.encode(text))

    def _parse(self, text: str) -> Parse | None:
        chart = self.chart(text)
        return self.parse_of(chart, text) if chart.fault is None else None


class _Match(NamedTuple):
    """A match of a rule from an offset to one of several ends: the live suffixes at each offset, and the ends of its
    calls.
    """

    start: int
    live: dict[int, _Suffix]
    calls: dict[tuple[int, int], list[int]]  # by node and offset


@dataclass(slots=True, eq=False)
class _Column:
    """The class of a character, and the nodes that some match is at before it."""

    number: int
    nodes: frozenset[int]


@dataclass(slots=True, eq=False)
class _Suffix:
    """The nodes of a rule from which the rest of a match can be read, and the first way from each of them.

    `empty` are those that call a rule which is empty there, `callers` those that call a rule which ends there,
    `predecessors` has the suffix before a character, None for nothing.
    """

    live: frozenset[int]
    empty: Collection[int]
    callers: dict[int, set[int]]
    predecessors: dict[_Column, _Suffix | None] = field(default_factory=dict)
    picks: dict[int, Pick] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class _Cache:
    """The suffixes and columns that texts share."""

    size: int = 0
    suffixes: dict[frozenset[int], _Suffix] = field(default_factory=dict)
    unions: dict[tuple[frozenset[int], _Suffix | None], _Suffix] = field(default_factory=dict)
    columns: dict[object, _Column] = field(default_factory=dict)


class Parse:
    """The trees of one text that matches."""

    def __init__(self, network: Network, reverse: Reverse, cache: _Cache, chart: Chart, numbers: Sequence[int]) -> None:
        self._network = network
        self._reverse = reverse
        self._chart = chart
        self._numbers = numbers
        self._work = BASE_LIMIT + CHARACTER_LIMIT * len(numbers)
        program = network.program
        self._maybe_empty = frozenset(node for node in program.calls if len(program.next[node]) > 1)
        self._cache = cache
        self._heights: dict[tuple[int, int, int], int] = {}
        self._columns: list[_Column | None] = [None] * len(chart.states)
        self._links: list[Sequence[int]] = [()] * len(chart.states)

    def picks(self, choose: Choose | None) -> list[Pick]:
        """Return the decisions of a parse (n + 1 of them); `choose` decides between several ways, without it the first
        one counts.
        """
        network, program = self._network, self._network.program
        exits = frozenset(network.exits)
        following, calls, starts = program.next, program.calls, network.starts
        picks: list[Pick] = []
        picks_of_states: dict[tuple[tuple[int, ...], bool], Pick] = {}
        events: list[int] = []
        match = self._match(0, 0, (len(self._numbers),))
        node, offset = starts[0], 0
        stack: list[tuple[_Match, int]] = []
        while True:
            state = match.live[offset]
            known = state.picks.get(node) if choose is None else None
            pick = known or self._pick(node, state, choose)
            node = pick.after
            if program.masks[node] and node not in calls:
                if events:
                    key = (*events, *pick.events), pick.leaf
                    pick = picks_of_states.get(key) or picks_of_states.setdefault(key, Pick(key[0], 0, pick.leaf))
                    events.clear()
                picks.append(pick)
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
        on the way with rule, start and end, each as long as it can be. Raises `ParseLimit` where that takes too much
        work.
        """
        program = self._network.program
        match = self._finishing(rule, start, (end,), None, goal)
        calls: list[tuple[int, int, int]] = []
        node, offset = self._network.starts[rule], start
        while True:
            node = self._pick(node, match.live[offset], None).after
            if offset == end and node in goal:
                return node, calls
            if node not in program.calls:
                node, offset = program.next[node][0], offset + 1
                continue
            callee = max(match.calls[node, offset])
            if callee > offset:
                calls.append((program.calls[node], offset, callee))
            node, offset = program.next[node][0 if callee > offset else -1], callee

    def _pick(self, node: int, state: _Suffix, choose: Choose | None) -> Pick:
        """Return the decision from a node to the first that reads or is an exit: by the first live ways, or by those
        that are chosen.
        """
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
        """Return the live suffixes of a rule's matches from `start` to one of `ends`; in a cycle of rules, calls of the
        whole match lead only to rules nearer to the text.
        """
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
                offsets = {
                    other
                    for other in missing
                    if (live := self._finishing(other, start, ends, lower).live.get(start))
                    and self._network.starts[other] in live.live
                }
                if not offsets:
                    break
                for other in offsets:
                    self._heights[other, start, end] = height
                missing -= offsets
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
        """Return the match of a rule from `start` to one of `ends`: by offset, the suffix of nodes that can finish, and
        the ends of its calls. Calls that span the whole match are only those to rules of `inside`, or to all rules.

        The goal is the rule's exit unless other nodes are given.
        """
        network, reverse = self._network, self._reverse
        program = network.program
        outside = frozenset[int]() if inside is None else network.cyclic[rule] - inside
        end = goal or frozenset([network.exits[rule]])
        if outside and ends == (start,):
            live = reverse.state(end, {node for node, callee in program.calls.items() if callee in outside}).live
            empty = live & self._maybe_empty
            return _Match(start, {start: _Suffix(live, empty, {})}, {(node, start): [start] for node in empty})
        match = _Match(start, {}, {})
        suffixes, calls = match.live, match.calls
        columns, done = self._columns, self._chart.done
        pending: dict[int, set[int]] = {offset: set(end) for offset in ends}
        agenda = [-offset for offset in ends]
        heapify(agenda)
        suffix: _Suffix | None = None
        while agenda:
            offset = begin = -heappop(agenda)
            suffix = self._joint_suffix(frozenset(pending.pop(offset)), suffix)
            while suffix is not None:
                suffixes[offset] = suffix
                for node in suffix.empty:
                    calls.setdefault((node, offset), []).append(offset)
                callers = suffix.callers
                if callers and done[offset]:
                    whole = outside if offset == ends[0] else ()
                    for callee, began in self._callees(offset, rule, start):
                        if callee in callers and not (began == start and callee in whole):
                            self._work -= 1
                            for node in callers[callee] & (columns[began] or self._column(began)).nodes:
                                if began not in pending:
                                    pending[began] = set()
                                    heappush(agenda, -began)
                                pending[began].add(node)
                                calls.setdefault((node, began), []).append(offset)
                if offset <= start:
                    break
                offset -= 1
                column = columns[offset] or self._column(offset)
                predecessors = suffix.predecessors
                suffix = predecessors[column] if column in predecessors else self._left_of(suffix, column)
                if offset in pending:
                    break
            self._spend(1 + begin - offset, offset)
        return match

    def _spend(self, steps: int, offset: int) -> None:
        self._work -= steps
        if self._work < 0:
            raise ParseLimit(offset)

    def _joint_suffix(self, nodes: frozenset[int], other: _Suffix | None) -> _Suffix:
        """Return the suffix of some nodes together with those of another suffix, if there is one."""
        suffix = self._cache.unions.get((nodes, other))
        if suffix is None:
            suffix = self._cache.unions[nodes, other] = self._suffix(nodes | other.live if other else nodes)
        return suffix

    def _left_of(self, suffix: _Suffix, column: _Column) -> _Suffix | None:
        """Return the suffix before the character of a column, None if no node reads the character."""
        masks, number = self._network.program.masks, column.number
        before = {reader for node in suffix.live for reader in self._reverse.readers(node)} & column.nodes
        readers = [reader for reader in before if masks[reader] >> number & 1]
        predecessor = suffix.predecessors[column] = self._suffix(readers) if readers else None
        return predecessor

    def _suffix(self, nodes: Iterable[int]) -> _Suffix:
        """Return the suffix that begins with some nodes: all nodes that lead to them without reading, the calls among
        them that are empty, and the calls before them.
        """
        cache, program = self._cache, self._network.program
        cache.size += 1
        live = self._reverse.state(nodes).live
        suffix = cache.suffixes.get(live)
        if suffix is None:
            empty = [node for node in live & self._maybe_empty if program.next[node][-1] in live]
            callers: dict[int, set[int]] = {}
            for node in live:
                for reader in self._reverse.readers(node):
                    if reader in program.calls:
                        callers.setdefault(program.calls[reader], set()).add(reader)
            suffix = cache.suffixes[live] = _Suffix(live, empty, callers)
        return suffix

    def _column(self, offset: int) -> _Column:
        """Return the class of the character at an offset (0 at the end), and the nodes that some match is at before
        it.
        """
        column = self._columns[offset]
        if column is None:
            origin = self._chart.origins[offset]
            number = self._numbers[offset] if offset < len(self._numbers) else 0
            key = number, self._chart.states[offset], origin.template.predictions if origin else ()
            column = self._cache.columns.get(key)
            if column is None:
                nodes = frozenset[int]().union(*(state.nodes for state in (*key[1], *key[2])))
                column = self._cache.columns[key] = _Column(number, nodes)
            self._columns[offset] = column
        return column

    def _callees(self, end: int, rule: int, start: int) -> list[tuple[int, int]]:
        """Return the matches that end at an offset, not empty, that were called directly in a match: the rule and start
        of each.
        """
        width = len(self._columns)
        size = width * len(self._network.names)
        links = self._links[end] or self._calls_within(end, width, size)
        outer = (rule * width + start) * size
        place = bisect_left(links, outer)
        callees: list[tuple[int, int]] = []
        while place < len(links) and links[place] < outer + size:  # most have none or one
            callees.append(divmod(links[place] - outer, width))
            place += 1
        return callees

    def _calls_within(self, end: int, width: int, size: int) -> Sequence[int]:
        """Return which matches that end at an offset were called in which ones, as sorted numbers: outer times size,
        inner. An outer match that ends with its inner one counts as inner in its turn. Raises `ParseLimit`.

        The number of a match is its rule times the width, and its start.
        """
        origins, done = self._chart.origins, self._chart.done[end]
        todo: list[int] = []
        for rule, starts in zip(done[::2], done[1::2], strict=True):
            todo += [rule * width + start for start in offsets(starts)]
        known_nodes = set(todo)
        links: set[int] = set()
        for match in todo:  # grows during the loop
            rule, start = divmod(match, width)
            origin = origins[start]
            assert origin
            for other, starts, tail in origin.callers(rule, start):
                begun = offsets(starts)
                self._spend(len(begun), end)
                for began in begun:
                    outer = other * width + began
                    links.add(outer * size + match)
                    if tail and outer not in known_nodes:
                        known_nodes.add(outer)
                        todo.append(outer)
        known = self._links[end] = tuple(sorted(links))
        return known
