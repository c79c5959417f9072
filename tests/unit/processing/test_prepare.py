"""Strings made ready: references, strip, spaces (draft-weber-iri-guidelines-00, 4; bis 5.2)."""

from __future__ import annotations

import html
import re
import sys
from html.entities import html5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.processing.choices import References
from irigrammar.processing.prepare import prepare, prepare_list
from irigrammar.processing.trace import Step, recorded

WEBER = "draft-weber-iri-guidelines-00, 4"
EXAMPLE = (  # of the draft's step 4, without its line breaks
    "htt&#x0070;://www.example.com/&#x0066;&#x006f;&#x006f;bar&#x002f;foo&#x003f;bar"
)


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        (" \t\r\na\n\r\t ", "a"),
        ("a", "a"),
        ("", ""),
        (" \n ", ""),
        ("\x0ba\x0c", "\x0ba\x0c"),
        ("\xa0a\u2003", "\xa0a\u2003"),
        ("\u2028a\x85", "\u2028a\x85"),
        ("\0 a", "\0%20a"),
    ],
)
def test_weber_4_step_1_takes_ascii_white_space_from_the_ends_alone(text: str, stripped: str) -> None:
    assert prepare(text) == stripped


@pytest.mark.parametrize(
    ("text", "encoded", "removed", "parts"),
    [
        ("a b", "a%20b", "ab", ["a", "b"]),
        ("a  b", "a%20%20b", "ab", ["a", "b"]),
        (" a b ", "a%20b", "ab", ["a", "b"]),
        ("a\tb", "a\tb", "ab", ["a\tb"]),
        ("a \r\n b", "a%20\r\n%20b", "ab", ["a", "\r\n", "b"]),
        ("a\xa0b\u3000c\x0b", "a\xa0b\u3000c\x0b", "a\xa0b\u3000c\x0b", ["a\xa0b\u3000c\x0b"]),
        ("a%20b", "a%20b", "a%20b", ["a%20b"]),
        (
            "http://a/  http://b/ c",
            "http://a/%20%20http://b/%20c",
            "http://a/http://b/c",
            ["http://a/", "http://b/", "c"],
        ),
        ("", "", "", []),
        ("  ", "", "", []),
    ],
)
def test_weber_4_step_2_spaces(text: str, encoded: str, removed: str, parts: list[str]) -> None:
    assert prepare(text) == prepare(text, spaces="encode") == encoded
    assert prepare(text, spaces="remove") == removed
    assert prepare_list(text) == parts


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("&#x20;http://e/", "http://e/"),
        ("&#32;&#9; http://e/a&#x20;b&#10;&Tab;", "http://e/a%20b"),
        ("&#xA0;a", "\xa0a"),
        ("&amp;#x20;a", "&#x20;a"),
    ],
)
def test_bis_5_2_the_escapes_of_the_format_are_undone_first(text: str, result: str) -> None:
    assert prepare(text, references="html") == result
    assert prepare_list("&#10;a&#x20;b&#9;", references="html") == ["a", "b"]


@pytest.mark.parametrize("kind", ["numeric", "html"])
def test_weber_4_step_4_the_example(kind: References) -> None:
    prepared = prepare(EXAMPLE, references=kind)
    assert prepared == "http://www.example.com/foobar/foo?bar"
    assert prepare(EXAMPLE) == EXAMPLE


@pytest.mark.parametrize(
    ("text", "numeric", "named"),
    [
        ("http://example.org/ros&eacute;", "http://example.org/ros&eacute;", "http://example.org/rosé"),
        ("http://example.org/ros&#233;", "http://example.org/rosé", "http://example.org/rosé"),
        ("http://example.org/ros&#xE9;", "http://example.org/rosé", "http://example.org/rosé"),
        ("ros&#Xe9;", "rosé", "rosé"),
        ("ros&#0000233;", "rosé", "rosé"),
        ("?a&copy=1", "?a&copy=1", "?a&copy=1"),
        ("?a&copy;=1", "?a&copy;=1", "?a©=1"),
        ("?a&amp=1", "?a&amp=1", "?a&amp=1"),
        ("?a&notit;", "?a&notit;", "?a&notit;"),
        ("?a&amp;b", "?a&amp;b", "?a&b"),
        ("&AMP;&Amp;", "&AMP;&Amp;", "&&Amp;"),
        ("&amp;#233;&amp;eacute;", "&amp;#233;&amp;eacute;", "&#233;&eacute;"),
        ("&NotEqualTilde;", "&NotEqualTilde;", "\u2242\u0338"),
        ("&#38;#233;", "&#233;", "&#233;"),
        ("&#233", "&#233", "&#233"),
        ("&#;&#x;&#xg;&#-1;&# 1;&#1_0;", "&#;&#x;&#xg;&#-1;&#%201;&#1_0;", "&#;&#x;&#xg;&#-1;&#%201;&#1_0;"),
        ("&#\u0662\u0663\u0663;&#\uff12;", "&#\u0662\u0663\u0663;&#\uff12;", "&#\u0662\u0663\u0663;&#\uff12;"),
        ("&&#233;;", "&é;", "&é;"),
        ("&;&", "&;&", "&;&"),
        ("&\u212a;&\u017f;", "&\u212a;&\u017f;", "&\u212a;&\u017f;"),
        ("&#x10FFFF;&#1114111;", "\U0010ffff" * 2, "\U0010ffff" * 2),
        ("&#xFFFF;&#1;", "\uffff\x01", "\uffff\x01"),
        ("&#150;&#x80;&#x81;&#xA0;", "\x96\x80\x81\xa0", "\u2013\u20ac\x81\xa0"),
    ],
)
def test_bis_5_2_references_end_in_a_semicolon(text: str, numeric: str, named: str) -> None:
    assert prepare(text, references="numeric") == numeric
    assert prepare(text, references="html") == named
    assert prepare(text, references="none") == text.replace(" ", "%20")


