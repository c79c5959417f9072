"""Which rules refer to which, as a grammar resolves them; undefined rules and recursion do no harm here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from irigrammar.grammars.rulelist import Rulelist


def references(rules: Rulelist) -> dict[str, tuple[str, ...]]:
    """Return, for each rule of a grammar, by spelled name, the rules that it refers to, in the order of the text.

    >>> from irigrammar.shipped.loader import load
    >>> references(load("web-address"))["ipath-abempty"]
    ('href-path-sep', 'isegment')
    """
    found: dict[str, tuple[str, ...]] = {}
    todo = [rules[name] for name in rules.names()]
    for rule in todo:  # grows as it is read: a rule may be read that no name leads to any more
        if rule.name not in found:
            targets = [target for ref in rules.refs(rule) if (target := rules.find(ref.name))]
            found[rule.name] = tuple(dict.fromkeys(target.name for target in targets))
            todo += targets
    return found


def users(refers: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Return, for each rule, the rules that refer to it, in the order of the grammar."""
    found: dict[str, list[str]] = {name: [] for name in refers}
    for name, targets in refers.items():
        for target in targets:
            found[target].append(name)
    return {name: tuple(rows) for name, rows in found.items()}


def reached(graph: Mapping[str, Iterable[str]], name: str) -> list[str]:
    """Return the rules that a way leads to, nearer ones first, the rule itself before all."""
    found = {name: None}
    todo = [name]
    for here in todo:  # grows as it is read
        new = [target for target in graph[here] if target not in found]
        found |= dict.fromkeys(new)
        todo += new
    return todo
