"""Records as JSON: one object a line, or one document with a summary."""

from __future__ import annotations

import json
from collections.abc import Callable

from irigrammar.report.json_text import JsonArray
from irigrammar.report.record import Record


class JsonLinesReporter:
    """One record a line, as it comes; all is ASCII."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def add(self, record: Record) -> None:
        """Write one record."""
        self._write(json.dumps(record.as_dict()) + "\n")

    def finish(self, valid: int, invalid: int, unit: str) -> None:
        """Write nothing: the lines are the report."""


class JsonReporter:
    """One object with `findings`, written as they come, and the counts `valid` and `invalid`; all is ASCII."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._findings = JsonArray(write, '{"findings": ')

    def add(self, record: Record) -> None:
        """Write one record."""
        self._findings.add(record.as_dict())

    def finish(self, valid: int, invalid: int, unit: str) -> None:
        """Write the counts and the end; `unit` says what is counted."""
        self._findings.close(f', "valid": {valid}, "invalid": {invalid}, "unit": {json.dumps(unit)}}}\n')
