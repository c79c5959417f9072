"""Strings of the language that are near: which are offered, in which order, and that the matcher has proved them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from near import near
from places import GOLDEN

import irigrammar
from irigrammar.faults import fixes as module
from irigrammar.faults.fixes import Broken, described, encoded, fixes, in_ascii, shortened
from irigrammar.matching.grammar import Grammar

OWN = GOLDEN / "versions.abnf"


def offered(grammar: Grammar, rule: str, text: str) -> list[tuple[str, str]]:
    fault = grammar[rule].check(text).fault
    assert fault is not None
    return [(fix.text, fix.how) for fix in fault.fixes]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        # what is at fault, and at fault further on, is percent-encoded, or removed
        ("a:b c", [("a:b%20c", 'percent-encode " "'), ("a:bc", 'remove " "')]),
        ("/[a]", [("/%5Ba%5D", 'percent-encode "[" and "]"'), ("/a", 'remove "[" and "]"')]),
        ('"a"', [("%22a%22", "percent-encode a quotation mark"), ("a", "remove a quotation mark")]),
        ("/\ue000", [("/%EE%80%80", 'percent-encode "\ue000"'), ("/", 'remove "\ue000"')]),
        ("/a\ud800b", [("/ab", 'remove "\ud800"')]),
        # a percent sign, and then what comes after it
        ("/50% x", [("/50%25%20x", 'percent-encode "%" and " "'), ("/50x", 'remove "%" and " "')]),
        ("/%2%41", [("/%252%41", 'percent-encode "%"'), ("/2%41", 'remove "%"')]),
        ("/%4", [("/%254", 'percent-encode "%"'), ("/4", 'remove "%"'), ("/%4a", 'add "a"')]),
        # brackets, groups and bytes that are missing
        ("//[::1", [("//[::1]", 'add "]"')]),
        ("//[::1/", [("//[::1]/", 'insert "]"')]),
        ("//[1:2:3]", [("//[1:2:3::]", 'insert "::"')]),
        ("//[::1.2.3]", [("//[::1.2.3.0]", 'insert ".0"')]),
        ("//[]", [("//[::]", 'insert "::"')]),
        # what was given up
        ("//h:8a/", [("//h:8/", 'remove "a"')]),
        ("//h:abc/", [("//h:/", 'remove "abc"')]),
        ("//h:8a0b/", [("//h:8/", 'remove "a0b"')]),
        ("1a:b", [("a:b", 'remove "1"')]),
        ("ht_tp:x", [("http:x", 'remove "_"')]),
        # digits of other scripts, wide forms
        ("//h:８０/", [("//h:80/", 'write "80" instead of "８０"'), ("//h:/", 'remove "８０"')]),
        ("//h:٣/", [("//h:3/", 'write "3" instead of "٣"'), ("//h:/", 'remove "٣"')]),
        ("ｈttp:x", [("http:x", 'write "h" instead of "ｈ"'), ("ttp:x", 'remove "ｈ"')]),
        # what a known case suggests
        (
            "//u@v@h",
            [("//u%40v@h", 'percent-encode the first "@"')],
        ),
        ("//::1/", [("//[::1]/", 'write "[::1]"')]),
        ("//[a.b]/", [("//a.b/", 'write "a.b"')]),
        ("//[::1%25en0]/", [("//[::1]/", 'remove "%25en0"')]),
        ("//[::/64]/", [("//[::]/", 'remove "/64"')]),
        ("a:\\b\\c", [("file:///a:/b/c", 'write "file:///a:/b/c"')]),
        ("/a\\b", [("/a/b", 'write "/" instead of "\\"'), ("/a%5Cb", 'percent-encode "\\"'), ("/ab", 'remove "\\"')]),
        ("  a", [("a", 'remove "  "')]),
        ("a \r\n", [("a", 'remove " \r\n"')]),
        ("1:2", [("./1:2", 'write "./1:2"')]),
        # and after that what is at fault further on is percent-encoded
        (
            "1.2:80/a b",
            [
                ("http://1.2:80/a%20b", 'write "http://1.2", and percent-encode " "'),
                ("//1.2:80/a%20b", 'write "//1.2", and percent-encode " "'),
            ],
        ),
        ("1:2 3", [("./1:2%203", 'write "./1:2 3", and percent-encode " "')]),
        # nothing but what the case says
        ("git@h:a/b", []),
    ],
)
def test_fixes_of_an_iri_reference(text: str, rows: list[tuple[str, str]]) -> None:
    assert offered(irigrammar.grammar("rfc3987"), "IRI-reference", text) == rows


@pytest.mark.parametrize(
    ("name", "rule", "text", "rows"),
    [
        ("rfc3987", "absolute-IRI", "a:b#c", [("a:b", 'remove "#c"')]),
        ("rfc3987", "IRI", "http//h", [("http://h", 'insert ":"')]),
        ("rfc3987", "IRI", "//h", [("http://h", 'write "http://h"')]),
        ("rfc3987", "IRI", "a/b", []),
        ("iri-bis", "IRI-reference", "//%41/", []),
        ("iri-bis", "IRI-reference", "//a%41/", []),
        ("rfc3986", "segment-nz", "", [("a", 'add "a"')]),
        ("rfc3986", "pct-encoded", "25", [("%25", 'insert "%"')]),
        ("rfc3986", "pct-encoded", "%G0", [("%0a", 'remove "G", and add "a"')]),
        ("rfc3986", "dec-octet", "256", [("25", 'remove "6"')]),
        ("rfc3986", "path-empty", "a", [("", 'remove "a"')]),
        ("rfc3986", "URI-reference", "//é", [("//%C3%A9", 'percent-encode "é"')]),
        ("rfc5234", "CRLF", "\n", [("\r\n", 'insert "\r"')]),
        ("rfc5234", "DIGIT", "12", [("1", 'remove "2"')]),
    ],
)
def test_fixes_of_other_productions(name: str, rule: str, text: str, rows: list[tuple[str, str]]) -> None:
    assert offered(irigrammar.grammar(name), rule, text) == rows


@pytest.mark.parametrize(
    ("rule", "text", "rows"),
    [
        ("requirement", "abnf ~ 2", [("abnf < 2", 'write "<" instead of "~"')]),
        ("requirement", "abnf == 1rc", [("abnf == 1rc0", 'add "0"')]),
        ("requirement", "abnf == 2..1", [("abnf == 2.1", 'remove "."')]),
        ("suffix", "d1", [("a1", 'write "a" instead of "d"')]),
    ],
)
def test_fixes_in_a_grammar_of_ones_own(rule: str, text: str, rows: list[tuple[str, str]]) -> None:
    assert offered(Grammar.from_file(OWN), rule, text) == rows


@given(data=st.data())
def test_fixes_are_found_without_any_explanation(data: st.DataObject) -> None:
    """`Broken` alone is enough: whatever it says is reported, what is offered matches."""
    matcher = irigrammar.grammar("rfc3986")["authority"]
    text = data.draw(near(matcher.automaton))
    offset = matcher.grammar._production(matcher.rule).recognizer.fault_offset(text)
    if offset is None:
        return
    found = text[offset] if offset < len(text) else None
    lost = data.draw(st.none() | st.integers(0, offset).map(lambda at: (at, min(at + 1, len(text)))))
    lost = lost if lost and lost[0] < len(text) else None
    row = data.draw(st.none() | st.integers(0, max(offset - 1, 0))) if offset else None
    production = matcher.grammar._production(matcher.rule)
    made = fixes(Broken(text, offset, found, row=row, lost=lost), production.dfa, production.recognizer)
    assert all(matcher.matches(one.text) and one.text != text for one in made)
    assert len({one.text for one in made}) == len(made)


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Characters are counted as they are read: with hardly any allowed there are fewer fixes, and no error."""
    matcher = irigrammar.grammar("rfc3987")["IRI-reference"]
    text = "http://h/" + "[" * 12
    assert offered(irigrammar.grammar("rfc3987"), "IRI-reference", text)
    monkeypatch.setattr(module, "_WORK", -4 * len(text))
    fault = matcher.check(text).fault
    assert fault is not None
    assert fault.fixes == ()


