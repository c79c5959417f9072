"""The findings of a scan as SARIF 2.1.0, which code scanning services read; and what a report says of a code itself:
title, description and help, in plain text and in Markdown.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from irigrammar.advice.registry import rules
from irigrammar.advice.rule import Page, page_lines, parse_page
from irigrammar.bidi.structure import CODES as BIDI
from irigrammar.finding import Severity
from irigrammar.grammars.lint import LINT_CODES
from irigrammar.masking import MASK, Masked
from irigrammar.report.formats import JsonArray, well_formed
from irigrammar.report.record import Artifacts
from irigrammar.scan.choice import CODES as SCAN
from irigrammar.scan.found import Found, Summary
from irigrammar.text.names import visible

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_LEVELS: dict[str, str] = {"error": "error", "warning": "warning", "advice": "note"}
_UNREADABLE = "S003"
_AROUND = 200  # characters of a long line that are quoted on either side of a finding
_LONGEST = 1_000  # characters of a place that are quoted at all


class ScanSarif:
    """One run: results as they come; then the rules that occurred, with their help, and how the run went.

    Columns count code points. A finding is the same one in another run where its `partialFingerprints` are the same.
    Edits of `--fix` are its `fixes`, if they are in its line. Documents that cannot be read are results in their
    first line, and notifications of the run. All is ASCII.
    """

    def __init__(
        self, write: Callable[[str], object], artifacts: Artifacts | None = None, *, version: str | None = None
    ) -> None:
        self._artifacts = artifacts or Artifacts()
        self._version = version
        self._rules: dict[str, tuple[int, RuleHelp, str]] = {}  # number, help, severity where the help has none
        self._notifications: list[dict[str, Any]] = []
        self._results = JsonArray(
            write,
            f'{{"$schema": "{_SCHEMA}", "version": "2.1.0", "runs": [{{"columnKind": "unicodeCodePoints",\n'
            f'"originalUriBaseIds": {json.dumps({_ROOT: {"description": {"text": "The root of the source tree."}}})},\n'
            '"results": ',
        )

    def start(self) -> None:
        """Write nothing: the head comes with the first finding, or the end."""

    def add(self, found: Found) -> None:
        """Write a result."""
        code, severity = found.record.code or "", found.record.severity or ""
        index = self._rules.setdefault(code, (len(self._rules), rule_help(code, found.name), severity))[0]
        reported: dict[str, Any] = {"message": {"text": _message(found)}, "locations": [self._location(found)]}
        result: dict[str, Any] = {"ruleId": code, "ruleIndex": index, "level": _LEVELS[severity], **reported}
        if found.fingerprint:
            result["partialFingerprints"] = {"irigrammarFinding/v1": found.fingerprint}
        if replacements := _replacements(found):
            artifact = reported["locations"][0]["physicalLocation"]["artifactLocation"]
            result["fixes"] = [{"artifactChanges": [{"artifactLocation": artifact, "replacements": replacements}]}]
        if properties := _properties(found):
            result["properties"] = properties
        self._results.add(result)
        if code == _UNREADABLE:
            self._notifications.append({"level": "error", "associatedRule": {"id": code, "index": index}, **reported})

    def finish(self, summary: Summary) -> None:
        """Write the rules, how the run went, and the end."""
        driver: dict[str, Any] = {"name": "irigrammar"}
        if self._version is not None:
            driver["semanticVersion"] = self._version
        driver["rules"] = [_descriptor(help_of, severity) for _, help_of, severity in self._rules.values()]
        run = {"executionSuccessful": not summary.unreadable, "toolExecutionNotifications": self._notifications}
        self._results.close(f',\n"tool": {json.dumps({"driver": driver})},\n"invocations": [{json.dumps(run)}]}}]}}\n')

    def _location(self, found: Found) -> dict[str, Any]:
        uri = self._artifacts.reference("-" if found.record.path is None else found.record.path)
        artifact = {"uri": uri} if uri.startswith("file:") else {"uri": uri, "uriBaseId": _ROOT}
        return {"physicalLocation": {"artifactLocation": artifact, **_regions(found)}}


def _replacements(found: Found) -> list[dict[str, Any]]:
    """Return the edits that fix a finding, if all of them are in its line: no other line is at hand."""
    record, source = found.record, found.source
    if found.start is None or record.line is None or record.column is None:
        return []
    before = record.column - 1 - found.start
    if any(
        not 0 <= place + before <= source.original_length for edit in found.edits for place in (edit.start, edit.end)
    ):
        return []
    if any(well_formed(edit.written) != edit.written for edit in found.edits):
        return []
    return [
        {
            "deletedRegion": {
                "startLine": record.line,
                "startColumn": edit.start + before + 1,
                "endLine": record.line,
                "endColumn": edit.end + before + 1,
            },
            "insertedContent": {"text": edit.written},
        }
        for edit in found.edits
    ]


def _properties(found: Found) -> dict[str, str | int]:
    """Return what a finding has and SARIF no place for."""
    record = found.record
    texts = {
        "text": record.text,
        "what": found.what or None,
        "fix": found.fix if found.is_whole else None,
        "grammar": record.grammar,
        "rule": record.rule,
        "section": record.section,
    }
    given: dict[str, str | int] = {key: well_formed(text) for key, text in texts.items() if text is not None}
    return given if record.offset is None else {**given, "offset": record.offset}


def _regions(found: Found) -> dict[str, Any]:
    """Return the region of a finding, and the line around it, as far as there is one.

    What has no line is in the first one: GitHub rejects results without a region.
    """
    record, source = found.record, found.source
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
    if any(low < end < high for low, high in line.spans):
        last += len(MASK)
    return well_formed(line.text[first:last])


def _descriptor(of: RuleHelp, severity: str) -> dict[str, Any]:
    return {
        "id": of.code,
        "name": "".join(word.capitalize() for word in of.name.split("-")),
        "shortDescription": {"text": of.title},
        "fullDescription": {"text": of.description},
        "help": {"text": of.text, "markdown": of.markdown},
        "defaultConfiguration": {"level": _LEVELS[of.severity or severity]},
    }


def _message(found: Found) -> str:
    """Return the message as a plain text message of SARIF: braces are doubled (3.11.5), nothing is a link (3.11.6)."""
    fix = "" if found.fix is None or len(found.fix) > _LONGEST else f" Try: {found.fix}"
    where = f" ({found.what})" if found.what else ""
    text = visible(f"{found.record.message}{where}.{fix}")
    return text.replace("{", "{{").replace("}", "}}").replace("](", "] (")


class RuleHelp(NamedTuple):
    """A code: its name, default severity (None for one that nobody knows), a title, a description, and all of it."""

    code: str
    name: str
    severity: Severity | None
    title: str
    description: str
    text: str
    markdown: str


@lru_cache(maxsize=256)
def rule_help(code: str, name: str) -> RuleHelp:
    """Return the help of a code, from the page of its rule where it has one; `name` is for a code without any.

    >>> rule_help("S001", "no-match").title
    'The identifier does not match the rule.'
    >>> rule_help("C001", "").name, rule_help("X1", "odd-thing").title
    ('space', 'Odd thing.')
    """
    if row := SCAN.get(code):
        return RuleHelp(code, row.name, row.severity, row.title, row.help, row.help, row.help)
    if lint := LINT_CODES.get(code):
        text = f"{lint.title} {lint.help}"
        return RuleHelp(code, lint.name, lint.severity, lint.title, lint.help, text, text)
    if rule := next((one for one in rules() if one.code == code), None):
        if not rule.page:  # as with python -OO
            return _bare(code, rule.name, rule.severity, rule.section)
        page = parse_page(rule.page)
        what = page.what if page.what.endswith(".") else f"{page.what}."
        return RuleHelp(code, rule.name, rule.severity, page.title, what, "\n".join(page_lines(rule)), _markdown(page))
    if of_bidi := BIDI.get(code):
        return _bare(code, of_bidi.name, of_bidi.severity, of_bidi.section)
    return _bare(code, name, None, "")


def _bare(code: str, name: str, severity: Severity | None, section: str) -> RuleHelp:
    title = (name or code).replace("-", " ")
    title = f"{title[:1].upper()}{title[1:]}."
    text = f"{title} See {section}." if section else title
    return RuleHelp(code, name or code, severity, title, title, text, text)


def _markdown(page: Page) -> str:
    rows = [
        page.what,
        f"**Why:** {page.why}",
        f"**Found in:** {', '.join(map(_code, page.examples))}",
        f"**Not in:** {', '.join(map(_code, page.instead))}",
        f"**See:** {'; '.join(page.see)}",
    ]
    return "\n\n".join(rows)


def _code(text: str) -> str:
    """Return a text as a code span (CommonMark, 6.1)."""
    fence = "`"
    while fence in text:
        fence += "`"
    pad = " " if text[:1] in ("`", " ", "") or text[-1:] in ("`", " ") else ""
    return f"{fence}{pad}{text}{pad}{fence}"
