"""A viable prefix of a recursive rule as a program without recursion.

Open rules are inlined, complete ones are read. Of one live parse the rules that are open at the fault are put into each
other, and a match of a recursive rule that is complete is read as a row of letters beyond those of the text, as long as
the match. So that faults of recursive rules are explained as all others are, by positions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice, pairwise

from irigrammar.automata.network import Network, State
from irigrammar.automata.program import FINAL, Program
from irigrammar.engines.derivations import Derivations
from irigrammar.engines.earley import Starts, offsets
from irigrammar.engines.nested import Frame
from irigrammar.engines.production import Production

_MOST_PARSES = 12
_DEEPEST = 40  # rules that are inlined, the innermost ones


def unfold_parses(
    production: Production, prefix: str, spend: Callable[[int], object] = lambda _: None
) -> Iterator[tuple[Program, list[int]]]:
    """Yield the live parses of a viable prefix, the first 12: each as a program without recursion, and the prefix as
    that reads it, as classes of characters and further letters. `spend` is called with the steps that it takes. Of
    rules nested deeper than 40, only the innermost are in it. Raises `ParseLimit`.
    """
    nested, network = production.nested, production.network
    parses = (
        [] if isinstance(nested, str) or not nested.has_trees else list(islice(nested.frames(prefix), _MOST_PARSES))
    )
    stacks = parses or _stacks(production.derivations, prefix, spend)
    for frames, nodes in islice(stacks, _MOST_PARSES):
        yield _Unfolder(network, frames[-_DEEPEST:], nodes).unfold(prefix)


def _stacks(
    derivations: Derivations, prefix: str, spend: Callable[[int], object]
) -> Iterator[tuple[list[Frame], frozenset[int]]]:
    """Yield the stacks of rules that are open in the live parses of a prefix, the nodes that come next with each.
    Raises `ParseLimit` where that takes too much work.
    """
    network, chart = derivations.network, derivations.chart(prefix)
    spend(chart.work)
    parse = derivations.parse_of(chart, prefix)

    def stack(state: State, starts: Starts) -> list[Frame]:
        """Return the shortest stack around an item, outermost rule first. Of more than 40 rules the innermost are
        returned.
        """
        first_match = state.rule, max(offsets(starts))
        around: dict[tuple[int, int], tuple[int, int] | None] = {first_match: None}
        todo = deque([first_match])
        while todo and (0, 0) not in around:
            rule, start = match = todo.popleft()
            origin = chart.origins[start]
            for other, before, _ in origin.callers(rule, start) if origin else ():
                for began in offsets(before):
                    if (other, began) not in around:
                        around[other, began] = match
                        todo.append((other, began))
        path: list[tuple[int, int]] = []
        inner: tuple[int, int] | None = (0, 0)
        while inner is not None:
            path.append(inner)
            inner = around[inner]
        path = path[-_DEEPEST:]
        frames = []
        for (rule, start), (callee, until) in pairwise(path):
            goal = frozenset(node for node, number in network.program.calls.items() if number == callee)
            call, complete = parse.way(rule, start, until, goal & network.nodes(rule))
            frames.append(Frame(rule, start, call, complete))
        rule, start = path[-1]
        _, complete = parse.way(rule, start, len(prefix), state.nodes)
        return [*frames, Frame(rule, start, -1, complete)]

    items = chart.live.items
    if not items:
        yield [Frame(0, 0, -1, [])], network.reach(network.starts[0])
    for (state, _), starts in items.items():
        yield stack(state, starts), state.nodes


class _Unfolder:
    """Builds the program of one stack."""

    def __init__(self, network: Network, frames: list[Frame], nodes: frozenset[int]) -> None:
        self._network = network
        self._frames = frames
        self._nodes = nodes
        self._program = Program(network.program.classes, marks=network.program.marks)
        self._complete = network.program.classes.count
        self._more = self._complete + len(network.names)

    def unfold(self, prefix: str) -> tuple[Program, list[int]]:
        """Return the program of the stack, and the prefix as classes and letters for whole matches, as that program
        reads it.
        """
        network, program, frames = self._network, self._program, self._frames
        first = frames[0]
        beyond = FINAL if first.rule == 0 and first.start == 0 else self._read(self._more, FINAL)
        entry = program.start = self._node()
        if first.start:
            again = self._node()
            program.next[again] = (self._read(self._more, again), entry)
            program.start = again
        copies: list[dict[int, int]] = []
        for frame in frames:
            copy = self._copy(frame.rule, beyond)
            program.next[entry] = (*program.next[entry], copy[network.starts[frame.rule]])
            copies.append(copy)
            if frame.call >= 0:
                entry, beyond = copy[frame.call], copy[network.program.next[frame.call][0]]
        self._expand(copies)
        numbers = list(network.program.classes.encode(prefix))
        numbers[: first.start] = [self._more] * first.start
        for frame in frames:
            for rule, start, end in frame.complete:
                numbers[start:end] = [self._complete + rule, *[self._more] * (end - start - 1)]
        return program, numbers

    def _expand(self, copies: list[dict[int, int]]) -> None:
        """Inline the callable rules after the prefix, from the innermost rule outwards as far as rules may end."""
        network = self._network
        nodes = self._nodes
        for frame, copy in zip(reversed(self._frames), reversed(copies), strict=True):
            outer = frame.call
            if outer >= 0:
                nodes = network.reach(network.program.next[outer][0])
            self._inline(nodes, copy)
            if network.exits[frame.rule] not in nodes:
                return

    def _inline(self, nodes: frozenset[int], copy: dict[int, int]) -> None:
        """Copy the rules that the nodes call beside the calls, and those called at their beginning, recursive calls
        excepted.
        """
        network, program = self._network, self._program
        todo = [(node, copy, frozenset[int]()) for node in sorted(nodes)]
        for node, names, within in todo:  # grows during the loop
            rule = network.program.calls.get(node)
            if rule is None or rule in within:
                continue
            inner = self._copy(rule, names[network.program.next[node][0]])
            start = network.starts[rule]
            program.next[names[node]] = (*program.next[names[node]], inner[start])
            todo.extend((further, inner, within | {rule}) for further in sorted(network.reach(start)))

    def _copy(self, rule: int, beyond: int) -> dict[int, int]:
        """Copy the nodes of a rule into the program, its calls as letters for whole matches, to go on at a node, and
        return the copies by their originals.
        """
        network, program = self._network, self._program
        whole = network.program
        names = {network.exits[rule]: beyond}
        for node in sorted(network.nodes(rule)):
            if node not in names:
                names[node] = self._node()
        for node, name in names.items():
            if node == network.exits[rule]:
                continue
            after = tuple(names[successor] for successor in whole.next[node])
            callee = whole.calls.get(node)
            if callee is not None:
                again = self._node()
                program.next[again] = (self._read(self._more, again), after[0])
                after = (self._read(self._complete + callee, again), *after[1:])
            else:
                program.masks[name] = whole.masks[node]
                program.leaf[name] = whole.leaf[node]
                program.event[name] = whole.event[node]
            program.next[name] = after
        return names

    def _read(self, number: int, after: int) -> int:
        """Add a node that reads a class by its number, stands for a whole rule, and goes on with `after`; return its
        number.
        """
        node = self._node(after)
        self._program.masks[node] = 1 << number
        self._program.leaf[node] = True
        self._program.calls[node] = number
        return node

    def _node(self, *after: int) -> int:
        """Add a node that reads nothing and leads to others, and return its number."""
        program = self._program
        program.masks.append(0)
        program.leaf.append(False)
        program.next.append(after)
        program.event.append(0)
        return len(program.masks) - 1
