"""Algebra on productions: proofs with witnesses, samples, and complete test suites.

witness, includes, equivalent, disjoint, intersection_example      relations between two languages
sample, enumerate, count                                           the strings of one
"""

from __future__ import annotations

from irigrammar.language.cover import cover
from irigrammar.language.coverage import coverage
from irigrammar.language.relations import disjoint, equivalent, includes, intersection_example, witness
from irigrammar.language.strings import count, enumerate, sample  # noqa: A004  # the design's name, used as language.enumerate
from irigrammar.language.suite import suite

__all__ = [
    "count",
    "cover",
    "coverage",
    "disjoint",
    "enumerate",
    "equivalent",
    "includes",
    "intersection_example",
    "sample",
    "suite",
    "witness",
]
