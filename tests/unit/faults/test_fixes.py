"""Near strings of the language: choice, order, proof."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from near import near
from places import GOLDEN
from rows import in_one_test

import irigrammar
from irigrammar.faults import fixes as module
from irigrammar.faults.fixes import Broken, abridge, describe_edit, encoded, fixes, in_ascii
from irigrammar.faults.steps import steps_of
from irigrammar.matching.grammar import Grammar

OWN = GOLDEN / "versions.abnf"


def offered(grammar: Grammar, rule: str, text: str) -> list[tuple[str, str]]:
    fault = grammar[rule].check(text).fault
    assert fault is not None
    return [(fix.text, fix.how) for fix in fault.fixes]


@in_one_test(
    ("text", "rows"),
    [
        # what is at fault, and at fault further on, is percent-encoded, which is safe where the text is one identifier
        # for sure
        ("a:b^c", [("a:b%5Ec", 'percent-encode "^"', "safe")]),
        ("a:b c", [("a:b%20c", 'percent-encode " "', "unsafe")]),
        ("/b[a]", [("/b%5Ba%5D", 'percent-encode "[" and "]"', "safe")]),
        ("/[a]", [("/%5Ba%5D", 'percent-encode "[" and "]"', "unsafe")]),
        ("/{ <", [("/%7B%20%3C", 'percent-encode "{", " " and "<"', "unsafe")]),
        ("/\ue000", [("/%EE%80%80", 'percent-encode "\ue000"', "unsafe")]),
        ("/a\ud800b", []),
        # a percent sign, and then what comes after it
        ("/50%", [("/50%25", 'percent-encode "%"', "safe")]),
        ("/50% x", [("/50%25%20x", 'percent-encode "%" and " "', "unsafe")]),
        ("/%2%41", [("/%252%41", 'percent-encode "%"', "unsafe")]),
        ("/%4", [("/%254", 'percent-encode "%"', "unsafe")]),
        # brackets that are missing or too many; groups that are missing are not invented
        ("//[::1", [("//[::1]", 'add "]"', "unsafe")]),
        ("//[::1/", [("//[::1]/", 'add "]"', "unsafe")]),
        ("//[[::1]]/", [("//[::1]/", "remove one pair of brackets", "unsafe")]),
        ("//::1/", [("//[::1]/", "add square brackets", "unsafe")]),
        ("//[a.b]/", [("//a.b/", "remove the brackets", "unsafe")]),
        ("//[1:2:3]", []),
        ("//[::1.2.3]", []),
        ("//[]", []),
        ("//[::1%25en0]/", []),
        ("//[::/64]/", []),
        # a port that is not one is not guessed, except where its digits are known
        ("//h:8a/", []),
        ("//h:abc/", []),
        ("//h:8a0b/", []),
        ("//h:８０/", [("//h:80/", 'write "80" instead of "８０"', "unsafe")]),
        ("//h:٣/", [("//h:3/", 'write "3" instead of "٣"', "unsafe")]),
        ("//h:80:80/", [("//h:80/", "remove the second port", "unsafe")]),
        ("//h:80:81/", []),
        # user information
        ("//u@v@h", [("//u%40v@h", 'percent-encode the first "@"', "safe")]),
        ("http://u:p#w@h/", [("http://u:p%23w@h/", 'write "%23" instead of "#"', "unsafe")]),
        ("http://u:p/w@h/", [("http://u:p%2Fw@h/", 'percent-encode "/"', "safe")]),
        # what may be a scheme, and what is a path
        ("ｆoo:x", [("foo:x", 'write "f" instead of "ｆ"', "unsafe")]),
        ("1a:b", []),
        ("a%20b:c", [("./a%20b:c", 'write "./" in front', "unsafe")]),
        ("ht_tp:x", [("./ht_tp:x", 'write "./" in front', "unsafe")]),
        ("ht_tp://h", [("ht-tp://h", 'write "-" instead of "_"', "unsafe")]),
        ("1:2", [("./1:2", 'write "./" in front', "unsafe")]),
        ("git@h:a/b", [("ssh://git@h/a/b", "write an ssh URI", "unsafe")]),
        ("a:\\b\\c", [("file:///a:/b/c", "write a file URI", "unsafe")]),
        # another character in its place, and the same percent-encoded
        ("/a\\b", [("/a/b", 'write "/" instead of "\\"', "unsafe"), ("/a%5Cb", 'percent-encode "\\"', "unsafe")]),
        # what surrounds a reference
        ('"a"', [("a", "remove the quotation marks", "unsafe")]),
        ("  a", [("a", "remove the white space", "unsafe")]),
        ("a \r\n", [("a", 'remove " \r\n"', "unsafe")]),
        ("\ufeffhttp://h/", [("http://h/", "remove it", "unsafe")]),
        # and after that what is at fault further on is percent-encoded
        (
            "1.2:80/a b",
            [
                ("http://1.2:80/a%20b", 'add what is missing in front, and percent-encode " "', "display"),
                ("//1.2:80/a%20b", 'add what is missing in front, and percent-encode " "', "display"),
            ],
        ),
        ("1:2 3", [("./1:2%203", 'write "./" in front, and percent-encode " "', "unsafe")]),
        # a host stays what it is for those who find one, and is not encoded
        ("http://a.example\\@b.example/", [("http://a.example/@b.example/", 'write "/" instead of "\\"', "unsafe")]),
        ("//a b@c/", [("//a%20b@c/", 'percent-encode " "', "unsafe")]),
        ("//a b/", []),
    ],
)
def test_fixes_of_an_iri_reference(text: str, rows: list[tuple[str, str, str]]) -> None:
    fault = irigrammar.grammar("rfc3987")["IRI-reference"].check(text).fault
    assert fault is not None
    assert [(fix.text, fix.how, fix.applicability) for fix in fault.fixes] == rows


@in_one_test(
    ("name", "rule", "text", "rows"),
    [
        ("rfc3987", "absolute-IRI", "a:b#c", [("a:b", 'remove "#c"')]),
        ("rfc3987", "IRI", "http//h", [("http://h", 'add ":"')]),
        ("rfc3987", "IRI", "//h", [("http://h", "add a scheme, if this is the one")]),
        ("rfc3987", "IRI", "a/b", []),
        ("iri-bis", "IRI-reference", "//%41/", []),
        ("iri-bis", "IRI-reference", "//a%41/", []),
        ("rfc3986", "segment-nz", "", [("a", 'add "a"')]),
        ("rfc3986", "pct-encoded", "25", [("%25", 'insert "%"')]),
        ("rfc3986", "pct-encoded", "%G0", []),
        ("rfc3986", "port", "8a", []),
        ("rfc3986", "dec-octet", "256", []),
        ("rfc3986", "IP-literal", "::1", []),
        ("rfc3986", "path-empty", "a", [("", 'remove "a"')]),
        ("rfc3986", "URI-reference", "//é", [("//xn--9ca", "write the host in Punycode")]),
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
        ("suffix", "d1", []),
    ],
)
def test_fixes_in_a_custom_grammar(rule: str, text: str, rows: list[tuple[str, str]]) -> None:
    assert offered(Grammar.from_file(OWN), rule, text) == rows


AUTHORITY = irigrammar.grammar("rfc3986")["authority"]
EARLIER = st.none() | st.integers(0, 20)


@given(near(AUTHORITY.automaton), EARLIER, EARLIER)
@example("h[", 0, None)
def test_fixes_are_found_without_any_explanation(text: str, begin: int | None, row: int | None) -> None:
    """`Broken` is enough: whatever it says, what is offered matches."""
    matcher, production = AUTHORITY, AUTHORITY.grammar._production(AUTHORITY.rule)
    offset = production.recognizer.fault_offset(text)
    if offset is None:
        return
    char = text[offset] if offset < len(text) else None
    lost = None if begin is None or begin >= len(text) or begin > offset else (begin, begin + 1)
    row = None if row is None or row >= offset else row
    result = fixes(Broken(text, offset, char, row=row, lost=lost), steps_of(production), production.recognizer)
    assert all(matcher.matches(fix.text) and fix.text != text for fix in result)
    assert len({fix.text for fix in result}) == len(result)


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Characters are counted as they are read: with hardly any allowed there are fewer fixes, and no error."""
    matcher = irigrammar.grammar("rfc3987")["IRI-reference"]
    text = "http://h/" + "[" * 12
    assert offered(irigrammar.grammar("rfc3987"), "IRI-reference", text)
    monkeypatch.setattr(module, "_WORK", -4 * len(text))
    fault = matcher.check(text).fault
    assert fault is not None
    assert fault.fixes == ()


