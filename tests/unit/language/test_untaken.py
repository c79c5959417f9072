"""Parts of rules that first match wins never comes to."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rows import in_one_test

from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Ref, Repetition, abnf, walk
from irigrammar.grammars.reader import read
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.language import untaken as untaken_module
from irigrammar.language.coverage import Recorder
from irigrammar.language.untaken import unused_parts
from irigrammar.matching.grammar import Grammar, open_grammar
from irigrammar.shipped.loader import load


def untaken_in(text: str) -> list[str]:
    rules = Rulelist("test", read(text, "test"), load("rfc5234"))
    return [re.split(" is (?:never taken|always empty):", slip.message)[0] for _, slip in unused_parts(rules)]


@in_one_test(
    ("rule", "never"),
    [
        ('a = *"x" [ "x" ]', ['[ "x" ]']),
        ('a = *"x" "x"', []),
        ('a = *2"x" [ "x" ]', []),
        ('a = *"x" "y" [ "x" ]', []),
        ('a = *( ";" p ) [ ";q=" 1*DIGIT ]\np = 1*( ALPHA / DIGIT / "=" )', ['[ ";q=" 1*DIGIT ]']),  # RFC 9110, Accept
        ('a = ALPHA / "b"', ['"b"']),
        ('a = "b" / ALPHA', []),  # the order says what is meant
        ('a = "x" / "y" / *%x78-79', []),
        ("a = *%x78-79 / %x78 / 2%x79", ["%x78", "2%x79"]),
        ('a = "x" / "xy" / %x78 [ "y" ]', ['%x78 [ "y" ]']),
        ('a = "x" / %x58 / %x78', ["%x58", "%x78"]),  # both cases
        ('a = ( "x" / "y" ) ( "x" / "y" )', []),
        ('a = *( "x" / "y" ) [ "x" / "z" ]', ['"x"']),
        ('a = [ *"x" ] *"x"', ['*"x"']),
        ('a = "x" / "x"', []),  # L024 says it
        ('a = <prose> / "x" [ "y" ]', []),
        ('a = b / "x"', []),  # b is not defined
        ('a = "(" a ")" / *"x" [ "x" ]', []),  # recursive
    ],
)
def test_untaken_alternatives(rule: str, never: list[str]) -> None:
    assert untaken_in(f"{rule}\n") == never


def test_the_catalog() -> None:
    """RFC 3986's path has alternatives for its readers: path-abempty matches what two others do."""
    (alternatives,) = [rule for rule in load("rfc3986").own.values() if rule.name == "path"]
    slips = [slip.message for rule, slip in unused_parts(open_grammar("rfc3986").rules) if rule == alternatives]
    assert [message.split()[0] for message in slips] == ["path-absolute", "path-empty"]


def test_work_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'a = *"x" [ "x" ]\nb = *"y" *"y" *"y" *"y"\nc = *"x" [ "x" ]\n'
    assert len(untaken_in(text)) == 5
    monkeypatch.setattr(untaken_module, "_WORK", 800)
    assert untaken_in(text) == ['[ "x" ]']


LEAVES = st.sampled_from([Literal("a"), Literal("b")])
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(lambda items: Alternation(tuple(items))),
        st.lists(inner, min_size=2, max_size=3).map(lambda items: Concatenation(tuple(items))),
        st.tuples(inner, st.sampled_from([(0, 1), (0, None), (1, None), (0, 2)])).map(
            lambda drawn: Repetition(drawn[0], *drawn[1])
        ),
    ),
    max_leaves=5,
)


@given(EXPRESSIONS)
@example(Concatenation((Repetition(Literal("a"), 0, None), Repetition(Literal("a"), 0, 1))))
def test_a_rule_matches_the_same_without_it_and_parses_never_take_it(expr: Expr) -> None:
    grammar = Grammar.from_text(f"a = {abnf(expr)}\n")
    rules = grammar.rules
    slips = [slip for _, slip in unused_parts(rules)]
    found = [slip.expr for slip in slips]
    empty = {id(slip.expr) for slip in slips if "always empty" in slip.message}
    without = without_these(rules["a"].expr, {id(part) for part in found} - empty, empty)
    if found and without is not None:
        other = Grammar.from_text(f"a = {abnf(without)}\n")
        assert other.start.automaton == grammar.start.automaton
    recorder = Recorder(grammar.start)
    for length in range(8):
        for letters in product("ab", repeat=length):
            recorder.add("".join(letters))
    gone = {id(part) for one in found for part in walk(one)} - empty
    there_twice = [
        item
        for inner in walk(rules["a"].expr)
        if isinstance(inner, Alternation)
        for index, item in enumerate(inner.items)
        if item in inner.items[:index]
    ]
    another_slip = {id(part) for item in there_twice for part in walk(item)}
    for site in recorder.sites:
        match site.expr:
            case Alternation(items):
                part, said = items[site.index], gone
            case Repetition(_, 0) if site.index and (site.index < 2):
                part, said = site.expr, gone | empty
            case _:
                continue
        assert id(part) in another_slip or (id(part) in said) == (not recorder.times(site))


def without_these(expr: Expr, parts: set[int], empty: set[int]) -> Expr | None:
    """Return an expression without some of its parts, others being empty; None for what nothing is left of."""
    match expr:
        case Alternation(items):
            rest = [without_these(item, parts, empty) for item in items if id(item) not in parts]
            left = [kept for kept in rest if kept is not None]
            return Alternation(tuple(left)) if len(left) > 1 else left[0] if left else None
        case Concatenation(items):
            all_of = [kept for item in items if (kept := without_these(item, parts, empty)) is not None]
            return replace(expr, items=tuple(all_of)) if len(all_of) == len(items) else None
        case Repetition(item, low):
            inner = None if id(expr) in empty else without_these(item, parts, empty)
            if inner is None:
                return None if low else Literal("")
            return replace(expr, item=inner)
    assert isinstance(expr, Literal | Ref)
    return expr
