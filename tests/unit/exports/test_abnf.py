"""The effective grammar as ABNF: it reads back as the same language, here and in the package abnf."""

from __future__ import annotations

from typing import Any

import pytest
import random_grammars
from abnf import ParseError
from abnf.grammars.rfc7405 import Rule as AbnfRule
from examples import examples, some
from hypothesis import given, settings

import irigrammar
from irigrammar.exports import export
from irigrammar.language import suite
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher

STARTS = [(name, rule) for name in irigrammar.catalog() for rule in irigrammar.grammar(name).entry.start]


@pytest.mark.parametrize(("grammar", "rule"), some([row for row in STARTS if row[0] != "rfc5234"], 6))
def test_the_catalog_read_back_is_the_same_language(grammar: str, rule: str) -> None:
    matcher = irigrammar.grammar(grammar)[rule]
    again = Grammar.from_text(export(matcher, "abnf")).start
    assert (again.rule, again.automaton) == (matcher.rule, matcher.automaton)


@given(generated=random_grammars.grammars())
@settings(max_examples=examples(60))
def test_random_grammars_read_back_are_the_same_language(generated: tuple[str, Grammar]) -> None:
    matcher = generated[1]["r0"]
    assert Grammar.from_text(export(matcher, "abnf")).start.automaton == matcher.automaton


def by_the_package(matcher: Matcher, text: str) -> bool:
    Rule: Any = type("Rule", (AbnfRule,), {})  # noqa: N806  # a class
    Rule.load_grammar(export(matcher, "abnf"))
    try:
        Rule(matcher.rule).parse_all(text)
    except ParseError:
        return False
    return True


@pytest.mark.parametrize(
    ("grammar", "rule"), [("rfc3986", "dec-octet"), ("rfc3986", "port"), ("rfc3987", "scheme"), ("iri-bis", "pct-form")]
)
def test_the_package_abnf_gives_the_verdicts_of_a_complete_suite(grammar: str, rule: str) -> None:
    matcher = irigrammar.grammar(grammar)[rule]
    cases = list(suite(matcher))
    assert [by_the_package(matcher, case.text) for case in cases] == [case.valid for case in cases]


@pytest.mark.parametrize("grammar", ["rfc3986", "rfc3987", "iri-bis", "leiri", "web-address"])
def test_the_package_abnf_reads_references_as_we_do(grammar: str) -> None:
    matcher = irigrammar.grammar(grammar).start
    for text in ("http://u@h:80/é?q#f", "a b", "//h\\x", "http://[::1]/", "%zz", "", ":", "a#b#c", "http://h/%C3%A9"):
        assert by_the_package(matcher, text) is matcher.matches(text), text


def test_what_the_catalog_changes_is_written() -> None:
    assert export(irigrammar.grammar("iri-bis")["pct-form"], "abnf") == (
        '; pct-form of iri-bis\n\npct-form = pct-encoded\npct-encoded = "%" HEXDIG HEXDIG\n'
    )
    own = Grammar.from_text('a = %s"Ab" <b> <prose> [ DIGIT ]\nb = %x41-5A / "x" "y"\nDIGIT = "1"\n')
    assert export(own["a"], "abnf") == (
        '; a of <text>\n\na = ( %x41 %x62 ) b <prose> [ DIGIT ]\nDIGIT = "1"\nb = %x41-5A / "x" "y"\n'
    )
    nested = Grammar.from_text('list = "(" *list ")"\n').start
    assert export(nested, "abnf") == '; list of <text>\n\nlist = "(" *list ")"\n'
