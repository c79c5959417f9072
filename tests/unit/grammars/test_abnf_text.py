"""Expressions as ABNF text."""

from __future__ import annotations

import pytest
from hypothesis import given
from random_grammars import grammars

import irigrammar
from irigrammar.grammars.expr import Expr
from irigrammar.grammars.reader import read
from irigrammar.grammars.render import abnf
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import generic_names


def parsed(text: str) -> Expr:
    return read(f"a = {text}\n", "here")["a"].expr


@pytest.mark.parametrize(
    "text",
    [
        '"x" "y" / "z"',
        '"x" ( "y" / "z" )',
        '"x" / ( "y" / "z" )',
        '"x" ( "y" "z" )',
        '2( [ "x" ] "y" )',
        '"x" ( [ "y" ] / "z" )',
        '2[ "x" ]',
        '1*( *"x" )',
        '*2( 3"x" )',
        '[ "x" / b "y" ]',
        '[ [ "x" ] ]',
        "%x41-5A / %x0D.0A / %x22 / <prose here> / %xE9",
        '%s"aB" / %x61 / "-"',
        "0b",
        '"" / "; no comment"',
    ],
)
def test_a_text_is_written_as_it_was_read(text: str) -> None:
    assert abnf(parsed(text)) == text


@pytest.mark.parametrize("name", generic_names())
def test_the_rules_of_the_catalog_are_read_back(name: str) -> None:
    for rule in irigrammar.grammar(name).rules.own.values():
        assert parsed(abnf(rule.expr)) == rule.expr


@pytest.mark.slow
@given(drawn=grammars())
def test_any_grammar_means_the_same_when_it_is_read_back(drawn: tuple[str, Grammar]) -> None:
    grammar = drawn[1]
    again = Grammar.from_text("".join(f"{rule} = {abnf(grammar.rules[rule].expr)}\n" for rule in grammar))
    assert again["r0"].automaton == grammar["r0"].automaton
