"""Algebra on productions: proofs, witnesses, samples, test suites.

witness, includes, equivalent, disjoint, intersection_example      relations between two languages
equal_up_to                                                        the same by trial, where nothing decides them
sample, enumerate, count, lengths                                  the strings of one
classify, left_out                                                 what a string is, by every grammar of the catalog
examples, near_misses                                              strings that show how it is built, and its limits
ambiguous                                                          a shortest one with two derivations, by search
disagreement, disagreement_suite                                   where two readers of hosts read another one
from_regex                                                         a regular expression as a matcher
"""

from __future__ import annotations

from irigrammar.language.classify import Kind, LeftOut, ProductionName, classify, left_out
from irigrammar.language.cover import Covering, cover
from irigrammar.language.coverage import Coverage, coverage
from irigrammar.language.disagreement import REGULAR_READERS, Disagreement, disagreement, disagreement_suite
from irigrammar.language.examples import examples
from irigrammar.language.near_misses import NearMiss, near_misses
from irigrammar.language.regex.reader import from_regex
from irigrammar.language.relations import disjoint, equivalent, includes, intersection_example, witness
from irigrammar.language.strings import count, enumerate, lengths, sample  # noqa: A004  # the design's name, used as language.enumerate
from irigrammar.language.suite import Case, suite
from irigrammar.language.up_to import Compared, ambiguous, equal_up_to

__all__ = [
    "REGULAR_READERS",
    "Case",
    "Compared",
    "Coverage",
    "Covering",
    "Disagreement",
    "Kind",
    "LeftOut",
    "NearMiss",
    "ProductionName",
    "ambiguous",
    "classify",
    "count",
    "cover",
    "coverage",
    "disagreement",
    "disagreement_suite",
    "disjoint",
    "enumerate",
    "equal_up_to",
    "equivalent",
    "examples",
    "from_regex",
    "includes",
    "intersection_example",
    "left_out",
    "lengths",
    "near_misses",
    "sample",
    "suite",
    "witness",
]


def __dir__() -> list[str]:
    return __all__
