"""The findings of a scan as one JSON object, or as a record a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from irigrammar.report.formats import JsonArray
from irigrammar.scan.found import Found, Summary


class ScanJson:
    """An object with `findings`, written as they come, and `summary`; all is ASCII.

    A finding has the fields of a record, and then `name`, `what`, `fix`, `edits` and `fingerprint`. `edits` make the
    identifier the fixed one: `start` and `end`, in code points of the identifier as the document has it, and
    `replacement`. Where the identifier has a password, `text` is masked and `fix` null; offsets are those of the
    identifier as it is.
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        self._findings = JsonArray(write, '{"findings": ')

    def start(self) -> None:
        """Write nothing: the head comes with the first finding, or the end."""

    def add(self, found: Found) -> None:
        """Write a finding."""
        more: dict[str, Any] = {"name": found.name, "what": found.what or None}
        more["fix"] = found.fix if found.is_whole else None
        more["edits"] = [{"start": edit.start, "end": edit.end, "replacement": edit.written} for edit in found.changes]
        self._findings.add({**found.record.as_dict(), **more, "fingerprint": found.fingerprint or None})

    def finish(self, summary: Summary) -> None:
        """Write the sums and the end."""
        self._findings.close(f', "summary": {json.dumps(summary_dict(summary))}}}\n')


class ScanJsonLines:
    """A record a line, as it comes, and nothing else; all is ASCII."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def start(self) -> None:
        """Write nothing: the lines are the report."""

    def add(self, found: Found) -> None:
        """Write a record."""
        self._write(json.dumps(found.record.as_dict()) + "\n")

    def finish(self, summary: Summary) -> None:
        """Write nothing: the lines are the report."""


def summary_dict(summary: Summary) -> dict[str, Any]:
    """Return the sums as JSON has them; severities are all there, codes as far as they were found, by their order.

    >>> summary_dict(Summary(files=2))["severities"]
    {'error': 0, 'warning': 0, 'advice': 0}
    """
    return {
        "files": summary.files,
        "identifiers": None if summary.of_files else summary.identifiers,
        "findings": summary.severities.total(),
        "severities": {severity: summary.severities[severity] for severity in ("error", "warning", "advice")},
        "codes": dict(sorted(summary.codes.items())),
        "unreadable": summary.unreadable,
        "known": summary.known,
        "gone": summary.gone,
        "fixed": summary.fixed,
        "outside": summary.outside,
    }
