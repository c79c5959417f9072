"""Analysable forms over a few letters, for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from irigrammar.automata.program import FINAL, Program
from irigrammar.automata.regular import CharSet, Regular, alternate, concat, repeat

__all__ = ["accepts", "forms"]


def forms() -> st.SearchStrategy[Regular]:
    """Draw analysable forms over few letters, sets that overlap among them."""
    sets = st.sampled_from([((97, 97),), ((98, 98),), ((97, 98),), ((98, 99),), ((49, 57),), ((200, 0x10FFFF),)])
    return st.recursive(
        sets.map(CharSet),
        lambda inner: (
            st.lists(inner, min_size=1, max_size=3).map(lambda items: concat(*items))
            | st.lists(inner, min_size=1, max_size=3).map(lambda items: alternate(*items))
            | st.tuples(inner, st.integers(0, 2), st.sampled_from([None, None, 0, 1, 2])).map(
                lambda row: repeat(row[0], row[1], None if row[2] is None else row[1] + row[2])
            )
        ),
        max_leaves=10,
    )


def accepts(program: Program, text: str) -> bool:
    """Run the automaton as a set of nodes."""
    nodes = program.reach([program.start])
    for char in text:
        number = program.classes.of(ord(char))
        nodes = program.reach(
            after for node in nodes if program.masks[node] >> number & 1 for after in program.next[node]
        )
    return FINAL in nodes
