"""Which productions of a grammar match the same strings."""

from __future__ import annotations

import pytest
from examples import some

import irigrammar
from irigrammar.language.relations import equivalents
from irigrammar.shipped.loader import generic_names


@pytest.mark.parametrize("name", some(generic_names(), 1))
def test_equivalent_productions_of_a_grammar(name: str) -> None:
    grammar = irigrammar.grammar(name)
    rows = {production: list(equivalents(grammar[production])) for production in grammar if production != "href-strip"}
    for production, others in rows.items():
        everyone = [other for other in grammar.rules.names() if other != "href-strip"]
        assert others == [
            other
            for other in everyone
            if other != production and grammar[other].automaton == grammar[production].automaton
        ]


def test_equivalents_are_named_in_the_order_of_the_grammar_and_what_cannot_be_compiled_is_passed_over() -> None:
    text = 'a = 2"x"\nb = "xx"\nc = c / "x"\nd = <prose>\ne = "x" *1"x"\nf = "x" ( "x" )\n'
    grammar = irigrammar.Grammar.from_text(text)
    assert list(equivalents(grammar["a"])) == ["b", "f"]
    assert list(equivalents(grammar["e"])) == []


def test_what_distinguishes_productions_does_not_decide() -> None:
    """The probes only save work: with none, or with strings that both match, the automata are compared."""
    grammar = irigrammar.Grammar.from_text('a = *"x"\nb = "" / "x" / "xx" / "xxx" 1*"x"\nc = *( "x" [ "x" ] )\n')
    for probes in ([], ["", "x", "xx"], ["xxx"], None):
        assert list(equivalents(grammar["a"], probes=probes)) == ["c"]
