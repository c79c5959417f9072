"""The findings of a scan as JSON."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from scan_reports import any_finding, finding, report, summed

from irigrammar.scan.found import Found


@given(st.lists(any_finding(), max_size=3))
def test_all_of_a_finding_comes_back(findings: list[Found]) -> None:
    reported = report("json", *findings)
    assert reported.isascii()
    read = json.loads(reported)
    assert [*read] == ["findings", "summary"]
    for row, expected in zip(read["findings"], findings, strict=True):
        assert list(row.items())[:17] == list(expected.record.as_dict().items())
        assert list(row.values())[17:] == [
            expected.name,
            expected.what or None,
            expected.fix,
            [{"start": edit.start, "end": edit.end, "replacement": edit.written} for edit in expected.changes],
            expected.fingerprint or None,
        ]
    assert read["summary"]["findings"] == len(findings)


@given(st.lists(any_finding(), max_size=3))
def test_a_line_is_a_record_and_there_is_nothing_else(findings: list[Found]) -> None:
    reported = report("jsonl", *findings)
    assert reported.isascii()
    assert [json.loads(line) for line in reported.splitlines()] == [finding.record.as_dict() for finding in findings]


def test_the_sums() -> None:
    findings = [finding(), finding(), finding(code="C001", severity="advice")]
    reported = json.loads(report("json", *findings, summary=summed(findings, known=7, gone=6, fixed=5, unreadable=4)))
    assert [*reported["summary"]["codes"]] == ["C001", "F000"]
    assert reported["summary"] == {
        "files": 2,
        "identifiers": 5,
        "findings": 3,
        "severities": {"error": 2, "warning": 0, "advice": 1},
        "codes": {"C001": 1, "F000": 2},
        "unreadable": 4,
        "known": 7,
        "gone": 6,
        "fixed": 5,
        "outside": 0,
    }


def test_no_findings() -> None:
    assert report("jsonl") == ""
    assert json.loads(report("json"))["findings"] == []
