"""Which recursive rules the page can check: it builds one into the rule that uses it when a text comes to its place."""

from __future__ import annotations

from collections.abc import Container, Iterator

from irigrammar.automata.network import Network, empty_rules, may_be_empty
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Prose, Ref, Repetition
from irigrammar.grammars.rulelist import Rulelist, cyclic


def left_recursive(rules: Rulelist, name: str) -> list[str]:
    """Return the rules, of those that a derivation from `name` can use, that may begin with themselves.

    The page cannot check strings against a rule with such. Raises `GrammarError` for prose.

    >>> from irigrammar.matching.grammar import Grammar
    >>> rules = Grammar.from_text('nested = "(" *nested ")"\\nleft = [left] "x"\\n', name="example").rules
    >>> left_recursive(rules, "nested"), left_recursive(rules, "left")
    ([], ['left'])
    """
    Network(rules, name)
    empty = empty_rules(rules, name)
    return list(cyclic({rule.name: set(_first(rule.expr, rules, empty)) for rule in rules.reach(name).values()}))


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
