"""From rules to automaton and pattern, and the plain values in which automata are kept."""

from __future__ import annotations

import pytest
import random_grammars
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import irigrammar
from irigrammar.engines import walk
from irigrammar.engines.compile import compile_dfa, compile_pattern
from irigrammar.engines.packing import pack, unpack
from irigrammar.engines.production import Production
from irigrammar.matching.grammar import Grammar


@pytest.mark.slow
@settings(max_examples=examples(30))
@given(drawn=random_grammars.grammars())
def test_a_packed_automaton_is_the_same_when_it_is_unpacked(drawn: tuple[str, Grammar]) -> None:
    dfa = drawn[1]._production("r0").dfa
    assert unpack(pack(dfa)) == dfa


def test_an_automaton_with_more_states_than_a_byte_holds_is_packed_too() -> None:
    dfa = compile_dfa(Grammar.from_text('a = 300"x" / *2"y"\n').rules, "a")
    assert dfa.states > 256
    again = unpack(pack(dfa))
    assert again == dfa
    assert walk.matches(again, "x" * 300)
    assert walk.fault_offset(again, "x" * 299) == 299


def test_packed_values_are_plain() -> None:
    def plain(value: object) -> bool:
        return isinstance(value, str | int) or (isinstance(value, tuple) and all(map(plain, value)))

    assert plain(pack(irigrammar.grammar("rfc3987")._production("IRI").dfa))


@pytest.mark.slow
@settings(max_examples=examples(30))
@given(drawn=random_grammars.grammars())
def test_compiling_again_gives_the_same(drawn: tuple[str, Grammar]) -> None:
    text, grammar = drawn
    again = Production.of(Grammar.from_text(text).rules, "r0")
    assert again.dfa == grammar._production("r0").dfa == compile_dfa(grammar.rules, "r0")
    assert again.pattern == grammar._production("r0").pattern == compile_pattern(grammar.rules, "r0")


@settings(max_examples=examples(30))
@given(drawn=random_grammars.grammars(), data=st.data())
def test_the_order_of_the_rules_does_not_matter(drawn: tuple[str, Grammar], data: st.DataObject) -> None:
    text, grammar = drawn
    lines = data.draw(st.permutations(text.splitlines(keepends=True)))
    assert compile_dfa(Grammar.from_text("".join(lines)).rules, "r0") == grammar._production("r0").dfa
