"""Code points: what they are, in which rules, in IDNA; and the page of one."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar.learn.code_point import code_point, code_points
from irigrammar.shipped.loader import generic_names
from irigrammar.text.caret import columns
from irigrammar.text.sheet import Sheet
from irigrammar.views.code_point_page import as_dict, as_lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("U+E9", "é"),
        ("u+00e9", "é"),
        ("\\u{E9}", "é"),
        ("U+0041-0043", "ABC"),
        ("U+41..U+43", "ABC"),
        ("U+41-41", "A"),
        ("U+10FFFF", "\U0010ffff"),
        ("U+D800", "\ud800"),
        ("é", "é"),
        ("e\u0301", "e\u0301"),
        ("aba", "ab"),
        ("U", "U"),
        ("U+", "U+"),
        ("-", "-"),
        ("", ""),
    ],
)
def test_code_points_are_named_in_several_ways(text: str, expected: str) -> None:
    assert "".join(code_points(text)) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("U+XYZ", "write U+ and up to six hexadecimal digits"),
        ("U+0000041", "write U+"),
        ("U+4_1", "write U+"),
        ("U+41-4G", "write U+"),
        ("U+41-", "write U+"),
        ("U+\u0664\u0661", "write U+"),
        ("\\u{zz}", "write U+"),
        ("U+110000", "the last one is U+10FFFF"),
        ("U+41-110000", "the last one is U+10FFFF"),
        ("U+43-41", "ends before it begins"),
    ],
)
def test_what_is_not_a_code_point_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("+", r"\+")):
        code_points(text)


@given(st.characters())
def test_a_character_is_in_a_rule_where_the_rule_matches_it(char: str) -> None:
    rules = {reading.grammar: set(reading.rules) for reading in code_point(char).rules}
    for name in generic_names():
        grammar = irigrammar.grammar(name)
        for rule in (
            "ALPHA",
            "DIGIT",
            "unreserved",
            "sub-delims",
            "ucschar",
            "iunreserved",
            "iprivate",
            "leiri-ucschar",
        ):
            # Another name than asked for is that of a rule which this grammar puts in its place.
            if rule in grammar and grammar[rule].rule == rule and grammar.rules.home(rule) is grammar.rules:
                assert (rule in rules.get(name, set())) is grammar[rule].matches(char)


def test_rules() -> None:
    def rules(char: str) -> dict[str, tuple[str, ...]]:
        return {reading.grammar: reading.rules for reading in code_point(char).rules}

    assert rules("é")["rfc3987"] == ("iunreserved", "ucschar")
    assert rules("!")["rfc3986"] == ("reserved", "sub-delims")
    assert "rfc3987" not in rules("!")  # what it inherits unchanged is reported once
    assert rules("a")["rfc3986"] == ("unreserved",)
    assert "pchar" not in rules("a")["rfc3986"]  # it also matches a row, pct-encoded
    assert rules("\ud800") == {}
    assert set(rules("\ufdd0")) == {"leiri", "leiri-bis", "web-address"}


@pytest.mark.parametrize(
    ("char", "says"),
    [
        ("\ud800", "half of a pair"),
        ("\ue000", "private use"),
        ("\U0010fffd", "private use"),
        ("\ufdd0", "noncharacter"),
        ("\ufdef", "noncharacter"),
        ("\ufffe", "noncharacter"),
        ("\U0010ffff", "noncharacter"),
        ("\u0378", "unassigned in Unicode"),
        ("\ufffd", None),
        ("a", None),
        ("\x00", None),
    ],
)
def test_what_is_not_a_character_to_exchange_says_so(char: str, says: str | None) -> None:
    result = code_point(char).says
    assert result is None if says is None else result is not None and says in result


@pytest.mark.parametrize(
    ("char", "idna2008", "uts46"),
    [
        ("é", "PVALID", "é"),
        ("ß", "PVALID", "ß"),
        ("É", "DISALLOWED", "é"),
        ("\u200d", "CONTEXTJ", "\u200d"),
        ("·", "CONTEXTO", "·"),
        ("☃", "DISALLOWED", "☃"),
        ("１", "DISALLOWED", "1"),
        ("\u00ad", "DISALLOWED", ""),
        ("\u0378", "UNASSIGNED", None),
        ("\ufdd0", "DISALLOWED", None),
        ("\ud800", "DISALLOWED", None),
    ],
)
def test_idna(char: str, idna2008: str, uts46: str | None) -> None:
    point = code_point(char)
    assert (point.idna2008, point.uts46) == (idna2008, uts46)


def test_unicode() -> None:
    point = code_point("(")
    assert (point.bidi_class, point.mirrored, point.category) == ("ON", ")", "Ps")
    assert code_point("∫").mirrored is None
    assert code_point("a").mirrored == "a"
    assert code_point("\u212b").nfc == "Å"
    assert code_point("ﬁ").nfkc == "fi"
    assert code_point("\u202e").group is not None
    assert code_point("\u05d0").bidi_name == "right-to-left"


@given(st.characters(), st.sampled_from([60, 80, 100]))
def test_every_code_point_has_a_page_that_fits(char: str, width: int) -> None:
    point = code_point(char)
    lines = list(as_lines(point, Sheet(width=width)))
    # A name, a host label and a chain of percent-encodings are not folded.
    assert all(columns(line) <= width for line in lines if " " in line.strip()[24:])
    assert all(line.isprintable() or "\u202d" in line for line in lines)
    row = json.loads(json.dumps(as_dict(point)))
    assert row["code_point"] == f"U+{ord(char):04X}"
    assert row["nfc"] == unicodedata.normalize("NFC", char)
    assert set(row["conversions"][0]["components"]) == {"userinfo", "host", "path", "query", "fragment"}


def test_a_page_is_in_ascii_where_the_terminal_is() -> None:
    for char in "éא日ﷺ\u202e":
        assert all(line.isascii() for line in as_lines(code_point(char), Sheet(encoding="ascii")))


def test_a_page() -> None:
    assert list(as_lines(code_point("\u00ad"), Sheet(width=80)))[:8] == [
        "U+00AD SOFT HYPHEN",
        '  shown as            "\\u{AD}"',
        "  category            Cf, format",
        "  bytes of UTF-8      C2 AD",
        "  bidi class          BN, boundary neutral; not mirrored",
        "  NFC                 unchanged",
        "  NFKC                unchanged",
        "  IDNA                DISALLOWED in IDNA2008; by UTS 46 nothing: it is removed",
    ]
    mirrored = [line for line in as_lines(code_point("(")) if "mirrored" in line]
    assert mirrored == ["  bidi class          ON, other neutral; mirrored as U+0029 RIGHT PARENTHESIS"]


def test_what_has_no_name_has_none_in_json() -> None:
    assert as_dict(code_point("\ufffe"))["name"] is None
    assert as_dict(code_point("a"))["name"] == "LATIN SMALL LETTER A"
