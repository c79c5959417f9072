"""Findings that are not reported: those of a baseline, which are known, and those of inline ignores, which are meant.

A finding is known by its fingerprint: its file, code, text and offset in the text, and which of the same kind in its
file it is; not by its line, so that what moves stays known. The file repeats no password.

`iri: ignore[CODE, ...]` applies to the lines of its comment and, if these have no other words, to the next line
that is not blank; `iri: ignore-file[CODE, ...]` from there to the end of the document. A code may be the beginning of
one; without brackets all are meant.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from irigrammar.files import Place, read_regular
from irigrammar.report.pages import ANY_FAULT, covers
from irigrammar.scan.formats.items import Comment
from irigrammar.scan.found import Found
from irigrammar.scan.reading import Lines
from irigrammar.scan.writing import replacing

_VERSION = 2


class Known(NamedTuple):
    """A finding: its fingerprint, and for people its code and its masked text, or its message where it has none.

    `path` is relative to the root, with "/". Only the path and the fingerprint count.
    """

    path: str
    fingerprint: str
    code: str
    text: str


class Baseline:
    """The findings that are known; `take` uses one up."""

    def __init__(self, rows: Iterable[Known] = ()) -> None:
        self._left = {(row.path, row.fingerprint): row for row in rows}
        self.has_old_names = any(row.code == ANY_FAULT for row in self._left.values())

    def take(self, known: Known) -> bool:
        """Return whether a finding is known, and use it up.

        >>> row = Known("a.md", "0f", "S001", "a b")
        >>> baseline = Baseline([row])
        >>> baseline.take(row), baseline.take(row)
        (True, False)
        """
        return self._left.pop((known.path, known.fingerprint), None) is not None

    def gone(self, scanned: set[str], root: Path) -> list[Known]:
        """Return what was not found again in the files that were scanned, or whose file is gone."""
        rows = sorted(self._left.values())
        gone = {path: path in scanned or not (root / path).exists() for path in {row.path for row in rows}}
        return [row for row in rows if gone[row.path]]

    def others(self, scanned: set[str], root: Path) -> list[Known]:
        """Return what is known of files that are there and were not scanned."""
        return [row for row in self._left.values() if row.path not in scanned and (root / row.path).exists()]


def known(finding: Found, path: str) -> Known:
    """Return what a finding of a file is known by."""
    record = finding.record
    return Known(path, finding.fingerprint, record.code or "", record.message if record.text is None else record.text)


def load(path: Path, *, limit: int) -> Baseline:
    """Return the baseline of a file of at most `limit` bytes.

    Raises `OSError` for a file that cannot be read, `ValueError` for one that is not a baseline.
    """
    try:
        data: Any = json.loads(read_regular(path, limit).decode("utf-8"))
        version = data["version"]
        rows = [] if version != _VERSION else [_row(row) for row in data["findings"]]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"not a baseline that iri scan --write-baseline wrote ({error!r})") from None
    if version != _VERSION:
        raise ValueError(f"a baseline of version {version!r}, and this program reads {_VERSION}: write it again")
    return Baseline(rows)


def _row(row: Any) -> Known:
    fields = [row[name] for name in Known._fields]
    if not all(isinstance(field, str) for field in fields):
        raise TypeError(f"a finding whose fields are not strings: {row!r:.80}")
    return Known(*fields)


def written(rows: Iterable[Known], path: Path) -> int:
    """Write a baseline, in the order of paths and codes; return how many findings it has.

    Raises `OSError`, as `irigrammar.scan.writing.replacing` does.
    """
    listed = sorted(set(rows), key=lambda row: (row.path, row.code, row.text, row.fingerprint))
    text = json.dumps({"version": _VERSION, "findings": [row._asdict() for row in listed]}, indent=1) + "\n"
    with replacing(Place.of(path)) as stream:
        stream.write(text.encode())
    return len(listed)


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
        """Return whether a finding of that code on those lines is to be ignored, and note that it was."""
        if first > self.last or last < self.first:
            return False
        named = next((prefix for prefix in self.codes if covers(prefix, code)), None) if self.codes else ""
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
        self.old_names = 0  # comments that name codes as they were called once

    def add(self, comment: Comment, lines: Lines) -> None:
        """Read a comment of a block; one that says nothing to us is passed over."""
        for match in _IGNORE.finditer(comment.text):
            line, column = lines.place(comment.start)
            end_line, end_column = lines.place(comment.end)
            first, last = line, end_line
            before, after = lines.line(line)[: column - 1], lines.line(end_line)[end_column - 1 :]
            if not any(map(str.isalnum, before + after)):  # the signs of comments may be left in a text
                last = _next_line(lines, end_line)
            if match["file"]:
                first, last = lines.first, _END
            codes = tuple(filter(None, (code.strip().upper() for code in (match["codes"] or "").split(","))))
            self.old_names += ANY_FAULT in codes
            source = lines.line(line)
            self._open.append(Ignore(line, column, end_line, end_column, source, match[0], codes, first, last))

    def covers(self, code: str, first: int, last: int) -> bool:
        """Return whether a finding of that code on those lines is to be ignored."""
        met = [ignore for ignore in self._open if ignore.covers(code, first, last)]  # all are asked: each notes its use
        return bool(met)

    def closed(self, line: int | None) -> Iterator[Ignore]:
        """Take out, and give, the ignores that hold for no line from that one on; None for all."""
        held = self._open
        self._open = [ignore for ignore in held if line is not None and ignore.last >= line]
        yield from (ignore for ignore in held if line is None or ignore.last < line)


def _next_line(lines: Lines, line: int) -> int:
    """Return the next line that is not blank; the one after the block where there is none in it."""
    for number in range(line + 1, lines.last + 1):
        if lines.line(number).strip():
            return number
    return lines.last
