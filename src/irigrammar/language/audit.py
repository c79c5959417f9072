"""Find alternatives of a rule that share a string."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from irigrammar.automata.dfa import Dfa, common_string, counterexample
from irigrammar.automata.regular import refuse_recursion
from irigrammar.dataclass import dataclass
from irigrammar.engines.compile import compile_dfa
from irigrammar.grammars.expr import Alternation, Expr, Rule, walk
from irigrammar.grammars.render import abnf
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.matching.grammar import Grammar


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Two alternatives of a rule, in ABNF, with a shortest string that both match and what decides between them."""

    rule: str
    source: str
    line: int
    first: str
    second: str
    witness: str
    decides: str


def audit(grammar: Grammar) -> Iterator[Ambiguity]:
    """Yield the ambiguities among the alternatives of every rule that some start rule reaches.

    What decides is the order ("first match wins", RFC 3986, section 4.1), or the preferred rule of the catalog; an
    alternative that an earlier one includes is never taken, and is said to be so. Raises `GrammarError` for a recursive
    rule, with the cycle.

    >>> import irigrammar
    >>> [(row.rule, row.witness) for row in audit(irigrammar.grammar("rfc3986")) if row.rule == "host"]
    [('host', '0.0.0.0')]
    """
    rules = grammar.rules
    reached = {rule.name: rule for start in grammar.entry.start for rule in rules.reach(start).values()}
    for start in grammar.entry.start:
        refuse_recursion(rules, start)
    for rule in reached.values():
        for expr in walk(rule.expr):
            if isinstance(expr, Alternation):
                yield from _among(rule, expr, rules, grammar.entry.prefer)


def _among(rule: Rule, expr: Alternation, rules: Rulelist, prefer: str | None) -> Iterator[Ambiguity]:
    automata = [(item, _automaton(item, rule, rules)) for item in expr.items]
    for (first, left), (second, right) in combinations(automata, 2):
        shared = common_string(left, right)
        if shared is None:
            continue
        decides = "first match wins"
        if prefer and prefer.lower() in {name.lower() for item in (first, second) for name in _names(item, rules)}:
            decides = f"{prefer} is preferred"
        elif counterexample(right, left) is None:
            decides = "first match wins: the second never matches"
        yield Ambiguity(rule.name, rule.source, rule.line, abnf(first), abnf(second), shared, decides)


def _automaton(item: Expr, rule: Rule, rules: Rulelist) -> Dfa:
    """Return the automaton of an expression, as a new rule beside the others."""
    name = f"{rule.name}'"
    alone = Rulelist(rules.name, {name.lower(): Rule(name, item, rule.source, rule.line, rule.end_line)}, rules)
    return compile_dfa(alone, name)


def _names(item: Expr, rules: Rulelist) -> set[str]:
    name = "'"
    alone = Rulelist(rules.name, {name: Rule(name, item, "", 0, 0)}, rules)
    return set(alone.reach(name))
