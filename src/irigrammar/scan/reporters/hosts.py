"""Reports for GitHub (workflow commands) and GitLab (code quality)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from irigrammar.report.formats import JsonArray, well_formed
from irigrammar.report.record import Artifacts
from irigrammar.scan.found import Found, Summary
from irigrammar.scan.reporters.text import ScanReporter, one_line, place, sums
from irigrammar.text.names import can_encode, visible
from irigrammar.unicode import general_category

_COMMANDS = {"error": "error", "warning": "warning", "advice": "notice"}
_MOST = 10  # annotations of a kind that GitHub shows for a step


class ScanGithub(ScanReporter):
    """A command a finding, in the order of its properties that GitHub's own toolkit has; then the sums.

    Columns are left out where a finding goes on in another line: there the runner does not take them. The message has
    the place too, for the log shows nothing else. Of each kind GitHub shows ten annotations a step; where there are
    more, the last line says so.
    """

    def __init__(self, write: Callable[[str], object], artifacts: Artifacts, *, encoding: str) -> None:
        self._write = write
        self._artifacts = artifacts
        self._encoding = encoding

    def add(self, finding: Found) -> None:
        """Write a finding as a workflow command."""
        record = finding.record
        properties: dict[str, object] = {"title": f"{record.code} {finding.name}"}
        if record.path is not None:
            properties["file"] = self._artifacts.path(record.path)
        if record.path is not None and record.line is not None:
            end_line = record.end_line or record.line
            properties |= {"line": record.line, "endLine": end_line}
            if end_line == record.line and record.column is not None:
                properties |= {"col": record.column, "endColumn": record.end_column or record.column}
        property_text = ",".join(f"{key}={_property(self._can_say(str(value)))}" for key, value in properties.items())
        head = place(finding, self._show)
        message = f"{head}{': ' if head else ''}{record.code} {one_line(finding, self._show)}"
        self._write(f"::{_COMMANDS[record.severity or 'error']} {property_text}::{_data(message)}\n")

    def finish(self, summary: Summary) -> None:
        """Write the sums, and a note if GitHub will not show all annotations."""
        self._write("".join(f"{line}\n" for line in sums(summary)))
        if any(count > _MOST for count in summary.severities.values()):
            self._write(f"GitHub shows {_MOST} annotations of each kind per step; all findings are in this log\n")

    def _show(self, text: str) -> str:
        return visible(text, self._encoding)

    def _can_say(self, text: str) -> str:
        """Return a text unchanged, or escaped if the log's encoding lacks its characters or it has controls."""
        is_shown = can_encode(text, self._encoding) and not any(
            general_category(char) == "Cc" and char not in "\r\n" for char in text
        )
        return text if is_shown else self._show(text)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


_SEVERITIES = {"error": "major", "warning": "minor", "advice": "info"}
_CATEGORIES = {"error": "Bug Risk", "warning": "Compatibility", "advice": "Style"}


class ScanGitlab(ScanReporter):
    """An array of issues, written as they come; all is ASCII.

    GitLab keeps one issue of those with the same fingerprint in a report, so that it is made of the path too. A finding
    without a line is in line 1, since one is required.
    """

    def __init__(self, write: Callable[[str], object], artifacts: Artifacts) -> None:
        self._issues = JsonArray(write)
        self._artifacts = artifacts

    def add(self, finding: Found) -> None:
        """Write a finding as an issue of GitLab's Code Quality report."""
        record = finding.record
        path = "-" if record.path is None else self._artifacts.path(record.path)
        code, severity, line = record.code or "", record.severity or "", record.line or 1
        issue: dict[str, Any] = {
            "type": "issue",
            "check_name": f"{code} {finding.name}",
            "description": f"{code} {one_line(finding, visible)}",
            "categories": [_CATEGORIES[severity]],
            "severity": _SEVERITIES[severity],
            "fingerprint": _fingerprint(path, finding),
            "location": {"path": well_formed(path), "lines": {"begin": line, "end": record.end_line or line}},
        }
        self._issues.add(issue)

    def finish(self, summary: Summary) -> None:  # noqa: ARG002  # the report has no place for sums
        """Write the end of the report, which has no sums."""
        self._issues.close("\n")


def _fingerprint(path: str, finding: Found) -> str:
    """Return a fingerprint that is the same wherever in its document a finding moves, and differs between documents."""
    record = finding.record
    parts = [path, record.code or "", finding.fingerprint or f"{record.text}\0{record.line}\0{record.column}"]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
