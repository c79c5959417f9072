"""The findings of a scan as one line each."""

from __future__ import annotations

from collections.abc import Callable

from irigrammar.scan.found import Found, Summary
from irigrammar.scan.reporters.words import ROLES, place, statistics, sums, told
from irigrammar.text.sheet import PLAIN, Sheet


class ScanConcise:
    """`path:line:column: CODE message: the identifier`, then the sums."""

    def __init__(self, write: Callable[[str], object], sheet: Sheet = PLAIN, *, statistics: bool = False) -> None:
        self._write = write
        self._sheet = sheet
        self._statistics = statistics

    def start(self) -> None:
        """Write nothing: there is no head."""

    def add(self, found: Found) -> None:
        """Write a finding."""
        sheet, record = self._sheet, found.record
        head = place(found, sheet.show)
        code = sheet.paint(record.code or "", ROLES.get(record.severity or "", "note"))
        self._write(f"{sheet.paint(head, 'path')}{': ' if head else ''}{code} {told(found, sheet.show)}\n")

    def finish(self, summary: Summary) -> None:
        """Write the sums, and counts by code where they were asked for."""
        counts = statistics(summary) if self._statistics else ()
        first, *others = sums(summary)
        self._write("".join(f"{line}\n" for line in (*counts, self._sheet.paint(first, "summary"), *others)))
