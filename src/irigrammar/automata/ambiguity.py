"""Detection of strings that can be parsed in more than one way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from irigrammar.automata.program import FINAL, Program


def unambiguous(program: Program) -> bool:
    """Return whether no string leads from the start to one node by two ways, so that each is matched in one way only.

    It is asked of two ways at once, from where they part to where they meet again (Weber and Seidl, 1991). A node from
    which nothing can finish counts too: the answer False may be due to such a one.
    """
    after = cache(lambda node: list(_ways(program, node)))
    singles = [program.start]
    nodes_of_pairs = {program.start}
    apart: list[tuple[int, int]] = []
    for entry in singles:  # grows during the loop
        nodes = after(entry)
        if len(nodes) != len(set(nodes)):
            return False
        apart += [(near, other) for index, near in enumerate(nodes) for other in nodes[index + 1 :]]
        fresh = {program.next[node][0] for node in nodes if node != FINAL} - nodes_of_pairs
        nodes_of_pairs |= fresh
        singles += fresh
    known = set(apart)
    for near, other in apart:  # grows during the loop
        if not program.masks[near] & program.masks[other]:
            continue
        for first in after(program.next[near][0]):
            for second in after(program.next[other][0]):
                if first == second:
                    return False
                pair = (min(first, second), max(first, second))
                if pair not in known:
                    known.add(pair)
                    apart.append(pair)
    return True


def _ways(program: Program, start: int) -> Iterator[int]:
    """Yield the reading nodes, and the end, that a node leads to without reading, once for each way."""
    stack = [start]
    while stack:
        node = stack.pop()
        if program.masks[node] or node == FINAL:
            yield node
        else:
            stack.extend(program.next[node])
