"""Grammars at a glance."""

from __future__ import annotations

import pytest

import irigrammar
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped import loader as catalog
from irigrammar.shipped.loader import generic_names
from irigrammar.views.overview import overview, overview_lines


def plain(text: str, _role: str) -> str:
    return text


@pytest.mark.parametrize("name", generic_names())
def test_what_the_catalog_says_is_shown(name: str) -> None:
    facts = overview(irigrammar.grammar(name))
    entry = catalog.entry(name)
    assert (facts.title, facts.document, facts.section) == (entry.title, entry.document, entry.section)
    assert (facts.extends, facts.start, facts.prefer) == (entry.extends, entry.start, entry.prefer)
    assert facts.replaces == entry.replace
    assert facts.components == entry.components
    assert facts.errata == entry.errata
    assert [rule.name for rule in facts.rules] == list(irigrammar.grammar(name))
    text = "\n".join(overview_lines(facts, str, plain))
    words = text.split()
    for erratum in entry.errata:
        assert " ".join(erratum.why.split()) in " ".join(words)
    for rule in facts.rules:
        assert f"{rule.source}:{rule.line} " in text
        assert f" {rule.name} " in text
        assert rule.abnf in " ".join(words)
    for field in set(entry.components.values()):
        productions = [production for production, other in entry.components.items() if other == field]
        assert f" {field}: {', '.join(productions)} " in " ".join(words)


def test_rules_that_are_defined_anew() -> None:
    assert overview(irigrammar.grammar("leiri")).overrides == ("ucschar", "iprivate")
    assert overview(irigrammar.grammar("web-address")).overrides == ()


def test_a_users_grammar_has_no_title() -> None:
    own = Grammar.from_text(
        'a = host / ipv4\nipv4 = "x"\nHOST = "y"\n', name="my.abnf", extends="rfc3986", replace={"IPv4address": "ipv4"}
    )
    facts = overview(own)
    assert (facts.title, facts.document, facts.section) == (None, None, None)
    assert facts.overrides == ("host",)
    assert facts.replaces == {"IPv4address": "ipv4"}
    assert next(overview_lines(facts, str, plain)) == "my.abnf"
    assert list(overview_lines(facts, str, plain))[-3:] == [
        "my.abnf:1  a    = host / ipv4",
        'my.abnf:2  ipv4 = "x"',
        'my.abnf:3  HOST = "y"',
    ]
