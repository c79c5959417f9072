"""Generated patterns: exact and linear."""

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
from rows import in_one_test

import irigrammar
from irigrammar import language
from irigrammar.automata.dfa import determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import Alternate, CharSet, Concat, Regular, alternate, concat, repeat
from irigrammar.engines import walk
from irigrammar.engines.compile import compile_pattern, pattern
from irigrammar.engines.compiled import compiled_rules
from irigrammar.engines.values import Pattern
from irigrammar.engines.walk import Walker
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped import loader as catalog
from irigrammar.shipped.loader import generic_names

# re's own parser has no types.
PARSER: Any = importlib.import_module("re._parser")
CONSTANTS: Any = importlib.import_module("re._constants")
MAXREPEAT = CONSTANTS.MAXREPEAT

PATTERNS: list[tuple[str, str, Pattern | None]] = [
    (name, rule, texts and Pattern(*texts))
    for name in generic_names()
    for rule, (_, texts) in compiled_rules(name).items()
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
        for item in argument:
            yield from _parts(item)


def test_every_production_of_the_catalog_that_compiles_has_a_row() -> None:
    assert len(PATTERNS) > 150
    rows = {(name, rule) for name, rule, _ in PATTERNS}
    for name in generic_names():
        rules = catalog.load(name)
        assert {(name, rule) for rule in rules.names() if rules.home(rule) is rules} - rows <= {(name, "href-strip")}


@in_one_test(("name", "rule", "compiled"), some(PATTERNS, 30))
def test_nothing_unbounded_backtracks(name: str, rule: str, compiled: Pattern | None) -> None:
    if compiled is None:
        assert name == "web-address"  # there the backslash is in names and is a separator too
        assert rule[0] in "iIa"
        return
    assert list(faults_of(PARSER.parse(compiled.any))) == list(faults_of(PARSER.parse(compiled.ascii))) == []


@in_one_test(
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
    result = pattern(form)
    if result is None:
        return
    faults = [*faults_of(PARSER.parse(result.any)), *faults_of(PARSER.parse(result.ascii))]
    assert faults == []
    dfa = determinize(compile_program(form))
    for word in data.draw(st.lists(near(dfa, 10) | st.text("abc1", max_size=8), min_size=1, max_size=10)):
        expected = walk.matches(dfa, word)
        assert (re.fullmatch(result.any, word) is not None) == expected, (result, word)
        assert not word.isascii() or (re.fullmatch(result.ascii, word) is not None) == expected, (result, word)


A, B, C, D = (CharSet(((ord(char), ord(char)),)) for char in "abcd")


@in_one_test(
    ("form", "expected"),
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
def test_loops_are_possessive_and_unrolled(form: Regular, expected: str) -> None:
    result = pattern(form)
    assert result is not None
    assert result.any == result.ascii == expected


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
    result = pattern(form)
    if result is not None:
        dfa = determinize(compile_program(form))
        words = ["".join(word) for size in range(7) for word in product("abc", repeat=size)]
        assert [bool(re.fullmatch(result.any, word)) for word in words] == [walk.matches(dfa, word) for word in words]


def test_an_alternative_that_may_be_empty_is_tried_last_wherever_it_is_written() -> None:
    """A part that is not read again must not be taken for empty."""
    words = ["".join(word) for size in range(6) for word in product("abcd", repeat=size)]
    matches = 0
    for empty in (repeat(A, 0, None), repeat(A, 0, 1), concat(repeat(A, 0, 1), repeat(A, 0, 1)), Concat(())):
        for other in (concat(B, repeat(A, 0, 1), B), concat(B, A), B):
            for parts in ((empty, other), (other, empty)):
                form = concat(repeat(concat(C, alternate(*parts)), 0, None), D)
                result = pattern(form)
                if result is not None:
                    matches += 1
                    dfa = determinize(compile_program(form))
                    match = re.compile(result.any).fullmatch
                    assert [word for word in words if bool(match(word)) != walk.matches(dfa, word)] == [], form
    assert matches > 10


PARTS = [concat(*items) for size in (1, 2) for items in product((A, CharSet(((97, 98),)), C), repeat=size)]
REPEATS = {"any number": (0, None), "one or more": (1, None), "up to two": (0, 2), "at most one": (0, 1)}


@pytest.mark.slow
@pytest.mark.parametrize("count", REPEATS)
def test_overlapping_alternatives_that_are_repeated_keep_their_language(count: str) -> None:
    """Every pair of small alternatives in a loop, with everything that may come after it."""
    low, high = REPEATS[count]
    words = ["".join(word) for size in range(5) for word in product("abc", repeat=size)]
    matches = 0
    for left, right in product(PARTS, repeat=2):
        for after in (Concat(()), A, repeat(B, 0, None), concat(repeat(C, 0, 1), A)):
            form = concat(repeat(alternate(left, right), low, high), after)
            result = pattern(form)
            if result is None:
                continue
            matches += 1
            dfa = determinize(compile_program(form))
            fullmatch = re.compile(result.any).fullmatch
            wrong = [word for word in words if (fullmatch(word) is not None) != walk.matches(dfa, word)]
            assert wrong == [], (form, result)
    assert matches > 100


def test_no_pattern_without_linear_time() -> None:
    assert pattern(concat(repeat(alternate(A, B), 0, None), A, alternate(A, B), alternate(A, B))) is None


def test_special_characters_are_escaped() -> None:
    points = [*range(0x20), *map(ord, "\\^]-[.$*+?(){}|&~ \n\x7f\x85\xa0"), 0x2028, 0xFFFF, 0x10FFFF]
    for point in points:
        char = chr(point)
        first = pattern(CharSet(((point, point),)))
        second = pattern(CharSet(((point, point), (0x20000, 0x20010))))
        assert first is not None
        assert second is not None
        for form in (first, second):
            assert re.fullmatch(form.any, char)
            assert (re.fullmatch(form.ascii, char) is not None) is char.isascii()
            assert not re.fullmatch(form.any, chr(point - 1) if point else "\x01")
            assert (form.any + form.ascii).isascii()
            assert (form.any + form.ascii).isprintable()


def test_a_pattern_of_nothing_matches_nothing() -> None:
    result = pattern(Alternate(()))
    assert result is None or not (re.fullmatch(result.any, "") or re.fullmatch(result.ascii, ""))


def test_pattern_of_the_empty_string() -> None:
    result = pattern(Concat(()))
    assert result is not None
    for text in result:
        assert re.fullmatch(text, "")
        assert not re.fullmatch(text, "a")


def test_the_pattern_for_ascii_text_has_no_other_characters() -> None:
    """It is what runs on most references, and its sets are small."""
    for _, _, expected in PATTERNS:
        assert expected is None or not re.search(r"\\[uU]|\\x[89a-f]", expected.ascii)
    iri = irigrammar.grammar("rfc3987")._production("IRI-reference").pattern
    assert iri is not None
    assert len(iri.ascii) < len(iri.any)


# The minimal automaton walked by runs says what the plain walk says, on long strings too, and in linear time


PRODUCTIONS = [
    ("rfc3986", "URI-reference"),
    ("rfc3986", "IPv6address"),
    ("rfc3987", "IRI-reference"),
    ("rfc3987", "ipath"),
    ("iri-bis", "IRI"),
    ("leiri", "LEIRI-reference"),
    ("web-address", "IRI-reference"),
    ("rfc5234", "LWSP"),
]
OWN = [
    'r = *( "ab" / "cd" )\n',
    'r = *( "a" 1*2DIGIT )\n',
    'r = "x" *( %x61 / %x62 %x63 / %x64.65.66 ) "y"\n',
    'r = *( 2DIGIT ) "."\n',
    'r = *( "ab" / "ac" / "ad" / "bb" / "cb" / "db" )\n',
    'r = 70"a" *"b"\n',
]
PIECES = [
    "%C3%A9",
    "%41",
    "%4",
    "%",
    "a",
    "a" * 70,
    *["/", ":", "@", "?", "#", "[", "日本語"],
    "👩" * 9,
    *["é", " ", "\\", "\ud800", "\ue000", "\uffff", "1:", "\r\n "],
    "%C3%A9" * 20,
]


@pytest.fixture(autouse=True)
def _walk_short_texts_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "_SHORT", 0)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rule"), PRODUCTIONS)
def test_runs_agree_with_the_plain_walk_on_complete_suites(name: str, rule: str) -> None:
    production = irigrammar.grammar(name)._production(rule)
    walker = Walker(production.dfa)
    wrong = [
        case.text
        for case in language.suite(irigrammar.grammar(name)[rule], each="class")
        if walker.fault_offset(case.text) != case.offset
    ]
    assert wrong == []


@pytest.mark.parametrize(("name", "rule"), PRODUCTIONS)
@settings(max_examples=examples(40))
@given(data=st.data())
def test_runs_agree_with_the_plain_walk_on_long_strings(name: str, rule: str, data: st.DataObject) -> None:
    production = irigrammar.grammar(name)._production(rule)
    start = data.draw(near(production.dfa))
    text = start + "".join(data.draw(st.lists(st.sampled_from(PIECES), max_size=12))) + data.draw(st.text(max_size=3))
    assert Walker(production.dfa).fault_offset(text) == walk.fault_offset(production.dfa, text)


@pytest.mark.parametrize("text", OWN)
@given(word=st.text(st.sampled_from("abcdefxy012."), max_size=90))
def test_runs_of_a_users_grammar(text: str, word: str) -> None:
    dfa = Grammar.from_text(text)._production("r").dfa
    walker = Walker(dfa)
    for string in (word, "ab" * 40 + word, "a" * 70 + word, "x" + "bc" * 40 + word, "12" * 40 + word):
        assert walker.fault_offset(string) == walk.fault_offset(dfa, string)


def test_short_texts_are_walked_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    dfa = irigrammar.grammar("rfc3987")._production("IRI").dfa
    monkeypatch.setattr(walk, "_SHORT", 64)
    for size in (56, 57, 58, 59):
        for end in ("", " ", "%4"):
            text = "http://" + "a" * size + end
            assert Walker(dfa).fault_offset(text) == walk.fault_offset(dfa, text)
