"""Strings that the parts of a rule share in two ways."""

from __future__ import annotations

from typing import Any

import pytest
import random_grammars
from hypothesis import given, settings
from hypothesis import strategies as st
from rows import in_one_test

from irigrammar import Grammar
from irigrammar.errors import GrammarError
from irigrammar.language.audit import audit
from irigrammar.language.divided import shared_string


@in_one_test(
    ("source", "witness"),
    [
        ('a = 1*b\nb = 1*"x"\n', "xx"),
        ('a = 1*( 1*"x" )\n', "xx"),
        ('a = *"x" *"x"\n', "x"),
        ('a = [ "x" ] "x" [ "x" ]\n', "xx"),
        ('a = 1*( b "," )\nb = *"x"\n', None),
        ('a = 2*3b\nb = 1*2"x"\n', "xxx"),
        ('a = 2( b "y" )\nb = *"x"\n', None),
        ('a = 1*41( b )\nb = "x" [ "x" ]\n', "xx"),
        ('a = ""\n', None),
        ('a = *( "x" / "y" "x" )\n', None),
        ('a = "x" / "X" / %x58\n', None),  # one tree
    ],
)
def test_shortest_strings(source: str, witness: str | None) -> None:
    grammar = Grammar.from_text(source)
    rule = grammar.start.rule
    assert shared_string(grammar.rules, grammar.rules[rule]) == witness
    assert [row.witness for row in audit(grammar) if not row.second] == ([] if witness is None else [witness])
    if witness is not None:
        assert len(grammar.start.parses(witness)) > 1


@settings(deadline=None)
@given(st.data())
def test_a_division_is_an_ambiguity(data: Any) -> None:
    _, grammar = data.draw(random_grammars.grammars())
    try:
        witness = shared_string(grammar.rules, grammar.rules[grammar.start.rule])
    except GrammarError:
        return
    if witness is not None:
        assert len(grammar.start.parses(witness)) > 1


def test_parts_that_no_automaton_reads_are_refused() -> None:
    grammar = Grammar.from_text('a = "x" a "x" / "y" a "y" / "x" / "y"\n')
    with pytest.raises(GrammarError, match="recursive"):
        shared_string(grammar.rules, grammar.rules["a"])
