"""The findings of a scan as one line each."""

from __future__ import annotations

from hypothesis import given
from scan_reports import any_finding, finding, report

from irigrammar.scan.found import Found


def test_a_finding_is_a_line_and_then_come_the_sums() -> None:
    reported = report("concise", finding(), finding(path=None, line=None, severity="warning"), statistics=True)
    assert reported.splitlines() == [
        "a.txt:1:13: F000 U+0020 SPACE cannot stand in ireg-name: http://b c/",
        "F000 U+0020 SPACE cannot stand in ireg-name: http://b c/",
        "2  F000  no-match",
        "2 findings (1 error, 1 warning) in 2 files, 5 identifiers",
    ]


def test_colours_are_those_of_roles() -> None:
    reported = report("concise", finding(), paint=lambda text, role: f"<{role}>{text}</{role}>")
    assert reported.startswith("<path>a.txt:1:13</path>: <error>F000</error> U+0020")


@given(any_finding())
def test_any_finding_is_one_line(finding: Found) -> None:
    assert len(report("concise", finding).splitlines()) == 2
