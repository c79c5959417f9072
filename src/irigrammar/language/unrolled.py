"""Recursive rules, unrolled to a few rounds.

An automaton accepts this part of the language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from irigrammar.automata.regular import lower
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Ref, Repetition, Rule
from irigrammar.grammars.rulelist import Rulelist, below, cyclic
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher

_ROUNDS = 2
_LARGEST = 3_000  # sets of characters in what is unrolled


@lru_cache(maxsize=64)
def unrolled(m: Matcher) -> Matcher:
    """Return a matcher of the shorter strings of a recursive rule; any other matcher unchanged.

    A rule may refer back to itself or to a rule around it twice, once where that would be too large, or not at all.
    Raises `GrammarError` where no string is left.

    >>> brackets = Grammar.from_text('list = "(" *list ")"\\n')["list"]
    >>> few = unrolled(brackets)
    >>> [few.matches(text) for text in ("()", "(())", "((()()))", "(((())))")]
    [True, True, True, False]
    """
    if not m._production.is_recursive:
        return m
    error: GrammarError | None = None
    for rounds in range(_ROUNDS, -1, -1):
        rules = _unrolled(m.grammar.rules, m.rule, rounds)
        if rules is None:
            break
        try:
            size = lower(rules, m.rule, lambda _: False).size
        except GrammarError as too_large:
            error = too_large
            continue
        if size <= _LARGEST or not rounds:
            recipe = (m.grammar, m.rule, rounds)
            return Grammar(m.grammar.name, recipe, (m.grammar.entry, rules, m.grammar))[m.rule]
    raise error or GrammarError(f"{m.rule} matches no string that is short enough")


def _unrolled(rules: Rulelist, name: str, rounds: int) -> Rulelist | None:
    """Return the rules with a copy for each round, None where no string is left."""
    reached = rules.reach(name)
    graph = below(rules, name)
    cycles = cyclic(graph)
    order = {rule: number for number, rule in enumerate(_depth_first(graph, rules[name].name))}
    copies: dict[str, Rule] = {}
    for level in range(rounds + 1):
        for rule in reached.values():
            if level and rule.name not in cycles:
                continue

            levels = {
                called: level + (order[called] <= order[rule.name]) if called in cycles.get(rule.name, ()) else 0
                for called in graph[rule.name]
            }
            copy = _at(rule.name, level)
            copies[copy.lower()] = Rule(copy, _renamed(rule.expr, rules, levels), rule.source, rule.line, rule.end_line)
    alive: set[str] = set()
    while more := {key for key, rule in copies.items() if key not in alive and _pruned(rule.expr, alive) is not None}:
        alive |= more
    if rules[name].name.lower() not in alive:
        return None
    kept = {
        key: Rule(rule.name, expr, rule.source, rule.line, rule.end_line)
        for key, rule in copies.items()
        if key in alive and (expr := _pruned(rule.expr, alive)) is not None
    }
    return Rulelist(rules.name, {**_others(rules, kept), **kept})


def _others(rules: Rulelist, kept: Mapping[str, Rule]) -> dict[str, Rule]:
    """Return the rules that the unrolled one does not use; what is said of a grammar asks for them."""
    return {name.lower(): rules[name] for name in rules.names() if name.lower() not in kept}


def _at(name: str, level: int) -> str:
    return f"{name}'{level}" if level else name


def _depth_first(graph: Mapping[str, Sequence[str]], start: str) -> list[str]:
    order: dict[str, None] = {}
    todo = [start]
    while todo:
        name = todo.pop()
        if name not in order:
            order[name] = None
            todo.extend(reversed(graph[name]))
    return list(order)


def _renamed(expr: Expr, rules: Rulelist, levels: Mapping[str, int]) -> Expr:
    match expr:
        case Ref(name) | Prose(name):
            return Ref(_at(rules[name].name, levels[rules[name].name]))
        case Concatenation(items):
            return Concatenation(tuple(_renamed(item, rules, levels) for item in items))
        case Alternation(items):
            return Alternation(tuple(_renamed(item, rules, levels) for item in items))
        case Repetition(item, low, high):
            return Repetition(_renamed(item, rules, levels), low, high)
    return expr


def _pruned(expr: Expr, alive: set[str]) -> Expr | None:
    """Return an expression without references to rules that are not alive, None where nothing is left."""
    match expr:
        case Ref(name):
            return expr if name.lower() in alive else None
        case Concatenation(items):
            parts = [_pruned(item, alive) for item in items]
            return None if None in parts else Concatenation(tuple(part for part in parts if part is not None))
        case Alternation(items):
            left = tuple(kept for item in items if (kept := _pruned(item, alive)) is not None)
            return (left[0] if len(left) == 1 else Alternation(left)) if left else None
        case Repetition(item, low, high):
            part = _pruned(item, alive)
            if part is None:
                return None if low else Literal("")
            return Repetition(part, low, high)
    return expr
