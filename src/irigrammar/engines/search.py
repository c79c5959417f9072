"""Find the matches of a rule in a text: leftmost, longest, in linear time.

A pass from the end knows at each offset from which states of the automaton a match can still end; so the pass from the
start takes a character only if a longer match is certain. RE# (Varatalu, Veanes and Ernits, 2025) searches in two
passes, too.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum

from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irigrammar.engines import _kernel

__all__ = ["Lines", "Output", "Row", "Search"]


class Output(IntEnum):
    """The output of a search by lines; the kernel knows the kinds by these numbers."""

    NOTHING = 0
    """Nothing; lines are counted."""
    LINES = 1
    """Each selected line with its end."""
    MATCHES = 2
    """Each match of the selected lines, followed by the end of a line; nothing if lines without a match are selected.
    """
    ROWS = 3
    """A `Row` for each match of the selected lines, packed, and for each selected line without a match."""


class Row(NamedTuple):
    """A match in a line: the number of the line from 0, where it begins and ends, and where the match does, in bytes of
    all lines from 0, ends exclusive; -1 and -1 stand for a line without a match.
    """

    line: int
    start: int
    end: int
    match_start: int
    match_end: int


_ROW = struct.Struct("5q")


class Lines(NamedTuple):
    """The result of a search by lines: how many bytes were read, how many lines, how many of them were selected, and
    the output.
    """

    size: int
    line_count: int
    selected: int
    output: bytes

    def rows(self) -> Iterator[Row]:
        """Yield the rows of an output of `Output.ROWS`."""
        return map(Row._make, _ROW.iter_unpack(self.output))


_BLOCK = 16_384  # characters of which the states are known at a time
_MOST_STEPS = 50_000  # steps that are kept


class Search:
    """Searches texts for the strings of one automaton, by the kernel's search where it is given; safe across threads.

    Sets of states are ints: bit `q` is set if a prefix of the rest of the text leads from state `q` to an accepting
    one.
    """

    def __init__(self, dfa: Callable[[], Dfa], native: _kernel.Search | None = None) -> None:
        self._load_dfa = dfa
        self._native = native
        self._steps: dict[tuple[int, int], int] = {}

    @cached_property
    def _dfa(self) -> Dfa:
        return self._load_dfa()

    @cached_property
    def _accepting(self) -> int:
        """The set of the accepting states."""
        return sum(1 << state for state, accepts in enumerate(self._dfa.accepting) if accepts)

    @cached_property
    def _sources(self) -> list[dict[int, int]]:
        """The states that each class leads to, by class, each with the set of those from which it does."""
        sources: list[dict[int, int]] = [{} for _ in range(self._dfa.classes.count)]
        for state, row in enumerate(self._dfa.rows):
            for number, to in enumerate(row):
                if to != DEAD:
                    sources[number][to] = sources[number].get(to, 0) | 1 << state
        return sources

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield start and end (exclusive) of each match, in code points from 0.

        The first match begins as early as one can and is as long as one there can be; the next is looked for from its
        end on. Empty matches are left out. Time is linear in the text for all matches together; memory is that of the
        classes of its characters, of a set for each 16,384 of them, and of the sets of one block.
        """
        return self._native.spans(text) if self._native else self._spans(text)

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        numbers = self._dfa.classes.encode(text)
        rows, start = self._dfa.rows, self._dfa.start
        live = self._live(numbers)
        next(live)
        begin, state = -1, start  # no match is being read while begin is -1
        for offset, (number, after) in enumerate(zip(numbers, live, strict=True)):
            to = rows[state][number]
            if after >> to & 1:
                begin, state = (offset if begin < 0 else begin), to
                continue
            if begin >= 0:
                yield begin, offset
                begin, state = -1, start
                to = rows[start][number]
                if after >> to & 1:
                    begin, state = offset, to
        if begin >= 0:
            yield begin, len(numbers)

    def byte_spans(self, data: bytes) -> Iterator[tuple[int, int]]:
        """Yield start and end (exclusive) of each match in bytes, from 0.

        What is not UTF-8 matches nothing, and the characters around it are read.
        """
        return self._native.byte_spans(data) if self._native else self._byte_spans(data)

    def _byte_spans(self, data: bytes) -> Iterator[tuple[int, int]]:
        text = data.decode("utf-8", "surrogateescape")
        before, offset = 0, 0  # the same place in code points and in bytes
        for begin, end in self.spans(text):
            start = offset + len(text[before:begin].encode("utf-8", "surrogateescape"))
            before, offset = end, start + len(text[begin:end].encode("utf-8", "surrogateescape"))
            yield start, offset

    def lines(
        self,
        data: bytes | memoryview,
        output: Output,
        *,
        feed: bytes = b"\n",
        invert: bool = False,
        most: int = -1,
        prefix: bytes = b"",
        number: int = -1,
    ) -> Lines:
        """Search each line of some bytes; those that have a match are selected, with `invert` those that have none. An
        empty match counts, and is no part of the output.

        `feed`, one byte, ends lines, and a match holds none; the last line may lack it, and has it in the output.
        Reading stops after the line with which `most` are selected (-1: never). In an output of lines or matches
        `prefix` comes before each, then the line's number and ":" where `number`, that of the first line, is not -1.
        """
        if self._native:
            return Lines._make(
                self._native.lines(data, output, feed=feed, invert=invert, most=most, prefix=prefix, number=number)
            )
        data = bytes(data)
        pieces: list[bytes] = []
        size = count = selected = 0
        while size < len(data) and selected != most:
            end = data.find(feed, size)
            end = len(data) if end < 0 else end
            line = data[size:end]
            matches = self._byte_spans(line)
            first = next(matches, None)
            has_match = first is not None or bool(self._dfa.accepting[self._dfa.start])
            if has_match != invert:
                selected += 1
                head = prefix if number < 0 else prefix + b"%d:" % (number + count)
                if output == Output.LINES:
                    pieces += (head, line, feed)
                elif output == Output.MATCHES and first:
                    for begin, after in (first, *matches):
                        pieces += (head, line[begin:after], feed)
                elif output == Output.ROWS:
                    for begin, after in (first, *matches) if first else ((-1 - size, -1 - size),):
                        pieces.append(_ROW.pack(count, size, end, size + begin, size + after))
            count += 1
            size = min(end + 1, len(data))
        return Lines(size, count, selected, b"".join(pieces))

    def _live(self, numbers: Sequence[int]) -> Iterator[int]:
        """Yield the set of states at each offset of a text given by its classes, that of offset 0 first (n + 1)."""
        edges = [self._accepting]  # the sets at the ends of blocks, the last block first
        size = len(numbers)
        starts = range(0, size, _BLOCK)
        for begin in reversed(starts[1:]):
            edges.append(self._before(numbers[begin : begin + _BLOCK], edges[-1])[0])
        for begin in starts:
            block = self._before(numbers[begin : begin + _BLOCK], edges.pop())
            yield from block[:-1]
        yield self._accepting

    def _before(self, numbers: Sequence[int], after: int) -> list[int]:
        """Return the sets at each offset of a block, before the set after it, which is the last."""
        steps = self._steps
        sets = [after]
        for number in reversed(numbers):
            key = (after, number)
            try:
                after = steps[key]
            except KeyError:
                if len(steps) >= _MOST_STEPS:
                    steps.clear()
                after = steps[key] = self._step(after, number)
            sets.append(after)
        sets.reverse()
        return sets

    def _step(self, after: int, number: int) -> int:
        """Return the set before a character of class `number`, given the set after it."""
        before = self._accepting
        for to, states in self._sources[number].items():
            if after >> to & 1:
                before |= states
        return before
