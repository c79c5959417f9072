"""Which recursive rules the page can check: it builds one into the rule that uses it when a text comes to its place."""

from __future__ import annotations

from collections.abc import Container, Iterator

from irigrammar.automata.network import Network, empty_rules, may_be_empty
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Prose, Ref, Repetition
from irigrammar.grammars.rulelist import Rulelist, cyclic


def is_unfolded(rules: Rulelist, name: str) -> bool:
    """Return whether the page checks strings against a recursive rule.

    It cannot where some rule below may begin with itself, or nothing says what prose means.

    >>> from irigrammar.matching.grammar import Grammar
    >>> rules = Grammar.from_text('nested = "(" *nested ")"\\nleft = [left] "x"\\n', name="example").rules
    >>> is_unfolded(rules, "nested"), is_unfolded(rules, "left")
    (True, False)
    """
    try:
        Network(rules, name)
    except GrammarError:  # prose
        return False
    empty = empty_rules(rules, name)
    first = {rule.name: set(_first(rule.expr, rules, empty)) for rule in rules.reach(name).values()}
    return not cyclic(first)


def _first(expr: Expr, rules: Rulelist, empty: Container[str]) -> Iterator[str]:
    """Yield the rules with which a match of an expression may begin."""
    match expr:
        case Concatenation(items):
            for item in items:
                yield from _first(item, rules, empty)
                if not may_be_empty(item, rules, empty):
                    return
        case Alternation(items):
            for item in items:
                yield from _first(item, rules, empty)
        case Repetition(item):
            yield from _first(item, rules, empty)
        case Ref(name) | Prose(name):
            if rule := rules.find(name):
                yield rule.name
