"""Rewrites keep the language of a form."""

from __future__ import annotations

import pytest
from examples import examples, some
from forms import forms
from hypothesis import given, settings
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar.automata.algebra import first, nullable, simplify, span, within
from irigrammar.automata.charset import Ranges, union
from irigrammar.automata.dfa import DEAD, Dfa, determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import (
    EMPTY,
    Alternate,
    Capture,
    CharSet,
    Concat,
    Regular,
    Repeat,
    alternate,
    concat,
    lower,
    repeat,
)
from irigrammar.engines import walk
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Literal, Rule
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.matching.grammar import Grammar

A, B, C, AB = (CharSet(ranges) for ranges in (((97, 97),), ((98, 98),), ((99, 99),), ((97, 98),)))


def dfa_of(form: Regular) -> Dfa:
    return determinize(compile_program(form))


def sets_of(form: Regular) -> list[Ranges]:
    match form:
        case CharSet(ranges):
            return [ranges]
        case Concat(items) | Alternate(items):
            return [ranges for item in items for ranges in sets_of(item)]
        case Repeat(item, _, _) | Capture(_, item):
            return sets_of(item)


@settings(max_examples=examples(400))
@given(form=forms())
def test_simplifying_keeps_the_language(form: Regular) -> None:
    assert dfa_of(simplify(form)) == dfa_of(form)


@given(form=forms())
def test_simplifying_again_keeps_the_language_too(form: Regular) -> None:
    once = simplify(form)
    assert dfa_of(simplify(once)) == dfa_of(once)


@pytest.mark.slow
@pytest.mark.parametrize("name", some(["rfc3986", "rfc3987", "iri-bis", "leiri-bis", "web-address"], 1))
def test_simplifying_keeps_the_language_of_the_catalog(name: str) -> None:
    grammar = irigrammar.grammar(name)
    for rule in grammar.entry.start:
        form = lower(grammar.rules, rule, lambda _: False)
        assert dfa_of(simplify(form)) == grammar._production(rule).dfa


@given(form=forms())
def test_nullable_and_first_are_what_the_automaton_says(form: Regular) -> None:
    dfa = dfa_of(form)
    assert nullable(form) == bool(dfa.accepting[dfa.start])
    begins = (dfa.classes.ranges(number) for number, to in enumerate(dfa.rows[dfa.start]) if to != DEAD)
    assert first(form) == union(*begins)


def star(form: Regular) -> Regular:
    return Repeat(form, 0, None)


def optional(form: Regular) -> Regular:
    return Repeat(form, 0, 1)


@in_one_test(
    ("form", "expected"),
    [
        # an alternative that its siblings include is dropped
        (Alternate((A, AB)), AB),
        (Alternate((Concat((A, A)), Concat((AB, AB)))), Concat((AB, AB))),
        (Alternate((Concat((A, B)), star(AB))), star(AB)),
        # sets become one, through whatever is around them
        (Alternate((A, Alternate((B, Concat((C, C)))))), Alternate((AB, Concat((C, C))))),
        (Capture("x", Alternate((Capture("y", A), Capture("z", B)))), AB),
        # equal first parts and equal last parts are taken out
        (Alternate((Concat((A, B)), Concat((A, C)))), Concat((A, CharSet(((98, 99),))))),
        (Alternate((Concat((A, C)), Concat((B, C)))), Concat((AB, C))),
        (Alternate((A, Concat((A, B)))), Concat((A, optional(B)))),
        # (a X*)* = (a (a|X)*)?
        (star(Concat((A, star(B)))), optional(Concat((A, star(AB))))),
        # X* (a X*)* = (a|X)*
        (Concat((star(B), star(Concat((A, star(B)))))), star(AB)),
        # what may be empty need not be, in a loop
        (star(Concat((star(A), star(B)))), star(AB)),
        (star(star(A)), star(A)),
        (star(optional(A)), star(A)),
        (optional(star(A)), star(A)),
        (Repeat(optional(A), 3, None), star(A)),
        (star(Alternate((AB, Concat((B, C)), Concat((A, A))))), star(Alternate((AB, Concat((B, C)))))),
        (EMPTY, EMPTY),
    ],
)
def test_the_laws(form: Regular, expected: Regular) -> None:
    assert dfa_of(form) == dfa_of(expected)
    assert simplify(form) == expected


@pytest.mark.parametrize(
    ("low", "inner"),
    [
        (1, concat(A, star(B))),
        (2, concat(A, star(B))),
        (3, alternate(A, concat(A, B))),
        (1, concat(A, repeat(B, 2, None))),
    ],
)
def test_minimal_counts_are_kept(low: int, inner: Regular) -> None:
    form = Repeat(inner, low, None)
    assert dfa_of(simplify(form)) == dfa_of(form)
    assert not nullable(simplify(form))


def test_shared_parts_are_simplified_once() -> None:
    """A chain of rules that use the one below twice has an exponential tree, and few objects."""
    form: Regular = concat(A, B)
    for _ in range(12):
        form = alternate(Concat((form, A)), Concat((form, B)))
    assert dfa_of(simplify(form)) == dfa_of(form)


@given(form=forms(), ranges=st.sampled_from([((0, 0x7F),), ((97, 97),), ((98, 300),), ()]))
def test_within_keeps_the_strings_of_a_set_of_code_points(form: Regular, ranges: Ranges) -> None:
    dfa, narrow = dfa_of(form), dfa_of(within(form, ranges))
    todo = [""]
    for word in todo:  # grows during the loop
        inside = all(any(low <= ord(char) <= high for low, high in ranges) for char in word)
        assert walk.matches(narrow, word) == (inside and walk.matches(dfa, word))
        if len(word) < 4:
            todo += [word + char for char in "ab\xc8"]


