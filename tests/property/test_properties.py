"""All engines agree on the catalog and on random grammars."""

from __future__ import annotations

import re

import abnf_engine
import backtracking
import pytest
import random_grammars
from examples import examples, some
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from near import near
from oracle import Oracle, catalog_oracle

import irigrammar
from irigrammar.engines import walk
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped import loader as catalog
from irigrammar.shipped.loader import generic_names

PRODUCTIONS = [
    (name, rule)
    for name in generic_names()
    for rule in catalog.load(name).names()
    if catalog.load(name).home(rule).name == name and rule != "href-strip"  # prose
]
REFERENCES = [(name, "IRI-reference") for name in ("rfc3987", "iri-bis", "leiri-bis", "web-address")]
REFERENCES += [("rfc3986", "URI-reference"), ("leiri", "LEIRI-reference")]


def verdicts(matcher: Matcher, text: str) -> dict[str, bool]:
    """Return what each engine says of a text."""
    production = matcher.grammar._production(matcher.rule)
    rows = {
        "matches": matcher.matches(text),
        "matches_many": matcher.matches_many([text])[0],
        "check": matcher.check(text).valid,
        "table": walk.matches(production.dfa, text),
        "tree": production.tree.picks(text) is not None,
    }
    if production.pattern is not None:
        rows["pattern"] = re.fullmatch(production.pattern.any, text) is not None
        if text.isascii():
            rows["pattern for ASCII text"] = re.fullmatch(production.pattern.ascii, text) is not None
    return rows


@pytest.mark.parametrize(("name", "rule"), some(PRODUCTIONS, 12))
@settings(max_examples=examples(15))
@given(data=st.data())
def test_engines_agree_on_every_production_of_the_catalog(name: str, rule: str, data: st.DataObject) -> None:
    matcher = irigrammar.grammar(name)[rule]
    oracle = catalog_oracle(name, rule)
    text = data.draw(near(matcher.grammar._production(rule).dfa))
    fault = oracle.fault(text)
    assert set(verdicts(matcher, text).values()) == {fault is None}
    expected = matcher.check(text).fault
    assert (expected.offset if expected else None) == fault


@settings(max_examples=examples(80))
@given(drawn=random_grammars.grammars(), data=st.data())
def test_engines_agree_on_random_grammars(drawn: tuple[str, Grammar], data: st.DataObject) -> None:
    text, grammar = drawn
    matcher = grammar["r0"]
    oracle = Oracle([text], {}, "r0")
    rules = abnf_engine.load("Random", text)
    dfa = grammar._production("r0").dfa
    for word in data.draw(st.lists(near(dfa, 8) | random_grammars.strings(), min_size=1, max_size=6)):
        fault = oracle.fault(word)
        assert set(verdicts(matcher, word).values()) == {fault is None}
        assert walk.fault_offset(dfa, word) == fault
        if all(not "\ud800" <= char <= "\udfff" for char in word):
            assert abnf_engine.matches(rules, "r0", word) == (fault is None)


@pytest.mark.slow
@settings(max_examples=examples(80))
@given(drawn=random_grammars.grammars(), data=st.data())
def test_trees_of_random_grammars_are_those_that_backtracking_finds(
    drawn: tuple[str, Grammar], data: st.DataObject
) -> None:
    _, grammar = drawn
    dfa = grammar._production("r0").dfa
    for word in data.draw(st.lists(near(dfa, 5) | random_grammars.strings(), min_size=1, max_size=4)):
        assume(len(word) <= 8)
        try:
            expected = backtracking.first(grammar.rules, "r0", word)
        except backtracking.TooManyParses:
            continue
        if expected is None:
            assert not grammar["r0"].matches(word)
        else:
            assert backtracking.tree_of(grammar["r0"].parse(word)) == expected


@pytest.mark.slow
@settings(max_examples=examples(80))
@given(drawn=random_grammars.grammars(), data=st.data())
def test_trees_with_a_preferred_rule_are_those_that_the_design_names(
    drawn: tuple[str, Grammar], data: st.DataObject
) -> None:
    text, plain = drawn
    last = f"r{text.count(chr(10)) - 1}"
    prefer = data.draw(st.sampled_from(["r1", last, "digit"])) if last != "r0" else "DIGIT"
    grammar = Grammar.from_text(text, prefer=prefer)
    dfa = plain._production("r0").dfa
    for word in data.draw(st.lists(near(dfa, 4) | random_grammars.strings(), min_size=1, max_size=4)):
        assume(len(word) <= 6)
        try:
            expected = backtracking.preferred(grammar.rules, "r0", word, prefer, limit=2_000)
        except backtracking.TooManyParses:
            continue
        if expected is None:
            assert not grammar["r0"].matches(word)
        else:
            assert backtracking.tree_of(grammar["r0"].parse(word)) == expected


@pytest.mark.parametrize(("name", "rule"), REFERENCES)
@settings(max_examples=examples(40))
@given(data=st.data())
def test_trees_of_references_are_those_that_backtracking_finds(name: str, rule: str, data: st.DataObject) -> None:
    grammar = irigrammar.grammar(name)
    word = data.draw(near(grammar._production(rule).dfa, 7))
    assume(len(word) <= 12)
    try:
        if grammar.entry.prefer:
            expected = backtracking.preferred(grammar.rules, rule, word, grammar.entry.prefer, limit=500)
        else:
            expected = backtracking.first(grammar.rules, rule, word)
    except backtracking.TooManyParses:
        return
    if expected is None:
        assert not grammar[rule].matches(word)
    else:
        assert backtracking.tree_of(grammar[rule].parse(word)) == expected
