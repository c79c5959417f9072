"""Ambiguity: two ways through a program, and none where there is one."""

from __future__ import annotations

import pytest
import random_grammars
from backtracking import TooManyParses, Tree, parses
from hypothesis import assume, given

import irigrammar
from irigrammar.automata.ambiguity import unambiguous
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import lower
from irigrammar.matching.grammar import Grammar


def is_unambiguous(grammar: Grammar, rule: str) -> bool:
    return unambiguous(compile_program(lower(grammar.rules, rule, lambda _: False)))


@pytest.mark.parametrize(
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
    assume(is_unambiguous(grammar, "r0"))
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
