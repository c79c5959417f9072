"""Ambiguities."""

from __future__ import annotations

from functools import cache

import pytest

import irigrammar
from irigrammar.language.audit import Ambiguity, audit


@cache
def ambiguities(name: str) -> list[Ambiguity]:
    return list(audit(irigrammar.grammar(name)))


def test_the_ambiguities_of_rfc_3986() -> None:
    rows = [
        (ambiguity.rule, ambiguity.first, ambiguity.second, ambiguity.witness) for ambiguity in ambiguities("rfc3986")
    ]
    assert rows == [
        ("host", "IPv4address", "reg-name", "0.0.0.0"),
        ("path", "path-abempty", "path-absolute", "/"),
        ("path", "path-abempty", "path-empty", ""),
        ("path", "path-noscheme", "path-rootless", "a"),
    ]


def test_each_witness_matches_both_alternatives_and_the_place_is_the_rule() -> None:
    grammar = irigrammar.grammar("rfc3986")
    for ambiguity in ambiguities("rfc3986"):
        assert grammar[ambiguity.first].matches(ambiguity.witness)
        assert grammar[ambiguity.second].matches(ambiguity.witness)
        assert (ambiguity.source, ambiguity.line) == ("grammar/rfc3986.abnf", grammar.rules[ambiguity.rule].line)


def test_what_decides() -> None:
    web = {(ambiguity.rule, ambiguity.second): ambiguity.decides for ambiguity in ambiguities("web-address")}
    assert web["ihier-part", "ipath-rootless"] == "href-path-sep is preferred"
    assert web["iquery", "iprivate"] == "first match wins: the second never matches"


def test_a_grammar_without_ambiguity() -> None:
    assert list(audit(irigrammar.Grammar.from_text('a = "x" / "y" b\nb = 1*DIGIT / "z"\n'))) == []


def test_a_recursive_rule_is_refused_with_its_cycle() -> None:
    with pytest.raises(irigrammar.GrammarError, match=r"a is recursive \(a -> a\)"):
        list(audit(irigrammar.Grammar.from_text('a = "(" a ")" / "x"\n')))
