"""The grammars of the abnf package by name: each is whole, and says what the package says."""

from __future__ import annotations

import importlib
import random

import pytest

import irigrammar
from irigrammar.matching.grammar import open_grammar
from irigrammar.shipped.package import package_names, package_text

TEXTS = [
    ("abnf:rfc3339", "date-time", "1985-04-12T23:20:50.52Z"),
    ("abnf:rfc5646", "Language-Tag", "de-CH-1996"),
    ("abnf:rfc5322", "addr-spec", "a.b@example.org"),
    ("abnf:rfc9110", "Host", "example.org:80"),
    ("abnf:rfc9110", "uri-host", "[::1]"),
    ("abnf:rfc9110", "Via", "1.0 fred, 1.1 p.example.net (proxy)"),
    ("abnf:rfc7231", "Referer", "http://h/"),
    ("abnf:rfc8288", "Link", '</b>; rel="previous"'),
    ("abnf:rfc9651", "sf-list", "sugar, tea, (rum milk);a=1"),
]


@pytest.mark.parametrize("name", package_names())
def test_every_rule_leads_to_rules_that_are_there(name: str) -> None:
    grammar = open_grammar(name)
    assert all(grammar.rules.reach(rule) for rule in grammar)


@pytest.mark.parametrize(("name", "rule", "text"), TEXTS)
def test_verdicts_are_those_of_the_package(name: str, rule: str, text: str) -> None:
    from abnf.parser import ParseError

    matcher = open_grammar(name)[rule]
    parser = importlib.import_module(f"abnf.grammars.{name.removeprefix('abnf:')}").Rule(rule)
    assert matcher.matches(text)
    drawn = random.Random(text)
    for _ in range(8):
        place = drawn.randrange(len(text))
        corrupt = text[:place] + drawn.choice(["", *'(),;:"a1 -/']) + text[place + 1 :]
        try:
            parser.parse_all(corrupt)
            expected = True
        except ParseError:
            expected = False
        assert matcher.matches(corrupt) is expected, corrupt


def test_a_name_that_is_taken_has_that_of_its_grammar_before_it() -> None:
    text = package_text("abnf:rfc9110")
    assert "uri-host = rfc3986-host\n" in text
    assert 'Host = rfc3986-host [ ":" port ]\n' in text


def test_an_unknown_name_has_near_ones() -> None:
    with pytest.raises(irigrammar.UnknownGrammar, match="abnf:rfc5322"):
        open_grammar("abnf:rfc532")
