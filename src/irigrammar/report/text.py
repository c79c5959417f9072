"""Records as lines to read."""

from __future__ import annotations

from collections.abc import Callable

from irigrammar.report.record import Record
from irigrammar.text.names import brief, visible

Paint = Callable[[str, str], str]


class TextReporter:
    """`path:line:column: what: the text`, or `the text: what (offset n)` for a text that is no line of a file.

    `paint` takes a text and the role it has (`path`, `error`, `warning`, `note`, `valid`, `summary`) and returns it as
    it shall look; `encoding` is what the reader's terminal can show.
    """

    def __init__(self, write: Callable[[str], object], paint: Paint, encoding: str = "utf-8") -> None:
        self._write = write
        self._paint = paint
        self._encoding = encoding

    def add(self, record: Record) -> None:
        """Write one record."""
        text = "" if record.text is None else brief(record.text, self._show)
        message = self._paint(self._show(record.message), record.severity or "valid")
        if record.path is None:
            offset = "" if record.offset is None else f" (offset {record.offset})"
            self._write(f"{text}: {message}{offset}\n")
            return
        columns = record.column if record.severity else None
        place = ":".join(str(part) for part in (self._show(record.path), record.line, columns) if part is not None)
        code = f"{record.code} " if record.text is None and record.code else ""
        self._write(f"{self._paint(place, 'path')}: {code}{message}{f': {text}' if record.text is not None else ''}\n")

    def finish(self, valid: int, invalid: int, unit: str) -> None:
        """Write the counts; `unit` says what is counted."""
        self._write(self._paint(f"{valid:,} valid, {invalid:,} invalid ({self._show(unit)})", "summary") + "\n")

    def _show(self, text: str) -> str:
        return visible(text, self._encoding)
