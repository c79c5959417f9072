"""Complete suites: engines pass them, wrong automata do not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import pytest
from examples import some
from hypothesis import given
from places import TESTS
from recursive_grammars import recursive_grammars
from rows import in_one_test

import irigrammar
from irigrammar import Grammar, GrammarError, language
from irigrammar.automata.dfa import Dfa
from irigrammar.engines import walk
from irigrammar.language.coverage import coverage
from irigrammar.language.derived import Writer
from irigrammar.language.suite import access, guarantee, identifiers, letters, suite, suspects
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import generic_names

DEFAULTS = [pytest.param(irigrammar.grammar(name).start, id=name) for name in generic_names()[1:]]


@pytest.mark.parametrize("matcher", some(DEFAULTS, 2))
def test_every_two_states_share_a_string_that_distinguishes_them(matcher: Matcher) -> None:
    dfa = matcher.automaton

    def accepted(state: int, word: tuple[int, ...]) -> bool:
        for number in word:
            state = dfa.rows[state][number]
        return bool(dfa.accepting[state])

    sets = [set(words) for words in identifiers(dfa)]
    for state in range(dfa.states):
        for other in range(state):
            assert any(accepted(state, word) != accepted(other, word) for word in sets[state] & sets[other])


@pytest.mark.parametrize("matcher", DEFAULTS)
def test_every_state_is_reached(matcher: Matcher) -> None:
    dfa = matcher.automaton
    words = access(dfa)
    assert set(words) == set(range(dfa.states))
    for state, word in words.items():
        here = dfa.start
        for number in word:
            here = dfa.rows[here][number]
        assert here == state


@pytest.mark.slow
@pytest.mark.parametrize("matcher", DEFAULTS)
def test_letters_are_the_ends_of_every_interval_and_the_suspects(matcher: Matcher) -> None:
    dfa = matcher.automaton
    chars = set(letters(dfa))
    surrogates = range(0xD800, 0xE000)
    assert {chr(start) for start in dfa.classes.starts if start not in surrogates} <= chars
    assert {chr(start - 1) for start in dfa.classes.starts if start and start - 1 not in surrogates} <= chars
    assert {chr(point) for point in suspects()} <= chars
    assert not any(ord(char) in surrogates for char in chars)
    assert {dfa.classes.of(ord(char)) for char in chars} == set(range(dfa.classes.count))
    assert [*map(dfa.classes.of, map(ord, letters(dfa, each="class")))] == list(range(dfa.classes.count))


def test_a_class_of_surrogates_alone_gives_no_letter() -> None:
    every = Grammar.from_text('a = 1*( %x0-3B / %x3D-10FFFF / "<" ALPHA )\n')["a"]
    assert not any("\ud800" <= char <= "\udfff" for char in letters(every.automaton))
    assert [(case.text, case.valid) for case in suite(every)][:2] == [("", False), ("0", True)]


def test_suspects_are_what_implementations_take_for_others() -> None:
    assert {
        0x9,
        0xA,
        0xD,
        0x20,
        0x17F,
        0x212A,
        0x130,
        0x131,
        0x85,
        0x2028,
        0x2029,
        0x660,
        0xFF19,
        0xFFFF,
        0x10000,
        0x10FFFF,
    } <= set(suspects())


def split(matcher: Matcher, text: str) -> bool:
    """Return whether a text has components, or matches where the grammar names none."""
    if not matcher.grammar.entry.components:
        return matcher.matches(text)
    return matcher._splitter.split(text) is not None


@pytest.mark.slow
@pytest.mark.parametrize("matcher", DEFAULTS)
def test_the_engines_pass_the_suite_by_intervals(matcher: Matcher) -> None:
    """The pattern and the table on all of it, the trees, which are slower, on every seventh string."""
    dfa = matcher.automaton
    for number, case in enumerate(suite(matcher)):
        assert matcher.matches(case.text) is case.valid, case
        assert walk.matches(dfa, case.text) is case.valid, case
        if number % 7 == 0:
            assert (matcher._tree.picks(case.text) is not None) is case.valid, case
            assert split(matcher, case.text) is case.valid, case
            assert matcher.check(case.text).valid is case.valid, case


@pytest.mark.parametrize("matcher", some(DEFAULTS, 1))
def test_the_engines_pass_the_whole_suite_by_classes(matcher: Matcher) -> None:
    for case in suite(matcher, each="class"):
        assert matcher.matches(case.text) is case.valid, case
        assert split(matcher, case.text) is case.valid, case
        fault = matcher.check(case.text).fault
        assert (fault.offset if fault else None) == case.offset, case


@in_one_test("rule", irigrammar.grammar("rfc5234").entry.start)
def test_the_core_rules_pass_their_suites(rule: str) -> None:
    matcher = irigrammar.grammar("rfc5234")[rule]
    for case in suite(matcher):
        assert matcher.matches(case.text) is case.valid, case
        assert walk.matches(matcher.automaton, case.text) is case.valid, case
        assert (matcher._tree.picks(case.text) is not None) is case.valid, case


@pytest.mark.slow
def test_no_string_comes_twice_and_the_seed_decides() -> None:
    matcher = irigrammar.grammar("rfc3986")["IPv6address"]
    texts = [case.text for case in suite(matcher)]
    assert len(texts) == len(set(texts))
    assert texts == [case.text for case in suite(matcher)]
    assert texts != [case.text for case in suite(matcher, seed=1)]


def test_extra_states_make_the_suite_longer_and_keep_what_was_there() -> None:
    matcher = irigrammar.grammar("rfc3986")["dec-octet"]
    short = {case.text for case in suite(matcher, each="class")}
    assert short < {case.text for case in suite(matcher, 1, each="class")}


def test_the_guarantee_names_the_states_and_letters() -> None:
    matcher = irigrammar.grammar("rfc3986")["URI-reference"]
    said = guarantee(matcher, 2)
    assert "at most 185 states" in said
    assert f"one of the {len(letters(matcher.automaton))} letters" in said


def test_the_suite_streams() -> None:
    assert [case.text for case in islice(suite(irigrammar.grammar("rfc3987").start, 3), 3)]


# A slightly wrong automaton: in a state, a class leads to another state; without a class its acceptance is wrong.
Mutant = tuple[int, int | None, int]


def mutants(dfa: Dfa) -> Iterator[Mutant]:
    for state in range(dfa.states):
        yield state, None, state
        for number, right in enumerate(dfa.rows[state]):
            yield from ((state, number, to) for to in range(dfa.states) if to != right)


def survivors(dfa: Dfa, texts: Iterable[str], tried: Iterable[Mutant]) -> list[Mutant]:
    """Return the mutants that give each text the verdict of the automaton."""
    uses: dict[tuple[int, int | None], set[tuple[int, ...]]] = {}  # the rests after the first use in a text
    for text in texts:
        numbers, state = tuple(dfa.classes.encode(text)), dfa.start
        used: set[tuple[int, int | None]] = set()
        for index, number in enumerate((*numbers, None)):
            if (state, number) not in used:
                uses.setdefault((state, number), set()).add(numbers[index + 1 :])
            used.add((state, number))
            state = state if number is None else dfa.rows[state][number]

    def differs(mutant: Mutant, rest: tuple[int, ...]) -> bool:
        state, number, here = mutant
        if number is None:
            return True
        right = dfa.rows[state][number]
        for letter in rest:
            here = mutant[2] if (here, letter) == (state, number) else dfa.rows[here][letter]
            right = dfa.rows[right][letter]
        return dfa.accepting[here] != dfa.accepting[right]

    return [mutant for mutant in tried if not any(differs(mutant, rest) for rest in uses.get(mutant[:2], ()))]


@pytest.mark.slow
@pytest.mark.parametrize("name", generic_names()[1:])
def test_no_mutant_of_a_sample_survives(name: str) -> None:
    matcher = irigrammar.grammar(name).start
    dfa, every = matcher.automaton, list(mutants(matcher.automaton))
    texts = [case.text for case in suite(matcher, seed=3, each="class")]
    assert survivors(dfa, texts, random.Random(3).sample(every, min(5000, len(every)))) == []


def test_mutants_survive_where_strings_are_missing() -> None:
    dfa = irigrammar.grammar("rfc3986")["port"].automaton
    assert survivors(dfa, ["", "0"], mutants(dfa))
    texts = [case.text for case in suite(irigrammar.grammar("rfc3986")["port"])]
    assert not survivors(dfa, texts, mutants(dfa))


# Nested rules: the strings up to a depth of brackets are a regular language.

NESTED = {
    "right": 'list = "(" [ item *( "," item ) ] ")"\nitem = list / "x"\n',
    "a comma at the end": 'list = "(" [ item *( "," item ) [ "," ] ] ")"\nitem = list / "x"\n',
    "never empty": 'list = "(" item *( "," item ) ")"\nitem = list / "x"\n',
    "one item": 'list = "(" [ item ] ")"\nitem = list / "x"\n',
    "empty only outside": 'list = "()" / full\nfull = "(" item *( "," item ) ")"\nitem = full / "x"\n',
    "another bracket inside": 'list = "(" [ item *( "," item ) ] ")"\nitem = "[" [ item *( "," item ) ] "]" / "x"\n',
    "two levels": 'list = "(" [ item *( "," item ) ] ")"\nitem = "(" [ "x" *( ",x" ) ] ")" / "x"\n',
}
RIGHT = Grammar.from_text(NESTED["right"]).start


@pytest.mark.parametrize(
    ("depth", "missed"), [(1, {"empty only outside", "another bracket inside", "two levels"}), (3, set())]
)
def test_a_suite_up_to_a_depth_finds_what_is_wrong_down_to_there(depth: int, missed: set[str]) -> None:
    cases = list(suite(RIGHT, depth=depth))
    for name, text in NESTED.items():
        wrong = Grammar.from_text(text).start
        agrees = all(wrong.matches(case.text) is case.valid for case in cases)
        assert agrees is (name in {"right", *missed}), name


@pytest.mark.parametrize("depth", range(4))
def test_cases_up_to_a_depth_are_those_of_the_rule(depth: int) -> None:
    cases = list(suite(RIGHT, depth=depth, each="class"))
    assert len({case.text for case in cases}) == len(cases)
    for case in cases:
        found = RIGHT.check(case.text).fault
        assert (case.valid, case.offset) == (found is None, found and found.offset), case
    deepest = max((text.count("(") for text, valid, _ in cases if valid), default=0)
    assert deepest >= depth if depth else not any(case.valid for case in cases)
    assert f"at most {depth} deep" in guarantee(RIGHT, depth=depth)


@pytest.mark.parametrize(
    ("text", "depth", "said"),
    [
        (
            NESTED["right"],
            None,
            "list is recursive .list -> item -> list.: its complete suites are of strings up to a depth",
        ),
        ('text = "x" text "x" / "x"', 2, "'x' both is a bracket and is not one"),
        (NESTED["right"], 20_000, "more than 50,000 states"),
    ],
)
def test_a_rule_without_a_complete_suite_is_refused(text: str, depth: int | None, said: str) -> None:
    with pytest.raises(GrammarError, match=said):
        list(suite(Grammar.from_text(text).start, depth=depth))


def test_a_depth_changes_nothing_where_nothing_recurs() -> None:
    port = irigrammar.grammar("rfc3986")["port"]
    assert list(suite(port, depth=2)) == list(suite(port))


# Strings that are made from the rules: they match, keep to their length, and cover alternatives evenly


LECTURES = TESTS / "data" / "lectures"
JSON = Grammar.from_file(LECTURES / "json.abnf")["JSON-text"]
SUM = Grammar.from_file(LECTURES / "sum.abnf")["expression"]
LARGE = Grammar.from_text('a = *( "x" / "y" ) "x" 40( "x" / "y" )\n')["a"]


@pytest.mark.parametrize("matcher", [JSON, SUM, LARGE], ids=str)
def test_samples_match_and_are_the_same_for_a_seed(matcher: Matcher) -> None:
    drawn = language.sample(matcher, 50, seed=5, max_length=60)
    assert len(drawn) == 50
    assert all(matcher.matches_many(drawn))
    assert max(map(len, drawn)) <= 60
    assert drawn == language.sample(matcher, 50, seed=5, max_length=60) != language.sample(matcher, 50, 6)


def test_alternatives_are_taken_evenly() -> None:
    touched = coverage(JSON, language.sample(JSON, 21, seed=1))
    assert min(touched.rules[rule] for rule in ("object", "array", "number", "string", "true", "false", "null")) > 1


def test_the_small_suite_is_made_for_rules_without_an_automaton() -> None:
    cases = list(language.cover(LARGE))
    assert [case.valid for case in cases] == [LARGE.matches(case.text) for case in cases]
    assert {True, False} == {case.valid for case in cases}


@given(recursive_grammars())
def test_random_grammars(abnf: str) -> None:
    matcher = Grammar.from_text(abnf)["r0"]
    written = Writer(matcher.grammar.rules, "r0")
    if written.is_empty:
        assert language.equal_up_to(matcher, Grammar.from_text('r0 = "(" r0\n')["r0"], 3)
        return
    for length in (0, 3, 12):
        text = written.text(lambda count: count - 1, length)
        assert matcher.matches(text)
        assert len(text) <= max(length, len(written.text(lambda _: 0, 0)))


def test_the_shortest_string_of_a_part_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written = Counter[str]()
    write = Writer._write

    def counted(self: Writer, *arguments: Any) -> int:
        written["parts"] += 1
        assert written["parts"] < 100_000
        return write(self, *arguments)

    monkeypatch.setattr(Writer, "_write", counted)
    matcher = Grammar.from_text('r0 = 2r0 [ "" r0 "c" / "b" / 2r0 ] 1*r0 / [ [ r0 ] ] / 1*r0\n')["r0"]
    assert Writer(matcher.grammar.rules, "r0").text(lambda count: count - 1, 12) == ""


def test_a_rule_without_strings_has_no_samples() -> None:
    matcher = Grammar.from_text('a = "(" a\n')["a"]
    assert (language.sample(matcher, 3, 1), language.examples(matcher)) == ([], [])
    assert matcher.automaton.states == 1
    with pytest.raises(ValueError, match="no string matches a"):
        language.lengths(matcher)
