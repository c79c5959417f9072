"""The walk through the minimal automaton, and where it faults."""

from __future__ import annotations

import itertools
import json

import pytest
from examples import examples, some
from hypothesis import given, settings
from hypothesis import strategies as st
from random_grammars import grammars, strings
from rows import in_one_test

import irigrammar
from irigrammar.automata.dfa import DEAD
from irigrammar.learn.walk import as_dict, as_lines, walk
from irigrammar.matching.matcher import Matcher
from irigrammar.text.caret import columns
from irigrammar.text.sheet import Sheet

IRI = irigrammar.grammar("rfc3987")["IRI-reference"]
PORT = irigrammar.grammar("rfc3986")["port"]

TEXTS = ["", "http://h:8a/", "http://日本/אב c", "a:%zz", "urn:x#y", "//[::1", "1a:b", "\ud800"]


def beginning(words: str) -> str:
    """Return what a continuation begins with, without what it is for."""
    return words.partition(" that ends ")[0].partition(" for ")[0]


def check(m: Matcher, text: str) -> None:
    moves = list(walk(m, text))
    fault = m.check(text).fault
    dfa = m.automaton
    here = dfa.start
    assert (moves[0].offset, moves[0].char, moves[0].after) == (-1, "", here)
    for offset, move in enumerate(moves[1:]):
        after = dfa.rows[here][dfa.classes.of(ord(text[offset]))]
        assert (move.offset, move.char, move.before, move.after) == (offset, text[offset], here, after)
        assert move.accepting is bool(dfa.accepting[after])
        here = after
    dead = [move.offset for move in moves if move.after == DEAD]
    if fault is None:
        assert dead == []
        assert len(moves) == len(text) + 1
        assert moves[-1].accepting
    elif fault.offset < len(text):
        assert dead == [fault.offset]
    else:
        assert dead == []
        assert not moves[-1].accepting
    if fault is not None and fault.offset < len(text):
        assert moves[-1].open == tuple(open_rule.rule for open_rule in fault.open)
        # Of all readings, and of the first ones: where one more begins with other characters, these are in one row; and
        # what ends a rule in the first ones may be for the next rule in all.
        missing = set(map(beginning, fault.expected)) - set(map(beginning, moves[-1].expected))
        assert not missing or any(words.startswith("one of ") for words in moves[-1].expected)


@in_one_test("text", TEXTS)
def test_the_walk_is_that_of_the_automaton_and_faults_where_the_matcher_does(text: str) -> None:
    check(IRI, text)


@settings(max_examples=examples(50))
@given(grammars(), st.lists(strings(), min_size=4, max_size=4))
def test_so_it_is_by_any_grammar(drawn: tuple[str, irigrammar.Grammar], texts: list[str]) -> None:
    for text in texts:
        check(drawn[1]["r0"], text)


def test_what_ends_a_rule_may_be_for_the_next_one() -> None:
    grammar = irigrammar.Grammar.from_text('r0 = ( r1 "a" / r2 "a" / "a" ) "a"\nr1 = 2*r2\nr2 = "b" "a"\n')
    check(grammar["r0"], "B1")


def test_lost_rules_are_reported_at_the_character() -> None:
    lost = {move.offset: move.lost for move in walk(IRI, "http://h:8a@b/") if move.lost}
    assert lost[10] == ("port",)
    assert "iuserinfo" not in lost[10]
    assert "isegment-nz-nc" in lost[4]


def test_lines() -> None:
    assert list(as_lines(PORT, "")) == [
        "     at  state    character",
        "  start      1 *",
        "                  open      port",
        "                  next      a port digit, or the end",
        "valid port: the string may end here",
    ]
    dec = irigrammar.grammar("rfc3986")["IPv4address"]
    lines = list(as_lines(dec, "1.2"))
    assert lines[-1] == "not IPv4address: 2 numbers; an IPv4 address has 4 (column 4)"
    assert not any("*" in line for line in lines)


@pytest.mark.parametrize("text", ["s = s", "s = s / s", 's = s "a"', "s = 2s", "s = t\r\nt = s"])
def test_rules_that_match_nothing_expect_nothing(text: str) -> None:
    m = irigrammar.Grammar.from_text(f"{text}\r\n").start
    assert "nothing: no string matches" in "\n".join(as_lines(m, "aaa", Sheet()))


def test_a_run_over_which_nothing_changes_is_one_line_unless_each_is_wanted() -> None:
    text = "a" * 1_000 + ":b"
    lines = list(as_lines(IRI, text))
    assert len(lines) < 25
    assert f'1 to 999      7 *  "{"a" * 24}"…, 999 characters: nothing changes' in lines
    each = list(as_lines(IRI, text, each=True))
    assert sum(line.endswith("LATIN SMALL LETTER A") for line in each) == 1_000


