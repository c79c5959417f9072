"""Where the lines of Markdown's blocks stand in a document: without marks of quotes and lists, and indentation."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

_LINE_END = re.compile(r"\r\n?|\n")

# Takes an offset in the content of a block and gives that in the document.
Place = Callable[[int], int]


class Lines:
    """The lines of a document, as CommonMark counts them, from 0."""

    __slots__ = ("_ends", "_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        found = [match.span() for match in _LINE_END.finditer(text)]
        self._starts = [0, *(end for _, end in found)]
        self._ends = [*(start for start, _ in found), len(text)]

    def span(self, line: int) -> tuple[int, int]:
        """Return where a line stands, its end left out; past the last one an empty span at the end."""
        if line >= len(self._starts):
            return len(self.text), len(self.text)
        return self._starts[line], self._ends[line]

    def block(self, content: str, first: int, last: int) -> Place | None:
        """Return the places of a block's content whose lines are ends of the document's, from `first` to before `last`.

        Of each line what stands before its content is left out, and white space that stands for a part of a tab. Lines
        of white space at the ends may be left out. None where the content does not stand there.
        """
        written = content.removesuffix("\n").split("\n")
        lines = [line.strip() for line in written]
        known = [(begin, self.text[begin:end].rstrip()) for begin, end in map(self.span, range(first, last))]
        for skipped in range(len(known)):
            rows = known[skipped : skipped + len(lines)]
            if len(rows) == len(lines) and all(row.endswith(line) for (_, row), line in zip(rows, lines, strict=True)):
                break
        else:
            return None
        starts = [0]
        shifts = []
        for line, stripped, (begin, row) in zip(written, lines, rows, strict=True):
            lead = len(line) - len(line.lstrip())
            shifts.append(begin + len(row) - len(stripped) - lead - starts[-1])
            starts.append(starts[-1] + len(line) + 1)
        return _shifted(starts, shifts)

    def heading(self, content: str, line: int) -> Place:
        """Return the places of a heading's content, after which white space and "#" alone may stand in its line."""
        begin, end = self.span(line)
        shift = begin + max(self.text[begin:end].rfind(content), 0)
        return lambda offset: offset + shift

    def cell(self, content: str, line: int, after: int) -> tuple[Place, int]:
        r"""Return the places of a table cell's content, in which "\|" is read as "|", and where it ends.

        The cell is looked for in its line from `after` on.
        """
        begin, end = self.span(line)
        pattern = re.compile(r"\\\|".join(re.escape(part) for part in content.split("|")))
        found = pattern.search(self.text, max(begin, after), end)
        if found is None:  # no cell of this line: nothing is found in it
            return (lambda _: end), end
        extra = [0]
        for char in content:
            extra.append(extra[-1] + (char == "|"))
        start = found.start()
        return (lambda offset: start + offset + extra[offset]), found.end()


def _shifted(starts: Sequence[int], shifts: Sequence[int]) -> Place:
    def place(offset: int) -> int:
        return offset + shifts[min(bisect_right(starts, offset), len(shifts)) - 1]

    return place
