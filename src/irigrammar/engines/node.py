"""Parse trees as lazy views of the tree engine's decisions."""

from __future__ import annotations

from irigrammar.engines.kernel import kernel
from irigrammar.lazy import cached_property

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator, Sequence

    from irigrammar.automata.tagged import Pick
    from irigrammar.engines import _kernel
    from irigrammar.engines._kernel import Place


class _Tree:
    """The decisions on a string, and where each mark that opens is closed.

    Marks are numbered in the order in which they open. Of each one `ends` has the offset at which it closes, `closers`
    the number of that event among those of its decision, `afters` the number of the first mark that opens after it.
    """

    def __init__(self, text: str, picks: list[Pick], marks: Sequence[str]) -> None:
        self.text = text
        self.picks = picks
        self.marks = marks

    @cached_property
    def native(self) -> _kernel.Nodes | None:
        """The maker of nodes in C, None without the kernel."""
        module = kernel()
        return module.Nodes(self.picks, tuple(self.marks), Node) if module else None

    @cached_property
    def closing(self) -> tuple[array[int], array[int], array[int]]:
        """Arrays by the number of a mark: the offset of its end, the number of the closing event there, and the mark
        that follows, made in one pass when the inside of some node is first read.
        """
        from array import array  # which takes longer to import than all that a first parse does

        ends, closers, afters = array("Q"), array("I"), array("Q")
        starts: list[int] = []
        for offset, pick in enumerate(self.picks):
            for number, event in enumerate(pick.events):
                if event > 0:
                    starts.append(len(ends))
                    ends.append(0)
                    closers.append(0)
                    afters.append(0)
                else:
                    mark = starts.pop()
                    ends[mark], closers[mark], afters[mark] = offset, number, len(ends)
        return ends, closers, afters


class Node:
    """A part of a string and the rule that it matched.

    `rule` is the rule's name as the grammar spells it, "" for a leaf: a literal or a range of the grammar. `start` and
    `end` are offsets in code points, the end exclusive. The leaves one after the other are the string.
    """

    __slots__ = ("_event_index", "_mark", "_tree", "end", "rule", "start")

    def __init__(self, tree: _Tree, rule: str, start: int, end: int, mark: int = -1, at: int = 0) -> None:
        self._tree = tree
        self._mark = mark  # the number of the mark; -1 for a leaf
        self._event_index = at  # the number of the first event inside, among those of the decision at `start`
        self.rule = rule
        self.start = start
        self.end = end

    @property
    def text(self) -> str:
        """The part of the string; `value`, the name that the abnf package has for it, is the same."""
        return self._tree.text[self.start : self.end]

    value = text

    @property
    def children(self) -> tuple[Node, ...]:
        """The parts that the rule is made of, in order; () for a leaf."""
        return tuple(self._inside(deep=False))

    def walk(self) -> Iterator[Node]:
        """Yield the node and all nodes below, each before its children."""
        yield self
        yield from self._inside(deep=True)

    def find(self, rule: str) -> Node | None:
        """Return the first node of a rule, this one included, in the order of `walk`; None where there is none."""
        return next(self.find_all(rule), None)

    def find_all(self, rule: str) -> Iterator[Node]:
        """Yield every node of a rule; rule names are case-insensitive."""
        name = rule.lower()
        return (node for node in self.walk() if node.rule and node.rule.lower() == name)

    def __repr__(self) -> str:
        return f"<{self.rule or 'leaf'} {self.start}:{self.end} {self.value!r}>"

    def _inside(self, *, deep: bool) -> Iterator[Node]:
        """Yield the nodes below, each before its children, or with `deep` false only the children; leaves have the rule
        "".
        """
        if self._mark < 0:
            return
        tree = self._tree
        native = tree.native
        if native is not None:
            place: Place | None = (self.start, self._event_index, self._mark + 1, -1)
            while place:
                nodes, place = native.inside(tree, self._mark, deep, place)
                yield from nodes
            return
        picks, marks = tree.picks, tree.marks
        ends, closers, afters = tree.closing
        stop = (self.end, closers[self._mark])
        offset, number, mark = self.start, self._event_index, self._mark + 1
        leaf = -1
        while True:
            pick = picks[offset]
            while number < len(pick.events):
                if leaf >= 0:
                    yield Node(tree, "", leaf, offset)
                    leaf = -1
                if (offset, number) == stop:
                    return
                event = pick.events[number]
                number += 1
                if event > 0:
                    yield Node(tree, marks[event], offset, ends[mark], mark, number)
                    if deep:
                        mark += 1
                    else:
                        offset, number, mark = ends[mark], closers[mark] + 1, afters[mark]
                        pick = picks[offset]
            if pick.leaf:
                if leaf >= 0:
                    yield Node(tree, "", leaf, offset)
                leaf = offset
            offset, number = offset + 1, 0


def root(text: str, picks: list[Pick], marks: Sequence[str]) -> Node:
    """Return the node of the whole string, whose rule is the first that opens."""
    return Node(_Tree(text, picks, marks), marks[picks[0].events[0]], 0, len(text), 0, 1)
