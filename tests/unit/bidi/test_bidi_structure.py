"""The structure of bidirectional IRIs (RFC 3987, 4.2)."""

from __future__ import annotations

import tomllib
import unicodedata
from typing import Any, get_args

import pytest
from bidi_examples import DATA, EXAMPLES
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar.bidi import CODES, Finding, display, findings, from_notation
from irigrammar.bidi.classes import derived_class
from irigrammar.bidi.components import percent_encoded, to_uri_notation
from irigrammar.bidi.ordering import ordering
from irigrammar.bidi.structure import Edition
from irigrammar.finding import Severity
from irigrammar.processing.characters import characters
from irigrammar.shipped.loader import generic_names
from irigrammar.text.bidi_classes import moves

DHIVEHI = "\u078b\u07a8\u0788\u07ac\u0780\u07a8"  # ends with a vowel sign, which is a nonspacing mark


YIDDISH = "\u05d9\u05d9\u05b4\u05d3\u05d9\u05e9\u05e4\u05bf"  # ends with rafe, which is a nonspacing mark


REFERENCE = irigrammar.grammar("rfc3987").start


def codes(text: str, **options: Any) -> list[tuple[str, int, int]]:
    return [(finding.code, finding.start, finding.end) for finding in findings(text, **options)]


@in_one_test("script", ["hebrew", "arabic"])
@in_one_test("row", EXAMPLES)
def test_the_documents_examples(row: dict[str, Any], script: Any) -> None:
    text = from_notation(row["logical"], script=script)
    assert codes(text) == [tuple(row) for row in row["findings"]]
    severity = {1: set(), 8: {"warning"}, 9: {"warning"}, 10: {"advice"}, 11: {"advice"}}.get(row["number"], set())
    assert {finding.severity for finding in findings(text)} == severity