@pytest.mark.parametrize(
    ("char", "raw"), [(" ", "%20"), ("é", "%C3%A9"), ("👩", "%F0%9F%91%A9"), ("\0", "%00"), ("\ud800", None)]
)
def test_percent_encoding(char: str, raw: str | None) -> None:
    assert encoded(char) == raw


@given(char=st.characters())
def test_percent_encoding_of_any_character(char: str) -> None:
    made = encoded(char)
    if made is None:
        assert "\ud800" <= char <= "\udfff"
    else:
        assert bytes.fromhex(made.replace("%", "")).decode() == char


@pytest.mark.parametrize(
    ("char", "plain"),
    [
        ("８", "8"),
        ("ｈ", "h"),
        ("：", ":"),
        ("٣", "3"),
        ("߁", "1"),
        ("a", ""),
        ("8", ""),
        ("é", ""),
        ("²", ""),
        ("ﬁ", ""),
    ],
)
def test_what_is_meant_in_ascii(char: str, plain: str) -> None:
    assert in_ascii(char) == plain


def test_edits_in_words() -> None:
    assert described("remove", {"a": "", "b": ""}) == 'remove "a" and "b"'
    assert described("write", {"\\": "/"}) == 'write "/" instead of "\\"'
    assert described("write", {"a": ""}) == 'remove "a"'
    assert shortened("a" * 40) == "a" * 40
    assert shortened("a" * 41) == "a" * 39 + "…"
