"""What the reports of a scan say in the same words."""

from __future__ import annotations

import pytest
from scan_reports import finding, summed

from irigrammar.scan.found import Found, Summary
from irigrammar.scan.reporters.text import place, reported, statistics, sums
from irigrammar.text.names import visible


@pytest.mark.parametrize(
    ("finding", "words"),
    [
        (finding(), "a.txt:1:13"),
        (finding(line=None), "a.txt"),
        (finding(path=None, line=None), ""),
        (finding(path=None), "1:13"),
        (finding(path="::error::x"), "./::error::x:1:13"),
        (finding(path=" ##[group]x"), "./ ##[group]x:1:13"),
        (finding(path="#a"), "#a:1:13"),
        (finding(path="a\u202e b"), "a\\u{202E} b:1:13"),
    ],
)
def test_the_place_is_said_as_far_as_there_is_one(finding: Found, words: str) -> None:
    assert place(finding, visible) == words


def test_a_finding_in_one_line() -> None:
    assert reported(finding(message="m", text="a\nb"), visible) == "m: a\\u{A}b"
    assert reported(finding(message="m\r", text=None), visible) == "m\\u{D}"
    assert reported(finding(message="m", text=""), visible) == "m: (empty)"
    assert "(1,000 characters)" in reported(finding(text="x" * 1000), visible)


def test_the_sums_are_those_of_the_findings() -> None:
    findings = [finding(), finding(severity="warning", code="C1"), *[finding(severity="advice", code="A1")] * 2]
    assert list(sums(summed(findings, files=1, identifiers=1, unreadable=2, known=1, gone=2, fixed=1_000))) == [
        "4 findings (1 error, 1 warning, 2 pieces of advice) in 1 file, 1 identifier",
        "2 files could not be read",
        "1 finding known from the baseline",
        "2 findings of the baseline are gone",
        "1,000 fixes written",
    ]
    assert list(sums(Summary())) == ["no findings in 0 files, 0 identifiers"]


def test_the_most_frequent_code_is_first_and_equal_ones_go_by_code() -> None:
    findings = [finding(code="B1", name="b"), finding(code="A1", name="a"), *[finding(code="C1", name="c")] * 10]
    assert list(statistics(summed(findings))) == ["10  C1  c", " 1  A1  a", " 1  B1  b"]
