"""From rules to automaton and pattern."""

from __future__ import annotations

from irigrammar.automata.dfa import Dfa, determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import Regular, lower
from irigrammar.engines.pattern import pattern
from irigrammar.engines.values import Pattern
from irigrammar.grammars.rulelist import Rulelist


def compile_dfa(rules: Rulelist, name: str) -> Dfa:
    """Return the minimal automaton of a production."""
    return determinize(compile_program(_untracked(rules, name)))


def compile_pattern(rules: Rulelist, name: str) -> Pattern | None:
    """Return patterns of the `re` module that match a production in linear time, or None where there are none."""
    return pattern(_untracked(rules, name))


def _untracked(rules: Rulelist, name: str) -> Regular:
    return lower(rules, name, lambda _: False)
