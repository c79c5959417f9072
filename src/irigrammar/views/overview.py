"""An overview of a grammar: sources, parents, and its own rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from irigrammar.grammars.erratum import Erratum
from irigrammar.grammars.expr import abnf
from irigrammar.learn.description import Facts, Row, RuleDescription
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.place import citation, entry_of
from irigrammar.text.names import column, quoted
from irigrammar.text.sheet import Paint, abnf_units, comma_units, fold, row, side_by_side

_SET = 12  # longer descriptions of a set are cut

Show = Callable[[str], str]


def description_lines(description: RuleDescription, show: Show, paint: Paint) -> Iterator[str]:
    """Yield a description as lines: the ABNF, the place, then a row for each fact.

    `show` escapes what cannot be shown, `paint` gives a text the colour of its role.
    """
    for line in description.text.split("\n"):
        yield show(line.expandtabs())
    yield paint(show(str(description.place)), "path")
    yield ""
    for stand_in in description.hides:
        yield from row("stands for", _hidden_words(stand_in, show), paint)
    if description.place.grammar != description.grammar:
        yield from row("inherited", _inheritance_lines(description, show), paint)
    for erratum in description.errata:
        yield from erratum_lines(erratum, show, paint)
    yield from row("used by", comma_units(description.used_by) or "no rule", paint)
    yield from row("reached from", _starts(description), paint)
    yield from row("uses", comma_units(map(_reference, description.uses)) or "no rule", paint)
    if description.facts:
        yield from _facts_lines(description.facts, description.rule, show, paint)
        if description.reason:
            yield from row("no automaton", show(description.reason), paint)
    else:
        yield from row("no automaton", show(description.reason or ""), paint)
        yield from row("", "so first characters, lengths, samples and near misses cannot be computed", paint)


def erratum_lines(erratum: Erratum, show: Show, paint: Paint, rule: str = "") -> Iterator[str]:
    """Yield the rows of an erratum of the catalog, the rule's name first where it is given."""
    words = f"{erratum.published} as published"
    if erratum.published != erratum.used:
        words += f", {erratum.used} as used"
    yield from row("erratum", show(f"{rule} {words}".lstrip()), paint)
    yield from row("", show(erratum.why), paint)


def _facts_lines(facts: Facts, rule: str, show: Show, paint: Paint) -> Iterator[str]:
    """Yield the rows of a rule's facts: its set or its beginning and length, samples, near misses, automaton and equal
    rules.
    """
    if facts.shortest is None:
        yield from row("matches", "no string", paint)
        return
    if facts.characters:
        many = f"one of {facts.characters:,} characters" if facts.characters > 1 else "one character"
        yield from row("matches", many, paint)
    else:
        yield from row("begins with", _beginning(facts), paint)
        yield from row("length", _length(facts.shortest, facts.longest), paint)
    label = "samples"
    for text in facts.samples:
        yield from row(label, [paint(quoted(text, show), "valid")], paint)
        label = ""
    if facts.everything:
        yield from row("near misses", f"none: every string is {rule}", paint)
    elif not facts.near_misses:
        yield from row("near misses", "none: what is one edit away from the samples matches too", paint)
    misses = [
        (quoted(miss["text"], show), f"{miss['message']} ({column(miss['text'], miss['start'])})")
        for miss in facts.near_misses
    ]
    yield from side_by_side("near misses", misses, "error", paint)
    if facts.states is not None:
        yield from row("automaton", f"{_count_words(facts.states, 'state')}, the refusing one included", paint)
    if facts.equal:
        yield from row("same strings", comma_units(facts.equal), paint)


def _hidden_words(rule_row: Row, show: Show) -> str:
    verb = "replaces it" if rule_row["how"] == "replace" else "defines it anew"
    return f"{rule_row['name']} of {show(str(rule_row['place']))}, since {show(rule_row['by'])} {verb}"


def _inheritance_lines(description: RuleDescription, show: Show) -> list[str]:
    """Return the units of the line that says from which grammar a rule is, and which of its references read otherwise
    here.
    """
    words = f"from {show(description.place.grammar)}"
    if not description.reads:
        return [words]
    return [
        *f"{words}; here it reads".split(" "),
        *comma_units(_reading(reading, show) for reading in description.reads),
    ]


def _reading(reading: Row, show: Show) -> str:
    name, rule = reading["name"], reading["rule"]
    return f"the {rule} of {show(reading['place'].grammar)}" if name == rule else f"{rule} for {name}"


def _starts(description: RuleDescription) -> Iterable[str]:
    """Return units of text: the start rules that a rule is reached from, "itself" last, or "no start rule"."""
    if description.start:
        return [*comma_units([*description.start_rules, "itself"]), "(a start rule)"]
    return comma_units(description.start_rules) or ["no start rule"]


