"""Relations between languages: the proved facts, each with its witness."""

from __future__ import annotations

import pytest

import irigrammar
from irigrammar.language import disjoint, equivalent, includes, intersection_example, witness
from irigrammar.matching.matcher import Matcher


def rule(name: str) -> Matcher:
    grammar, _, production = name.partition(" ")
    return irigrammar.grammar(grammar)[production]


@pytest.mark.parametrize(
    ("left", "right", "string"),
    [
        ("rfc3986 URI", "rfc3987 IRI", None),
        ("rfc3986 URI", "iri-bis IRI", "a://%aa"),
        ("iri-bis IRI", "rfc3987 IRI", "a:##"),
        ("rfc3987 IRI-reference", "leiri LEIRI-reference", None),
        ("leiri-bis IRI-reference", "web-address IRI-reference", None),
        ("web-address IRI-reference", "leiri-bis IRI-reference", "%"),
        ("rfc3986 IPv4address", "rfc3986 reg-name", None),
        ("rfc3986 path-empty", "rfc3986 port", None),
    ],
)
def test_the_shortest_string_that_one_matches_and_the_other_does_not(left: str, right: str, string: str | None) -> None:
    assert witness(rule(left), rule(right)) == string
    assert includes(rule(right), rule(left)) is (string is None)
    if string is not None:
        assert rule(left).matches(string)
        assert not rule(right).matches(string)


def test_equal_languages_of_different_grammars() -> None:
    assert equivalent(rule("rfc3986 IPv6address"), rule("iri-bis IPv6address"))
    assert not equivalent(rule("rfc3986 URI"), rule("rfc3987 IRI"))


def test_what_two_share() -> None:
    assert intersection_example(rule("rfc3986 IPv4address"), rule("rfc3986 reg-name")) == "0.0.0.0"
    assert disjoint(rule("rfc3986 URI"), rule("rfc3986 relative-ref"))
    assert not disjoint(rule("rfc3986 path-rootless"), rule("rfc3986 path-noscheme"))
    assert intersection_example(rule("rfc3986 IP-literal"), rule("rfc3986 reg-name")) is None


def test_grammars_of_a_user_take_part() -> None:
    mine = irigrammar.Grammar.from_text('host = 1*( ALPHA / "." )\n')["host"]
    assert witness(mine, rule("rfc3986 reg-name")) is None
    assert witness(rule("rfc3986 reg-name"), mine) == ""
