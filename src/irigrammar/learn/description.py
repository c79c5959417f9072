"""Facts about a production: text, place, neighbours, language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from irigrammar.automata.charset import Ranges, difference, union
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.automata.naming import character_rules, size, spelling
from irigrammar.dataclass import dataclass
from irigrammar.errors import GrammarError
from irigrammar.faults.steps import Steps, steps_of
from irigrammar.grammars.erratum import Erratum
from irigrammar.grammars.expr import Rule, abnf
from irigrammar.grammars.rulelist import Rulelist, reachable, references, users
from irigrammar.language.examples import examples
from irigrammar.language.near_misses import near_misses
from irigrammar.language.relations import equivalents
from irigrammar.language.strings import lengths
from irigrammar.language.suite import SURROGATES
from irigrammar.learn.written import source_of
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import MEMBERS, generic_names, is_shipped, value
from irigrammar.shipped.place import Place, defining, entry_of, place_of

# As JSON has it.
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts from the production's automaton, or, for a recursive one, from the general engine.

    `begins` is ABNF for exactly the characters with which a string can begin, None where at most the empty string
    matches; `characters` is their number where the strings are single characters, else None. `longest` None means no
    limit, `shortest` None that no string matches. `everything` says that every string matches. `states` counts the
    refusing state too. `equal` names the other productions of the grammar that match the same strings. Of a recursive
    production `states` is None, and its longest string and its equals are not computed. A near miss has `text`, the
    `message` and `offset` of its fault, and `start` where the place that reports show begins, in code points from 0.
    """

    begins: str | None
    characters: int | None
    empty: bool
    shortest: int | None
    longest: int | None
    samples: tuple[str, ...]
    near_misses: tuple[Row, ...]
    everything: bool
    states: int | None
    equal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleDescription:
    """The description of a production for its readers.

    `asked` is the name by which it was asked for, where that is read as this rule; `text` is its ABNF, `verbatim` the
    lines of its file with their comments, else written anew. `hides` are the inherited rules in whose stead it stands:
    `name`, `place`, and `how`, "replace" or "override", and `by` which grammar. `reads` are the names that an inherited
    production, or a rule that it uses, reads differently in this grammar, each with its `rule` and `place`; `uses` the
    names that it refers to, with the `rule` that each reads there, None where none is defined. `start` says whether it
    is a start rule; `start_rules` are the others that reach it. `facts` is None for a production that cannot be
    compiled, and `reason` says why, or why it has no automaton.
    """

    grammar: str
    rule: str
    asked: str | None
    text: str
    verbatim: bool
    place: Place
    errata: tuple[Erratum, ...]
    hides: tuple[Row, ...]
    reads: tuple[Row, ...]
    used_by: tuple[str, ...]
    start: bool
    start_rules: tuple[str, ...]
    uses: tuple[Row, ...]
    facts: Facts | None
    reason: str | None


def describe(grammar: Grammar, rule: str, *, samples: int = 3, misses: int = 2) -> RuleDescription:
    """Return the description of a production, with limited numbers of samples and near misses.

    A production that cannot be compiled (prose, an undefined rule) has no facts, and the reason instead.
    Raises `UnknownRule` with near names where the grammar has no such rule.

    >>> import irigrammar
    >>> facts = describe(irigrammar.grammar("rfc3986"), "pct-encoded")
    >>> facts.text, str(facts.place), facts.facts.begins, facts.facts.longest
    ('pct-encoded   = "%" HEXDIG HEXDIG', 'RFC 3986, section 2.1 (grammar/rfc3986.abnf:77)', '"%"', 3)
    """
    rules = grammar.rules
    definition = rules[rule]
    home = defining(rules, definition)
    entry = entry_of(home)
    text = source_of(home, definition)
    refers = references(rules)
    starts = dict.fromkeys(rules[start].name for start in grammar.entry.start)
    reason = None
    facts = None
    try:
        if unread := grammar._production(definition.name).unread:
            raise unread
        facts = _facts(grammar[definition.name], refers, samples, misses)
        if facts.states is None:
            reason = f"recursive: {' -> '.join(rules.cycle(definition.name))}"
    except GrammarError as error:
        reason = error.reason
    return RuleDescription(
        grammar=grammar.name,
        rule=definition.name,
        asked=rule if rule.lower() != definition.name.lower() else None,
        text=text or f"{definition.name} = {abnf(definition.expr)}",
        verbatim=text is not None,
        place=place_of(rules, definition),
        errata=tuple(row for row in (entry.errata if entry else ()) if row.rule.lower() == definition.name.lower()),
        hides=tuple(_hidden_rules(grammar, definition)),
        reads=tuple(_readings(grammar, definition, home)),
        used_by=users(refers)[definition.name],
        start=definition.name in starts,
        start_rules=tuple(
            start for start in starts if start != definition.name and definition.name in reachable(refers, start)
        ),
        uses=tuple(_uses(rules, definition)),
        facts=facts,
        reason=reason,
    )


