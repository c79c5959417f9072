"""Greedy parsing in linear time.

One pass from right to left, one from left to right, and one more for `prefer`.
"""

from __future__ import annotations

from irigrammar.automata.tagged import Reverse
from irigrammar.engines.kernel import kernel

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

    from irigrammar.automata.program import Program
    from irigrammar.automata.tagged import Edges, Pick, ReverseState
    from irigrammar.engines import _kernel

_CACHE_LIMIT = 16_384


class TreeEngine:
    """Parses with one program; thread-safe: its only state is a cache.

    Where the kernel is there it makes both passes, and asks the reverse automaton for what it meets the first time.
    """

    def __init__(self, program: Program, edges: Callable[[], Edges] | None = None) -> None:
        self.program = program
        self._reverse = Reverse(program, edges)
        self._narrowing = Narrowing(program) if program.preferred_nodes else None
        self._native = None if self._narrowing else self._in_kernel()

    def picks(self, text: str) -> list[Pick] | None:
        """Return the decision at each offset of a text (n + 1 of them, the last one at the end), None without a parse.

        The parse is the one that trying alternatives in order with backtracking finds first (RFC 3986, 4.1, "first
        match wins"), each repetition as long as it can be; with a preferred rule, the one of DESIGN's `prefer`.
        """
        if self._native is not None:
            native_picks = self._native.picks(text)
            if native_picks is not NotImplemented:
                return native_picks
        classes = self.program.classes.encode(text)
        reverse = self._reverse
        states = reverse.suffixes(classes)
        node = self.program.start
        if node not in states[0].live:
            return None
        if self._narrowing:
            states = self._narrowing.narrow(states, reverse)
        picks: list[Pick] = []
        add = picks.append
        for state in states:
            try:
                pick = state.picks[node]
            except KeyError:
                pick = reverse.pick(node, state)
            add(pick)
            node = pick.after
        return picks

    def _in_kernel(self) -> _kernel.Tree | None:
        """Return a new object of the kernel that finds the picks of trees, None without the kernel."""
        module = kernel()
        if module is None:
            return None
        classes = self.program.classes
        tree: _kernel.Tree = module.Tree(classes.starts, classes.ids, self.program.start, self._reverse)
        return tree


def marked_spans(
    picks: list[Pick], marks: Sequence[str], chosen: Container[str] | None = None
) -> list[tuple[int, str, int, int]]:
    """Return the parts of a text that marks cover, outer before inner, in order: the depth from 1 on, the mark, start
    and end. Where some marks are chosen, the others do not count.
    """
    spans: list[tuple[int, str, int, int]] = []
    starts: list[int] = []  # the indices of the spans that are open, -1 for a mark that is not chosen
    depth = 0
    for offset, pick in enumerate(picks):
        for event in pick.events:
            if event < 0:
                index = starts.pop()
                if index >= 0:
                    depth -= 1
                    spans[index] = (*spans[index][:3], offset)
            elif chosen is None or marks[event] in chosen:
                depth += 1
                starts.append(len(spans))
                spans.append((depth, marks[event], offset, offset))
            else:
                starts.append(-1)
    return spans


class Narrowing:
    """Leaves of all parses those in which the preferred rule reads a character whenever it can, from left to right."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._transitions: dict[tuple[frozenset[int], frozenset[int]], frozenset[int]] = {}

    def narrow(self, states: list[ReverseState], reverse: Reverse) -> list[ReverseState]:
        """Return the suffix state at each offset with only the parses in which the preferred rule reads whenever it
        can.
        """
        nodes_allowed: list[frozenset[int]] = []
        first = self._preference(self._program.reach([self._program.start]), states[0])
        for state in states[1:]:
            nodes_allowed.append(first)
            key = (first, state.live)
            choice = self._transitions.get(key)
            if choice is None:
                after = (self._program.next[node][0] for node in first)
                choice = self._preference(self._program.reach(after), state)
                if len(self._transitions) >= _CACHE_LIMIT:
                    self._transitions.clear()
                self._transitions[key] = choice
            first = choice
        newest = states[-1]
        path = [newest]
        for nodes in reversed(nodes_allowed):
            successor = newest.transitions.get(nodes)
            newest = successor if successor is not None else reverse.left_within(newest, nodes)
            path.append(newest)
        path.reverse()
        return path

    def _preference(self, nodes: set[int], state: ReverseState) -> frozenset[int]:
        live = nodes & state.live
        return frozenset(live & self._program.preferred_nodes or live)
