"""The report formats of a scan by name, with JSON and JSON Lines."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from irigrammar.report.formats import JsonArray
from irigrammar.report.record import Artifacts
from irigrammar.scan.found import Found, Summary
from irigrammar.scan.reporters.text import ScanConcise, ScanReporter, ScanText
from irigrammar.text.choices import unknown
from irigrammar.text.sheet import PLAIN, Paint, Sheet

_AS_THEY_ARE = Artifacts()
FORMATS = ("auto", "text", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab")


def automatic(environ: Mapping[str, str]) -> str:
    """Return the format that `auto` stands for: `github` in a step of GitHub Actions, else `text`.

    GitLab takes its report from a file that the job names, so that its log has `text`.

    >>> automatic({"GITHUB_ACTIONS": "true"}), automatic({"GITLAB_CI": "true"})
    ('github', 'text')
    """
    return "github" if environ.get("GITHUB_ACTIONS") == "true" else "text"


def scan_reporter(
    form: str,
    write: Callable[[str], object],
    *,
    paint: Paint = PLAIN.paint,
    encoding: str = "utf-8",
    width: int = PLAIN.width,
    artifacts: Artifacts = _AS_THEY_ARE,
    statistics: bool = False,
    fail_on: str = "error",
    version: str | None = None,
    command: str = "iri scan",
) -> ScanReporter:
    """Return the reporter of a format, one of `FORMATS`; raise `ValueError` for any other.

    `write` takes the pieces of the report. `paint` takes a text and its role (`path`, `error`, `warning`, `note`,
    `valid`, `summary`, `faint`) and returns it as it shall look, by default as it is (`text`, `concise`); `encoding` is
    what the reader's terminal or log can show (these and `github`), `width` its columns (`text`). `artifacts` says how
    files are named where another program reads them, by default as they are. `statistics` adds counts by code (`text`,
    `concise`), `fail_on` is the least severity that is a failure, "never" for none (`junit`), `version` is that of this
    package (`sarif`), `command` is the one whose findings they are (`junit`).

    >>> parts = []
    >>> reporter = scan_reporter("jsonl", parts.append)
    >>> reporter.start(), reporter.finish(Summary()), parts
    (None, None, [])
    """
    sheet = Sheet(width, encoding, paint)
    match automatic(os.environ) if form == "auto" else form:
        case "text":
            return ScanText(write, sheet, statistics=statistics)
        case "concise":
            return ScanConcise(write, sheet, statistics=statistics)
        case "json":
            return ScanJson(write)
        case "jsonl":
            return ScanJsonLines(write)
        case "sarif":
            from irigrammar.scan.reporters.sarif import ScanSarif

            return ScanSarif(write, artifacts, version=version)
        case "junit":
            from irigrammar.scan.reporters.junit import ScanJunit

            return ScanJunit(write, artifacts, fail_on=fail_on, command=command)
        case "github":
            from irigrammar.scan.reporters.hosts import ScanGithub

            return ScanGithub(write, artifacts, encoding=encoding)
        case "gitlab":
            from irigrammar.scan.reporters.hosts import ScanGitlab

            return ScanGitlab(write, artifacts)
    raise ValueError(unknown("format", form, FORMATS))


class ScanJson(ScanReporter):
    """An object with `findings`, written as they come, and `summary`; all is ASCII.

    A finding has the fields of a record, and then `name`, `what`, `fix`, `edits` and `fingerprint`. `edits` make the
    identifier the fixed one: `start` and `end`, in code points of the identifier as the document has it, and
    `replacement`. Where the identifier has a password, `text` is masked and `fix` null; offsets are those of the
    identifier as it is.
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        self._findings = JsonArray(write, '{"findings": ')

    def add(self, finding: Found) -> None:
        """Write a finding as an item of the JSON document: its record with name, what, fix, edits and fingerprint."""
        more = {
            "name": finding.name,
            "what": finding.what or None,
            "fix": finding.fix if finding.is_whole else None,
            "edits": [{"start": edit.start, "end": edit.end, "replacement": edit.new_text} for edit in finding.changes],
            "fingerprint": finding.fingerprint or None,
        }
        self._findings.add(finding.record.as_dict() | more)

    def finish(self, summary: Summary) -> None:
        """Write the summary, and the end of the JSON document."""
        import json

        self._findings.close(f', "summary": {json.dumps(summary_dict(summary))}}}\n')


class ScanJsonLines(ScanReporter):
    """A record a line, as it comes, and nothing else; all is ASCII."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def add(self, finding: Found) -> None:
        """Write the record of a finding as a line of JSON."""
        import json

        self._write(json.dumps(finding.record.as_dict()) + "\n")


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
        "fixed": summary.fix_count,
        "outside": summary.outside,
    }
