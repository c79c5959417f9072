"""The minimal automaton walked by runs says what the plain walk says, on long strings too, and in linear time."""

from __future__ import annotations

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from near import near

import irigrammar
from irigrammar import language
from irigrammar.engines import walk
from irigrammar.engines.walk import Walker
from irigrammar.matching.grammar import Grammar

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
    "/",
    ":",
    "@",
    "?",
    "#",
    "[",
    "日本語",
    "👩" * 9,
    "é",
    " ",
    "\\",
    "\ud800",
    "\ue000",
    "\uffff",
    "1:",
    "\r\n ",
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
