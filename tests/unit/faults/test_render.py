"""Characters in words; text that a terminal can show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.cli.options import unescape
from irigrammar.text.names import character, quoted, visible


@pytest.mark.parametrize(
    ("char", "words"),
    [
        ("a", "U+0061 LATIN SMALL LETTER A"),
        ("\n", "U+000A (control character)"),
        ("\ud800", "U+D800 (lone surrogate)"),
        ("\ue000", "U+E000 (private use character)"),
        ("\uffff", "U+FFFF (no assigned character)"),
        ("\U0001f600", "U+1F600 GRINNING FACE"),
    ],
)
def test_characters_in_words(char: str, words: str) -> None:
    assert character(char) == words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 日本", "plain é 日本"),
        ("a\tb\n", r"a\u{9}b\u{A}"),
        ("\u202e\u200b\ufeff", r"\u{202E}\u{200B}\u{FEFF}"),
        ("\ud800\U0010ffff", r"\u{D800}\u{10FFFF}"),
        ("a\u0301 \u0301", "a\u0301 \u0301"),
        ("\u0301a", r"\u{301}a"),
        ("a\ufe0f\U000e0100", r"a\u{FE0F}\u{E0100}"),
        ("\u3164\u00a0", r"\u{3164}\u{A0}"),
        (r"C:\u{41}", r"C:\u{5C}u{41}"),
        (r"C:\dir", r"C:\dir"),
    ],
)
def test_what_cannot_be_shown_is_escaped(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_what_the_encoding_lacks_is_escaped() -> None:
    assert visible("é日", "latin-1") == r"é\u{65E5}"
    assert visible("é", "ascii") == r"\u{E9}"


@given(st.text(alphabet=st.characters(codec=None) | st.sampled_from("\\u{}41\ud800\udfff")))
def test_escapes_are_read_back_without_loss(text: str) -> None:
    assert unescape(visible(text)) == text
    assert unescape(visible(text, "ascii")) == text


@pytest.mark.parametrize("text", [r"\u{}", r"\u{110000}", r"\u{zz}", r"\u{41"])
def test_an_escape_that_names_nothing_is_an_error(text: str) -> None:
    import click

    with pytest.raises(click.BadParameter):
        unescape(text)


def test_strings_in_quotation_marks_long_ones_by_their_ends() -> None:
    assert quoted("a" * 60, str) == f'"{"a" * 60}"'
    assert quoted("b" + "a" * 9_998 + "c", str.upper) == f'"B{"A" * 29}"..."{"A" * 29}C" (10,000 characters)'
    assert (quoted(""), quoted(None)) == ('""', "none")
