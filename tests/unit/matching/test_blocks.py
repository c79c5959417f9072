"""Files of lines, block by block: the same lines as one by one, whatever the blocks and threads."""

from __future__ import annotations

import io
import os
import threading

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from peak_memory import peak

import irigrammar
from irigrammar.engines.kernel import kernel
from irigrammar.matching.lines import Checked, Line, Wanted, check_blocks, check_lines

IRI = irigrammar.grammar("rfc3987").start
PARTS = [
    b"\n",
    b"\r\n",
    b"\r",
    b"\0",
    b" ",
    b"a",
    b"http://h/p?q#f",
    b"\xef\xbb\xbf",
    "é日".encode(),
    b"\xff",
    b"\xc3",
    b"%4",
]

files = st.lists(st.sampled_from(PARTS), max_size=60).map(b"".join)
needs_kernel = pytest.mark.skipif(kernel() is None, reason="the kernel was not built, or is switched off")


def checked(data: bytes, wanted: Wanted, **options: int) -> list[tuple[int, int, list[Line]]]:
    result = check_blocks(IRI, io.BytesIO(data), wanted=wanted, **options)  # type: ignore[arg-type]  # numbers alone
    return [(valid, invalid, list(lines)) for valid, invalid, lines in result]


def reported(blocks: list[tuple[int, int, list[Line]]]) -> list[Line]:
    return [line for _, _, lines in blocks for line in lines]


def counts(blocks: list[tuple[int, int, list[Line]]]) -> tuple[int, int]:
    return sum(valid for valid, _, _ in blocks), sum(invalid for _, invalid, _ in blocks)


@given(files, st.integers(1, 40))
@example(b"a\r", 9)
@example(b"\r", 9)
@example(b"\n\r\n\xef\xbb\xbfa\0\n", 3)
def test_blocks_give_the_lines_that_are_there_one_by_one(data: bytes, block: int) -> None:
    right = list(check_lines(IRI, io.BytesIO(data)))
    wrong = [line for line in right if line.fault]
    every = checked(data, Wanted.EVERY, block=block)
    invalid = checked(data, Wanted.INVALID, block=block)
    none = checked(data, Wanted.COUNTS, block=block)
    assert reported(every) == right
    assert reported(invalid) == wrong
    assert reported(none) == []
    assert counts(every) == counts(invalid) == counts(none) == (len(right) - len(wrong), len(wrong))


def test_many_lines_are_counted_and_reported_in_order() -> None:
    """More lines than the kernel takes in at a time, in few blocks and in many."""
    data = b"".join(b"a:%d\r\n\n%s" % (number, b"b c\n" * (number % 7 == 0)) for number in range(20_000))
    right = [line for line in check_lines(IRI, io.BytesIO(data)) if line.fault]
    for options in ({}, {"block": 5000}):
        result = checked(data, Wanted.INVALID, **options)
        assert reported(result) == right
        assert counts(result) == (20_000, len(right))


def test_a_line_longer_than_a_block() -> None:
    long = b"http://h/" + b"a" * 1_500_000
    result = checked(long + b"\n" + long + b" \nb", Wanted.INVALID, block=1000)
    assert counts(result) == (2, 1)
    (line,) = reported(result)
    assert line.number == 2
    assert line.fault is not None
    assert line.fault.offset == len(long)


def test_bytes_done_are_reported() -> None:
    data = b"http://h/\n" * 50_000
    seen: list[int] = []
    for _ in check_blocks(IRI, io.BytesIO(data), block=10_000, seen=seen.append):
        pass
    assert sum(seen) == len(data)
    assert len(seen) > 10


@needs_kernel
def test_what_a_pipe_has_is_checked_before_it_ends() -> None:
    """A reader that waits for a whole block would wait for ever here."""
    end, start = os.pipe()
    with os.fdopen(end, "rb") as stream, os.fdopen(start, "wb", buffering=0) as writer:
        result = check_blocks(IRI, stream)
        timer = threading.Timer(60, writer.close)  # so that a failure ends
        timer.start()
        writer.write(b"a:\nb c\n")
        first = next(result)
        assert (first.valid, first.invalid) == (1, 1)
        timer.cancel()
        writer.write(b"half")
        writer.write(b" a line\n")
        assert next(result).invalid == 1
        writer.write(b"a:")
        writer.close()
        assert [(rest.valid, rest.invalid) for rest in result] == [(1, 0)]


@pytest.mark.slow
def test_memory_does_not_grow_with_the_file() -> None:
    class File(io.RawIOBase):
        """A file of a given size, made while it is read."""

        def __init__(self, size: int) -> None:
            self._left = size

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # what it is given
            size = min(len(buffer), self._left)
            buffer[:size] = (b"http://h/ \n" * (size // 11 + 1))[:size]
            self._left -= size
            return size

    def read(size: int) -> None:
        for block in check_blocks(IRI, io.BufferedReader(File(size)), block=20_000):
            for _ in block.lines:
                pass

    read(100_000)
    assert peak(lambda: read(1_000_000)) < peak(lambda: read(200_000)) + 200_000


def test_a_failing_file_ends_it() -> None:
    class Failing(io.RawIOBase):
        reads = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            self.reads += 1
            if self.reads > 2:
                raise OSError(5, "lost")
            buffer[:3] = b"a:\n"
            return 3

    result = check_blocks(IRI, io.BufferedReader(Failing()))
    with pytest.raises(OSError, match="lost"):
        for _ in result:
            pass


def test_what_was_checked_is_a_value() -> None:
    (block,) = check_blocks(IRI, io.BytesIO(b"a"))
    assert isinstance(block, Checked)
    assert (block.valid, block.invalid, list(block.lines)) == (1, 0, [])
