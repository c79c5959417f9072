"""Generated patterns: exact, and linear because nothing in them that is unbounded can backtrack."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from examples import examples, some
from forms import forms
from hypothesis import given, settings
from hypothesis import strategies as st
from near import near

import irigrammar
from irigrammar.automata.dfa import determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import Alternate, CharSet, Concat, Regular, alternate, concat, repeat
from irigrammar.engines import walk
from irigrammar.engines.compile import compile_pattern, pattern
from irigrammar.engines.compiled import compiled_rules
from irigrammar.engines.values import Pattern
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped import loader as catalog

# re's own parser has no types.
PARSER: Any = importlib.import_module("re._parser")
CONSTANTS: Any = importlib.import_module("re._constants")
MAXREPEAT = CONSTANTS.MAXREPEAT

PATTERNS: list[tuple[str, str, Pattern | None]] = [
    (name, rule, found.pattern) for name in irigrammar.catalog() for rule, found in compiled_rules(name).items()
]


def faults_of(parsed: Any) -> Iterator[str]:
    """Yield what in a parsed pattern could backtrack without bound.

    That is every unbounded repetition that is not possessive, and every bounded one that is not and whose body has no
    greatest length; an optional part is excepted, which is an alternative of nothing and is tried once, and so is a
    repetition with a fixed count, which has nothing to give back.
    """
    for operation, argument in parsed:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            low, high, body = argument
            if high == MAXREPEAT:
                yield f"an unbounded {name}"
            elif low != high and high > 1 and body.getwidth()[1] >= CONSTANTS.MAXREPEAT:
                yield f"a {name} up to {high} of an unbounded body"
        elif name in ("GROUPREF", "GROUPREF_EXISTS"):
            yield "a back reference"
        for inner in _parts(argument):
            yield from faults_of(inner)


def _parts(argument: Any) -> Iterator[Any]:
    if isinstance(argument, PARSER.SubPattern):
        yield argument
    elif isinstance(argument, tuple | list):
        for one in argument:
            yield from _parts(one)


def test_every_production_of_the_catalog_that_compiles_has_a_row() -> None:
    assert len(PATTERNS) > 150
    rows = {(name, rule) for name, rule, _ in PATTERNS}
    for name in irigrammar.catalog():
        rules = catalog.load(name)
        assert {(name, rule) for rule in rules.names() if rules.home(rule) is rules} - rows <= {(name, "href-strip")}


@pytest.mark.parametrize(
    ("name", "rule", "found"), some(PATTERNS, 30), ids=[f"{name}-{rule}" for name, rule, _ in PATTERNS]
)
def test_nothing_unbounded_backtracks(name: str, rule: str, found: Pattern | None) -> None:
    if found is None:
        assert name == "web-address"  # there the backslash is in names and is a separator too
        assert rule[0] in "iIa"
        return
    assert list(faults_of(PARSER.parse(found.any))) == list(faults_of(PARSER.parse(found.ascii))) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a*", "an unbounded MAX_REPEAT"),
        ("(?:a*+b)+", "an unbounded MAX_REPEAT"),
        ("(?:x|(?>a|(?:b+c)))", "an unbounded MAX_REPEAT"),
        ("(?=a*?)b", "an unbounded MIN_REPEAT"),
        ("[ab]{2,}", "an unbounded MAX_REPEAT"),
        ("(?:a++b){0,3}", "a MAX_REPEAT up to 3 of an unbounded body"),
        ("(?>(?:(?:a|b){1,2}c*+){1,2})", "a MAX_REPEAT up to 2 of an unbounded body"),
        (r"(a)\1", "a back reference"),
    ],
)
def test_the_check_finds_what_can_backtrack(text: str, fault: str) -> None:
    assert list(faults_of(PARSER.parse(text))) == [fault]


@pytest.mark.parametrize("text", ["a*+", "(?:a*+@)?b", "a{1,4}", "(?:ab?){2,3}", "(?>a|ab)*+", "(?:a*+b){3}"])
def test_the_check_lets_pass_what_cannot(text: str) -> None:
    assert list(faults_of(PARSER.parse(text))) == []


def renamed(name: str) -> Grammar:
    """Return a grammar of the catalog with every rule of its own given another name."""
    folder = Path(catalog.grammar_directory())
    text = "".join((folder / file).read_text(encoding="utf-8") for file in catalog.entry(name).files)
    own = catalog.load(name).own

    def other(token: re.Match[str]) -> str:
        rule = own.get(token[0].lower())
        return token[0] if rule is None else f"toy-{rule.name[::-1]}"

    text = re.sub(r'"[^"]*"|;.*|%\S+|[A-Za-z][A-Za-z0-9-]*', other, text)
    return Grammar.from_text(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rfc3986", "iri-bis"])
def test_names_of_rules_play_no_part(name: str) -> None:
    grammar, toy = irigrammar.grammar(name), renamed(name)
    own = list(grammar)
    assert set(toy) & set(own) == set()
    for rule in catalog.entry(name).start:
        assert compile_pattern(toy.rules, f"toy-{rule[::-1]}") == grammar._production(rule).pattern


@settings(max_examples=examples(200))
@given(form=forms(), data=st.data())
def test_a_pattern_matches_exactly_the_language_of_the_form(form: Regular, data: st.DataObject) -> None:
    found = pattern(form)
    if found is None:
        return
    faults = [*faults_of(PARSER.parse(found.any)), *faults_of(PARSER.parse(found.ascii))]
    assert faults == []
    dfa = determinize(compile_program(form))
    for word in data.draw(st.lists(near(dfa, 10) | st.text("abc1", max_size=8), min_size=1, max_size=10)):
        expected = walk.matches(dfa, word)
        assert (re.fullmatch(found.any, word) is not None) == expected, (found, word)
        assert not word.isascii() or (re.fullmatch(found.ascii, word) is not None) == expected, (found, word)


A, B, C = (CharSet(((ord(char), ord(char)),)) for char in "abc")


@pytest.mark.parametrize(
    ("form", "found"),
    [
        (concat(A, repeat(A, 0, None)), "aa*+"),
        (repeat(A, 1, None), "a++"),
        (repeat(alternate(A, B), 0, None), "[ab]*+"),
        (repeat(concat(A, B), 0, None), "(?:ab)*+"),
        (repeat(alternate(C, concat(A, B)), 0, None), "c*+(?:abc*+)*+"),
        (repeat(A, 0, 1), "a?+"),
        (repeat(A, 1, 4), "a{1,4}+"),
        (concat(A, repeat(concat(B, C), 0, 1)), "a(?:bc)?"),
    ],
)
def test_loops_are_possessive_and_unrolled(form: Regular, found: str) -> None:
    made = pattern(form)
    assert made is not None
    assert made.any == made.ascii == found


@pytest.mark.parametrize(
    "form",
    [
        concat(repeat(A, 0, None), A),  # the loop would have to give one back
        concat(repeat(alternate(A, B), 0, None), A, alternate(A, B), alternate(A, B)),
        repeat(alternate(concat(A, B), concat(A, C, A)), 0, None),
        repeat(concat(A, repeat(B, 0, 1), repeat(B, 0, 1)), 0, None),
    ],
)
def test_a_loop_is_never_made_possessive_where_that_would_change_the_language(form: Regular) -> None:
    found = pattern(form)
    if found is not None:
        dfa = determinize(compile_program(form))
        words = ["".join(word) for size in range(7) for word in product("abc", repeat=size)]
        assert [bool(re.fullmatch(found.any, word)) for word in words] == [walk.matches(dfa, word) for word in words]


PARTS = [concat(*items) for size in (1, 2) for items in product((A, CharSet(((97, 98),)), C), repeat=size)]
REPEATS = {"any number": (0, None), "one or more": (1, None), "up to two": (0, 2), "at most one": (0, 1)}


@pytest.mark.slow
@pytest.mark.parametrize("count", REPEATS)
def test_overlapping_alternatives_that_are_repeated_keep_their_language(count: str) -> None:
    """Every pair of small alternatives in a loop, with everything that may come after it."""
    low, high = REPEATS[count]
    words = ["".join(word) for size in range(5) for word in product("abc", repeat=size)]
    found = 0
    for one, other in product(PARTS, repeat=2):
        for after in (Concat(()), A, repeat(B, 0, None), concat(repeat(C, 0, 1), A)):
            form = concat(repeat(alternate(one, other), low, high), after)
            made = pattern(form)
            if made is None:
                continue
            found += 1
            dfa = determinize(compile_program(form))
            fullmatch = re.compile(made.any).fullmatch
            wrong = [word for word in words if (fullmatch(word) is not None) != walk.matches(dfa, word)]
            assert wrong == [], (form, made)
    assert found > 100


def test_what_cannot_be_linear_has_no_pattern() -> None:
    assert pattern(concat(repeat(alternate(A, B), 0, None), A, alternate(A, B), alternate(A, B))) is None


def test_special_characters_are_escaped() -> None:
    points = [*range(0x20), *map(ord, "\\^]-[.$*+?(){}|&~ \n\x7f\x85\xa0"), 0x2028, 0xFFFF, 0x10FFFF]
    for point in points:
        char = chr(point)
        one = pattern(CharSet(((point, point),)))
        two = pattern(CharSet(((point, point), (0x20000, 0x20010))))
        assert one is not None
        assert two is not None
        for found in (one, two):
            assert re.fullmatch(found.any, char)
            assert (re.fullmatch(found.ascii, char) is not None) is char.isascii()
            assert not re.fullmatch(found.any, chr(point - 1) if point else "\x01")
            assert (found.any + found.ascii).isascii()
            assert (found.any + found.ascii).isprintable()


def test_a_pattern_of_nothing_matches_nothing() -> None:
    found = pattern(Alternate(()))
    assert found is None or not (re.fullmatch(found.any, "") or re.fullmatch(found.ascii, ""))


def test_a_pattern_of_the_empty_string_matches_it_alone() -> None:
    found = pattern(Concat(()))
    assert found is not None
    for text in found:
        assert re.fullmatch(text, "")
        assert not re.fullmatch(text, "a")


def test_the_pattern_for_ascii_text_has_no_other_characters() -> None:
    """It is what runs on most references, and its sets are small."""
    for _, _, found in PATTERNS:
        assert found is None or not re.search(r"\\[uU]|\\x[89a-f]", found.ascii)
    iri = irigrammar.grammar("rfc3987")._production("IRI-reference").pattern
    assert iri is not None
    assert len(iri.ascii) < len(iri.any)