@in_one_test(
    ("text", "expected"),
    [
        # B001, the formatting characters of RFC 3987, 4.1: LRM, RLM, LRE, RLE, PDF, LRO, RLO
        *((f"a/b{char}c", [("B001", 3, 4)]) for char in "\u200e\u200f\u202a\u202b\u202c\u202d\u202e"),
        ("a/b\u202ec/\u202c", [("B001", 3, 4), ("B001", 6, 7)]),
        # B002: ALM, LRI, RLI, FSI, PDI
        *((f"a/b{char}c", [("B002", 3, 4)]) for char in "\u061c\u2066\u2067\u2068\u2069"),
        ("a/b\u2065", []),
        ("a/b\u200bc\u200d", []),
        # B003
        ("אa", [("B003", 0, 2)]),
        ("aא", [("B003", 0, 2)]),
        ("אaא", [("B003", 0, 3)]),
        ("/\u0627\u00e9\u0627", [("B003", 1, 4)]),
        ("א%AAא", [("B003", 0, 5)]),
        ("א.a/א?א=a&a=א#א", []),
        ("http://אa.com/", [("B003", 7, 9)]),
        ("foo://א.com/", [("B003", 6, 11)]),
        ("//a:א@h/", []),
        ("//a+א@h/", [("B003", 2, 5)]),
        # B004
        ("1א", [("B004", 0, 1)]),
        ("-א", [("B004", 0, 1)]),
        ("%31א", [("B004", 0, 3)]),
        ("\u05b4א", [("B004", 0, 1)]),
        ("א1א", []),
        # B005
        ("א1", [("B005", 1, 2)]),
        ("\u0627\u0661", [("B005", 1, 2)]),
        ("א-", [("B005", 1, 2)]),
        ("א%31", [("B005", 1, 4)]),
        ("א%3A", [("B003", 0, 4), ("B005", 1, 4)]),
        ("א1\u05b4", [("B005", 1, 2)]),
        ("1א1", [("B004", 0, 1), ("B005", 2, 3)]),
        ("http://u:א1@h/", [("B005", 10, 11)]),
        ("?א=א&1א;2", [("B004", 5, 6), ("B006", 8, 9)]),
        ("?א=א=א", []),
        ("#א=1", [("B005", 3, 4)]),
        # B006
        ("http://א:80/", [("B006", 9, 11)]),
        ("http://א@127.0.0.1/", [("B006", 9, 18)]),
        ("http://א@[::1]/", [("B006", 10, 13)]),
        ("א/-1", [("B006", 2, 4)]),
        ("א/-/1", [("B006", 4, 5)]),
        ("א/\u0661", [("B006", 2, 3)]),
        ("א/a/1", []),
        ("1/א", []),
        ("א/-", []),
        # B007
        ("א/1a", [("B007", 2, 4)]),
        ("א/%31a", [("B007", 2, 6)]),
        ("א/a1", []),
        ("1a/א", []),
        # what has no direction, or only one
        ("", []),
        ("http://example.org/a1/%31?q=2#3", []),
        ("http://é.example/日本語", []),
        ("\u0661/\u0662", []),
    ],
)
def test_each_code_and_what_it_is_not(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize("word", [DHIVEHI, YIDDISH], ids=["Dhivehi", "Yiddish"])
def test_nonspacing_marks_may_follow_at_the_end(word: str) -> None:
    """draft-ietf-iri-bidi-guidelines-03, 3; RFC 3987, 4.2, has no such exception."""
    assert codes(f"http://e/{word}/{word}#{word}") == []
    before = codes(f"http://e/{word}", edition="rfc3987")
    assert before == [("B005", 8 + len(word), 9 + len(word))]
    assert codes(f"{word}\u05b4\u05b4") == []
    assert codes(f"{word}1\u05b4", edition="rfc3987")[-1] == ("B005", len(word) + 1, len(word) + 2)


def test_editions() -> None:
    assert codes("א/1a", edition="rfc3987") == []  # Example 11 is of the guidelines
    assert codes("א/1", edition="rfc3987") == [("B006", 2, 3)]
    for edition in get_args(Edition):
        assert codes("א1", edition=edition) == [("B005", 1, 2)]


def test_components_as_the_productions() -> None:
    assert codes("http://ab.אב.ij/א.html?א=a", components="grammar") == [
        ("B003", 7, 15),
        ("B003", 16, 22),
        ("B003", 23, 26),
    ]
    assert codes("http://אב.גד/א?א=ב;ג#ד", components="grammar") == []


def test_schemes_decide_what_a_domain_name_is() -> None:
    mine = irigrammar.schemes.schemes().with_scheme(irigrammar.types.Scheme("foo", domain_name=True))
    assert codes("foo://א.com/") == [("B003", 6, 11)]
    assert codes("foo://א.com/", schemes=mine) == []
    assert codes("//א.com/") == []
    assert codes("//א。1ב/") == [("B004", 4, 5)]


@pytest.mark.parametrize("name", [name for name in generic_names() if name not in ("rfc5234", "rfc6570")])
def test_every_grammar_with_components(name: str) -> None:
    assert findings("http://e/a", grammar=name) == []
    if name != "rfc3986":
        assert codes("http://e/א1", grammar=name) == [("B005", 10, 11)]


def test_a_backslash_separates_in_a_web_address() -> None:
    assert codes("http://e/א\\1", grammar="web-address") == [("B006", 11, 12)]
    assert codes("http://e/א\\1ב", grammar="leiri") == []


def test_custom_grammar() -> None:
    text = 'item = "item:" isegment-nz [ "#" ifragment ]\n'
    own = irigrammar.Grammar.from_text(text, extends="rfc3987")
    assert codes("item:אa#ב1", grammar=own) == [("B003", 5, 7), ("B005", 9, 10)]
    with pytest.raises(irigrammar.GrammarError, match="declares no components"):
        findings("a", grammar="rfc5234")


def test_words_of_a_finding() -> None:
    (finding,) = findings("http://ab.cd.ef/אב1/")
    assert finding == Finding(
        code="B005",
        name="right-to-left-end",
        severity="warning",
        start=18,
        end=19,
        message="isegment has right-to-left characters and ends with U+0031 DIGIT ONE",
        section="RFC 3987, 4.2",
        fix="http://ab.cd.ef/%D7%90%D7%911/",
    )
    messages = [(finding.code, finding.message) for finding in findings("http://אa.com/א.1?א%31#\u202e")]
    assert messages == [
        ("B003", "a label of ireg-name has right-to-left and left-to-right characters"),
        ("B006", "a part of isegment is a number after right-to-left characters, and its digits are shown before them"),
        ("B005", "iquery has right-to-left characters and ends with a percent-encoded byte"),
        ("B001", "U+202E RIGHT-TO-LEFT OVERRIDE is a formatting character, not allowed in IRIs"),
    ]
    assert findings("a/\u2067")[0].message.endswith("changes the display order, like a formatting character")
    assert findings("א/1a")[0].message.startswith("isegment begins with digits after right-to-left characters")


def test_the_codes() -> None:
    assert [*CODES] == sorted(CODES)
    assert len({code.name for code in CODES.values()}) == len(CODES)
    assert {code.severity for code in CODES.values()} == set(get_args(Severity))
    assert CODES["B001"].severity == "error"


@in_one_test(
    ("text", "fixes"),
    [
        ("a/אb", {"B003": "a/%D7%90b"}),
        ("a/אb/c/ב1", {"B003": "a/%D7%90b/c/ב1", "B005": "a/אb/c/%D7%911"}),
        ("אb/גd/é", {"B003": "%D7%90b/%D7%92d/é"}),  # all that has one code at once
        ("א%31", {"B005": "%D7%90%31"}),
        ("http://אב1.com/", {"B005": "http://xn--1-zhcd.com/"}),  # what IDNA allows
        ("http://אב1/", {"B005": "http://xn--1-zhcd/"}),
        ("http://אa.com/", {"B003": None}),  # and what it does not has no form in ASCII (3987bis-04, 3.4)
        ("http://אa.com/אb/ג1", {"B003": None, "B005": "http://אa.com/אb/%D7%921"}),
        ("http://a\u202eb.com/", {"B001": None}),
        ("foo://אa.com/", {"B003": "foo://%D7%90a.com/"}),
        ("foo://אב1/", {"B005": "foo://%D7%90%D7%911/"}),
        ("a\u202eb", {"B001": "a%E2%80%AEb"}),
        ("é\u202eb/ה", {"B001": "é%E2%80%AEb/ה"}),
        ("א\u202eב/c\u2067", {"B001": "%D7%90%E2%80%AE%D7%91/c\u2067", "B002": "א\u202eב/c%E2%81%A7"}),
        ("א\u202eב\u202c", {"B001": "%D7%90%E2%80%AE%D7%91%E2%80%AC"}),
        ("א/1", {"B006": None}),
    ],
)
def test_fixes(text: str, fixes: dict[str, str | None]) -> None:
    result = findings(text)
    assert {finding.code: finding.fix for finding in result} == fixes


def test_no_fix_where_nothing_may_be_percent_encoded() -> None:
    """Registered names of 3987bis-04 have no percent-encoding; labels that IDNA takes have an A-label."""
    assert [finding.fix for finding in findings("http://אa.com/", grammar="iri-bis")] == [None]
    assert [finding.fix for finding in findings("http://אב1.com/", grammar="iri-bis")] == ["http://xn--1-zhcd.com/"]
    component = irigrammar.bidi.components("//א1", components="grammar")[0]
    assert percent_encoded(irigrammar.grammar("iri-bis").start, "//א1", [component]) is None
    assert percent_encoded(REFERENCE, "//א1", [component, component]) == "//%D7%901"
    assert to_uri_notation("אa", component) == "%D7%90a"


SPARSE = st.text(st.sampled_from("ab.:/?#@&;=-1%٣אבا\u05b4\u200e\u2067é"), max_size=14)


RESTRICTIONS = {"B001", "B002", "B003", "B004", "B005"}


@given(SPARSE)
def test_a_fix_leaves_no_finding_of_its_code(text: str) -> None:
    if not REFERENCE.matches(text):
        with pytest.raises(irigrammar.NoMatch):
            findings(text)
        return
    for finding in findings(text):
        assert finding.fix is None or finding.code in RESTRICTIONS
        assert finding.fix is not None or finding.code not in RESTRICTIONS or "//" in text  # a label that IDNA refuses
        if finding.fix is not None:
            assert finding.code not in {again.code for again in findings(finding.fix)}
            assert irigrammar.iri_to_uri(finding.fix, host="percent") == irigrammar.iri_to_uri(
                text, host="percent"
            ) or ("xn--" in finding.fix)


@given(SPARSE)
def test_findings_are_in_order_and_inside(text: str) -> None:
    if REFERENCE.matches(text):
        result = findings(text)
        assert [finding.start for finding in result] == sorted(finding.start for finding in result)
        assert all(0 <= finding.start < finding.end <= len(text) for finding in result)
        assert all((finding.name, finding.severity, finding.section) == CODES[finding.code] for finding in result)


@pytest.mark.parametrize(
    ("text", "options", "error", "said"),
    [
        ("a b", {}, irigrammar.NoMatch, "offset 1"),
        ("א b", {}, irigrammar.NoMatch, "offset 1"),
        ("\ud800", {}, irigrammar.NoMatch, "offset 0"),
        ("a", {"edition": "2005"}, ValueError, "unknown edition '2005'; choose 'guidelines' or 'rfc3987'"),
        ("a", {"components": "all"}, ValueError, "unknown components 'all'; choose 'parts' or 'grammar'"),
        ("a", {"grammar": "rfc3896"}, irigrammar.UnknownGrammar, "rfc3986"),
    ],
)
def test_refused_arguments(text: str, options: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        findings(text, **options)


LINES: list[dict[str, Any]] = tomllib.loads((DATA / "lines.toml").read_text(encoding="utf-8"))["line"]


@in_one_test("row", LINES)
def test_lines(row: dict[str, Any]) -> None:
    places = ordering(row["text"], row.get("base", "ltr"))
    assert "".join(row["text"][place.offset] for place in places) == row["shown"]
    assert "".join("r" if place.rtl else "l" for place in places) == row["directions"]


def test_lone_surrogates_are_taken_for_left_to_right() -> None:
    assert [place.offset for place in ordering("אב\ud800גד\udfff")] == [1, 0, 2, 4, 3, 5]


def test_components_that_do_not_move() -> None:
    assert not moves("http://example.org/é日1%20?q=[a]")
    assert [moves(char) for char in "אا٣\u202a\u2067\u0378"] == [True] * 6
    assert [place.offset for place in ordering("http://e/é 1")] == [*range(12)]


DEFAULTS = ("default-rtl", "default-arabic", "default-currency", "default-neutral")


@pytest.mark.parametrize(
    ("point", "kind"), [(0x05FF, "R"), (0x07BE, "AL"), (0x10D8F, "R"), (0x1ECBF, "AL"), (0x1EFFF, "R"), (0x20CF, "ET")]
)
def test_the_class_of_an_unassigned_code_point_is_that_of_its_block(point: int, kind: str) -> None:
    char = chr(point)
    assert derived_class(char) == (unicodedata.bidirectional(char) or kind)


def test_the_letters_of_a_block_have_its_class() -> None:
    for name, kinds in (("default-rtl", {"R"}), ("default-arabic", {"AL"})):
        letters = [char for char in characters(name) if unicodedata.category(char) == "Lo"]
        assert set(map(unicodedata.bidirectional, letters)) == kinds


def test_letters_that_python_does_not_know_are_right_to_left() -> None:
    """Garay, which Unicode has since 16.0."""
    assert [finding.code for finding in findings("http://e/a\U00010d50")] == ["B003"]
    assert findings("http://e/\U00010d50\U00010d51") == []
    assert display("\U00010d50\U00010d51") == "\U00010d51\U00010d50"
