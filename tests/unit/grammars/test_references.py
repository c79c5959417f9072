"""Which rules refer to which."""

from __future__ import annotations

import pytest

import irigrammar
from irigrammar.grammars.rulelist import Rulelist, reached, references, users
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import generic_names


def rules(text: str) -> Rulelist:
    return Grammar.from_text(text).rules


@pytest.mark.parametrize("name", generic_names())
def test_what_is_reached_is_what_a_derivation_can_use(name: str) -> None:
    grammar = irigrammar.grammar(name)
    refers = references(grammar.rules)
    for rule in grammar:
        assert set(reached(refers, rule)) == set(grammar.rules.reach(rule))


@pytest.mark.parametrize("name", generic_names())
def test_users_are_the_way_back(name: str) -> None:
    refers = references(irigrammar.grammar(name).rules)
    back = users(refers)
    assert back.keys() == refers.keys()
    assert {(source, target) for source, targets in refers.items() for target in targets} == {
        (source, target) for target, rows in back.items() for source in rows
    }


def test_nearer_rules_are_reached_first() -> None:
    refers = references(rules('a = b c\nb = d\nc = "x"\nd = a / "y"\n'))
    assert reached(refers, "a") == ["a", "b", "c", "d"]
    assert refers["d"] == ("a",)


def test_undefined_rules_are_left_out_and_case_does_not_count() -> None:
    refers = references(rules("a = B nothing B digit\nb = <a>\n"))
    assert refers["a"] == ("b", "DIGIT")
    assert refers["b"] == ("a",)  # prose that is a rule's name


def test_redirected_references() -> None:
    web = irigrammar.grammar("web-address")
    refers = references(web.rules)
    assert refers["iunreserved"][-1] == "href-ucschar"
    assert "ucschar" not in refers
    assert users(references(irigrammar.grammar("leiri").rules))["ucschar"] == ("iunreserved",)


def test_a_rule_that_only_a_redirection_leads_to() -> None:
    """`path-sep` is read as `href-path-sep` still, though the name `href-path-sep` is redirected in turn."""
    child = Grammar.from_text('x = "!"\n', extends=irigrammar.grammar("web-address"), replace={"href-path-sep": "x"})
    refers = references(child.rules)
    assert set(refers["ipath-abempty"]) <= refers.keys()
    assert users(refers).keys() == refers.keys()
