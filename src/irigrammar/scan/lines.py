"""Lines and columns of offsets in a block of text."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

_LINE_END = re.compile(r"\r\n|\r|\n")


def count_lines(text: str) -> int:
    """Return how many lines end in a text: by LF, CRLF or CR.

    >>> count_lines("a\\r\\nb\\rc\\nd")
    3
    """
    returns = text.count("\r")
    return text.count("\n") + (returns - text.count("\r\n") if returns else 0)


class Lines:
    """The lines of a block whose first one has the number `first`; they are looked for when one is asked for.

    >>> lines = Lines("ab\\r\\ncd", 7)
    >>> lines.place(5), lines.line(8)
    ((8, 2), 'cd')
    """

    def __init__(self, text: str, first: int = 1) -> None:
        self.text = text
        self.first = first

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column, from 1, of an offset in code points from 0."""
        at = bisect_right(self._starts, offset) - 1
        return self.first + at, offset - self._starts[at] + 1

    def line(self, number: int) -> str:
        """Return a line by its number, without its line end."""
        at = number - self.first
        start = self._starts[at]
        end = self._starts[at + 1] if at + 1 < len(self._starts) else len(self.text)
        return self.text[start:end].removesuffix("\n").removesuffix("\r")

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.first + len(self._starts) - 1
