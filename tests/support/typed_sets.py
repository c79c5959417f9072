"""Contents of the grammars that must not be typed again."""

from __future__ import annotations

from irigrammar.grammars.expr import Literal, Range, walk
from irigrammar.shipped import loader as catalog
from irigrammar.shipped.loader import generic_names

__all__ = ["DELIMITERS", "EDGES", "RULE_NAMES"]


def rule_names() -> set[str]:
    return {name.lower() for grammar in generic_names() for name in catalog.load(grammar).names()}


def edges() -> set[int]:
    """Return the ends of the ranges of code points beyond ASCII in the catalog, and their neighbours."""
    names = set()
    for grammar in generic_names():
        for rule in catalog.load(grammar).own.values():
            for expr in walk(rule.expr):
                if isinstance(expr, Range):
                    names |= {expr.low - 1, expr.low, expr.high, expr.high + 1}
    return {point for point in names if point > 0x9F} - {0xFF, 0x100}  # a byte's


def delimiters() -> set[str]:
    """Return every single character, neither letter nor digit, that is in the grammars as a literal."""
    return {
        char
        for grammar in generic_names()
        for rule in catalog.load(grammar).own.values()
        for expr in walk(rule.expr)
        if isinstance(expr, Literal) and len(expr.text) == 1 and not (char := expr.text).isalnum() and char != " "
    }


RULE_NAMES, EDGES, DELIMITERS = rule_names(), edges(), delimiters()
