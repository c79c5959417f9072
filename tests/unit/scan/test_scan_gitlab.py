"""The findings of a scan as GitLab's code quality report."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scan_reports import any_finding, finding, report

from irigrammar.report.record import Artifacts
from irigrammar.scan.found import Found

# What GitLab documents of the format ("Code Quality report format"), and Code Climate of what it is a subset of.
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "array",
    "items": {
        "type": "object",
        "required": ["type", "description", "check_name", "categories", "fingerprint", "severity", "location"],
        "additionalProperties": False,
        "properties": {
            "type": {"const": "issue"},
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "categories": {"type": "array", "minItems": 1, "items": {"enum": ["Bug Risk", "Compatibility", "Style"]}},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "additionalProperties": False,
                "properties": {
                    "path": {"type": "string", "minLength": 1, "not": {"pattern": r"^\./"}},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "additionalProperties": False,
                        "properties": {
                            "begin": {"type": "integer", "minimum": 1},
                            "end": {"type": "integer", "minimum": 1},
                        },
                    },
                },
            },
        },
    },
}


def issues(*findings: Found, **options: Any) -> Any:
    reported = report("gitlab", *findings, **options)
    assert reported.isascii()
    return json.loads(reported)


def test_an_issue() -> None:
    (issue,) = issues(finding(path="./docs/a b.txt", lines=1), artifacts=Artifacts(windows=False))
    fingerprint = issue.pop("fingerprint")
    assert len(fingerprint) == 64
    assert issue == {
        "type": "issue",
        "check_name": "F000 no-match",
        "description": "F000 U+0020 SPACE cannot stand in ireg-name: http://b c/",
        "categories": ["Bug Risk"],
        "severity": "major",
        "location": {"path": "docs/a b.txt", "lines": {"begin": 1, "end": 2}},
    }


@pytest.mark.parametrize(("severity", "said"), [("error", "major"), ("warning", "minor"), ("advice", "info")])
def test_severities(severity: str, said: str) -> None:
    assert issues(finding(severity=severity))[0]["severity"] == said


def test_the_fingerprint_stays_where_lines_move_and_differs_between_findings_and_documents() -> None:
    """GitLab keeps one of those with the same."""
    same = [finding(), finding(line=7), finding("see  http://b c/", 13)]
    others = [finding(fingerprint="f01"), finding(path="b.txt"), finding(code="C001")]
    assert len({issue["fingerprint"] for issue in issues(*same)}) == 1
    assert len({issue["fingerprint"] for issue in issues(finding(), *others)}) == 4
    unknown = [finding(fingerprint="", line=line) for line in (1, 2)]
    assert len({issue["fingerprint"] for issue in issues(*unknown)}) == 2


def test_a_finding_without_a_line_is_in_the_first() -> None:
    assert issues(finding(line=None))[0]["location"]["lines"] == {"begin": 1, "end": 1}
    assert issues(finding(path=None))[0]["location"]["path"] == "-"


@given(st.lists(any_finding(), max_size=3))
def test_any_finding_is_as_gitlab_documents_it(findings: list[Found]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    reported = issues(*findings, artifacts=Artifacts(windows=False))
    jsonschema.Draft202012Validator(SCHEMA).validate(reported)
    assert len(reported) == len(findings)
    json.dumps(reported, ensure_ascii=False).encode()  # no surrogates
