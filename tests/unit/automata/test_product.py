"""Two automata side by side: a shortest string of the one that the other lacks."""

from __future__ import annotations

import pytest
from forms import forms
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar.automata.dfa import Dfa, counterexample, determinize, included
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import Regular
from irigrammar.engines import walk
from irigrammar.matching.grammar import Grammar


def dfa_of(text: str) -> Dfa:
    return Grammar.from_text(text)._production("a").dfa


@pytest.mark.parametrize(
    ("left", "right", "witness"),
    [
        ('a = "x"\n', 'a = "x" / "y"\n', None),
        ('a = "x" / "y"\n', 'a = "x"\n', "y"),
        ('a = "x"\n', 'a = %s"x"\n', "X"),
        ('a = *"1"\n', 'a = *4"1"\n', "11111"),
        ('a = *"1"\n', 'a = 1*"1"\n', ""),
        ('a = "1" / "22"\n', 'a = "3"\n', "1"),
        ("a = %x0-D7FF\n", "a = %x0-60 / %x62-D7FF\n", "a"),
        ("a = %x10000-10FFFF\n", "a = %x10000-10FFFE\n", "\U0010ffff"),
    ],
)
def test_the_witness_is_shortest_and_then_most_readable(left: str, right: str, witness: str | None) -> None:
    assert counterexample(dfa_of(left), dfa_of(right)) == witness


@given(first=forms(), second=forms())
def test_there_is_a_witness_unless_the_one_is_included(first: Regular, second: Regular) -> None:
    left, right = (determinize(compile_program(form)) for form in (first, second))
    witness = counterexample(left, right)
    if witness is not None:
        assert walk.matches(left, witness)
        assert not walk.matches(right, witness)
    assert (left == right) == (witness is None and counterexample(right, left) is None)
    assert included(left, right) is (witness is None)


@given(first=forms(), second=forms(), limit=st.integers(0, 20))
def test_what_would_take_too_long_is_not_told(first: Regular, second: Regular, limit: int) -> None:
    left, right = (determinize(compile_program(form)) for form in (first, second))
    assert included(left, right, limit) in {None, included(left, right)}
    assert included(left, right, left.states * right.states) is included(left, right)


def test_the_limit_is_of_pairs_of_states() -> None:
    """`x` in `*x` has a pair for each of its two states that live."""
    left, right = dfa_of('a = "x"\n'), dfa_of('a = *"x"\n')
    assert [included(left, right, limit) for limit in (0, 1, 2)] == [None, None, True]
    assert [included(right, left, limit) for limit in (0, 1)] == [False, False]


@pytest.mark.parametrize("length", [10, 1000])
def test_inclusion_of_bounded_repetitions(length: int) -> None:
    shorter, longer = dfa_of(f'a = *{length}"x"\n'), dfa_of(f'a = *{length + 1}"x"\n')
    assert included(shorter, longer) is True
    assert included(longer, shorter) is False


# The facts that were proved about the editions, with the shortest witness where an inclusion fails.
CLAIMS: list[tuple[tuple[str, str], tuple[str, str], str | None]] = [
    (("rfc3986", "URI"), ("rfc3987", "IRI"), None),
    (("rfc3986", "URI"), ("iri-bis", "IRI"), "a://%aa"),
    (("iri-bis", "IRI"), ("rfc3987", "IRI"), "a:##"),
    (("rfc3987", "IRI-reference"), ("leiri", "LEIRI-reference"), None),
    (("leiri-bis", "IRI-reference"), ("web-address", "IRI-reference"), None),
    (("web-address", "IRI-reference"), ("leiri-bis", "IRI-reference"), "%"),
]


@pytest.mark.parametrize(("left", "right", "witness"), CLAIMS)
def test_editions_are_included_in_each_other_as_proved(
    left: tuple[str, str], right: tuple[str, str], witness: str | None
) -> None:
    narrow, wide = (irigrammar.grammar(name)[rule] for name, rule in (left, right))
    shortest = counterexample(*(matcher.grammar._production(matcher.rule).dfa for matcher in (narrow, wide)))
    assert shortest == witness
    assert included(narrow.automaton, wide.automaton) is (witness is None)
    assert witness is None or (narrow.matches(witness) and not wide.matches(witness))
