"""The decoder: strict UTF-8, what is allowed, and the case of what stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.processing.percent import Encoded, decode, encode_bytes, encoded, stages, unescape


def anything(_: str) -> bool:
    return True


def nothing(_: str) -> bool:
    return False


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("%C3%BC", "ü"),
        ("%c3%Bc", "ü"),
        ("%f0%90%8c%80", "\U00010300"),
        ("a%20b", "a b"),
        ("%FC", "%FC"),
        ("%fc%c3%bc%fC", "%FCü%FC"),
        ("%C3", "%C3"),
        ("%C3x%BC", "%C3x%BC"),
        ("%C3%2F", "%C3/"),
        ("%e3%83", "%E3%83"),
        ("%e3%83%e3%83%bb", "%E3%83・"),
        ("%C0%AF", "%C0%AF"),  # "/" in two bytes
        ("%c1%bf", "%C1%BF"),
        ("%E0%80%AF", "%E0%80%AF"),
        ("%F0%80%80%AF", "%F0%80%80%AF"),
        ("%C0%80", "%C0%80"),
        ("%ED%A0%80", "%ED%A0%80"),  # U+D800
        ("%ed%b0%80", "%ED%B0%80"),
        ("%ED%A0%80%ED%B0%80", "%ED%A0%80%ED%B0%80"),  # a pair, as CESU-8 has it
        ("%ED%9F%BF", "\ud7ff"),
        ("%F4%8F%BF%BF", "\U0010ffff"),
        ("%F4%90%80%80", "%F4%90%80%80"),
        ("%F8%88%80%80%80", "%F8%88%80%80%80"),
        ("%FE%FF", "%FE%FF"),
        ("%EF%BF%BE", "\ufffe"),
        ("é%C3", "é%C3"),
        ("%C3é", "%C3é"),
        ("%2", "%2"),
        ("%%41", "%A"),
        ("%25%34%31", "%41"),  # once
        ("", ""),
    ],
)
def test_bytes_are_strict_utf_8(text: str, want: str) -> None:
    assert decode(text, anything) == want


@pytest.mark.parametrize(
    ("text", "want"),
    [("%2f%2F%c3%bc%fc", "%2f%2F%C3%BC%FC"), ("%7e%e2%80%ae~", "%7e%E2%80%AE~"), ("%0a%c2%a0", "%0a%C2%A0")],
)
def test_what_stays_keeps_its_case_if_it_is_ascii(text: str, want: str) -> None:
    assert decode(text, nothing) == want


def test_single_characters_are_asked_for() -> None:
    asked: list[str] = []

    def ask(char: str) -> bool:
        asked.append(char)
        return char in "ü\U00010300"

    assert decode("x%41%C3%BC%FC%F0%90%8C%80", ask) == "x%41ü%FC\U00010300"
    assert asked == ["A", "ü", "\U00010300"]


def test_parts_are_distinguished() -> None:
    assert [unit for unit in encoded("a%2f%C3%bc%FCb%41") if unit] == [
        "a", Encoded("%2f", "/"), Encoded("%C3%bc", "ü"), Encoded("%FC", ""), "b", Encoded("%41", "A"),
    ]  # fmt: skip


BYTES = st.binary(max_size=12)
TEXTS = st.lists(
    st.one_of(BYTES.map(encode_bytes), BYTES.map(lambda written: encode_bytes(written).lower()), st.text())
).map("".join)


@given(TEXTS)
def test_parts_put_together_are_the_text(text: str) -> None:
    assert "".join(unit if isinstance(unit, str) else unit.written for unit in encoded(text)) == text


@given(BYTES)
def test_valid_characters_are_those_of_python(data: bytes) -> None:
    assert decode(encode_bytes(data), anything) == "".join(
        char if char < "\udc80" or char > "\udcff" else f"%{ord(char) - 0xDC00:02X}"
        for char in data.decode(errors="surrogateescape")
    )


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_text_comes_back(text: str) -> None:
    assert decode(encode_bytes(text.encode()), anything) == text


@given(TEXTS, st.sampled_from([anything, nothing, str.isascii, str.isalpha]))
def test_the_last_stage_is_the_result(text: str, is_allowed: object) -> None:
    assert callable(is_allowed)
    assert stages(text, is_allowed)[3] == decode(text, is_allowed)


@given(st.text(alphabet=st.characters(codec="utf-8")).map(lambda text: encode_bytes(text.encode())))
def test_bytes_stay_the_same(text: str) -> None:
    """Whatever is decoded, it encodes the same bytes."""
    assert unescape(decode(text, str.isalpha)) == unescape(text)