def _reference(reference: Row) -> str:
    """Return the name of the rule that a reference reads, with "(written NAME)" if the reference is spelled otherwise;
    the reference's own name with "(no rule defines it)" without one.
    """
    name, rule = reference["name"], reference["rule"]
    if rule is None:
        return f"{name} (no rule defines it)"
    return str(rule) if rule.lower() == name.lower() else f"{rule} (written {name})"


def _beginning(facts: Facts) -> list[str]:
    """Return the units of the characters that a match begins with, at most `_SET`, and whether it may be empty."""
    if facts.begins is None:
        return ["nothing: only the empty string matches"]
    units = abnf_units(facts.begins)
    if len(units) > _SET:
        units = [*units[:_SET], f"and {len(units) - _SET:,} more"]
    return [*units[:-1], f"{units[-1]}; may be empty"] if facts.empty else units


def _length(shortest: int, longest: int | None) -> str:
    """Return in words the shortest and longest length of a match."""
    if longest is None:
        return f"{shortest:,} or more characters"
    return f"{shortest:,} to {longest:,} characters" if shortest < longest else _count_words(shortest, "character")


def _count_words(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def overview(grammar: Grammar) -> dict[str, Any]:
    """Return a grammar at a glance as JSON has it; title, document and section are None for a user's own.

    `replaces` maps rules of the grammar that it extends to those that are read instead, `overrides` lists the rules
    that it defines anew, `components` maps productions to component fields, inherited rows too.

    >>> import irigrammar
    >>> view = overview(irigrammar.grammar("web-address"))
    >>> view["extends"], view["replaces"]["path-sep"], len(view["rules"])
    ('iri-bis', 'href-path-sep', 4)
    """
    from dataclasses import asdict

    rules = grammar.rules
    entry = entry_of(rules)
    parent = rules.parent
    parent_rules = [parent.find(key) for key in rules.own] if parent else []
    replaces = {}
    for old, new in rules.replace.items():
        before = parent.find(old) if parent is not None else None
        replaces[before.name if before else old] = rules[new].name
    return {
        "name": grammar.name,
        "title": entry.title if entry else None,
        "document": entry.document if entry else None,
        "section": entry.section if entry else None,
        "extends": parent.name if parent is not None else None,
        "replaces": replaces,
        "overrides": tuple(rule.name for rule in parent_rules if rule),
        "prefer": grammar.entry.prefer,
        "start": grammar.entry.start,
        "components": dict(grammar.entry.components),
        "errata": list(map(asdict, grammar.entry.errata)),
        "rules": [
            {"name": rule.name, "abnf": abnf(rule.expr), "source": rule.source, "line": rule.line}
            for rule in rules.own.values()
        ],
    }


def overview_lines(grammar: Grammar, show: Show, paint: Paint) -> Iterator[str]:
    """Yield a grammar at a glance as lines: its catalog entry with errata, then each rule that it defines, with its
    source line and its ABNF (folded).
    """
    facts = overview(grammar)
    title = f"{facts['name']}: {facts['title']}" if facts["title"] else show(facts["name"])
    yield paint(title, "summary") + (f" ({citation(facts['document'], facts['section'])})" if facts["document"] else "")
    yield ""
    if facts["extends"]:
        yield from row("extends", [show(facts["extends"])], paint)
    if facts["replaces"]:
        yield from row("replaces", comma_units(f"{old} by {new}" for old, new in facts["replaces"].items()), paint)
    if facts["overrides"]:
        yield from row("overrides", comma_units(facts["overrides"]), paint)
    if facts["prefer"]:
        yield from row("prefers", [facts["prefer"]], paint)
    yield from row("start rules", comma_units(facts["start"]), paint)
    fields: dict[str, list[str]] = {}
    for production, field in facts["components"].items():
        fields.setdefault(field, []).append(production)
    label = "components"
    for field, productions in fields.items():
        yield from row(label, [f"{field}:", *comma_units(productions)], paint, hang=2)
        label = ""
    for erratum in grammar.entry.errata:
        yield from erratum_lines(erratum, show, paint, f"{erratum.rule}:")
    yield ""
    rules = [*grammar.rules.own.values()]
    places = [show(f"{rule.source}:{rule.line}") for rule in rules]
    width = max(map(len, places))
    longest = max(len(rule.name) for rule in rules)
    for place, rule in zip(places, rules, strict=True):
        indent = width + 2 + longest + 3
        first, *more = fold(abnf_units(show(rule.abnf)), indent, indent)
        yield f"{paint(f'{place:<{width}}', 'path')}  {rule.name:<{longest}} = {first}"
        yield from more
