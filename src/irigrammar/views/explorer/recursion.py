"""Which recursive rules the page can check: it builds one into the rule that uses it when a text comes to its place.

That ends where no rule may begin with itself; so `a = b / a c` is built as b and any number of c, which match the same.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from irigrammar.automata.network import Network, empty_rules, may_be_empty
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Prose, Ref, Repetition, Rule
from irigrammar.grammars.rulelist import Rulelist, cyclic

_NOTHING = Concatenation(())


class Unrolled(NamedTuple):
    """A rule that begins with itself: what it is at first, and what follows each time that it is there in itself."""

    base: Expr
    step: Expr


def unrolled(rule: Rule) -> Unrolled | None:
    """Return a rule that begins with itself as what is repeated; None for any other, and for what is not so simple.

    Both match the same. A string that the rule reads in several ways may get another tree than the library's.

    >>> from irigrammar.matching.grammar import Grammar
    >>> unrolled(Grammar.from_text('sum = DIGIT / sum "+" DIGIT\\n', name="example").rules["sum"])
    Unrolled(base=Ref(name='DIGIT'), step=Concatenation(items=(Literal(text='+', sensitive=False), Ref(name='DIGIT'))))
    """
    base, step = _split(rule.expr, rule.name.lower())
    return Unrolled(base, step) if base is not None and step is not None else None


def _split(expr: Expr, name: str) -> tuple[Expr | None, Expr | None]:
    """Return the part of an expression that does not begin with a rule, and what follows the rule in the other part."""
    match expr:
        case Ref(target) if target.lower() == name:
            return None, _NOTHING
        case Alternation(items):
            parts = [_split(item, name) for item in items]
            bases, steps = ([part for part in column if part is not None] for column in zip(*parts, strict=True))
            return _one_of(bases), _one_of(steps)
        case Concatenation((first, *rest)):
            base, step = _split(first, name)
            return (None if base is None else _row(base, *rest)), (None if step is None else _row(step, *rest))
        case Repetition(item, 0, 1):  # without the rule, nothing is left of an option that begins with it
            base, step = _split(item, name)
            return (expr, None) if step is None else (_NOTHING if base is None else Repetition(base, 0, 1), step)
    return expr, None


def _one_of(items: list[Expr]) -> Expr | None:
    return Alternation(tuple(items)) if len(items) > 1 else items[0] if items else None


def _row(*items: Expr) -> Expr:
    flat = [part for item in items for part in (item.items if isinstance(item, Concatenation) else (item,))]
    return flat[0] if len(flat) == 1 else Concatenation(tuple(flat))


def left_recursive(rules: Rulelist, name: str) -> list[str]:
    """Return the rules that may begin with themselves and are not unrolled, of those that `name` leads to.

    The page cannot check strings against a rule with such. Raises `GrammarError` for prose.

    >>> from irigrammar.matching.grammar import Grammar
    >>> rules = Grammar.from_text('sum = [sum "+"] "x"\\na = b "x" / "x"\\nb = a\\n', name="example").rules
    >>> left_recursive(rules, "sum"), left_recursive(rules, "a")
    ([], ['a', 'b'])
    """
    Network(rules, name)
    empty = empty_rules(rules, name)
    begins: dict[str, set[str]] = {}
    for rule in rules.reach(name).values():
        parts = unrolled(rule)
        if parts is None or may_be_empty(parts.step, rules, empty):
            begins[rule.name] = set(_first(rule.expr, rules, empty))
        else:
            begins[rule.name] = set(_first(_row(parts.base, Repetition(parts.step, 0, None)), rules, empty))
    return list(cyclic(begins))


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
