"""Embedding, and whether it is needed: the documents' two cases in which it is not, and others."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar.bidi import embed, needs_embedding
from irigrammar.bidi.display import arranged

REFERENCE = irigrammar.grammar("rfc3987").start


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


@pytest.mark.parametrize("char", [*"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2029"])
@pytest.mark.parametrize("form", ["controls", "html"])
def test_what_could_end_an_embedding_is_refused(char: str, form: Any) -> None:
    with pytest.raises(irigrammar.ConversionError, match=rf"U\+{ord(char):04X} .* at offset 2 could end an embedding"):
        embed(f"a/{char}b", form)


@pytest.mark.parametrize(
    ("text", "before", "after", "base", "needed"),
    [
        # RFC 3987, 4.1: in left-to-right text, between white space and left-to-right letters
        ("http://e/אב", "see ", " there", "ltr", False),
        ("אב/ג", "see ", " there", "ltr", False),
        # and right-to-left letters and weak characters alone, in right-to-left text
        ("אב/גד", "ה ", " ו", "rtl", False),
        ("אב/גד.הו", "", "", "rtl", False),
        # others
        ("http://e/אב", "see ", " ו", "ltr", True),
        ("אב/ג", "ה ", " there", "ltr", True),
        ("http://e/אב", "ה ", " ו", "rtl", True),
        ("אב/1a", "ה ", " ו", "rtl", True),
        ("http://e/a", "", "", "ltr", False),
        ("http://e/a/", "", "", "rtl", True),
        ("http://e/a", "ה ", " ו", "rtl", False),
        ("http://e/אב", "", "", "auto", False),
        ("אב/a", "", "", "auto", True),
        ("א(ב)", "a", "b", "ltr", False),
        ("(א)", "ב", "", "ltr", True),
        ("", "ה", "a", "rtl", False),
    ],
)
def test_whether_it_is_needed(text: str, before: str, after: str, base: Any, needed: bool) -> None:
    assert needs_embedding(text, before, after, base) is needed


@given(st.text(st.sampled_from("ab1א /.()"), max_size=8), st.text(st.sampled_from("ab1א/."), max_size=6))
def test_an_embedding_that_is_needed_changes_what_is_seen(around: str, text: str) -> None:
    if REFERENCE.matches(text):
        for base in ("ltr", "rtl"):
            without = [(shown.offset, shown.char) for shown in arranged(f"{around}{text}{around}", base)]
            embedded = [shown.char for shown in arranged(f"{around}{embed(text)}{around}", base)]
            if [char for _, char in without] != embedded:
                assert needs_embedding(text, around, around, base)


def test_what_is_refused() -> None:
    with pytest.raises(irigrammar.NoMatch):
        needs_embedding("a b")
    with pytest.raises(ValueError, match="unknown base 'L'; choose 'ltr', 'rtl' or 'auto'"):
        needs_embedding("a", base="L")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ValueError, match="unknown form 'xml'; choose 'controls' or 'html'"):
        embed("a", "xml")  # type: ignore[arg-type]  # on purpose
    assert needs_embedding("א", "\ud800", "\ud800") is False  # lone surrogates around it
