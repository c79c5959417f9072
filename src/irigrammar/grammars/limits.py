"""Limits of the text of a grammar."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GrammarLimits:
    """What the text of a grammar may have at most; a text beyond a limit is a `GrammarError`, which names the limit.

    Reading takes time in proportion to `size`, and compiling has limits of its own, which no option changes: one is
    that 100 groups and rules may be inside of each other, so that more `nesting` helps only groups of one element.

    >>> GrammarLimits(size=4_000_000)
    GrammarLimits(size=4000000, nesting=100)
    """

    size: int = 1_000_000
    """Characters of the text; for a file, its bytes."""
    nesting: int = 100
    """Groups and options inside of each other."""


LIMITS = GrammarLimits()
