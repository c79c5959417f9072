"""Counting, listing and drawing strings."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest
from examples import some

import irigrammar
from irigrammar.language import count, enumerate, lengths, sample  # noqa: A004  # the design's name
from irigrammar.language.strings import _completions
from irigrammar.shipped.loader import generic_names

URI = irigrammar.grammar("rfc3986")
FINITE = irigrammar.Grammar.from_text('a = *2( "x" / "y" ) [ %s"z" ]\n')["a"]


def test_a_finite_language_is_listed_whole_shorter_strings_first() -> None:
    strings = list(enumerate(FINITE))
    assert [len(text) for text in strings] == sorted(len(text) for text in strings)
    assert all(left < right for left, right in pairwise(strings) if len(left) == len(right))
    assert len(strings) == len(set(strings)) == 2 * (1 + 4 + 16)
    assert all(FINITE.matches_many(strings))


def test_dec_octet_has_256_strings() -> None:
    assert [int(text) for text in sorted(enumerate(URI["dec-octet"]), key=int)] == list(range(256))


@pytest.mark.parametrize("length", range(4))
def test_the_count_is_the_number_of_strings_listed(length: int) -> None:
    listed = [text for text in enumerate(FINITE) if len(text) == length]
    assert count(FINITE, length) == len(listed)


def test_counts_are_of_code_points() -> None:
    assert count(URI["h16"], 4) == 22**4
    assert count(irigrammar.grammar("rfc3987")["iprivate"], 1) == 6400 + 2 * 65534
    assert count(URI["h16"], 5) == 0


def test_an_infinite_language_goes_on() -> None:
    assert list(islice(enumerate(URI["port"]), 12)) == ["", *map(str, range(10)), "00"]


@pytest.mark.parametrize("name", some(generic_names(), 2))
def test_what_is_drawn_matches_and_comes_again_with_the_same_seed(name: str) -> None:
    for rule in irigrammar.grammar(name).entry.start:
        matcher = irigrammar.grammar(name)[rule]
        drawn = sample(matcher, 50, seed=7)
        assert len(drawn) == 50
        assert all(matcher.matches_many(drawn))
        assert drawn == sample(matcher, 50, seed=7)
        assert max(map(len, drawn)) <= 40


def test_other_seeds_draw_other_strings() -> None:
    assert sample(URI["URI"], 20, seed=1) != sample(URI["URI"], 20, seed=2)


def test_a_language_of_long_strings_gives_its_shortest() -> None:
    long = irigrammar.Grammar.from_text('a = 60"x" *"y"\n')["a"]
    assert sample(long, 2, seed=0) == ["x" * 60] * 2 or all(len(text) >= 60 for text in sample(long, 2, seed=0))
    assert sample(FINITE, 0, seed=0) == []


@pytest.mark.parametrize("text", ['1500"a"', '500"a" *400"b"', '20( 20( "a" / "b" ) )'])
def test_the_table_for_the_shortest_strings_is_as_large_as_the_automaton(text: str) -> None:
    m = irigrammar.Grammar.from_text(f"a = {text}\n").start
    length = lengths(m)[0]
    table = _completions(m.automaton, [1] * m.automaton.classes.count, length, shortest_only=True)
    assert sum(map(len, table)) <= m.automaton.states + 500  # and the states where strings may end
    assert all(map(m.matches, sample(m, 3, seed=0)))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("h16", (1, 4)), ("IPv4address", (7, 15)), ("IPv6address", (2, 45)), ("segment-nz", (1, None)), ("URI", (2, None)),
     ("path-empty", (0, 0))],
)  # fmt: skip
def test_lengths(rule: str, expected: tuple[int, int | None]) -> None:
    assert lengths(URI[rule]) == expected


def test_the_lengths_of_a_finite_language_are_those_of_its_strings() -> None:
    sizes = list(map(len, enumerate(FINITE)))
    assert lengths(FINITE) == (min(sizes), max(sizes))