def test_changes_are_never_part_of_a_run() -> None:
    lines = list(as_lines(IRI, "http://h/abc"))
    index = lines.index('      9      8 *  "a" U+0061 LATIN SMALL LETTER A')
    assert lines[index + 1].strip().startswith("next      more of the segment")  # before, it was a character of it
    assert lines[-2] == '10 to 11      8 *  "bc", 2 characters: nothing changes'
    for text in ("http://u:8@h:80/", "a:b/c?d#e", "//[::1]:1/"):
        losing = [move for move in walk(IRI, text) if move.lost]
        assert sum("given up  " in line for line in as_lines(IRI, text)) == len(losing) > 0


def test_a_part_of_the_walk() -> None:
    lines = list(as_lines(IRI, "http://h/a b", start=7, stop=9))
    assert [line.split()[0] for line in lines if line[:9].strip()][:3] == ["at", "7", "8"]
    assert lines[1].startswith("      7 ")
    assert lines[2].strip().startswith("open ")  # what is open is said at the first one that is shown
    assert lines[-1].startswith("not IRI-reference: a reference cannot contain a space")
    assert not any("cannot stand here" in line for line in lines)


@pytest.mark.parametrize("text", [*TEXTS, "日" * 100, "http://" + "日a" * 50 + "é" * 40, "a b" * 30, "\u202e" * 50])
@pytest.mark.parametrize("width", some([60, 80], 1))
def test_no_line_is_longer_than_the_sheet(text: str, width: int) -> None:
    sheet = Sheet(width=width)
    for m, each in itertools.product((IRI, irigrammar.grammar("leiri").start), (False, True)):
        lines = list(as_lines(m, text, sheet, each=each))
        assert max(map(columns, lines)) <= width


def test_bytes_that_are_not_utf_8() -> None:
    lines = list(as_lines(IRI, b"a\xff"))
    assert lines[-1] == "not IRI-reference: byte 0xFF is not UTF-8 (column 2, byte 1)"
    assert as_dict(IRI, b"a\xff")["text"] == "a\\xff"
    assert as_dict(IRI, "é".encode())["moves"][1]["character"] == "U+00E9 LATIN SMALL LETTER E WITH ACUTE"


def test_json() -> None:
    row = json.loads(json.dumps(as_dict(PORT, "8a")))
    assert {key: row[key] for key in ("grammar", "rule", "valid", "offset")} == {
        "grammar": "rfc3986",
        "rule": "port",
        "valid": False,
        "offset": 1,
    }
    assert row["moves"][1] == {
        "offset": 0,
        "character": "U+0038 DIGIT EIGHT",
        "before": 1,
        "state": 1,
        "accepting": True,
        "open": ["port"],
        "lost": [],
        "expected": ["a port digit", "the end"],
    }
    assert [move["state"] for move in row["moves"]] == [1, 1, 0]
    assert [move["offset"] for move in as_dict(PORT, "8080", start=1, stop=3)["moves"]] == [1, 2]
    assert [move["offset"] for move in as_dict(PORT, "8080", stop=1)["moves"]] == [-1, 0]


def test_unprintable_characters_are_escaped() -> None:
    lines = list(as_lines(IRI, "é\u202e" * 3, Sheet(encoding="ascii")))
    assert all(line.isascii() for line in lines)
    assert any('"\\u{E9}"' in line for line in lines)
    assert any('"é"' in line for line in as_lines(IRI, "é"))


def test_a_recursive_rule_shows_what_is_open() -> None:
    m = irigrammar.Grammar.from_text('list = "(" *list ")"\n')["list"]
    rows = [(step.char, step.before, step.after, step.accepting, step.open) for step in walk(m, "(())")]
    assert rows == [
        ("", 1, 1, False, ("list",)),
        ("(", 1, 2, False, ("list",)),
        ("(", 2, 2, False, ("list", "list")),
        (")", 2, 3, False, ("list",)),
        (")", 3, 4, True, ()),
    ]
    assert [*walk(m, ")")][-1].after == 0


@pytest.mark.parametrize(
    ("text", "offset", "phrase"),
    [
        ("http://h:8a/", 9, "more of the user information"),  # "h:8" may be a user and the start of a password
        ("http://h/", 3, '":" after the scheme'),
        ("http://a@b", 7, '"@" for the host'),
    ],
)
def test_next_characters_are_those_of_every_reading(text: str, offset: int, phrase: str) -> None:
    (move,) = [move for move in walk(IRI, text) if move.offset == offset]
    assert phrase in move.expected