@pytest.mark.parametrize("kind", ["numeric", "html"])
@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("&#0;", "U+0000"),
        ("&#x000;", "U+0000"),
        ("&#xD800;", "surrogate"),
        ("&#57343;", "surrogate"),
        ("&#x110000;", "beyond"),
        ("&#1114112;", "beyond"),
        ("&#x" + "F" * 5_000 + ";", "beyond"),
        ("&#" + "9" * 5_000 + ";", "beyond"),
    ],
)
def test_a_reference_to_no_character_stays_and_is_traced(kind: References, reference: str, why: str) -> None:
    steps: list[Step] = []
    assert recorded(steps, prepare, f"a{reference}{reference}b", references=kind) == f"a{reference}{reference}b"
    (step,) = [step for step in steps if step.before == reference]
    assert step.after == reference
    assert step.note.startswith("stays: ")
    assert why in step.note


def test_leading_zeros_do_not_limit() -> None:
    assert prepare(f"&#{'0' * 10_000}65;&#x{'0' * 10_000}41;", references="numeric") == "AA"


def test_the_order_is_references_strip_spaces() -> None:
    """A space that a reference stands for goes from the end, and is one for what happens to spaces."""
    text = " a&#32;&#x20;b&#32; "
    assert prepare(text, references="numeric") == "a%20%20b"
    assert prepare(text, references="numeric", spaces="remove") == "ab"
    assert prepare_list(text, references="numeric") == ["a", "b"]
    assert prepare("a&Tab;b&NewLine;", references="html", spaces="remove") == "ab"


def test_a_trace_has_each_step_of_the_draft() -> None:
    steps: list[Step] = []
    recorded(steps, prepare, " a&#233; b ", references="numeric")
    assert [(step.section, step.before, step.after) for step in steps] == [
        (WEBER, " a&#233; b ", " aé b "),
        (WEBER, " aé b ", "aé b"),
        (WEBER, "aé b", "aé%20b"),
    ]
    assert [step.deviation is not None for step in steps] == [True, False, False]
    steps.clear()
    assert recorded(steps, prepare_list, " a   b ") == ["a", "b"]
    assert steps[1] == Step(WEBER, "a   b", "a b", "split on spaces into 2")


def test_every_named_reference_of_html_that_ends_in_a_semicolon() -> None:
    names = [name for name in html5 if name.endswith(";")]
    assert len(names) > 2_000
    for name in names:
        assert prepare(f"x&{name}x", references="html", spaces="remove") == re.sub("[ \t\r\n]", "", f"x{html5[name]}x")
        assert prepare(f"x&{name[:-1]}=x", references="html") == f"x&{name[:-1]}=x"


def test_html_agrees_on_every_numeric_reference_that_stands_for_a_character() -> None:
    """The standard library drops some control characters and noncharacters, which HTML keeps."""
    for point in [
        *range(1, 0x3000),
        *range(0xD7F0, 0xE010),
        *range(0xFFF0, 0x10010),
        *range(sys.maxunicode - 9, 0x110004),
    ]:
        reference = f"&#{point};"
        expected = html.unescape(reference)
        if expected in ("", "\ufffd") and point != 0xFFFD:
            expected = reference if 0xD800 <= point <= 0xDFFF or point > sys.maxunicode else chr(point)
        elif expected in "\r\n\t ":
            expected = {" ": "%20"}.get(expected, expected)
        assert prepare(f"x{reference}x", references="html") == f"x{expected}x"


@given(st.text() | st.text(st.sampled_from(" \t\r\n&#x;0123456789aéDF%")))
def test_any_text_is_made_ready(text: str) -> None:
    kinds: tuple[References, ...] = ("none", "numeric", "html")
    for kind in kinds:
        assert " " not in prepare(text, references=kind)
        removed = prepare(text, spaces="remove", references=kind)
        assert not set(removed) & set(" \t\r\n")
        parts = prepare_list(text, references=kind)
        assert all(part and " " not in part for part in parts)
        assert re.sub("[\t\r\n]", "", "".join(parts)) == removed
    assert prepare(prepare(text)) == prepare(text)
