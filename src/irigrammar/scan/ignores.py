"""Inline ignores: comments that say which findings are meant to be there.

`iri: ignore[CODE, ...]` holds for the lines of its comment and, where no word stands on them besides, for the next line
that is not blank; `iri: ignore-file[CODE, ...]` from there to the end of the document. A code may be the beginning of
one; without brackets all are meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from irigrammar.scan.formats.items import Comment
from irigrammar.scan.reading import Lines

_IGNORE = re.compile(r"\biri:\s*ignore(?P<file>-file)?(?:\[(?P<codes>[^\]\n]*)\])?(?![\w-])")
_END = 1 << 62


@dataclass(slots=True)
class Ignore:
    """One ignore: the place of its comment, the codes as written (() for all), the lines, and the codes that it met."""

    line: int
    column: int
    end_line: int
    end_column: int
    source: str
    text: str
    codes: tuple[str, ...]
    first: int
    last: int
    used: set[str] = field(default_factory=set)

    def covers(self, code: str, first: int, last: int) -> bool:
        """Tell whether a finding of that code on those lines is to be ignored, and note that it was."""
        if first > self.last or last < self.first:
            return False
        named = next((one for one in self.codes if code.startswith(one)), None) if self.codes else ""
        if named is None:
            return False
        self.used.add(named)
        return True

    @property
    def unused(self) -> tuple[str, ...] | None:
        """The codes that met nothing; () where the whole comment did not, None where all is needed."""
        if not self.codes:
            return None if self.used else ()
        return tuple(code for code in self.codes if code not in self.used) or None


class Ignores:
    """The ignores of one document, as its blocks come."""

    def __init__(self) -> None:
        self._open: list[Ignore] = []

    def add(self, comment: Comment, lines: Lines) -> None:
        """Read a comment of a block; one that says nothing to us is passed over."""
        for found in _IGNORE.finditer(comment.text):
            line, column = lines.place(comment.start)
            end_line, end_column = lines.place(comment.end)
            first, last = line, end_line
            before, after = lines.line(line)[: column - 1], lines.line(end_line)[end_column - 1 :]
            if not any(map(str.isalnum, before + after)):  # the signs of comments may be left in a text
                last = _next_line(lines, end_line)
            if found["file"]:
                first, last = lines.first, _END
            codes = tuple(filter(None, (code.strip().upper() for code in (found["codes"] or "").split(","))))
            source = lines.line(line)
            self._open.append(Ignore(line, column, end_line, end_column, source, found[0], codes, first, last))

    def covers(self, code: str, first: int, last: int) -> bool:
        """Tell whether a finding of that code on those lines is to be ignored."""
        met = [one for one in self._open if one.covers(code, first, last)]  # all are asked: each notes its use
        return bool(met)

    def closed(self, line: int | None) -> Iterator[Ignore]:
        """Take out, and give, the ignores that hold for no line from that one on; None for all."""
        held = self._open
        self._open = [one for one in held if line is not None and one.last >= line]
        yield from (one for one in held if line is None or one.last < line)


def _next_line(lines: Lines, line: int) -> int:
    """Return the next line that is not blank; the one after the block where there is none in it."""
    for number in range(line + 1, lines.last + 1):
        if lines.line(number).strip():
            return number
    return lines.last
