"""Find alternatives that share a string, and the engine of each rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, takewhile
from operator import and_, gt

from irigrammar.automata.stacked import Stacked
from irigrammar.automata.together import shortest
from irigrammar.dataclass import dataclass
from irigrammar.engines.partial import partial
from irigrammar.engines.production import Production
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Alternation, Expr, Rule, abnf, walk
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.grammars.work import Work, count_work
from irigrammar.language.divided import shared_string
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import is_shipped

_LIMIT = 10_000_000  # steps for all rules of a grammar


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Two alternatives of a rule, in ABNF, with a shortest string that both match and the rule that decides between
    them; or a rule as `first`, "" as `second`, and a shortest string that its parts can share in two ways.
    """

    rule: str
    source: str
    line: int
    first: str
    second: str
    witness: str
    decides: str


def audit(grammar: Grammar, start: str | None = None) -> Iterator[Ambiguity]:
    """Yield the ambiguities among the alternatives of every rule of a grammar, or of those that `start` reaches, and of
    rules without one those among their parts: `1*b` where b matches "xx" and "x".

    What decides is the order ("first match wins", RFC 3986, section 4.1), or the preferred rule of the catalog; an
    alternative that an earlier one includes is never taken, and is said to be so. Of alternatives that recur what
    automata with stacks decide is answered; the others are passed over (see `engines`). Raises what `Rulelist.reach`
    does, and `GrammarError` for the rule that is next where all that was done takes more than 10,000,000 steps.

    >>> import irigrammar
    >>> [(row.rule, row.witness) for row in audit(irigrammar.grammar("rfc3986")) if row.rule == "host"]
    [('host', '0.0.0.0')]
    """
    work = Work(_LIMIT)
    for rule in _reachable_rules(grammar, start):
        with count_work(work):
            ambiguities = _of_rule(rule, grammar, work)
        yield from ambiguities
        if work.done >= work.limit:
            reason = f"the search for ambiguities ends with {rule.name}: it took more than {_LIMIT:,} steps"
            raise GrammarError(reason, source=rule.source, line=rule.line, limit=True)


def _of_rule(rule: Rule, grammar: Grammar, work: Work) -> list[Ambiguity]:
    """Return the ambiguities of one rule: of its alternatives, else one of the whole rule with a string that has two
    derivations; fewer where the work is spent, or rules are too large.
    """
    rules = grammar.rules
    ambiguities: list[Ambiguity] = []
    for expr in walk(rule.expr):
        if isinstance(expr, Alternation):
            ambiguities += _among(rule, expr, rules, grammar.entry.prefer, work)
    try:
        witness = None if ambiguities or work.done >= work.limit else shared_string(rules, rule)
    except GrammarError:
        witness = None
    if witness is not None:
        whole, decides = abnf(rule.expr), "the first part takes as much as it can"
        ambiguities.append(Ambiguity(rule.name, rule.source, rule.line, whole, "", witness, decides))
    return ambiguities


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine of a rule: "automaton", "automaton with a stack" or "general engine", and why not a faster one."""

    rule: str
    engine: str
    why: str


def engines(grammar: Grammar, start: str | None = None) -> Iterator[Engine]:
    r"""Yield the engine that reads each rule of a grammar, or each that `start` reaches.

    Of a grammar of the catalog they are those that its start rules reach.

    >>> import irigrammar
    >>> grammar = irigrammar.Grammar.from_text('a = b / "x" a "x"\nb = "(" [ b ] ")" / c\nc = "x"\n')
    >>> [(row.rule, row.engine) for row in engines(grammar)]
    [('a', 'general engine'), ('b', 'automaton with a stack'), ('c', 'automaton')]
    """
    return (engine_of(grammar, rule.name) for rule in _reachable_rules(grammar, start))


def engine_of(grammar: Grammar, rule: str) -> Engine:
    """Return the engine that reads a rule, by its name, with the reason if it is not an automaton without a stack.
    Raises `GrammarError` where none reads it.
    """
    production = grammar._production(rule)
    if production.is_regular:
        return Engine(rule, "automaton", "")
    if isinstance(production.nested, str):
        return Engine(rule, "general engine", production.nested)
    cycle = grammar.rules.cycle(rule)
    return Engine(rule, "automaton with a stack", f"{cycle[0] if cycle else rule} is recursive")


def _reachable_rules(grammar: Grammar, start: str | None) -> Iterable[Rule]:
    """Return the rules, each once, that the start reaches; without one, those that the start rules of a shipped
    grammar, or all own rules of another, reach. Raises the errors of `Rulelist.reach`.
    """
    rules = grammar.rules
    every = grammar.entry.start if is_shipped(rules) else [rule.name for rule in rules.own.values()]
    starts = (start,) if start else every
    return {rule.name: rule for name in starts for rule in rules.reach(name).values()}.values()


def _among(rule: Rule, expr: Alternation, rules: Rulelist, prefer: str | None, work: Work) -> Iterator[Ambiguity]:
    """Yield the pairs of alternatives that match a common string, with a shortest one and the reason which wins; pairs
    that cannot be compared are passed over, and all once the work is spent. `prefer` is a rule's name, in any case.
    """
    items = takewhile(lambda _: work.done < work.limit, expr.items)
    automata = [(item, automaton) for item in items if (automaton := _automaton(item, rule, rules))]
    for (first, first_automaton), (second, second_automaton) in combinations(automata, 2):
        if work.done >= work.limit:
            return
        try:
            witness = shortest(first_automaton, second_automaton, and_, both=True)
        except GrammarError:
            continue
        if witness is None:
            continue
        decides = "first match wins"
        if prefer and prefer.lower() in {name.lower() for item in (first, second) for name in _names(item, rules)}:
            decides = f"{prefer} is preferred"
        elif shortest(second_automaton, first_automaton, gt, both=False) is None:
            decides = "first match wins: the second never matches"
        yield Ambiguity(rule.name, rule.source, rule.line, abnf(first), abnf(second), witness, decides)


def _automaton(item: Expr, rule: Rule, rules: Rulelist) -> Stacked | None:
    """Return the automaton of an expression, as a new rule beside the others; None where only the general engine is."""
    name = f"{rule.name}'"
    alone = Rulelist(rules.name, {name.lower(): Rule(name, item, rule.source, rule.line, rule.end_line)}, rules)
    production = partial(alone, name) or Production.of(alone, name)
    if production.is_regular:
        return Stacked.of(production.dfa)
    return None if isinstance(production.nested, str) else production.nested.automaton


def _names(item: Expr, rules: Rulelist) -> set[str]:
    name = "'"
    alone = Rulelist(rules.name, {name: Rule(name, item, "", 0, 0)}, rules)
    return set(alone.reach(name))
