"""Strings that are made from the rules: they match, keep to their length, and cover alternatives evenly."""

from __future__ import annotations

import pytest
from hypothesis import given
from places import TESTS
from recursive_grammars import recursive_grammars

from irigrammar import Grammar, GrammarError, language
from irigrammar.language.coverage import coverage
from irigrammar.language.derived import Writer
from irigrammar.matching.matcher import Matcher

LECTURES = TESTS / "data" / "lectures"
JSON = Grammar.from_file(LECTURES / "json.abnf")["JSON-text"]
SUM = Grammar.from_file(LECTURES / "sum.abnf")["expression"]
LARGE = Grammar.from_text('a = *( "x" / "y" ) "x" 40( "x" / "y" )\n')["a"]


@pytest.mark.parametrize("matcher", [JSON, SUM, LARGE], ids=str)
def test_samples_match_and_are_the_same_for_a_seed(matcher: Matcher) -> None:
    drawn = language.sample(matcher, 50, seed=5, max_length=60)
    assert len(drawn) == 50
    assert all(matcher.matches_many(drawn))
    assert max(map(len, drawn)) <= 60
    assert drawn == language.sample(matcher, 50, seed=5, max_length=60) != language.sample(matcher, 50, 6)


def test_alternatives_are_taken_evenly() -> None:
    touched = coverage(JSON, language.sample(JSON, 21, seed=1))
    assert min(touched.rules[rule] for rule in ("object", "array", "number", "string", "true", "false", "null")) > 1


def test_the_small_suite_is_made_for_rules_without_an_automaton() -> None:
    cases = list(language.cover(LARGE))
    assert [case.valid for case in cases] == [LARGE.matches(case.text) for case in cases]
    assert {True, False} == {case.valid for case in cases}


@given(recursive_grammars())
def test_random_grammars(abnf: str) -> None:
    matcher = Grammar.from_text(abnf)["r0"]
    written = Writer(matcher.grammar.rules, "r0")
    if written.is_empty:
        assert language.equal_up_to(matcher, Grammar.from_text('r0 = "(" r0\n')["r0"], 3)
        return
    for length in (0, 3, 12):
        text = written.text(lambda count: count - 1, length)
        assert matcher.matches(text)
        assert len(text) <= max(length, len(written.text(lambda _: 0, 0)))


def test_a_rule_without_strings_has_no_samples() -> None:
    matcher = Grammar.from_text('a = "(" a\n')["a"]
    assert (language.sample(matcher, 3, 1), language.examples(matcher)) == ([], [])
    with pytest.raises(GrammarError):
        matcher.automaton  # noqa: B018  # it is compiled when it is read
