"""Files as blocks of text: charsets, undecodable bytes, long lines."""

from __future__ import annotations

import codecs
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

from irigrammar.scan import reading
from irigrammar.scan.formats.registry import DocumentType, last_line_end
from irigrammar.scan.reading import Block, Charset, Lines, Refused, charset_of, count_lines, read_blocks

WHOLE = DocumentType("whole", "", lambda _: lambda _: ())
BY_LINES = DocumentType("lines", "", lambda _: lambda _: (), cut=last_line_end)


def blocks(data: bytes, kind: DocumentType, charset: Charset | None = None, limit: int = 1 << 30) -> list[Block]:
    stream = BytesIO(data)
    head = stream.read(16)
    used_charset = charset or charset_of(head, None, None)
    return list(read_blocks(stream, head, used_charset, kind, limit=limit, progress=lambda _: None))


@in_one_test(
    ("head", "declared", "encoding", "charset"),
    [
        (b"abc", None, None, Charset("utf-8")),
        (codecs.BOM_UTF8 + b"a", "latin-1", "cp1252", Charset("utf-8", codecs.BOM_UTF8)),
        (codecs.BOM_UTF16_BE, None, None, Charset("utf-16-be", codecs.BOM_UTF16_BE)),
        (codecs.BOM_UTF32_LE, None, None, Charset("utf-32-le", codecs.BOM_UTF32_LE)),
        (b"", "ISO-8859-1", None, Charset("iso8859-1")),
        (b"", "ISO-8859-1", "koi8-r", Charset("koi8-r")),
        (b"", "no such", None, Charset("utf-8", unknown="no such")),
        (b"", "rot13", None, Charset("utf-8", unknown="rot13")),
        (b"", "idna", None, Charset("utf-8", unknown="idna")),
        (b"", "a\0b", None, Charset("utf-8", unknown="a\0b")),
    ],
)
def test_charsets(head: bytes, declared: str | None, encoding: str | None, charset: Charset) -> None:
    assert charset_of(head, lambda _: declared, encoding) == charset


@given(st.text(st.sampled_from("ab\r\né€"), max_size=60), st.integers(1, 12))
def test_blocks_make_the_text_and_their_lines_are_its_lines(text: str, size: int) -> None:
    old = reading._BLOCK
    reading._BLOCK = size
    try:
        result = blocks(text.encode(), BY_LINES)
    finally:
        reading._BLOCK = old
    assert "".join(block.text for block in result) == text
    assert [block.last for block in result] == [False] * (len(result) - 1) + [True]
    offset = 0
    for block in result:
        assert block.line == 1 + count_lines(text[:offset])
        assert Lines(text).place(offset) == (block.line, 1) or not block.text
        offset += len(block.text)


def test_bytes_that_cannot_be_decoded_keep_their_place() -> None:
    ((text, *_),) = blocks(b"a\xffb\xc3", WHOLE)
    assert text == "a\udcffb\udcc3"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-32-be", "shift_jis", "euc-kr", "gb18030", "iso2022_jp", "utf-7"])
@given(data=st.binary(max_size=40))
def test_any_bytes_are_read_in_any_charset(codec: str, data: bytes) -> None:
    result = (
        blocks(b"a" * 16 + data if codec[:4] not in ("utf-", "iso2") else data, WHOLE, Charset(codec))
        if b"\0" not in data
        else []
    )
    assert all(isinstance(block.text, str) for block in result)


def test_binary_data_is_refused() -> None:
    with pytest.raises(Refused, match="binary"):
        blocks(b"GIF\0", WHOLE)


def test_too_large_documents_are_refused_if_read_as_a_whole() -> None:
    data = b"a\n" * 2_000_000
    with pytest.raises(Refused, match="larger than 1,000 bytes"):
        blocks(data, WHOLE, limit=1_000)
    assert sum(len(block.text) for block in blocks(data, BY_LINES, limit=1_000)) == len(data)


@pytest.mark.slow
def test_a_line_without_an_end_is_read_in_linear_time() -> None:
    seen: list[int] = []

    def cut(text: str) -> int:
        seen.append(len(text))
        return 0

    blocks(b"a" * (64 << 20), replace(BY_LINES, cut=cut))
    assert sum(seen) <= 3 * (64 << 20)
