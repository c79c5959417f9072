"""Check files with one identifier per line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from io import BufferedIOBase
from struct import iter_unpack
from typing import Any

from irigrammar.dataclass import NamedTuple
from irigrammar.engines.recognizer import Pure
from irigrammar.faults.fault import Fault
from irigrammar.files import LONGEST_LINE, lines_of, too_long
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.undecided import fault_of


class Line(NamedTuple):
    """A line that was checked: its number from 1, its text (`bytes` where it is not UTF-8), its fault or None."""

    number: int
    text: str | bytes
    fault: Fault | None


def check_lines(
    matcher: Matcher, lines: Iterable[bytes], *, progress: Callable[[int], object] | None = None
) -> Iterator[Line]:
    """Yield every line that is not empty, with its fault, holding one line at a time.

    `lines` are bytes that end in LF, as a binary file gives them; of each only that LF, or CRLF, is removed. `progress`
    is called with the number of bytes of every line. The fault of a line that takes too much work is `Undecided`.

    >>> import io, irigrammar
    >>> matcher = irigrammar.grammar("rfc3987")["IRI"]
    >>> [(line.number, line.fault is None) for line in check_lines(matcher, io.BytesIO(b"urn:a\\r\\n\\nb\\n"))]
    [(1, True), (3, False)]
    """
    for number, line in enumerate(lines, 1):
        if progress:
            progress(len(line))
        data = line[:-2] if line.endswith(b"\r\n") else line[:-1] if line.endswith(b"\n") else line
        if not data:
            continue
        try:
            text: str | bytes = data.decode()
        except UnicodeDecodeError:
            text = data
        yield Line(number, text, fault_of(matcher, text))


# Bytes read at once: such as stay in a processor's cache; more where processes are started for them.
_BLOCK = 1 << 17
_BLOCK_OF_PROCESSES = 1 << 22
_SPAN = "4q"  # numbers for each line: its own, its first byte, its end, whether it matches


class Listing(IntEnum):
    """The lines to report in addition to the counts; the kernel knows them by these numbers."""

    COUNTS = 0
    INVALID = 1
    EVERY = 2


class Checked(NamedTuple):
    """Some lines that were checked: how many match, how many do not, and those that are reported, in order.

    Empty lines are not counted. Lines are made while they are iterated, once.
    """

    valid: int
    invalid: int
    lines: Iterator[Line]


def check_blocks(
    matcher: Matcher,
    stream: BufferedIOBase,
    *,
    listing: Listing = Listing.INVALID,
    block: int | None = None,
    limit: int = LONGEST_LINE,
    progress: Callable[[int], object] | None = None,
) -> Iterator[Checked]:
    """Yield the results for the lines of a file, in order, holding a few blocks of bytes at a time.

    Lines are those of `check_lines`. `block` is the number of bytes to read at once, if available (by default what was
    measured to be fast); the rest of the last line is read with it. `progress` is called with the number of bytes that
    are done. Raises `OSError` for a line of more than `limit` bytes.

    >>> import io, irigrammar
    >>> matcher = irigrammar.grammar("rfc3987")["IRI"]
    >>> (block,) = check_blocks(matcher, io.BytesIO(b"urn:a\\r\\n\\nb\\n"))
    >>> block.valid, block.invalid, [(line.number, line.fault.offset) for line in block.lines]
    (1, 1, [(3, 1)])
    """
    recognizer = _native(matcher)
    if recognizer is None:
        for line in check_lines(matcher, lines_of(stream, limit), progress=progress):
            is_valid = line.fault is None
            is_reported = listing is Listing.EVERY or (listing is Listing.INVALID and not is_valid)
            yield Checked(int(is_valid), int(not is_valid), iter((line,) if is_reported else ()))
        return
    for valid, invalid, texts in _blocks_of(recognizer, stream, listing, block or _BLOCK, limit, progress):
        lines = (Line(number, text, None if is_valid else matcher._locate(text)) for number, text, is_valid in texts)
        yield Checked(valid, invalid, lines)


def invalid_texts(
    matcher: Matcher,
    stream: BufferedIOBase,
    *,
    limit: int = LONGEST_LINE,
    progress: Callable[[int], object] | None = None,
) -> Iterator[tuple[int, int, Iterator[tuple[int, str | bytes]]]]:
    """Yield for each block the numbers of valid and invalid lines, and the number and the text of each invalid one, for
    which no fault is looked for; lines and errors are those of `check_blocks`.

    >>> import io, irigrammar
    >>> ((valid, invalid, texts),) = invalid_texts(irigrammar.grammar("rfc3987")["IRI"], io.BytesIO(b"urn:a\\nb\\n"))
    >>> valid, invalid, [*texts]
    (1, 1, [(2, 'b')])
    """
    recognizer = _native(matcher)
    if recognizer is None:
        for line in check_lines(matcher, lines_of(stream, limit), progress=progress):
            is_valid = line.fault is None
            yield int(is_valid), int(not is_valid), iter(() if is_valid else ((line.number, line.text),))
        return
    for valid, invalid, rows in _blocks_of(recognizer, stream, Listing.INVALID, _BLOCK, limit, progress):
        yield valid, invalid, (row[:2] for row in rows)


def _native(matcher: Matcher) -> Any:
    """Return the recognizer of the kernel, None without it."""
    recognizer = matcher.grammar._production(matcher.rule).recognizer
    return None if isinstance(recognizer, Pure) else recognizer


def _blocks_of(
    recognizer: Any,
    stream: BufferedIOBase,
    listing: Listing,
    block: int,
    limit: int,
    progress: Callable[[int], object] | None,
) -> Iterator[tuple[int, int, Iterator[tuple[int, str | bytes, int]]]]:
    """Yield for each block the numbers of valid and invalid lines, and the reported ones."""
    before = 0
    for data in blocks(stream, min(block, limit), limit):
        lines, valid, invalid, spans = recognizer.match_lines(data, listing)
        yield valid, invalid, _texts(data, spans, before)
        before += lines
        if progress:
            progress(len(data))


def blocks(stream: BufferedIOBase, size: int = _BLOCK_OF_PROCESSES, limit: int = LONGEST_LINE) -> Iterator[bytes]:
    """Yield blocks of whole lines: the available bytes, up to a size, and the rest of their last line, which may have
    `limit` bytes.

    Raises `OSError` for a longer line.

    >>> import io
    >>> list(blocks(io.BytesIO(b"a\\nbc\\nd"), 3))
    [b'a\\nbc\\n', b'd']
    """
    lines = 0
    while data := stream.read1(size):
        if not data.endswith(b"\n"):
            room = limit - (len(data) - data.rfind(b"\n") - 1)
            data += stream.readline(max(room, 0) + 1)
            if len(data) - data.rfind(b"\n", 0, -1) - 1 > limit:
                raise too_long(lines + data.count(b"\n", 0, -1) + 1, limit)
        lines += data.count(b"\n")
        yield data


def _texts(data: bytes, spans: bytes, before: int) -> Iterator[tuple[int, str | bytes, int]]:
    """Yield the lines that the kernel found, four numbers each: the number, to which `before` is added, the text, as
    bytes if it is not UTF-8, and whether it matches.
    """
    for number, start, end, is_valid in iter_unpack(_SPAN, spans):
        raw = data[start:end]
        try:
            text: str | bytes = raw.decode()
        except UnicodeDecodeError:
            text = raw
        yield before + number, text, is_valid
