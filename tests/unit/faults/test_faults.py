"""Faults: where and by what a string leaves the language."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test
from tables import unescape

import irigrammar
from irigrammar.faults.fault import Fault, decoding_fault, fault_at
from irigrammar.text.names import character, visible
from irigrammar.unicode import is_printable

IRI = irigrammar.grammar("rfc3987")["IRI"]


def check(text: str | bytes) -> Fault:
    fault = IRI.check(text).fault
    assert fault is not None
    return fault


@in_one_test(
    ("text", "offset", "byte_offset", "char"),
    [
        ("", 0, 0, None),
        ("http", 4, 4, None),
        ("http://b c/", 8, 8, " "),
        ("http://é b/", 8, 9, " "),
        ("a:👩 ", 3, 6, " "),
        ("a:%4", 4, 4, None),
        ("a:%4é", 4, 4, "é"),
        ("a:\ud800", 2, 2, "\ud800"),
        ("http://[::1", 11, 11, None),
        ("http://[::g]/", 10, 10, "g"),
        ("http://h:8a/", 11, 11, "/"),
        ("1a:", 0, 0, "1"),
        ("a:b##", 4, 4, "#"),
        ("a:\0", 2, 2, "\0"),
        ("a:b\n", 3, 3, "\n"),
    ],
)
def test_a_fault_is_the_end_of_the_longest_viable_prefix(
    text: str, offset: int, byte_offset: int, char: str | None
) -> None:
    assert IRI.check(text).fault == Fault(offset, byte_offset, char)


@given(text=st.text(), data=st.data())
def test_the_byte_offset_is_that_of_utf_8(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    if any("\ud800" <= char <= "\udfff" for char in text[:offset]):
        return  # no viable prefix holds one
    fault = fault_at(text, offset)
    assert text[:offset].encode() == text.encode(errors="surrogatepass")[: fault.byte_offset]
    assert fault.found == (text[offset : offset + 1] or None)


@given(data=st.binary())
def test_bytes_that_are_not_utf_8_are_a_fault_of_their_own(data: bytes) -> None:
    whole = data.decode(errors="replace")
    data += b"\xff"
    with pytest.raises(UnicodeDecodeError) as caught:
        data.decode()
    fault = decoding_fault(data, caught.value)
    assert fault.found == data[fault.byte_offset : fault.byte_offset + 1]
    assert fault.offset == len(data[: fault.byte_offset].decode())
    assert whole.startswith(data[: fault.byte_offset].decode())


def test_faults_are_values() -> None:
    fault = Fault(1, 2, "x")
    assert fault == Fault(1, 2, "x")
    assert hash(fault) == hash(Fault(1, 2, "x"))
    assert fault != Fault(1, 1, "x")
    with pytest.raises(FrozenInstanceError):
        fault.offset = 0


@in_one_test(
    ("char", "words"),
    [
        (" ", "U+0020 SPACE"),
        ("é", "U+00E9 LATIN SMALL LETTER E WITH ACUTE"),
        ("\n", "U+000A (control character)"),
        ("\0", "U+0000 (control character)"),
        ("\ud800", "U+D800 (lone surrogate)"),
        ("\ue000", "U+E000 (private use character)"),
        ("\uffff", "U+FFFF (no assigned character)"),
        ("\U0010ffff", "U+10FFFF (no assigned character)"),
        ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
    ],
)
def test_a_character_is_reported_by_code_point_and_name(char: str, words: str) -> None:
    assert character(char) == words


@given(char=st.characters())
def test_every_character_has_words(char: str) -> None:
    words = character(char)
    assert words.startswith(f"U+{ord(char):04X} ")
    assert words.isascii()
    assert words.isprintable()


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault(8, 8, " "), "the string does not match"),
        (check("http://h/a b"), "a reference cannot contain a space"),
        (check("http://[::1"), 'unexpected end of string: the "[" is never closed'),
        (check(b"http://\xff"), "byte 0xFF is not UTF-8"),
    ],
)
def test_a_message_says_what_is_wrong(fault: Fault, words: str) -> None:
    assert fault.message == words


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1", "cp1252", "shift_jis"])
@given(text=st.text() | st.text("\\u{}41é\u202e"))
def test_what_is_shown_is_printable_and_can_be_read_back(encoding: str, text: str) -> None:
    shown = visible(text, encoding)
    assert is_printable(shown)
    shown.encode(encoding)
    assert unescape(shown) == text