@settings(max_examples=examples(300))
@given(form=forms())
def test_the_span_is_that_of_the_language(form: Regular) -> None:
    shortest, longest = span(form)
    dfa = dfa_of(form)
    lengths = {length for length in range(40) if counted(dfa, length)}
    assert shortest == min(lengths)
    assert longest == max(lengths) if longest is not None and longest < 40 else max(lengths) > 30


def counted(dfa: Dfa, length: int) -> bool:
    """Return whether some string of a length is accepted."""
    states = {dfa.start}
    for _ in range(length):
        states = {to for state in states for to in dfa.rows[state]} - {DEAD}
    return any(dfa.accepting[state] for state in states)


@in_one_test(
    ("form", "expected"),
    [
        (EMPTY, (0, 0)),
        (Concat((A, Repeat(B, 2, 5))), (3, 6)),
        (Alternate((EMPTY, Concat((A, B)))), (0, 2)),
        (Repeat(Alternate((A, EMPTY)), 2, None), (0, None)),
        (Repeat(EMPTY, 0, None), (0, 0)),
        (Concat((Repeat(A, 1, None), Capture("b", B))), (2, None)),
        (Alternate((Repeat(A, 0, None), B)), (0, None)),
        (Repeat(Repeat(A, 1, None), 2, 3), (2, None)),
    ],
)
def test_spans(form: Regular, expected: tuple[int, int | None]) -> None:
    assert span(form) == expected


# The analysable form: references inlined, sets of code points, marks


def letters(chars: str, *, leaf: bool = False) -> CharSet:
    points = sorted(map(ord, chars))
    return CharSet(tuple((point, point) for point in points), leaf)


def form(text: str, *, marks: str = "", leaves: bool = False) -> Regular:
    return lower(Grammar.from_text(text).rules, "r", lambda name: name in marks.split(), leaves=leaves)


@in_one_test(
    ("elements", "expected"),
    [
        ('%s"a"', A),
        ('"a"', letters("Aa")),
        ('"1"', letters("1")),
        ('%s"ab"', Concat((A, B))),
        ('""', EMPTY),
        ("%x61", A),
        ("%x61-62", CharSet(((0x61, 0x62),))),
        ("%x61.62", Concat((A, B))),
        ('%s"a" / %s"b"', CharSet(((0x61, 0x62),))),
        ('%s"a" / %s"ab"', Alternate((A, Concat((A, B))))),
        ('%s"a" ( %s"b" %s"a" )', Concat((A, B, A))),
        ('%s"a" / ( %s"ab" / %s"b" )', Alternate((A, Concat((A, B)), B))),
        ('*%s"a"', Repeat(A, 0, None)),
        ('[ %s"a" ]', Repeat(A, 0, 1)),
        ('1%s"a"', A),
        ('0%s"a"', EMPTY),
        ('*""', EMPTY),
        ("x", Concat((A, B))),
        ("<x>", Concat((A, B))),
        ("2DIGIT", Repeat(CharSet(((0x30, 0x39),)), 2, 2)),
    ],
)
def test_each_expression_has_its_form(elements: str, expected: Regular) -> None:
    assert form(f'r = {elements}\nx = %s"ab"\n') == expected


def test_case_is_folded_in_ascii_only() -> None:
    """RFC 5234, 2.3. U+212A KELVIN SIGN and U+017F are not letters of ABNF."""
    assert form('r = "k"\n') == letters("Kk")
    assert form("r = %x212A\n") == letters("\u212a")
    assert form("r = %xE9\n") == letters("é")
    for char in "é\u212a\u017f":  # no text has them in a literal that is not sensitive
        rules = Rulelist("g", {"r": Rule("r", Literal(char), "g", 1, 1)})
        assert lower(rules, "r", lambda _: False) == letters(char)


def test_rules_that_are_tracked_become_marks() -> None:
    text = 'r = x y\nx = %s"a"\ny = %s"b" x\n'
    assert form(text) == Concat((A, B, A))
    assert form(text, marks="x") == Concat((Capture("x", A), B, Capture("x", A)))
    assert form(text, marks="r y") == Capture("r", Concat((A, Capture("y", Concat((B, A))))))


def test_leaves_begin_with_literals_and_ranges() -> None:
    start = letters("a", leaf=True)
    assert form('r = %s"ab" %s"a"\n', leaves=True) == Concat((start, B, start))


def test_constructors_flatten() -> None:
    assert concat(A, concat(B, A), EMPTY) == Concat((A, B, A))
    assert concat() == EMPTY
    assert concat(A) == A
    assert alternate(Concat((A, A)), alternate(Concat((B, B)), Concat((A, A)))) == Alternate(
        (Concat((A, A)), Concat((B, B)))
    )
    assert alternate(A, B) == CharSet(((0x61, 0x62),))
    assert alternate(A, letters("b", leaf=True)) == Alternate((A, letters("b", leaf=True)))
    assert repeat(A, 1, 1) == A
    assert repeat(A, 3, 0) == repeat(A, 0, 0) == repeat(EMPTY, 0, None) == EMPTY


def test_large_and_deep_expressions_are_refused_before_they_are_built() -> None:
    with pytest.raises(GrammarError, match="r is too large to compile: with its repetitions written out") as caught:
        form('r = 1000000000000"a"\n')
    assert (caught.value.source, caught.value.line) == ("<text>", 1)
    deep = "".join(f'r{index} = "(" r{index + 1} / "x"\n' for index in range(200)) + 'r200 = "x"\nr = r0\n'
    with pytest.raises(GrammarError, match="nested"):
        form(deep)
