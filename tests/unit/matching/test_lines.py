"""Files of lines: what a line is, and what is held in memory."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from peak_memory import peak

import irigrammar
from irigrammar.matching.lines import check_lines

IRI = irigrammar.grammar("rfc3987").start


def faults(data: bytes) -> list[tuple[int, int | None]]:
    result = check_lines(IRI, io.BytesIO(data))
    return [(line.number, line.fault.byte_offset if line.fault else None) for line in result]


def test_only_the_line_end_is_removed() -> None:
    assert faults(b"a\nb\r\nc") == [(1, None), (2, None), (3, None)]
    assert faults(b"a \n") == [(1, 1)]
    assert faults(b"a\r\r\n") == [(1, 1)]
    assert faults(b"a\rb\n") == [(1, 1)]
    assert faults("a\u2028b\u0085c\n".encode()) == [(1, 5)]  # U+2028 is a ucschar, U+0085 is not, neither ends a line
    assert faults(b"a\x0cb\n") == [(1, 1)]


def test_empty_lines_are_skipped_and_counted() -> None:
    assert faults(b"\n\r\na\n\n b\n") == [(3, None), (5, 0)]
    assert faults(b"") == []


def test_a_line_of_spaces_is_not_empty() -> None:
    assert faults(b" \n") == [(1, 0)]


def test_bytes_that_are_not_utf_8_are_a_finding_with_their_offset() -> None:
    assert faults(b"\xc3\xa9\xff\n") == [(1, 2)]
    assert faults(b"a b\xff\n") == [(1, 1)]
    (line,) = check_lines(IRI, io.BytesIO(b"x\xc3\n"))
    assert line.text == b"x\xc3"
    assert line.fault is not None
    assert line.fault.found == b"\xc3"


def test_bytes_read_are_reported() -> None:
    seen: list[int] = []
    list(check_lines(IRI, io.BytesIO(b"a\n\nbc"), seen=seen.append))
    assert seen == [2, 1, 2]


@pytest.mark.slow
def test_memory_does_not_grow_with_the_file() -> None:
    def lines(count: int) -> Iterator[bytes]:
        for number in range(count):
            yield b"http://example.org/%d\n" % number

    def read(count: int) -> None:
        for _ in check_lines(IRI, lines(count)):
            pass

    read(100)
    assert peak(lambda: read(20_000)) < peak(lambda: read(1_000)) + 100_000
