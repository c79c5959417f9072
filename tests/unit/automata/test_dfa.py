"""Minimal automata: numbers of states, one automaton for a language."""

from __future__ import annotations

import pytest
from forms import accepts, forms
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar.automata import dfa as module
from irigrammar.automata.dfa import DEAD, Dfa, counterexample, determinize, is_included
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import Alternate, Regular
from irigrammar.engines import walk
from irigrammar.engines.compile import compile_dfa
from irigrammar.errors import GrammarError
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped import loader as catalog


def dfa_of(text: str) -> Dfa:
    grammar = Grammar.from_text(text)
    return compile_dfa(grammar.rules, grammar.start.rule)


@pytest.mark.parametrize(
    ("grammar", "rule", "states", "classes"),
    [("rfc3986", "URI-reference", 182, 21), ("rfc3987", "IRI-reference", 185, 23), ("rfc3986", "IPv6address", 151, 10)],
)
def test_sizes_are_those_measured(grammar: str, rule: str, states: int, classes: int) -> None:
    """States without the dead one; a class of code points that nothing reads counts."""
    dfa = irigrammar.grammar(grammar)._production(rule).dfa
    assert dfa.states - 1 == states
    assert dfa.classes.count == classes
    assert dfa == compile_dfa(catalog.load(grammar), rule)


@in_one_test(
    ("left", "right"),
    [
        ('a = "x" / "y"\n', "a = %x58-59 / %x78-79\n"),
        ('a = *( "x" / "y" )\n', 'a = *( *"x" *"y" )\n'),
        ('a = 1*"x"\n', 'a = "x" *"x"\n'),
        ('a = [ "x" ]\n', 'a = "" / b\nb = "x"\n'),
        ('a = *"x"\n', 'a = [ b ] [ 1*"x" ]\nb = "X"\n'),
        ('a = 2*3"x"\n', 'a = "xx" / "xxx"\n'),
        ('a = *( "ab" )\n', 'a = [ "a" *( "ba" ) "b" ]\n'),
        ('a = "x" / "xy"\n', 'a = "x" [ "y" ]\n'),
        ("a = %x0-D7FF\n", "a = %x61-D7FF / %x0-60 / %x41\n"),
    ],
)
def test_two_spellings_of_one_language_give_equal_automata(left: str, right: str) -> None:
    assert dfa_of(left) == dfa_of(right)
    assert hash(dfa_of(left)) == hash(dfa_of(right))


@given(form=forms())
def test_the_language_is_that_of_the_automaton_with_choices(form: Regular) -> None:
    program = compile_program(form)
    dfa = determinize(program)
    todo = [""]
    for word in todo:  # grows during the loop
        assert walk.matches(dfa, word) == accepts(program, word)
        if len(word) < 4:
            todo += [word + char for char in "ab1"]


@given(form=forms())
def test_no_two_states_and_no_two_classes_mean_the_same(form: Regular) -> None:
    dfa = determinize(compile_program(form))
    states = range(dfa.states)
    apart = {(left, right) for left in states for right in states if dfa.accepting[left] != dfa.accepting[right]}
    while more := {
        (left, right)
        for left in states
        for right in states
        if (left, right) not in apart
        and any(pair in apart for pair in zip(dfa.rows[left], dfa.rows[right], strict=True))
    }:
        apart |= more
    assert apart == {(left, right) for left in states for right in states if left != right}
    columns = list(zip(*dfa.rows, strict=True))
    assert len(set(columns)) == len(columns)


@given(form=forms())
def test_state_0_is_dead_and_states_are_numbered_breadth_first(form: Regular) -> None:
    dfa = determinize(compile_program(form))
    assert set(dfa.rows[DEAD]) == {DEAD}
    assert not dfa.accepting[DEAD]
    assert not any(row[0] for row in dfa.rows)  # class 0 is read by nothing
    order = [DEAD, dfa.start]
    for state in order:  # grows during the loop
        order += [to for to in dict.fromkeys(dfa.rows[state]) if to not in order]
    assert order == list(range(dfa.states))


def test_empty_language_is_the_dead_state() -> None:
    dfa = determinize(compile_program(Alternate(())))
    assert (dfa.states, dfa.start) == (1, DEAD)
    assert not walk.matches(dfa, "")
    assert walk.fault_offset(dfa, "x") == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "a = " + " ".join(f"%x{0x100 + i:X}-{0xFFFF - i:X}" for i in range(2_000)),  # overlapping sets
        "a = *( " + " / ".join(f"%x{0x1000 + 2 * i:X} %x{0x1000 + 14 * i % 6000:X}" for i in range(4_000)) + " )",
        'a = *70( *70( [ "a" ] ) )',  # sets of thousands of nodes
        'a = 9999[ "a" ]',
        'a = *( *( *( *( *( *( *( *( *( *[ "a" ] ) ) ) ) ) ) ) ) ) 9999[ "b" ]',
    ],
    ids=["sets", "classes", "loops", "options", "nested"],
)
def test_work_is_limited(text: str) -> None:
    """Each of them took from several seconds to minutes."""
    with pytest.raises(GrammarError, match="too large"):
        dfa_of(f"{text}\n")


def test_too_many_states_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GrammarError, match="too large"):
        dfa_of('a = *( "a" / "b" ) "a" 40( "a" / "b" )\n')
    monkeypatch.setattr(module, "_STATE_LIMIT", 10)
    assert dfa_of('a = 7"x"\n').states == 9
    with pytest.raises(GrammarError, match="too large"):
        dfa_of('a = 30"x"\n')


# Two automata side by side: a shortest string of the one that the other lacks


@in_one_test(
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
    assert is_included(left, right) is (witness is None)


@given(first=forms(), second=forms(), limit=st.integers(0, 20))
def test_what_would_take_too_long_is_not_told(first: Regular, second: Regular, limit: int) -> None:
    left, right = (determinize(compile_program(form)) for form in (first, second))
    assert is_included(left, right, limit) in {None, is_included(left, right)}
    assert is_included(left, right, left.states * right.states) is is_included(left, right)


def test_the_limit_is_of_pairs_of_states() -> None:
    """`x` in `*x` has a pair for each of its two states that live."""
    left, right = dfa_of('a = "x"\n'), dfa_of('a = *"x"\n')
    assert [is_included(left, right, limit) for limit in (0, 1, 2)] == [None, None, True]
    assert [is_included(right, left, limit) for limit in (0, 1)] == [False, False]


@pytest.mark.parametrize("length", [10, 1000])
def test_inclusion_of_bounded_repetitions(length: int) -> None:
    shorter, longer = dfa_of(f'a = *{length}"x"\n'), dfa_of(f'a = *{length + 1}"x"\n')
    assert is_included(shorter, longer) is True
    assert is_included(longer, shorter) is False


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
    assert is_included(narrow.automaton, wide.automaton) is (witness is None)
    assert witness is None or (narrow.matches(witness) and not wide.matches(witness))
