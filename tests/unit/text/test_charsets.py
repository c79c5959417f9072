"""Charsets by the indexes of the Encoding Standard, where Python's codecs differ."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.text.charsets import codec_of_label


def codec(label: str) -> codecs.CodecInfo:
    name = codec_of_label(label)
    assert name is not None
    return codecs.lookup(name)


@pytest.mark.parametrize(
    ("label", "data", "text"),
    [
        ("euc-jp", "ada1", "①"),
        ("euc-jp", "a1c1", "～"),
        ("euc-jp", "41a2af42", None),
        ("shift_jis", "80", "\x80"),
        ("shift_jis", "f040", "\ue000"),
        ("gbk", "80", "€"),
        ("gb18030", "80", "€"),
        ("gb18030", "a3a0", "\u3000"),
        ("big5", "a3e1", "€"),
        ("big5", "877a", "㡵"),
        ("big5", "8862", "\u00ca\u0304"),
        ("koi8-u", "ae", "ў"),
        ("windows-1252", "81", "\x81"),
        ("windows-874", "81", "\x81"),
        ("iso-8859-16", "a5", "„"),
        ("ibm866", "80", "А"),
        ("macintosh", "db", "€"),
        ("x-user-defined", "80", "\uf780"),
        ("iso-2022-jp", "611b2442493d1b284a5c1b2842", "a表¥"),
        ("iso-2022-jp", "1b2449", None),
        ("iso-2022-jp", "1b284931", "ｱ"),
        ("iso-2022-jp", "1b244249", None),
    ],
)
def test_bytes(label: str, data: str, text: str | None) -> None:
    if text is None:
        with pytest.raises(UnicodeDecodeError):
            codec(label).decode(bytes.fromhex(data), "strict")
    else:
        assert codec(label).decode(bytes.fromhex(data), "strict") == (text, len(data) // 2)


@pytest.mark.parametrize(
    ("label", "text", "data"),
    [
        ("euc-jp", "①～", "ada1a1c1"),
        ("euc-jp", "¡", None),
        ("shift_jis", "\ue000", None),
        ("shift_jis", "￢－", "81ca817c"),
        ("gbk", "€", "80"),
        ("gbk", "\U00020000", None),
        ("gb18030", "€", "a2e3"),
        ("big5", "€", "a3e1"),
        ("big5", "㡵", None),
        ("windows-1252", "\x81", "81"),
        ("x-user-defined", "\uf7ff", "ff"),
        ("x-user-defined", "é", None),
        ("iso-2022-jp", "¥a\\ｱ゛", "1b284a5c611b28425c1b2442252221 2b1b2842".replace(" ", "")),
        ("iso-2022-jp", "\x1b", None),
    ],
)
def test_characters(label: str, text: str, data: str | None) -> None:
    if data is None:
        with pytest.raises(UnicodeEncodeError):
            codec(label).encode(text, "strict")
    else:
        assert codec(label).encode(text, "strict")[0].hex() == data


@given(st.sampled_from(["big5", "euc-jp", "gb18030", "gbk", "shift_jis", "windows-1252"]), st.binary(), st.integers(1))
def test_blocks_are_decoded_as_the_whole(label: str, data: bytes, size: int) -> None:
    decoder = codec(label).incrementaldecoder("backslashreplace")
    blocks = [data[start : start + size] for start in range(0, len(data), size)] if size < len(data) else [data]
    text = "".join(decoder.decode(block, final=index == len(blocks) - 1) for index, block in enumerate(blocks))
    assert text == codec(label).decode(data, "backslashreplace")[0]
