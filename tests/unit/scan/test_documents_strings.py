"""Strings of JSON and TOML: read as the parsers of the standard library read them, and written so that they do."""

from __future__ import annotations

import json
import tomllib

import pytest
from document_items import read_with_places
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.scan.formats.strings import (
    JSON_ASCII,
    JSON_SINGLE,
    JSON_STRING,
    TOML_BASIC,
    TOML_LITERAL,
    TOML_MULTILINE,
    Escapes,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(TEXT)
def test_json_is_written_so_that_it_is_read(text: str) -> None:
    for convention in (JSON_STRING, JSON_ASCII):
        written = convention.write(text)
        assert json.loads(f'"{written}"') == text == convention.read(written).text
    assert JSON_ASCII.write(text).isascii()
    assert "'" not in JSON_SINGLE.write(text)
    assert JSON_SINGLE.read(JSON_SINGLE.write(text)).text == text


@given(TEXT)
def test_toml_is_written_so_that_it_is_read(text: str) -> None:
    written = TOML_BASIC.write(text)
    assert tomllib.loads(f'a = "{written}"')["a"] == text == TOML_BASIC.read(written).text
    lines = TOML_MULTILINE.write(text)
    assert tomllib.loads(f'a = """{lines}"""')["a"] == text == TOML_MULTILINE.read(lines).text


@given(st.text(st.sampled_from('a"\\/bfnrtu0dD8cC9\n\r\t \x1f'), max_size=30))
def test_json_strings_are_read_as_json_reads_them(written: str) -> None:
    try:
        value = json.loads(f'"{written}"', strict=False)
    except ValueError:
        return
    reading = JSON_STRING.read(written)
    if reading.bad:  # the library lets surrogates pass
        assert any("\ud800" <= char <= "\udfff" for char in value)
    else:
        assert reading.text == value


@given(st.text(st.sampled_from("a\"'\\bfnrtuU0dD8 \n\r\t"), max_size=30))
def test_toml_strings_are_read_as_tomllib_reads_them(written: str) -> None:
    for quote, convention in (('"', TOML_BASIC), ("'", TOML_LITERAL), ('"""', TOML_MULTILINE), ("'''", TOML_LITERAL)):
        # A line end right behind three quotes is none of the string's.
        inside = written if len(quote) == 1 else f"x{written}"
        try:
            value = tomllib.loads(f"a = {quote}{inside}{quote}")["a"]
        except (tomllib.TOMLDecodeError, KeyError):
            continue
        reading = convention.read(inside)
        assert not reading.bad
        assert reading.text == value


@pytest.mark.parametrize(
    ("convention", "written", "text", "offsets"),
    [
        (JSON_STRING, r"a\u00e9b", "aéb", [0, 1, 7, 8]),
        (JSON_STRING, r"\ud83d\ude00x", "\U0001f600x", [0, 12, 13]),
        (JSON_STRING, r"\/", "/", [0, 2]),
        (JSON_SINGLE, "a\\\r\nb", "ab", [0, 4, 5]),
        (JSON_SINGLE, r"\x41", "A", [0, 4]),
        (TOML_BASIC, r"\U0001F600\e", "\U0001f600\x1b", [0, 10, 12]),
        (TOML_MULTILINE, "a\\  \n\n  b\r\nc", "ab\nc", [0, 8, 9, 11, 12]),
        (TOML_LITERAL, "a\r\nb", "a\nb", [0, 1, 3, 4]),
    ],
)
def test_each_code_point_has_its_place(convention: Escapes, written: str, text: str, offsets: list[int]) -> None:
    read_with_places(convention, written, text, offsets)


@pytest.mark.parametrize(
    ("convention", "written", "bad"),
    [
        (JSON_STRING, r"a\ud83d", [(1, 7, "U+D83D is a surrogate, which is not a character")]),
        (
            JSON_STRING,
            r"\ude00\ud83d",
            [
                (0, 6, "U+DE00 is a surrogate, which is not a character"),
                (6, 12, "U+D83D is a surrogate, which is not a character"),
            ],
        ),
        (
            JSON_STRING,
            r"\ud83d\ud83e",
            [
                (0, 6, "U+D83D is a surrogate, which is not a character"),
                (6, 12, "U+D83E is a surrogate, which is not a character"),
            ],
        ),
        (JSON_STRING, r"\ud83d\u00e9", [(0, 6, "U+D83D is a surrogate, which is not a character")]),
        (JSON_STRING, r"\u12g", [(0, 2, "hexadecimal digits are missing")]),
        (JSON_STRING, r"\q", [(0, 2, r"\q is not an escape")]),
        (JSON_STRING, "a\\", [(1, 2, "the backslash escapes nothing")]),
        (TOML_BASIC, r"\U00110000", [(0, 10, "110000 is beyond the last code point of Unicode")]),
        (TOML_BASIC, r"\UFFFFFFFF", [(0, 10, "FFFFFFFF is beyond the last code point of Unicode")]),
        (TOML_BASIC, r"\uD800", [(0, 6, "U+D800 is a surrogate, which is not a character")]),
        (TOML_BASIC, r"\/", [(0, 2, r"\/ is not an escape")]),
    ],
)
def test_what_is_invalid_is_reported(convention: Escapes, written: str, bad: list[tuple[int, int, str]]) -> None:
    reading = convention.read(written)
    assert list(reading.bad) == bad
    assert reading.text == written.replace(r"\u00e9", "é")


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        TOML_LITERAL.write("it's")
    assert TOML_LITERAL.write("a\\b\té") == "a\\b\té"
