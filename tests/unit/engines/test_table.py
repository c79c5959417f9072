"""The walk through the minimal automaton: verdicts and offsets."""

from __future__ import annotations

from hypothesis import given
from near import near

import irigrammar
from irigrammar.engines.walk import fault_offset, matches, matches_once
from irigrammar.matching.grammar import Grammar

URI = irigrammar.grammar("rfc3986")._production("URI").dfa


@given(text=near(URI))
def test_a_fault_offset_is_that_of_each_prefix_that_goes_beyond_it(text: str) -> None:
    offset = fault_offset(URI, text)
    assert (offset is None) == matches(URI, text) == matches_once(URI, text)
    for end in range(len(text) + 1):
        fault = fault_offset(URI, text[:end])
        assert fault in ({None, end} if offset is None or end <= offset else {offset})


def test_one_text_is_matched_without_the_pages_of_its_classes() -> None:
    dfa = Grammar.from_text('a = *( %x3E9 / "b" )\n')._production("a").dfa
    assert matches_once(dfa, "bϩbϩ" * 10)
    assert not matches_once(dfa, "bϩbϩ" * 10 + "e")
    assert matches(dfa, "bbb")
    assert "pages" not in vars(dfa.classes)
    assert matches(dfa, "bϩbϩ")
    assert "pages" in vars(dfa.classes)
