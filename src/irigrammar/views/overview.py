"""A grammar at a glance: where it comes from, what it builds on, and its own rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from irigrammar.grammars.entry import Erratum
from irigrammar.grammars.render import abnf
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.place import cited, entry_of
from irigrammar.text.sheet import Paint, abnf_units, fold, listed, row
from irigrammar.views.portrait_text import erratum_lines


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule: its name, its ABNF on one line, and where it stands, lines counting from 1."""

    name: str
    abnf: str
    source: str
    line: int


@dataclass(frozen=True, slots=True)
class Overview:
    """A grammar as a reader wants to know it; `title`, `document` and `section` are None for a user's own.

    `replaces` maps rules of the grammar that it extends to those that are read instead, `overrides` lists the rules
    that it defines anew, `components` maps productions to component fields, inherited rows too.
    """

    name: str
    title: str | None
    document: str | None
    section: str | None
    extends: str | None
    replaces: Mapping[str, str]
    overrides: tuple[str, ...]
    prefer: str | None
    start: tuple[str, ...]
    components: Mapping[str, str]
    errata: tuple[Erratum, ...]
    rules: tuple[RuleLine, ...]


def overview(grammar: Grammar) -> Overview:
    """Return a grammar at a glance.

    >>> import irigrammar
    >>> found = overview(irigrammar.grammar("web-address"))
    >>> found.extends, found.replaces["path-sep"], len(found.rules)
    ('iri-bis', 'href-path-sep', 4)
    """
    rules = grammar.rules
    entry = entry_of(rules)
    parent = rules.parent
    inherited = [parent.find(key) for key in rules.own] if parent else []
    replaces = {}
    for old, new in rules.replace.items():
        before = parent.find(old) if parent else None
        replaces[before.name if before else old] = rules[new].name
    return Overview(
        name=grammar.name,
        title=entry.title if entry else None,
        document=entry.document if entry else None,
        section=entry.section if entry else None,
        extends=parent.name if parent else None,
        replaces=replaces,
        overrides=tuple(rule.name for rule in inherited if rule),
        prefer=grammar.entry.prefer,
        start=grammar.entry.start,
        components=dict(grammar.entry.components),
        errata=grammar.entry.errata,
        rules=tuple(RuleLine(rule.name, abnf(rule.expr), rule.source, rule.line) for rule in rules.own.values()),
    )


def overview_lines(found: Overview, show: Callable[[str], str], paint: Paint) -> Iterator[str]:
    """Yield a grammar at a glance as lines: what the catalog says of it, then a row for each of its own rules."""
    title = f"{found.name}: {found.title}" if found.title else show(found.name)
    yield paint(title, "summary") + (f" ({cited(found.document, found.section)})" if found.document else "")
    yield ""
    if found.extends:
        yield from row("extends", [show(found.extends)], paint)
    if found.replaces:
        yield from row("replaces", listed(f"{old} by {new}" for old, new in found.replaces.items()), paint)
    if found.overrides:
        yield from row("overrides", listed(found.overrides), paint)
    if found.prefer:
        yield from row("prefers", [found.prefer], paint)
    yield from row("start rules", listed(found.start), paint)
    fields: dict[str, list[str]] = {}
    for production, field in found.components.items():
        fields.setdefault(field, []).append(production)
    label = "components"
    for field, productions in fields.items():
        yield from row(label, [f"{field}:", *listed(productions)], paint, hang=2)
        label = ""
    for erratum in found.errata:
        yield from erratum_lines(erratum, show, paint, f"{erratum.rule}:")
    yield ""
    places = [show(f"{rule.source}:{rule.line}") for rule in found.rules]
    width = max(map(len, places))
    longest = max(len(rule.name) for rule in found.rules)
    for place, rule in zip(places, found.rules, strict=True):
        yield from _rule_lines(f"{place:<{width}}", rule, longest, show, paint)


def _rule_lines(place: str, rule: RuleLine, width: int, show: Callable[[str], str], paint: Paint) -> Iterator[str]:
    indent = len(place) + 2 + width + 3
    lines = fold(abnf_units(show(rule.abnf)), indent, indent)
    yield f"{paint(place, 'path')}  {rule.name:<{width}} = {lines[0]}"
    yield from lines[1:]
