"""Bidi Notation and symbols."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from bidi_examples import EXAMPLES
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar.bidi import Component, components, display, from_notation, symbols, to_notation
from irigrammar.bidi.components import in_ascii


@pytest.mark.parametrize(("script", "kind"), [("hebrew", "R"), ("arabic", "AL")])
def test_upper_case_becomes_letters_of_the_script(script: Any, kind: str) -> None:
    result = from_notation("ABCDEFGHIJKLMNOPQRSTUVWXYZ-az", script=script)
    letters, rest = result[:26], result[26:]
    assert rest == "-az"
    assert len(set(letters)) == 26
    assert {unicodedata.bidirectional(char) for char in letters} == {kind}
    assert all(unicodedata.name(char).startswith(f"{script.upper()} LETTER") for char in letters)
    assert [*letters] == sorted(letters)
    assert to_notation(result, script=script) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ-az"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("HTTP://ab/", "HTTP://ab/"),
        ("HTTP://AB/", "HTTP://\u05d0\u05d1/"),
        ("//[::FFFF]/", "//[::FFFF]/"),
        ("//[VF.A]/", "//[VF.A]/"),
        ("%AA%aBA", "%AA%aB\u05d0"),
        ("A%3A%C3B", "\u05d0%3A%C3\u05d1"),
        ("", ""),
    ],
)
def test_only_where_such_letters_are_allowed(text: str, kept: str) -> None:
    assert from_notation(text) == kept


def test_uris_have_no_such_letters() -> None:
    assert from_notation("a/B", grammar="rfc3986") == "a/B"


@in_one_test("script", ["hebrew", "arabic"])
@in_one_test("row", EXAMPLES)
def test_there_and_back(row: dict[str, Any], script: Any) -> None:
    assert to_notation(from_notation(row["logical"], script=script), script=script) == row["logical"]


@given(st.text(st.sampled_from("aAzZ%4F./:?#[]@"), max_size=20))
def test_the_length_stays(text: str) -> None:
    if irigrammar.grammar("rfc3987").start.matches(text):
        result = from_notation(text)
        assert len(result) == len(text)
        assert to_notation(result) == text


def test_refused_arguments() -> None:
    with pytest.raises(irigrammar.NoMatch):
        from_notation("A B")
    with pytest.raises(ValueError, match="unknown script 'syriac'; choose 'hebrew' or 'arabic'"):
        from_notation("A", script="syriac")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ValueError, match="unknown notation 'XML'; choose 'BN'"):
        display("a", notation="XML")  # type: ignore[arg-type]  # likewise


# As the draft has it: code point, name, bidi class, and the first words of "IRI syntax".
DRAFT = """
# 0023 NUMBER SIGN = ET = gen-delims
/ 002F SOLIDUS = CS = gen-delims
: 003A COLON = CS = gen-delims
? 003F QUESTION MARK = ON = gen-delims
@ 0040 COMMERCIAL AT = ON = gen-delims
[ 005B LEFT SQUARE BRACKET = ON = gen-delims
] 005D RIGHT SQUARE BRACKET = ON = gen-delims
% 0025 PERCENT SIGN = ET = pcd-encoded
! 0021 EXCLAMATION MARK = ON = sub-delims
, 002C COMMA = CS = sub-delims
+ 002B PLUS SIGN = ES = sub-delims
$ 0024 DOLLAR SIGN = ET = sub-delims
( 0028 LEFT PARENTHESIS = ON = sub-delims
' 0027 APOSTROPHE = ON = sub-delims
) 0029 RIGHT PARENTHESIS = ON = sub-delims
* 002A ASTERISK = ON = sub-delims
; 003B SEMICOLON = ON = sub-delims
= 003D EQUALS SIGN = ON = sub-delims
& 0026 AMPERSAND = ON = sub-delims
. 002E FULL STOP = CS = unreserved
- 002D HYPHEN-MINUS = ES = unreserved
_ 005F LOW LINE = ON = unreserved
~ 007E TILDE = ON = unreserved
SP 0020 SPACE = WS = excluded, delim
" 0022 QUOTATION MARK = ON = excluded, delim
\\ 005C REVERSE SOLIDUS = ON = excluded, unwise
^ 005E CIRCUMFLEX ACCENT = ON = excluded, unwise
< 003C LESS-THAN SIGN = ON = excluded, delim
> 003E GREATER-THAN SIGN = ON = excluded, delim
` 0060 GRAVE ACCENT = ON = excluded, unwise
| 007C VERTICAL LINE = ON = excluded, unwise
{ 007B LEFT CURLY BRACKET = ON = excluded, delim
} 007D RIGHT CURLY BRACKET = ON = excluded, delim
"""


# Where the draft has a slip, or another word than draft-ietf-iri-3987bis-04, 7.3.
OURS = {
    "%": "pct-encoded",
    "{": "excluded, unwise",
    "}": "excluded, unwise",
    " ": "excluded, space",
    '"': "excluded, delimiter",
    "<": "excluded, delimiter",
    ">": "excluded, delimiter",
}


def test_the_drafts_table() -> None:
    wanted = {}
    for line in DRAFT.strip().splitlines():
        _, point, rest = line.split(" ", 2)
        name, kind, syntax = rest.split(" = ")
        char = chr(int(point, 16))
        wanted[char] = (char, name, kind, OURS.get(char, syntax))
    assert {symbol.char: tuple(symbol) for symbol in symbols()} == wanted
    assert len(symbols()) == 33


def test_those_of_one_kind_stand_together() -> None:
    kinds = [symbol.syntax for symbol in symbols()]
    assert [kind for index, kind in enumerate(kinds) if index == 0 or kinds[index - 1] != kind] == list(
        dict.fromkeys(kinds)
    )
    assert kinds[0] == "gen-delims"
    assert kinds[-1] == "excluded, unwise"


# The components of RFC 3987, 4.2


def spelled(text: str, **options: str) -> list[tuple[str, str]]:
    return [(component.rule, text[component.start : component.end]) for component in components(text, **options)]  # type: ignore[arg-type]


def test_the_productions_that_the_section_lists() -> None:
    text = "http://u:p@h.x/a.b/c?d=e&f#g=h&i"
    assert spelled(text, components="grammar") == [
        ("iuserinfo", "u:p"),
        ("ireg-name", "h.x"),
        ("isegment", "a.b"),
        ("isegment", "c"),
        ("iquery", "d=e&f"),
        ("ifragment", "g=h&i"),
    ]
    assert spelled("a.b/c", components="grammar") == [("isegment-nz-nc", "a.b"), ("isegment", "c")]
    assert spelled("urn:a:b", components="grammar") == [("isegment-nz", "a:b")]
    assert spelled("/a", components="grammar") == [("isegment-nz", "a")]


def test_their_parts() -> None:
    assert [value for _, value in spelled("http://u:p:@h.x/a.b..c/?d=e=f&g;=h&i=&;#g=h&i.j")] == [
        *("u", "p", "h", "x", "a", "b", "c", "d", "e=f", "g", "h", "i", "g=h&i.j")
    ]


@in_one_test(
    ("text", "hosts"),
    [
        ("http://a.b/", ["a", "b"]),
        ("//a.b.", ["a", "b"]),
        ("//a。b．c｡d", ["a", "b", "c", "d"]),
        ("foo://a.b/", ["a.b"]),
        ("http://127.0.0.1/", ["127.0.0.1"]),
        ("http://[::127.0.0.1]/", ["::127.0.0.1"]),
        ("http://[v1.a]/", ["v1.a"]),
        ("http:///", []),
    ],
)
def test_hosts(text: str, hosts: list[str]) -> None:
    assert [
        text[component.start : component.end] for component in components(text) if component.field == "host"
    ] == hosts


def test_symbols_of_one_character() -> None:
    host, label, whole, part, port = components("//a.b:1")[0], *components("//h/a.b")[:3], components("//a.b:1")[2]
    assert (host.words, host.whole, host.label) == ("a label of ireg-name", False, True)
    assert (label.words, label.whole, label.label) == ("ireg-name", True, True)
    assert (whole.words, part.words) == ("a part of isegment", "a part of isegment")
    assert port == Component("port", "port", 6, 7, whole=True)
    assert components("") == []


def test_other_grammars() -> None:
    assert spelled("http://h.x/a.b?c", grammar="rfc3986") == [
        ("reg-name", "h.x"),
        ("segment", "a"),
        ("segment", "b"),
        ("query", "c"),
    ]
    assert spelled("/a./b", grammar="iri-bis") == [("isegment-nz", "a"), ("isegment", "b")]
    assert [value for _, value in spelled("/a\\b", grammar="web-address")] == ["a", "b"]
    assert [value for _, value in spelled("/a\\b", grammar="leiri")] == ["a\\b"]


def test_productions_in_ascii() -> None:
    iri = irigrammar.grammar("rfc3987")
    assert [rule for rule in ("port", "IPv6address", "ireg-name", "isegment") if in_ascii(iri, rule)] == [
        "port",
        "IPv6address",
    ]
