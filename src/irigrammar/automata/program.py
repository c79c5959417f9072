"""A nondeterministic automaton as parallel lists.

It has ordered choices and marks.
"""

from __future__ import annotations

from irigrammar.dataclass import dataclass, field

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Iterable

    from irigrammar.automata.charset import Classes

FINAL = 0


@dataclass(slots=True, eq=False)
class Program:
    """The automaton as parallel lists, one row a node.

    `masks[n]` has the bit of every class that node `n` reads, 0 where it reads nothing; `leaf[n]` says that a leaf of
    the parse tree begins there; `next[n]` are the successors; `event[n]` is `k` where the mark `marks[k]` opens, `-k`
    where it closes, 0 elsewhere (`marks[0]` is not a mark). `preferred_nodes` holds the reading nodes inside the
    preferred rule. `calls` has the number of the recursive rule that a node reads a match of: its mask is a bit beyond
    those of the classes, and its successors are the node after a match and the node after an empty one, if that is
    allowed.
    """

    classes: Classes
    start: int = FINAL
    # Without rows there is only the end.
    masks: list[int] = field(default_factory=lambda: [0])
    leaf: list[bool] = field(default_factory=lambda: [False])
    next: list[tuple[int, ...]] = field(default_factory=lambda: [()])
    event: list[int] = field(default_factory=lambda: [0])
    marks: list[str] = field(default_factory=lambda: [""])
    preferred_nodes: set[int] = field(default_factory=set)
    calls: dict[int, int] = field(default_factory=dict)

    def reach(self, nodes: Iterable[int]) -> set[int]:
        """Return the reading nodes, and the end, that come from `nodes` without reading."""
        result: set[int] = set()
        known: set[int] = set()
        stack = list(nodes)
        while stack:
            node = stack.pop()
            if node in known:
                continue
            known.add(node)
            if self.masks[node] or node == FINAL:
                result.add(node)
            else:
                stack.extend(self.next[node])
        return result
