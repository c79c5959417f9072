"""Strings that nearly match."""

from __future__ import annotations

import pytest
from examples import some
from hypothesis import given
from hypothesis import strategies as st
from near import members
from random_grammars import grammars

import irigrammar
from irigrammar.automata.naming import most_readable
from irigrammar.language import examples, near_misses
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import generic_names

PRODUCTIONS = [(name, rule) for name in generic_names() for rule in irigrammar.grammar(name) if rule != "href-strip"]


def one_edit_away(matcher: Matcher, text: str) -> bool:
    """Return whether a string that matches is one edit away, whatever the near misses were made from."""
    classes = matcher.automaton.classes
    letters = [chr(most_readable(classes.ranges(number))) for number in range(1, classes.count)]
    edits = [text[:offset] + text[offset + 1 :] for offset in range(len(text))]
    edits += [text[:offset] + letter + text[offset:] for offset in range(len(text) + 1) for letter in letters]
    edits += [text[:offset] + letter + text[offset + 1 :] for offset in range(len(text)) for letter in letters]
    return any(matcher.matches_many(edits))


def distance(left: str, right: str) -> int:
    """Return the least number of characters to put in, leave out or exchange (Levenshtein)."""
    row = list(range(len(right) + 1))
    for char in left:
        last, row[0] = row[0], row[0] + 1
        for index, there in enumerate(right, 1):
            last, row[index] = row[index], min(row[index] + 1, row[index - 1] + 1, last + (char != there))
    return row[-1]


@pytest.mark.parametrize(("name", "rule"), some(PRODUCTIONS, 4))
def test_near_misses_of_the_catalog(name: str, rule: str) -> None:
    matcher = irigrammar.grammar(name)[rule]
    misses = list(near_misses(matcher, 4))
    assert len(misses) >= 2
    samples = examples(matcher)
    for text, offset in misses:
        fault = matcher.check(text).fault
        assert fault is not None
        assert fault.offset == offset
        assert min(distance(text, sample) for sample in samples) == 1
        assert one_edit_away(matcher, text)
        text.encode()  # no surrogates
    faults = [text[offset : offset + 1] for text, offset in misses]
    assert len(set(faults)) == len(faults)
    assert misses == list(near_misses(matcher, 4))
    assert misses[:2] == list(near_misses(matcher))


@pytest.mark.slow
@given(drawn=grammars(), data=st.data())
def test_near_misses_of_any_grammar(drawn: tuple[str, Grammar], data: st.DataObject) -> None:
    matcher = drawn[1]["r0"]
    near = data.draw(st.none() | st.lists(members(matcher.automaton, 8), min_size=1, max_size=3))
    for text, offset in near_misses(matcher, 5, near=near):
        fault = matcher.check(text).fault
        assert fault is not None
        assert fault.offset == offset
        assert min(distance(text, sample) for sample in near or examples(matcher)) == 1


@pytest.mark.parametrize(
    ("name", "rule", "expected"),
    [
        ("rfc3986", "dec-octet", [("256", 2), ("2510", 3)]),
        ("rfc3986", "h16", [("a1b2a", 4), ("a:bc", 1)]),
        ("rfc3986", "IPv4address", [("256.211.123.14", 2), ("0.0.0.00", 7)]),
        ("rfc3986", "scheme", [("ab:1+", 2), ("0b1+", 0)]),
        ("rfc3986", "path-noscheme", [("abc:def/ghi", 3), ("abc/d?ef/ghi", 5)]),
        ("rfc3986", "path-empty", [("/", 0), (":", 0)]),
        ("rfc3987", "isegment", [("a%ag!À", 3), ("a/bc", 1)]),
        ("rfc3987", "IRI", [("abcd://efg@hij:12a/klm/nop?qrs#tuv", 17), ("a", 1)]),
        ("web-address", "isegment", [("a/bc", 1), ("?bc", 0)]),
        ("rfc5234", "DIGIT", [("10", 1), ("A", 0)]),
    ],
)
def test_the_most_instructive_to_the_letter(name: str, rule: str, expected: list[tuple[str, int]]) -> None:
    assert list(near_misses(irigrammar.grammar(name)[rule])) == expected


def test_faults_are_of_different_kinds() -> None:
    """A character in the wrong place, a delimiter from elsewhere, an end too soon, a wrong beginning, a stranger."""
    misses = list(near_misses(irigrammar.grammar("rfc3986")["segment-nz"], 5))
    assert misses == [("a%ag!2", 3), ("a/bc", 1), ("a%c", 3), ("?bc", 0), ("a bc", 1)]


@pytest.mark.parametrize(
    ("text", "near", "expected"),
    [
        ("a = *( %x0-D7FF / %xE000-10FFFF )\n", None, []),  # every string
        ("a = *4( %x0-D7FF / %xE000-10FFFF )\n", ["", "x"], []),  # every string near these
        ("a = *( %x0-D7FF / %xE000-FFFD / %x10000-10FFFF )\n", ["x"], [("\ufffe", 0)]),
        ("a = *OCTET\n", ["x"], [("\u0100", 0)]),
        ('a = ""\n', None, [("0", 0)]),
    ],
)
def test_languages_with_few_near_misses(text: str, near: list[str] | None, expected: list[tuple[str, int]]) -> None:
    misses = list(near_misses(Grammar.from_text(text)["a"], 1, near=near))
    assert [offset for _, offset in misses] == [offset for _, offset in expected]
    assert len(misses) == len(expected)
    if near:
        assert misses == expected


def test_a_string_that_does_not_match_is_refused() -> None:
    with pytest.raises(ValueError, match="'x' does not match port"):
        list(near_misses(irigrammar.grammar("rfc3986")["port"], near=["1", "x"]))
    assert list(near_misses(irigrammar.grammar("rfc3986")["port"], near=[])) == []


def test_long_strings_take_no_long_time_and_are_edited_at_both_ends() -> None:
    matcher = irigrammar.grammar("rfc3986")["port"]
    misses = list(near_misses(matcher, 3, near=["1" * 50_000]))
    assert len(misses) == 3
    assert all(len(text) in (50_000, 50_001) and not matcher.matches(text) for text, _ in misses)