@pytest.mark.parametrize("data", [b"http://e/ a\xff", b"b c\xff", b"http://e/^\xc3"])
def test_no_fix_leaves_out_bytes_that_are_not_utf_8(data: bytes) -> None:
    fault = irigrammar.grammar("rfc3987")["IRI-reference"].check(data).fault
    assert fault is not None
    assert (fault.code != "F001", fault.fixes, pickle.loads(pickle.dumps(fault)).fixes) == (True, (), ())


@given(char=st.characters(codec=None, exclude_categories=()))
@example(char="\ud800")
def test_percent_encoding_of_any_character(char: str) -> None:
    result = encoded(char)
    if result is None:
        assert "\ud800" <= char <= "\udfff"
    else:
        assert bytes.fromhex(result.replace("%", "")).decode() == char


@in_one_test(
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
def test_fixes_to_the_ascii_that_is_meant(char: str, plain: str) -> None:
    assert in_ascii(char) == plain


def test_edits_in_words() -> None:
    assert describe_edit("remove", {"a": "", "b": ""}) == 'remove "a" and "b"'
    assert describe_edit("remove", {"a": "", "b": "", '"': ""}) == 'remove "a", "b" and a quotation mark'
    assert describe_edit("write", {"\\": "/"}) == 'write "/" instead of "\\"'
    assert describe_edit("write", {"a": ""}) == 'remove "a"'
    assert abridge("a" * 40) == "a" * 40
    assert abridge("a" * 41) == "a" * 39 + "…"
