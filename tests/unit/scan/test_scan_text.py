"""The findings of a scan as text to read; what it looks like is in tests/golden/scan."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scan_reports import any_finding, finding, report

from irigrammar.scan.found import Found
from irigrammar.text.caret import columns


def lines(finding: Found, **options: Any) -> list[str]:
    return report("text", finding, **options).split("\n\n")[0].splitlines()


def test_what_is_said_of_a_finding() -> None:
    result = finding(what="href of a", fix="http://b%20c/")
    assert lines(result) == [
        "a.txt:1:13: error F000 U+0020 SPACE cannot stand in ireg-name",
        "  1 | see http://b c/",
        "    |             ^",
        "  in         href of a",
        "  section    RFC 3987, section 2.2 (IRI of rfc3987)",
        "  try        http://b%20c/",
    ]


def test_the_identifier_is_said_where_the_line_does_not_show_it() -> None:
    row = "  identifier http://b c/"
    assert row not in lines(finding())
    assert row in lines(finding("see http://b&#32;c/"))
    assert row in lines(finding("", 0, 0))
    assert row in lines(finding(line=None))
    assert not any("identifier" in line for line in lines(finding(text=None)))


def test_marks_go_on_to_the_end_of_the_line_where_the_finding_does() -> None:
    assert lines(finding("a b c", 2, 0, lines=1))[2] == "    |   ^^^"


def test_a_finding_behind_the_end_of_the_line_is_marked_there() -> None:
    """A line is without its end, and so is a finding of the line end itself."""
    assert lines(finding("ab", 2, 3))[2] == "    |   ^"
    assert lines(finding("ab", 3, 4))[2] == "    |   ^"


def test_colours_are_those_of_roles() -> None:
    shown = lines(finding(fix="x:y"), paint=lambda text, role: f"<{role}>{text}</{role}>")
    assert shown[0] == ("<path>a.txt:1:13</path>: <error>error F000</error> U+0020 SPACE cannot stand in ireg-name")
    assert shown[2] == "<faint>    | </faint>            <error>^</error>"
    assert shown[-1] == "  <faint>try        </faint><valid>x:y</valid>"
    assert "<note>advice" in lines(finding(severity="advice"), paint=lambda text, role: f"<{role}>{text}")[0]


def test_counts_by_code_are_reported_where_they_are_asked_for() -> None:
    reported = report("text", finding(), statistics=True)
    assert reported.endswith("\n\n1  F000  no-match\n\n1 finding (1 error) in 2 files, 5 identifiers\n")
    assert "no-match" not in report("text", finding())
    assert report("text", statistics=True) == "no findings in 2 files, 5 identifiers\n"


@pytest.mark.parametrize("form", ["text", "concise"])
@given(finding=any_finding(), encoding=st.sampled_from(["utf-8", "ascii", "latin-1"]), width=st.integers(60, 200))
def test_nothing_that_a_document_says_begins_a_line_or_moves_the_cursor(
    form: str, finding: Found, encoding: str, width: int
) -> None:
    """CI systems take lines that begin with "::" or "##[" for commands."""
    reported = report(form, finding, encoding=encoding, width=width)
    assert reported.encode(encoding)
    for line in reported.replace("\u202d", "").replace("\u202c", "").split("\n"):
        assert line.isprintable()
        assert not re.match(r" *(::|##\[)", line)


@given(source=st.text(st.sampled_from("ab \t日本é\u0301א\x07{"), min_size=1, max_size=400), data=st.data())
def test_the_line_fits_the_page(source: str, data: st.DataObject) -> None:
    source *= data.draw(st.sampled_from([1, 30]))
    start = data.draw(st.integers(0, len(source)))
    shown = lines(finding(source, start, min(start + 1, len(source)), line=12345), width=80)
    assert columns(shown[1].replace("\u202d", "").replace("\u202c", "")) <= 80
    assert shown[1].startswith("  12345 | ")
    assert shown[2].startswith("        | ")
    assert columns(shown[2]) <= 80
