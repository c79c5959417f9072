"""The findings of a scan as GitLab's code quality report, a subset of Code Climate's issues."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from irigrammar.report.artifacts import Artifacts
from irigrammar.report.json_text import JsonArray, well_formed
from irigrammar.scan.found import Found, Summary
from irigrammar.scan.reporters.words import told
from irigrammar.text.names import visible

_SEVERITIES = {"error": "major", "warning": "minor", "advice": "info"}
_CATEGORIES = {"error": "Bug Risk", "warning": "Compatibility", "advice": "Style"}


class ScanGitlab:
    """An array of issues, written as they come; all is ASCII.

    GitLab keeps one issue of those with the same fingerprint in a report, so that it is made of the path too. A finding
    without a line stands in line 1, for there must be one.
    """

    def __init__(self, write: Callable[[str], object], artifacts: Artifacts | None = None) -> None:
        self._issues = JsonArray(write)
        self._artifacts = artifacts or Artifacts()

    def start(self) -> None:
        """Write nothing: the head comes with the first finding, or the end."""

    def add(self, found: Found) -> None:
        """Write an issue."""
        record = found.record
        path = "-" if record.path is None else self._artifacts.path(record.path)
        code, severity, line = record.code or "", record.severity or "", record.line or 1
        issue: dict[str, Any] = {
            "type": "issue",
            "check_name": f"{code} {found.name}",
            "description": f"{code} {told(found, visible)}",
            "categories": [_CATEGORIES[severity]],
            "severity": _SEVERITIES[severity],
            "fingerprint": _fingerprint(path, found),
            "location": {"path": well_formed(path), "lines": {"begin": line, "end": record.end_line or line}},
        }
        self._issues.add(issue)

    def finish(self, summary: Summary) -> None:  # noqa: ARG002  # the report has no place for sums
        """Write the end."""
        self._issues.close("\n")


def _fingerprint(path: str, found: Found) -> str:
    """Return what is the same wherever in its document a finding moves, and differs between documents."""
    record = found.record
    parts = [path, record.code or "", found.fingerprint or f"{record.text}\0{record.line}\0{record.column}"]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
