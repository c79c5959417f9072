"""Compare two grammars, production by production."""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.dataclass import dataclass
from irigrammar.grammars.rulelist import reachable, references
from irigrammar.language.relations import disjoint, witness
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.grammar import grammar as named
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import names

RELATIONS = ("equal", "wider", "narrower", "incomparable", "disjoint")


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """The relation of one production of a grammar `a` to one of a grammar `b`.

    `relation` is `equal`, `wider` (`a` matches more), `narrower`, `incomparable` or `disjoint`; `only_a` and `only_b`
    are shortest strings that one matches and the other does not, None where there is none.
    """

    a: str
    b: str
    relation: str
    only_a: str | None
    only_b: str | None


def compare(a: Matcher, b: Matcher) -> RuleDifference:
    """Return how two productions lie to each other, proved on their automata. Raises `GrammarError` as `witness` does.

    >>> import irigrammar
    >>> iri, bis = irigrammar.grammar("rfc3987"), irigrammar.grammar("iri-bis")
    >>> compare(iri["ifragment"], bis["ifragment"])
    RuleDifference(a='ifragment', b='ifragment', relation='narrower', only_a=None, only_b='#')
    """
    only_a, only_b = witness(a, b), witness(b, a)
    if only_a is None and only_b is None:
        relation = "equal"
    elif only_b is None:
        relation = "wider"
    elif only_a is None:
        relation = "narrower"
    else:
        relation = "disjoint" if disjoint(a, b) else "incomparable"
    return RuleDifference(a.rule, b.rule, relation, only_a, only_b)


def common_productions(a: Grammar, b: Grammar) -> Iterator[tuple[Matcher, Matcher]]:
    """Yield the productions that two grammars have in common, in the order of the first.

    Those are the ones that some start rule reaches, and of a file all of its rules; they correspond by the catalog
    (`IRI` with `URI`), else by name.
    """
    concepts = {_concept(b, rule): rule for rule in _visible(b)}
    for rule in _visible(a):
        other = concepts.get(_concept(a, rule))
        if other is not None:
            yield a[rule], b[other]


def own_productions(a: Grammar, b: Grammar) -> list[str]:
    """Return the productions of the first grammar that have no counterpart in the second."""
    concepts = {_concept(b, rule) for rule in _visible(b)}
    return [rule for rule in _visible(a) if _concept(a, rule) not in concepts]


def _visible(grammar: Grammar) -> list[str]:
    """Return the rules reachable from the start rules, in file order, without the core rules of ABNF (except in RFC
    5234).

    The start rules of a file are not known: it may be a document with several, and some of its rules may be incomplete.
    """
    start = grammar.entry.start if grammar.name in names() else dict.fromkeys((*grammar, *grammar.entry.start))
    graph = references(grammar.rules)
    reachable_names = {name for rule in start for name in reachable(graph, grammar.rules[rule].name)}
    core = set() if grammar.entry.extends is None else {rule.lower() for rule in named("rfc5234")}
    return [name for name in grammar.rules.names() if name in reachable_names and name.lower() not in core]


def _concept(grammar: Grammar, rule: str) -> str:
    """Return the name in lower case that the grammar's pairs lead from a rule to, that of the rule without a pair."""
    pairs = {name.lower(): other.lower() for name, other in grammar.entry.pairs.items()}
    name = rule.lower()
    while name in pairs:
        name = pairs[name]
    return name