def _hidden_rules(grammar: Grammar, rule: Rule) -> Iterator[Row]:
    """Yield the rules of parent grammars that a rule replaces or overrides, nearest first: name, `how`
    ("replace" or "override"), the name of the grammar `by` which it is hidden, and place.
    """
    rules: Rulelist | None = grammar.rules
    key = rule.name.lower()
    while rules is not None and rules.parent is not None:
        for old in rules.replace:
            replaced_rule = rules.own.get(old) or rules.parent.find(old)
            if grammar.rules.find(old) is rule and old != key and replaced_rule and replaced_rule is not rule:
                place = place_of(grammar.rules, replaced_rule)
                yield {"name": replaced_rule.name, "how": "replace", "by": rules.name, "place": place}
        parent_rule = rules.parent.find(rule.name)
        if rules.own.get(key) is rule and parent_rule:
            place = place_of(grammar.rules, parent_rule)
            yield {"name": parent_rule.name, "how": "override", "by": rules.name, "place": place}
        rules = rules.parent


def _readings(grammar: Grammar, rule: Rule, home: Rulelist) -> Iterator[Row]:
    """Yield the names that an inherited rule leads to and this grammar resolves otherwise; `rule` is the name of the
    rule that one stands for here, and `place` where that is.
    """
    before = references(home)
    for name in reachable(before, rule.name):
        rule_in_grammar = grammar.rules.find(name)
        if rule_in_grammar is not None and rule_in_grammar is not home.find(name):
            yield {"name": name, "rule": rule_in_grammar.name, "place": place_of(grammar.rules, rule_in_grammar)}


def _uses(rules: Rulelist, rule: Rule) -> Iterator[Row]:
    """Yield each name that a rule refers to once, as first written, and as `rule` the name of the rule it stands for,
    None if it is undefined.
    """
    names: dict[str, str] = {}
    for ref in rules.refs(rule):
        names.setdefault(ref.name.lower(), ref.name)
    for name in names.values():
        target = rules.find(name)
        yield {"name": name, "rule": target.name if target else None}


def _facts(m: Matcher, refers: dict[str, tuple[str, ...]], samples: int, misses: int) -> Facts:
    """Return the facts of a rule; samples and near misses are at most so many.

    Without an automaton the greatest length, states and equal rules are left out.
    """
    steps = steps_of(m._production)
    classes = steps.classes
    live = [number for number in range(classes.count) if steps.step(steps.start, number) is not None]
    first = union(*(classes.ranges(number) for number in live))
    rules = m.grammar.rules
    names = reachable(refers, m.rule)[1:]
    for start in m.grammar.entry.start:
        names += reachable(refers, rules[start].name)
    names = [name for name in dict.fromkeys(names) if name != m.rule]
    is_known = is_shipped(rules) and rules.name in generic_names()
    character_sets = _members(rules, names) if is_known else character_rules(rules, names)
    dfa = m.automaton if m._production.is_regular else None
    shortest, longest = lengths(m) if dfa and dfa.start != DEAD else (_shortest(steps), None)
    shown = examples(m, samples)
    return Facts(
        begins=abnf(spelling(first, character_sets)) if first else None,
        characters=size(first) if shortest == longest == 1 else None,
        empty=steps.accepts(steps.start),
        shortest=shortest,
        longest=longest,
        samples=tuple(shown),
        near_misses=tuple(_misses(m, shown, misses)),
        everything=dfa is not None and _everything(dfa),
        states=dfa.states if dfa else None,
        equal=tuple(equivalents(m)) if dfa else (),
    )


def _members(rules: Rulelist, names: Iterable[str]) -> dict[str, Ranges]:
    """Return the result of `character_rules` for rules of a generic grammar of the catalog, from the package's data."""
    members: dict[str, Ranges] = {}
    grammar: Rulelist | None = rules
    while grammar is not None:
        members = value(grammar.name, MEMBERS) | members
        grammar = grammar.parent
    rule_names = (rules[name].name for name in names)
    return {name: members[name] for name in rule_names if name in members}


def _shortest(steps: Steps) -> int | None:
    """Return the length of a shortest string, None where there is none."""
    shortest = len(steps.completion("", []) or "")
    return shortest if shortest or steps.accepts(steps.start) else None


def _misses(m: Matcher, samples: list[str], n: int) -> Iterator[Row]:
    """Yield at most `n` near misses of the samples: `text`, and of its fault `offset`, `start` (of its place) and
    `message`.
    """
    for text, _ in near_misses(m, n, near=samples):
        fault = m.check(text).fault
        assert fault is not None
        yield {"text": text, "offset": fault.offset, "start": fault.place[0], "message": fault.message}


def _everything(dfa: Dfa) -> bool:
    """Return whether every string matches: then one state reads all there is but surrogates."""
    outside = difference(dfa.classes.ranges(0), ((SURROGATES.start, SURROGATES.stop - 1),))
    return dfa.states == 2 and bool(dfa.accepting[dfa.start]) and not outside and set(dfa.rows[dfa.start]) == {0, 1}
