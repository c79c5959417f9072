"""Leftmost-longest matches in a text, against brute force."""

from __future__ import annotations

import random

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_grammars import grammars

import irigrammar
from irigrammar.engines import search
from irigrammar.engines.search import Search
from irigrammar.matching.grammar import Grammar


def brute(matcher: irigrammar.Matcher, text: str) -> list[tuple[int, int]]:
    """Return the spans by asking for each substring whether it matches, the longest first."""
    spans, offset = [], 0
    while offset < len(text):
        end = next((end for end in range(len(text), offset, -1) if matcher.matches(text[offset:end])), None)
        if end is None:
            offset += 1
        else:
            spans.append((offset, end))
            offset = end
    return spans


RULES = {
    "one": '"a"',
    "longest": '"a" / *"a" "b"',
    "empty": '*"a"',
    "choice": '"ab" / "abcd" / "cd"',
    "overlap": '"aba" / "bab"',
    "late": '"a" *( "b" / "c" ) "d" / "b"',
    "range": "%xE9-2FFFF",
    "never": '<the empty set> / "x" "y"',
}


@pytest.mark.parametrize("rule", [rule for name, rule in RULES.items() if name != "never"])
def test_all_short_texts(rule: str) -> None:
    matcher = Grammar.from_text(f"r = {rule}\n")["r"]
    spans = Search(matcher.automaton).spans
    for length in range(6):
        for number in range(4**length):
            text = "".join("abcd"[number >> 2 * place & 3] for place in range(length))
            assert list(spans(text)) == brute(matcher, text)


@given(generated=grammars(), texts=st.lists(st.text("abc\u00e9", max_size=12), max_size=10))
@settings(max_examples=examples(200))
def test_random_grammars(generated: tuple[str, Grammar], texts: list[str]) -> None:
    _, grammar = generated
    matcher = grammar[next(iter(grammar))]
    for text in texts:
        assert list(Search(matcher.automaton).spans(text)) == brute(matcher, text)


@pytest.mark.parametrize("rule", ["IPv4address", "dec-octet", "URI", "authority"])
def test_rules_of_the_catalog(rule: str) -> None:
    matcher = irigrammar.grammar("rfc3986")[rule]
    rng = random.Random(rule)
    for _ in range(60):
        text = "".join(
            rng.choice(["1", "25", "255", ".", ":", "/", " ", "a", "http:", "@", "\u00e9"]) for _ in range(14)
        )
        assert list(Search(matcher.automaton).spans(text)) == brute(matcher, text)


@pytest.mark.parametrize("block", [1, 2, 3, 7])
def test_blocks(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_BLOCK", block)
    matcher = Grammar.from_text('r = "a" / *"a" "b"\n')["r"]
    for text in ("", "a", "b", "aab", "aaaab aa b", "aabaabaaa"):
        assert list(Search(matcher.automaton).spans(text)) == brute(matcher, text)
