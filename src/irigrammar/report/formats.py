"""Records as text, JSON and JSON Lines.

Also JSON as text for other programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from irigrammar.finding import Finding, reservation
from irigrammar.report.record import Record
from irigrammar.text.names import brief, column, visible
from irigrammar.unicode import general_category

Paint = Callable[[str, str], str]


class TextReporter:
    """`path:line:column: message: the text`, or `the text: message (column n)` for a text that is not a line of a file.

    `paint` takes a text and the role it has (`path`, `error`, `warning`, `note`, `valid`, `summary`) and returns it as
    it shall look; `encoding` is what the reader's terminal can show.
    """

    def __init__(self, write: Callable[[str], object], paint: Paint, encoding: str = "utf-8") -> None:
        self._write = write
        self._paint = paint
        self._encoding = encoding
        # Paths and messages come again.
        self._path = lru_cache(maxsize=256)(self._show)
        self._message = lru_cache(maxsize=256)(
            lambda code, message, role: paint(f"{code} " * bool(code) + self._show(message), role)
        )

    def add(self, record: Record) -> None:
        """Write the line of a record, and a line for each of its notes and readings of clients; a note that puts a
        valid text in doubt is in the line itself.
        """
        message = self._message(record.code, record.message, record.severity or "valid")
        but, notes = reservation(record.notes or ()) if record.severity is None else (None, record.notes or ())
        if but is not None:
            message += self._paint(f", but {self._show(but.message)} ({but.code})", but.severity)
        if record.path is None:
            offset = record.labels[0].start if record.labels else record.offset
            place = "" if offset is None or record.text is None else f" ({column(record.text, offset)})"
            self._write(f"{'' if record.text is None else brief(record.text, self._show)}: {message}{place}\n")
        else:
            numbers = record.line, record.column if record.severity else None
            place = "".join(f":{number}" for number in numbers if number is not None)
            self._add_line(record.path, place, message, record.text)
        self._add_notes(notes)
        for readings in record.clients or ():
            self._write(f"  {self._paint('clients', 'note')}: {self._show(str(readings))}\n")

    def add_fault(self, path: str, line: int, column: int, code: str, message: str, text: str) -> None:
        """Write the line of a fault in a line of a file, as `add` does, at once."""
        self._add_line(path, f":{line}:{column}", self._message(code, message, "error"), text)

    def _add_line(self, path: str, place: str, message: str, text: str | None) -> None:
        shown = "" if text is None else f": {brief(text, self._show)}"
        self._write(f"{self._paint(self._path(path) + place, 'path')}: {message}{shown}\n")

    def _add_notes(self, notes: Iterable[Finding]) -> None:
        for note in notes:
            mark = self._paint(f"{note.severity}[{note.code}]", note.severity)
            self._write(f"  {mark}: {self._show(note.message)}\n")

    def finish(self, valid: int, invalid: int, unit: str) -> None:
        """Write the counts; `unit` names the counted things."""
        self._write(self._paint(f"{valid:,} valid, {invalid:,} invalid ({self._show(unit)})", "summary") + "\n")

    def _show(self, text: str) -> str:
        return visible(text, self._encoding)


class JsonArray:
    """An array of a report, which takes no memory however long it grows.

    It writes `opening` with a bracket, then each item on a line of its own, then the closing bracket. All is ASCII.

    >>> parts = []
    >>> array = JsonArray(parts.append, '{"x": ')
    >>> array.add({"a": "é"})
    >>> array.close("}")
    >>> "".join(parts)
    '{"x": [\\n  {"a": "\\\\u00e9"}\\n]}'
    """

    def __init__(self, write: Callable[[str], object], opening: str = "") -> None:
        self._write = write
        self._between = f"{opening}["

    def add(self, item: Any) -> None:
        """Write an item as JSON on a line of its own, after a comma unless it is the first."""
        from json import dumps

        self._write(f"{self._between}\n  {dumps(item)}")
        self._between = ","

    def close(self, after: str = "") -> None:
        """Write the end of the array, and the text `after` it."""
        self._write(f"{self._between if self._between != ',' else chr(10)}]{after}")
        self._between = ""


def well_formed(text: str) -> str:
    """Return a text with U+FFFD for surrogates, as decoders have it: not every reader of JSON takes them.

    >>> well_formed("a\\udcff") == "a\\ufffd"
    True
    """
    if text.isascii():
        return text
    return "".join("\ufffd" if general_category(char) == "Cs" else char for char in text)


class JsonLinesReporter:
    """One record a line, as it comes; all is ASCII."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def add(self, record: Record) -> None:
        """Write a record as a line of JSON."""
        from json import dumps

        self._write(dumps(record.as_dict()) + "\n")

    def finish(self, valid: int, invalid: int, unit: str) -> None:
        """Write nothing: the lines are the report."""


class JsonReporter:
    """One object with `findings`, written as they come, and the counts `valid` and `invalid`; all is ASCII."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._findings = JsonArray(write, '{"findings": ')

    def add(self, record: Record) -> None:
        """Write a record as an item of the JSON document."""
        self._findings.add(record.as_dict())

    def finish(self, valid: int, invalid: int, unit: str) -> None:
        """Write the counts and the end; `unit` names the counted things."""
        from json import dumps

        self._findings.close(f', "valid": {valid}, "invalid": {invalid}, "unit": {dumps(unit)}}}\n')
