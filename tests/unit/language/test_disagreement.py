"""Where readers of hosts disagree, as automata, compared with what the readers read."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from any_references import references
from hypothesis import given

import irigrammar
from irigrammar.automata.ambiguity import unambiguous
from irigrammar.engines import walk
from irigrammar.language import REGULAR_READERS, disagreement, disagreement_suite
from irigrammar.language.disagreement import reader_automaton, unmarked
from irigrammar.language.suite import suite
from irigrammar.matching.authority import without_white_space

PAIRS = tuple(permutations(REGULAR_READERS, 2))

# Of each two, the shortest string of which both read a host, and not the same; those that are not here have none.
OTHER_HOSTS = {
    frozenset(("appendix-b", "first-at")): "//@@a",
    frozenset(("last-at", "first-at")): "//@@a",
    frozenset(("appendix-b", "backslash-as-path")): "//a\\",
    frozenset(("last-at", "backslash-as-path")): "//a\\",
    frozenset(("first-at", "backslash-as-path")): "//a\\",
    frozenset(("appendix-b", "web-address")): '//"\\',
    frozenset(("last-at", "web-address")): '//"\\',
    frozenset(("first-at", "web-address")): '//"\\',
    # A "%" that begins no percent-encoding may be in user information alone.
    frozenset(("backslash-as-path", "web-address")): '//%\\@"',
}


Place = tuple[int, int] | None


def places(text: str) -> dict[str, Place]:
    """Return where readers read a host that is not empty."""
    return {
        reading.reader: (reading.start, reading.end)
        if reading.start is not None and reading.end is not None and reading.start < reading.end
        else None
        for reading in irigrammar.hosts.readings(text)
    }


@pytest.mark.parametrize("reader", REGULAR_READERS)
def test_the_host_is_a_function_of_the_string(reader: str) -> None:
    assert unambiguous(unmarked(reader_automaton(reader)))


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_shortest_string_is_one_on_which_they_disagree(first: str, second: str) -> None:
    row = disagreement(first, second)
    if row.shortest is None:
        assert not any(row.automaton.accepting)
        return
    assert walk.matches(row.automaton, row.shortest)
    read = places(row.shortest)
    assert read[first] == (row.start, row.end) != read[second]


def test_which_readers_read_every_host_of_others() -> None:
    without = {pair for pair in PAIRS if disagreement(*pair).shortest is None}
    generic, conventions = ("rfc3986", "rfc3987"), ("appendix-b", "first-at", "last-at", "backslash-as-path")
    assert without == {
        *permutations(generic, 2),
        *product(generic, conventions),
        ("appendix-b", "last-at"),
        ("last-at", "appendix-b"),
    }


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_strings_of_which_both_read_another_host(first: str, second: str) -> None:
    assert disagreement(first, second, both=True).shortest == OTHER_HOSTS.get(frozenset((first, second)))


def agrees(text: str) -> None:
    """Assert that the automata accept a text just where readers have other places."""
    if text[-1:] >= "\ufffe" or without_white_space(text) != text or any(map(is_mark, text)):
        return
    read = places(text)
    for first, second in PAIRS:
        differs = read[first] is not None and read[first] != read[second]
        assert walk.matches(disagreement(first, second).automaton, text) is differs, (text, first, second)


def is_mark(char: str) -> bool:
    return char in "\U0010fffe\U0010ffff"


@given(references("web-address"))
def test_the_automata_say_what_the_readers_read(text: str) -> None:
    if text.isascii():  # IDNA refuses hosts, of which automata know nothing
        agrees(text)


@pytest.mark.parametrize("prefix", ["http:", pytest.param("", marks=pytest.mark.slow)])
def test_the_suite_tells_readers_apart(prefix: str) -> None:
    texts = disagreement_suite(prefix)
    assert len(set(texts)) == len(texts) > 50
    for text in texts:
        assert text.startswith(prefix)
        if text.isascii():
            agrees(text)
        assert len({(reading.verdict, reading.host) for reading in irigrammar.hosts.readings(text)}) > 1, text


@pytest.mark.slow
def test_the_automata_on_the_complete_suite_of_references() -> None:
    for case in suite(irigrammar.grammar("web-address").start, each="class"):
        if case.text.isascii():
            agrees(case.text)


def test_unknown_readers_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown reader 'last'; did you mean 'last-at'"):
        disagreement("last", "first-at")
