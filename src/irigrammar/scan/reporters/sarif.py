"""The findings of a scan as SARIF 2.1.0.

Code scanning services read it. The report also describes each code: title, description and help, in plain text and in
Markdown.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

from irigrammar.errors import UnknownCode
from irigrammar.finding import Severity
from irigrammar.masking import MASK, Masked
from irigrammar.report.formats import JsonArray, well_formed
from irigrammar.report.pages import Page, markdown, page_lines
from irigrammar.report.pages import page as page_of
from irigrammar.report.record import Artifacts
from irigrammar.scan.found import Found, Summary
from irigrammar.scan.reporters.text import ScanReporter
from irigrammar.text.names import visible

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_LEVELS: dict[str, str] = {"error": "error", "warning": "warning", "advice": "note"}
_UNREADABLE = "S003"
_AROUND = 200  # characters of a long line that are quoted on either side of a finding
_LONGEST = 1_000  # characters of a place that are quoted at all


class ScanSarif(ScanReporter):
    """One run: results as they come; then the rules that occurred, with their help, and how the run went.

    Columns count code points. A finding is the same one in another run where its `partialFingerprints` are the same.
    Edits of `--fix` are its `fixes`, if they are in its line. Documents that cannot be read are results in their
    first line, and notifications of the run. All is ASCII.
    """

    def __init__(self, write: Callable[[str], object], artifacts: Artifacts, *, version: str | None) -> None:
        self._artifacts = artifacts
        self._version = version
        self._rules: dict[str, tuple[int, Page]] = {}  # number and page
        self._notifications: list[dict[str, Any]] = []
        self._results = JsonArray(
            write,
            f'{{"$schema": "{_SCHEMA}", "version": "2.1.0", "runs": [{{"columnKind": "unicodeCodePoints",\n'
            f'"originalUriBaseIds": {json.dumps({_ROOT: {"description": {"text": "The root of the source tree."}}})},\n'
            '"results": ',
        )

    def add(self, finding: Found) -> None:
        """Write a result; for a document that cannot be read, record a notification, too."""
        code, severity = finding.record.code or "", finding.record.severity or ""
        page = rule_page(code, finding.name, cast(Severity, severity))
        index = self._rules.setdefault(code, (len(self._rules), page))[0]
        base: dict[str, Any] = {"message": {"text": _message(finding)}, "locations": [self._location(finding)]}
        result: dict[str, Any] = {"ruleId": code, "ruleIndex": index, "level": _LEVELS[severity], **base}
        if finding.fingerprint:
            result["partialFingerprints"] = {"irigrammarFinding/v1": finding.fingerprint}
        if replacements := _replacements(finding):
            artifact = base["locations"][0]["physicalLocation"]["artifactLocation"]
            result["fixes"] = [{"artifactChanges": [{"artifactLocation": artifact, "replacements": replacements}]}]
        if properties := _properties(finding):
            result["properties"] = properties
        self._results.add(result)
        if code == _UNREADABLE:
            self._notifications.append({"level": "error", "associatedRule": {"id": code, "index": index}, **base})

    def finish(self, summary: Summary) -> None:
        """Write the rules of the results, whether all files could be read, and the end of the document."""
        driver: dict[str, Any] = {"name": "irigrammar"}
        if self._version is not None:
            driver["semanticVersion"] = self._version
        driver["rules"] = [_descriptor(page) for _, page in self._rules.values()]
        run = {"executionSuccessful": not summary.unreadable, "toolExecutionNotifications": self._notifications}
        self._results.close(f',\n"tool": {json.dumps({"driver": driver})},\n"invocations": [{json.dumps(run)}]}}]}}\n')

    def _location(self, finding: Found) -> dict[str, Any]:
        """Return the location of a finding: its file (relative to the root unless it is outside) and its regions."""
        uri = self._artifacts.reference("-" if finding.record.path is None else finding.record.path)
        artifact = {"uri": uri} if uri.startswith("file:") else {"uri": uri, "uriBaseId": _ROOT}
        return {"physicalLocation": {"artifactLocation": artifact, **_regions(finding)}}


def _replacements(finding: Found) -> list[dict[str, Any]]:
    """Return the edits that fix a finding; none if one is outside of its line or writes a surrogate."""
    record, source = finding.record, finding.source
    if finding.start is None or record.line is None or record.column is None:
        return []
    before = record.column - 1 - finding.start
    if any(
        not 0 <= place + before <= source.original_length for edit in finding.edits for place in (edit.start, edit.end)
    ):
        return []
    if any(well_formed(edit.new_text) != edit.new_text for edit in finding.edits):
        return []
    return [
        {
            "deletedRegion": {
                "startLine": record.line,
                "startColumn": edit.start + before + 1,
                "endLine": record.line,
                "endColumn": edit.end + before + 1,
            },
            "insertedContent": {"text": edit.new_text},
        }
        for edit in finding.edits
    ]


def _properties(finding: Found) -> dict[str, str | int]:
    """Return the properties of a finding that SARIF has no place for, by name.

    They are text, what, fix (if it is whole), grammar, rule, section and offset, without those that are None.
    """
    record = finding.record
    texts = {
        "text": record.text,
        "what": finding.what or None,
        "fix": finding.fix if finding.is_whole else None,
        "grammar": record.grammar,
        "rule": record.rule,
        "section": record.section,
    }
    properties: dict[str, str | int] = {key: well_formed(text) for key, text in texts.items() if text is not None}
    return properties if record.offset is None else {**properties, "offset": record.offset}


def _regions(finding: Found) -> dict[str, Any]:
    """Return the region of a finding with its text and, if they fit, the text around it as the context region.

    A finding without a line is in the first one: GitHub rejects results without a region.
    """
    record, source = finding.record, finding.source
    region: dict[str, Any] = {"startLine": record.line or 1}
    if record.line is not None and record.column is not None:
        region["startColumn"] = record.column
        if record.end_column is not None:
            region |= {"endLine": record.end_line or record.line, "endColumn": record.end_column}
    if "endColumn" not in region or region["endLine"] != record.line or not source.text:
        return {"region": region}
    start, end = region["startColumn"] - 1, region["endColumn"] - 1
    if end - start > _LONGEST:
        return {"region": region}
    region["snippet"] = {"text": _part(source, start, end)}
    low, high = max(0, start - _AROUND), min(source.original_length, end + _AROUND)
    context = {"startLine": record.line, "startColumn": low + 1, "endLine": record.line, "endColumn": high + 1}
    if (low, high) == (start, end):  # the context must be more than the region
        return {"region": region}
    return {"region": region, "contextRegion": {**context, "snippet": {"text": _part(source, low, high)}}}


def _part(line: Masked, start: int, end: int) -> str:
    """Return a part of a line, masked; all of a mask where the part begins or ends within a password."""
    first, last = line.place(start), line.place(end)
    if line.place(end - 1) == last:
        last += len(MASK)
    return well_formed(line.text[first:last])


def _descriptor(page: Page) -> dict[str, Any]:
    uri = {"helpUri": page.url} if page.url else {}
    return {
        "id": page.code,
        "name": "".join(word.capitalize() for word in page.name.split("-")),
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.what},
        **uri,
        "help": {"text": "\n".join(page_lines(page)), "markdown": markdown(page)},
        "defaultConfiguration": {"level": _LEVELS[page.severity]},
    }


def _message(finding: Found) -> str:
    """Return the message, with where it is and a fix to try, as a plain text message of SARIF: braces are doubled
    (3.11.5), nothing is a link (3.11.6).
    """
    fix = "" if finding.fix is None or len(finding.fix) > _LONGEST else f" Try: {finding.fix}"
    where = f" ({finding.what})" if finding.what else ""
    text = visible(f"{finding.record.message}{where}.{fix}")
    return text.replace("{", "{{").replace("}", "}}").replace("](", "] (")


@lru_cache(maxsize=256)
def rule_page(code: str, name: str, severity: Severity) -> Page:
    """Return the page of a code; `name` and `severity` are for a code without any.

    >>> rule_page("C001", "", "error").name, rule_page("X1", "odd-thing", "error").title
    ('space', 'Odd thing.')
    """
    try:
        return page_of(code)
    except UnknownCode:
        title = (name or code).replace("-", " ")
        title = f"{title[:1].upper()}{title[1:]}."
        return Page(code, name or code, severity, title, title)
