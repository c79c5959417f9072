"""Percent-encoded bytes."""

from __future__ import annotations

import urllib.parse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.processing.percent import encode, encode_bytes, encode_strays, outside, triplets, unescape, upper


@given(data=st.binary())
def test_bytes_are_written_in_upper_case_and_read_again(data: bytes) -> None:
    text = encode_bytes(data)
    assert text == text.upper()
    assert len(text) == 3 * len(data)
    assert unescape(text) == unescape(text.lower()) == data == urllib.parse.unquote_to_bytes(text)


@given(text=st.text(alphabet=st.one_of(st.sampled_from("%4aAfFgG"), st.characters(exclude_categories=["Cs"]))))
def test_what_is_not_a_triplet_stays_as_it_is(text: str) -> None:
    assert unescape(text) == urllib.parse.unquote_to_bytes(text)
    assert [text[start:end] for start, end in triplets(text)] == [text[offset : offset + 3] for offset in _starts(text)]


def _starts(text: str) -> list[int]:
    """Return where triplets start, found one character after the other."""
    result, offset = [], 0
    while offset < len(text):
        digits = text[offset + 1 : offset + 3]
        whole = text[offset] == "%" and len(digits) == 2 and all(char in "0123456789abcdefABCDEF" for char in digits)
        result += [offset] if whole else []
        offset += 3 if whole else 1
    return result


@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_encoding_keeps_what_may_stay(text: str) -> None:
    assert encode(text, lambda _: True) == text
    assert unescape(encode(text, lambda _: False)) == text.encode()
    assert encode(text, str.isascii).isascii()


def test_a_surrogate_has_no_bytes() -> None:
    with pytest.raises(UnicodeEncodeError):
        encode("\ud800", str.isascii)


@given(text=st.text(alphabet=st.one_of(st.sampled_from("%4aAfFgG"), st.characters(exclude_categories=["Cs"]))))
def test_triplets_and_what_is_between_them(text: str) -> None:
    plain = encode_strays(text)
    assert unescape(plain) == unescape(text)
    assert encode_strays(plain) == plain
    assert all(plain.startswith("%", start) for start, _ in triplets(plain))
    assert plain.count("%") == len([*triplets(plain)])
    assert outside(text, lambda part: part) == text
    assert outside(text, lambda _: "") == "".join(text[start:end] for start, end in triplets(text))
    assert unescape(upper(text)) == unescape(text)
    assert outside(upper(text), lambda _: "") == outside(text, lambda _: "").upper()
