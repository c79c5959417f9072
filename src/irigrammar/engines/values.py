"""The compiled form of a rule as plain values.

These are what ships and what the engines accept.
"""

from __future__ import annotations

from irigrammar.dataclass import NamedTuple

# An automaton: starts and ids of the classes, the start state, accepting states as hexadecimal digits, bytes a cell,
# and the rows in hexadecimal.
Packed = tuple[tuple[int, ...], tuple[int, ...], int, str, int, str]


class Pattern(NamedTuple):
    """The texts of two patterns: `ascii` for text that is all ASCII, which runs faster, and `any` for any text."""

    ascii: str
    any: str
