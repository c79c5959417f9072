"""The findings of a scan as JUnit's XML; it is checked against a published schema in test_scan_validators."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scan_reports import any_finding, finding, report, summed

from irigrammar.report.record import Artifacts
from irigrammar.scan.found import Found
from irigrammar.scan.reporters import junit as scan_junit


def suites(*findings: Found, **options: Any) -> list[ET.Element]:
    """Return the suites, after looking at what every reader looks at."""
    reported = report("junit", *findings, **options)
    assert reported.isascii()
    root = ET.fromstring(reported)
    assert root.tag == "testsuites"
    for suite in root:
        assert suite.tag == "testsuite"
        cases = suite.findall("testcase")
        assert suite.get("tests") == str(len(cases))
        assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
        assert suite.get("errors") == str(len(suite.findall("testcase/error")))
    return list(root)


def elements(suite: ET.Element) -> list[str]:
    return [element.tag for case in suite.findall("testcase") for element in case]


def test_a_suite_for_each_document_and_one_for_the_scan() -> None:
    result = suites(finding(), finding(path="b/c.txt"), finding(path="./b/c.txt"), artifacts=Artifacts(windows=False))
    assert [suite.get("name") for suite in result] == ["a.txt", "b/c.txt", "iri scan"]
    assert [len(suite.findall("testcase")) for suite in result] == [1, 2, 1]
    assert elements(result[-1]) == []


def test_a_failure_has_the_place_and_the_text() -> None:
    ((case,), _) = suites(finding(fix="x:y"))
    assert case.get("classname") == "a.txt"
    (failure,) = case
    assert failure.get("type") == "error F000"
    assert failure.get("message") == "a.txt:1:13: U+0020 SPACE cannot stand in ireg-name: http://b c/"
    assert (failure.text or "").splitlines()[1:3] == ["  1 | see http://b c/", "    |             ^"]


@pytest.mark.parametrize(
    ("fail_on", "wanted"),
    [
        ("error", ["failure", "system-out", "system-out", "error"]),
        ("warning", ["failure", "failure", "system-out", "error"]),
        ("advice", ["failure", "failure", "failure", "error"]),
        ("never", ["system-out", "system-out", "system-out", "error"]),
    ],
)
def test_failures_are_what_makes_the_scan_fail(fail_on: str, wanted: list[str]) -> None:
    findings = [finding(severity=severity) for severity in ("error", "warning", "advice")]
    findings.append(finding(line=None, code="S003", name="unreadable"))
    assert elements(suites(*findings, fail_on=fail_on)[0]) == wanted


def test_the_name_of_a_test_stays_where_lines_move_and_distinguishes_findings() -> None:
    def names(*findings: Found) -> list[str]:
        return [str(case.get("name")) for case in suites(*findings)[0]]

    first, moved = finding(fingerprint="a" * 24 + "00000001"), finding(line=9, fingerprint="a" * 24 + "00000001")
    second = finding(fingerprint="a" * 24 + "00000002")
    assert names(first) == names(moved)
    assert names(first) != names(second)
    assert names(first)[0].startswith("F000 no-match: http://b c/ [")
    assert names(finding(text=None, fingerprint="")) == ["F000 no-match"]


def test_a_clean_scan_is_a_test_that_passes() -> None:
    (suite,) = suites(summary=summed([], files=3, known=2))
    assert [(case.tag, case.get("name")) for case in suite.findall("testcase")] == [("testcase", "runs to the end")]
    properties = {element.get("name"): element.get("value") for element in suite.findall("properties/property")}
    assert properties["files"] == "3"
    assert properties["known"] == "2"


def test_a_suite_that_is_long_waits_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [finding(line=line) for line in range(1, 200)]
    short = report("junit", *many)
    monkeypatch.setattr(scan_junit, "_KEPT", 100)
    monkeypatch.setattr(scan_junit, "_PIECE", 7)
    assert report("junit", *many) == short


@given(st.lists(any_finding(), max_size=3))
def test_any_finding_is_xml(findings: list[Found]) -> None:
    assert sum(len(suite.findall("testcase")) for suite in suites(*findings)) == len(findings) + 1
