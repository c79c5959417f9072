"""Parse trees: views on the decisions that the tree engine took, made when they are read."""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.automata.reverse import Pick

__all__ = ["Node", "root"]


class Node:
    """A part of a string and the rule that it matched.

    `rule` is the rule's name as the grammar spells it, "" for a leaf: a literal or a range of the grammar. `start` and
    `end` are offsets in code points, the end exclusive. The leaves one after the other are the string.
    """

    __slots__ = ("_from", "_marks", "_picks", "_text", "end", "rule", "start")

    def __init__(
        self,
        text: str,
        picks: list[Pick],
        marks: list[str],
        rule: str,
        start: int,
        end: int,
        at: tuple[int, int] | None,
    ) -> None:
        self._text = text
        self._picks = picks
        self._marks = marks
        self._from = at  # offset and number of the first event inside; None for a leaf
        self.rule = rule
        self.start = start
        self.end = end

    @property
    def value(self) -> str:
        """The part of the string."""
        return self._text[self.start : self.end]

    @property
    def children(self) -> tuple[Node, ...]:
        """The parts that the rule is made of, in order; () for a leaf."""
        return tuple(self._children())

    def walk(self) -> Iterator[Node]:
        """Yield the node and all nodes below, each before its children."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def find(self, rule: str) -> Node | None:
        """Return the first node of a rule, this one included, in the order of `walk`; None where there is none."""
        return next(self.find_all(rule), None)

    def find_all(self, rule: str) -> Iterator[Node]:
        """Yield every node of a rule; rule names are case-insensitive."""
        wanted = rule.lower()
        return (node for node in self.walk() if node.rule and node.rule.lower() == wanted)

    def __repr__(self) -> str:
        return f"<{self.rule or 'leaf'} {self.start}:{self.end} {self.value!r}>"

    def _make(self, rule: str, start: int, end: int, at: tuple[int, int] | None) -> Node:
        return Node(self._text, self._picks, self._marks, rule, start, end, at)

    def _children(self) -> Iterator[Node]:
        if self._from is None:
            return
        offset, number = self._from
        depth = 0
        leaf = -1
        opened = (0, 0, 0)
        while True:
            pick = self._picks[offset]
            for at in range(number, len(pick.events)):
                event = pick.events[at]
                if depth == 0 and leaf >= 0:
                    yield self._make("", leaf, offset, None)
                    leaf = -1
                if event > 0:
                    if depth == 0:
                        opened = (event, offset, at + 1)
                    depth += 1
                elif depth == 0:
                    return
                else:
                    depth -= 1
                    if depth == 0:
                        yield self._make(self._marks[opened[0]], opened[1], offset, opened[1:])
            if depth == 0 and pick.leaf:
                if leaf >= 0:
                    yield self._make("", leaf, offset, None)
                leaf = offset
            offset, number = offset + 1, 0


def root(text: str, picks: list[Pick], marks: list[str]) -> Node:
    """Return the node of the whole string, whose rule is the first that opens."""
    return Node(text, picks, marks, marks[picks[0].events[0]], 0, len(text), (0, 1))
