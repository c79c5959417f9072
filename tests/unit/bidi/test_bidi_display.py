"""Visual order: the documents' examples, mirroring, marks."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import product
from typing import Any

import pytest
from bidi_examples import EXAMPLES
from examples import some
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import bidi
from irigrammar.bidi import display, displayed_alike, embed, findings, from_notation, needs_embedding, to_notation
from irigrammar.bidi.display import showable, visual_line

REFERENCE = irigrammar.grammar("rfc3987").start


@in_one_test("script", ["hebrew", "arabic"])
@in_one_test("row", EXAMPLES)
def test_the_documents_examples(row: dict[str, Any], script: Any) -> None:
    visual = row.get(script, row["visual"])
    assert display(row["logical"], notation="BN", script=script) == visual
    seen = display(from_notation(row["logical"], script=script))
    assert to_notation(seen, script=script) == visual
    assert seen != visual


@in_one_test(
    ("logical", "visual"),
    [
        ("a/A(B)", "a/(B)A"),  # UAX #9, N0 and L4
        ("a/(A)", "a/(A)"),
        ("A(b)C", "A(b)C"),
        ("AB", "BA"),
        ("", ""),
        ("http://e/A%20B", "http://e/B%20A"),
        ("//[::1]/AB", "//[::1]/BA"),
        ("//AB@[::1]/", "//[1::]@BA/"),
    ],
)
def test_more_lines(logical: str, visual: str) -> None:
    assert display(logical, notation="BN") == visual


@in_one_test(*conversions("bidi_display.marks_mirrors_and_formatting"))
def test_marks_mirrors_and_formatting(logical: str, visual: str) -> None:
    assert display(logical) == visual


def test_places() -> None:
    assert [(shown.offset, shown.char) for shown in visual_line("a/ב(א)")] == [
        *((0, "a"), (1, "/"), (5, "("), (4, "א"), (3, ")"), (2, "ב"))
    ]
    assert [shown.offset for shown in visual_line("ab", "rtl")] == [0, 1]
    assert [shown.offset for shown in visual_line("a א", "rtl")] == [2, 1, 0]
    assert visual_line("") == []


@in_one_test(
    ("text", "can_show", "shown"),
    [
        ("http://e/é/א", "latin-1", "http://e/é/%D7%90"),
        ("http://e/é/א", "ascii", "http://e/%C3%A9/%D7%90"),
        ("http://e/é/אב", "iso8859-8", "http://e/%C3%A9/בא"),
        ("http://e/é/אב", "utf-8", "http://e/é/בא"),
        ("a/אبب/ا", "iso8859-8", "a/%D7%90%D8%A8%D8%A8/%D8%A7"),  # all of a right-to-left component
        ("é☺é", "latin-1", "é%E2%98%BAé"),
        ("e\u0301e", "latin-1", "e%CC%81e"),
        ("ж\u0301a", lambda char: char == "ж", "%D0%B6%CC%81a"),  # a letter goes with its marks
        ("é", lambda _: False, "%C3%A9"),
        ("é", lambda _: True, "é"),
        ("\ue000", "ascii", None),
    ],
)
def test_characters_a_screen_cannot_show(text: str, can_show: Any, shown: str | None) -> None:
    if shown is None:
        with pytest.raises(irigrammar.NoMatch):
            display(text, can_show=can_show)
        return
    assert display(text, can_show=can_show) == shown


def test_ascii_is_always_shown_and_each_character_asked_once() -> None:
    asked: list[str] = []
    assert showable("aéé/é", lambda char: not asked.append(char)) == "aéé/é"  # type: ignore[func-returns-value]
    assert asked == ["é"]


@in_one_test(*conversions("bidi_display.shown_alike"))
def test_shown_alike(left: str, right: str, alike: bool) -> None:
    assert displayed_alike(left, right) is alike
    assert displayed_alike(right, left) is alike


@pytest.mark.parametrize("alphabet", some(["aא1/.", "aا1?=", "aא1()", "aا1٣/", "aא\u05b41/", "aא-1#", ":א@a/"], 2))
def test_text_without_finding_is_never_shown_as_another(alphabet: str) -> None:
    """The purpose of the restrictions (RFC 3987, 4.2): from what is seen to what is stored, and back."""
    texts = ["".join(chars) for size in range(1, 6) for chars in product(alphabet, repeat=size)]
    clean = [text for text in texts if REFERENCE.matches(text) and not findings(text)]
    seen = {display(text): text for text in clean}
    assert len(seen) == len(clean) > 500


def test_findings_are_what_makes_two_be_shown_alike() -> None:
    texts = ["".join(chars) for size in range(1, 5) for chars in product("aא1/.", repeat=size)]
    assert len({display(text) for text in texts if REFERENCE.matches(text)}) < len(texts) * 0.9


CHARS = st.text(st.sampled_from("ab1٣אבا\u05b4./:?#-%()\u200e\u2067é\u2029"), max_size=20)


@given(CHARS)
def test_nothing_is_lost_and_left_to_right_stays(text: str) -> None:
    if not REFERENCE.matches(text):
        with pytest.raises(irigrammar.NoMatch):
            display(text)
        return
    seen = display(text)
    kept = [char for char in text if char not in "\u200e\u2067"]
    assert sorted(seen.replace("(", ")")) == sorted("".join(kept).replace("(", ")"))
    if text.isascii():
        assert seen == text


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"notation": "XN"}, ValueError, "unknown notation 'XN'; choose 'BN'"),
        ({"notation": "BN", "script": "latin"}, ValueError, "unknown script"),
        ({"can_show": "nope"}, irigrammar.ConversionError, "nope"),
        ({"grammar": "nope"}, irigrammar.UnknownGrammar, "nope"),
        ({"grammar": "rfc5234"}, irigrammar.GrammarError, "declares no components"),
    ],
)
def test_refused_arguments(options: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        display("a", **options)


def test_other_grammars() -> None:
    assert display("a b/אב", grammar="leiri") == "a b/בא"
    assert display("/א\\ב", grammar="web-address") == "/ב\\א"
    with pytest.raises(irigrammar.NoMatch):
        display("א", grammar="rfc3986")


# Embedding, and whether it is needed: the documents' two cases in which it is not, and others


def test_controls() -> None:
    assert embed("http://e/א") == "\u202ahttp://e/א\u202c"
    assert embed("") == "\u202a\u202c"


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[Any] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        self.text += data


@given(st.text(st.sampled_from("ab&;<>\"'א/?=#lt"), max_size=20))
def test_html_gives_the_reference_back(text: str) -> None:
    if not REFERENCE.matches(text):
        with pytest.raises(irigrammar.NoMatch):
            embed(text, "html")
        return
    reader = Reader()
    reader.feed(embed(text, "html"))
    reader.close()
    assert reader.tags == [("span", [("dir", "ltr")])]
    assert reader.text == text


def test_html_escapes_what_other_grammars_allow() -> None:
    assert embed("a<b>\"'", "html", grammar="leiri") == '<span dir="ltr">a&lt;b&gt;&quot;&#x27;</span>'


@in_one_test("char", [*"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2029"])
@in_one_test("form", ["controls", "html"])
def test_ends_of_embeddings_are_refused(char: str, form: Any) -> None:
    with pytest.raises(irigrammar.ConversionError, match=rf"U\+{ord(char):04X} .* at offset 2 could end an embedding"):
        embed(f"a/{char}b", form)


@in_one_test(*conversions("bidi_display.whether_it_is_needed"))
def test_need_of_an_embedding(text: str, before: str, after: str, base: Any, needed: bool) -> None:
    assert needs_embedding(text, before, after, base) is needed


@given(st.text(st.sampled_from("ab1א /.()"), max_size=8), st.text(st.sampled_from("ab1א/."), max_size=6))
def test_an_embedding_that_is_needed_changes_what_is_seen(around: str, text: str) -> None:
    if REFERENCE.matches(text):
        for base in ("ltr", "rtl"):
            without = [(shown.offset, shown.char) for shown in visual_line(f"{around}{text}{around}", base)]
            embedded = [shown.char for shown in visual_line(f"{around}{embed(text)}{around}", base)]
            if [char for _, char in without] != embedded:
                assert needs_embedding(text, around, around, base)


def test_embedding_that_is_refused() -> None:
    with pytest.raises(irigrammar.NoMatch):
        needs_embedding("a b")
    with pytest.raises(ValueError, match="unknown base 'L'; choose 'ltr', 'rtl' or 'auto'"):
        needs_embedding("a", base="L")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ValueError, match="unknown form 'xml'; choose 'controls' or 'html'"):
        embed("a", "xml")  # type: ignore[arg-type]  # on purpose
    assert needs_embedding("א", "\ud800", "\ud800") is False  # lone surrogates around it


def test_showable_is_public() -> None:
    assert bidi.showable is showable
    assert showable("é/Ж") == "%C3%A9/%D0%96"
    assert showable("é/Ж", "koi8-r") == "%C3%A9/Ж"
