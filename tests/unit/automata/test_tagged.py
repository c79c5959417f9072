"""The tagged automaton, step by step, against the tree engine's parse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import random_grammars
from backtracking import TooManyParses, Tree, parses
from examples import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from near import near
from rows import in_one_test

import irigrammar
from irigrammar.automata.ambiguity import unambiguous
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.program import FINAL, Program
from irigrammar.automata.regular import lower
from irigrammar.automata.tagged import CURRENT, Tagged
from irigrammar.engines.tree import TreeEngine
from irigrammar.matching.grammar import Grammar

if TYPE_CHECKING:
    from irigrammar.automata.tagged import Rows, Sets, TaggedState

# Each mark has two registers: where it opened last, and where it closed last.
Registers = dict[int, int]


def effects(program: Program) -> dict[int, Sets]:
    rows: dict[int, Sets] = {}
    for mark in range(1, len(program.marks)):
        rows[mark] = ((2 * mark, CURRENT),)
        rows[-mark] = ((2 * mark + 1, CURRENT), (0, mark))  # and register 0 has the mark that closed last
    return rows


def filled(row: Registers, sets: Sets, offset: int) -> Registers:
    return row | {register: offset if value == CURRENT else value for register, value in sets}


def walked(program: Program, text: str) -> Registers | None:
    tagged = Tagged(program, effects(program))
    parses: TaggedState = tagged.begin()
    rows: list[Registers] = [{}]
    change: Rows
    for offset, number in enumerate(program.classes.encode(text)):
        parses, change = tagged.step(parses, number)
        rows = [filled(rows[old], sets, offset) for old, sets in change]
    return next((filled(rows[row], sets, len(text)) for node, row, sets in parses if node == FINAL), None)


def parsed(program: Program, text: str) -> Registers | None:
    picks = TreeEngine(program).picks(text)
    if picks is None:
        return None
    row: Registers = {}
    for offset, pick in enumerate(picks):
        for event in pick.events:
            row = filled(row, effects(program)[event], offset)
    return row


REFERENCE = compile_program(
    irigrammar.grammar("rfc3987")
    ._production("IRI-reference")
    .with_marks(frozenset({"scheme", "ihost", "iauthority", "port"}))
)


@settings(max_examples=examples(300))
@given(text=near(irigrammar.grammar("rfc3987")._production("IRI-reference").dfa, 40))
def test_the_components_of_a_reference(text: str) -> None:
    assert walked(REFERENCE, text) == parsed(REFERENCE, text)


@pytest.mark.slow
@settings(max_examples=examples(300))
@given(drawn=random_grammars.grammars(), text=random_grammars.strings())
def test_every_mark_of_a_random_grammar(drawn: tuple[str, Grammar], text: str) -> None:
    _, grammar = drawn
    program = compile_program(lower(grammar.rules, "r0", lambda _: True))
    assert walked(program, text) == parsed(program, text)


@pytest.mark.parametrize(
    ("text", "row"), [("a", {2: 0, 3: 1, 0: 1}), ("aaa", {2: 2, 3: 3, 0: 1}), ("", {}), ("ab", None)]
)
def test_of_a_mark_in_a_loop_the_last_one_is_left(text: str, row: Registers | None) -> None:
    program = compile_program(lower(Grammar.from_text('r = *one\none = "a"\n').rules, "r", "one".__eq__))
    assert walked(program, text) == row


def test_a_step_that_sets_nothing_leads_back_and_keeps_the_rows() -> None:
    """In a path each character may be the last one, and still nothing is set."""
    program = REFERENCE
    tagged = Tagged(program, effects(program))
    parses = tagged.begin()
    for number in program.classes.encode("http://h/p"):
        parses, _ = tagged.step(parses, number)
    (path,) = program.classes.encode("p")
    after, rows = tagged.step(parses, path)
    assert (after, rows) == (parses, tuple((row, ()) for row in range(len(rows))))


def test_of_two_parses_at_one_node_the_first_goes_on() -> None:
    grammar = Grammar.from_text('r = one / two\none = "a"\ntwo = "a"\n')
    program = compile_program(lower(grammar.rules, "r", {"one", "two"}.__contains__))
    row = walked(program, "a")
    assert row is not None
    assert program.marks[row[0]] == "one"


@given(text=st.text(max_size=6))
def test_any_string_gets_an_answer(text: str) -> None:
    assert walked(REFERENCE, text) == parsed(REFERENCE, text)


# Ambiguity: two ways through a program, and none where there is one


def is_unambiguous(grammar: Grammar, rule: str) -> bool:
    return unambiguous(compile_program(lower(grammar.rules, rule, lambda _: False)))


@in_one_test(
    ("elements", "one_way"),
    [
        ('"a"', True),
        ('*"a"', True),
        ('"a" / "b"', True),
        ('"a" / %s"a"', True),  # neighbouring sets are one
        ('%s"a" "b" / %s"a" "b"', True),  # as are equal alternatives
        ('"a" "b" / "a" "c"', True),  # parted, and never at one place again
        ('"a" ["b"] / "a" "b"', False),
        ('*"a" *"a"', False),
        ('*( *"a" "b" )', True),
        ('["a"] ["a"]', False),
        ('*("a" / "a" "a")', False),
        ('["" "a"] / ""', False),  # the empty string, in two ways
        ('1*2"a" 1*2"a"', False),
        ('1*2"a" 1*2"b"', True),
    ],
)
def test_two_ways_are_found(elements: str, one_way: bool) -> None:
    assert is_unambiguous(Grammar.from_text(f"r = {elements}\n"), "r") is one_way


def test_productions_of_the_catalog() -> None:
    rfc3986 = irigrammar.grammar("rfc3986")
    assert is_unambiguous(rfc3986, "IPv6address")
    assert is_unambiguous(rfc3986, "dec-octet")
    assert not is_unambiguous(rfc3986, "host")  # IPv4address / reg-name


@pytest.mark.slow
@given(generated=random_grammars.grammars(max_rules=2), text=random_grammars.strings())
def test_what_is_read_in_one_way_has_one_parse(generated: tuple[str, Grammar], text: str) -> None:
    """A string with two parses that read it alike, rule names apart, may be unambiguous; one with none never counts."""
    _, grammar = generated
    program = compile_program(lower(grammar.rules, "r0", lambda _: False))
    assume(len(program.masks) < 200)  # pairs of nodes are looked at
    assume(unambiguous(program))
    try:
        readings = {leaves(tree) for tree in parses(grammar.rules, "r0", text, steps=20_000)}
    except TooManyParses:
        assume(False)
    assert len(readings) <= 1


def leaves(tree: Tree) -> tuple[tuple[int, int], ...]:
    """Return what the terminals read, empty rules and groups apart."""
    if not tree.children:
        return ((tree.start, tree.end),) if not tree.rule else ()
    return tuple(row for child in tree.children for row in leaves(child))
