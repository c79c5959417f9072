"""The findings of a scan as workflow commands; GitHub's own toolkit writes the same in test_scan_validators."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scan_reports import any_finding, finding, report

from irigrammar.report.record import Artifacts
from irigrammar.scan.found import Found

COMMAND = re.compile(r"::(error|warning|notice) (.*?)::(.*)")


def unescape(text: str) -> str:
    """Read what the runner reads."""
    for escape, char in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(escape, char)
    return text


def commands(*findings: Found, **options: Any) -> list[tuple[str, dict[str, str], str]]:
    rows = []
    for line in report("github", *findings, **options).split("\n")[: len(findings)]:
        match = COMMAND.fullmatch(line)
        assert match is not None
        properties = dict(pair.split("=", 1) for pair in match[2].split(","))
        rows.append((match[1], {key: unescape(value) for key, value in properties.items()}, unescape(match[3])))
    return rows


def test_a_command() -> None:
    assert commands(finding(end=14)) == [
        (
            "error",
            {
                "title": "F000 no-match",
                "file": "a.txt",
                "line": "1",
                "endLine": "1",
                "col": "13",
                "endColumn": "15",
            },
            "a.txt:1:13: F000 U+0020 SPACE cannot stand in ireg-name: http://b c/",
        )
    ]


@pytest.mark.parametrize(("severity", "kind"), [("error", "error"), ("warning", "warning"), ("advice", "notice")])
def test_severities_are_kinds_of_annotations(severity: str, kind: str) -> None:
    assert commands(finding(severity=severity))[0][0] == kind


def test_columns_are_left_out_where_a_finding_goes_on_in_another_line() -> None:
    assert commands(finding(lines=1))[0][1] == {
        "title": "F000 no-match",
        "file": "a.txt",
        "line": "1",
        "endLine": "2",
    }
    assert commands(finding(line=None))[0][1] == {"title": "F000 no-match", "file": "a.txt"}
    assert commands(finding(path=None))[0][1] == {"title": "F000 no-match"}


def test_files_are_named_as_github_knows_them() -> None:
    there = Artifacts("/w", "/w/docs", windows=False)
    ((_, properties, message),) = commands(finding(path="a, b::c %2C%25 100%\n.txt"), artifacts=there)
    assert properties["file"] == "docs/a, b::c %2C%25 100%\n.txt"
    assert message.startswith("a, b::c %2C%25 100%\\u{A}.txt:1:13: ")
    ((_, properties, _),) = commands(finding(path="é\udcff.txt"), encoding="ascii")
    assert properties["file"] == "\\u{E9}\\u{DCFF}.txt"
    ((_, properties, _),) = commands(finding(path="\x1b[0m\u202f.txt"))
    assert properties["file"] == "\\u{1B}[0m\\u{202F}.txt"
    ((_, properties, _),) = commands(finding(path="5.00\u202fPM.txt"))
    assert properties["file"] == "5.00\u202fPM.txt"


def test_the_last_line_says_that_there_are_more_than_github_shows() -> None:
    assert "10 annotations" not in report("github", *[finding()] * 10, finding(severity="warning"))
    assert "10 annotations" in report("github", *[finding()] * 11).splitlines()[-1]
    assert "11 findings" in report("github", *[finding()] * 11).splitlines()[-2]


@given(any_finding(), st.sampled_from(["utf-8", "ascii"]))
def test_any_finding_is_one_command(finding: Found, encoding: str) -> None:
    reported = report("github", finding, encoding=encoding)
    assert reported.encode(encoding)
    assert reported.count("\n") == 2
    assert "\r" not in reported
    ((_, properties, _),) = commands(finding, encoding=encoding)
    assert properties["title"] == f"{finding.record.code} {finding.name}"
