"""The report of a scan as text, its words, and what text is left alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test
from scan_reports import any_finding, finding, report, summed

from irigrammar.advice.registry import choose_rules
from irigrammar.scan.checking import Checker
from irigrammar.scan.formats.items import Production
from irigrammar.scan.found import Found, Summary
from irigrammar.scan.policies import matcher_of
from irigrammar.scan.reporters.text import one_line, place, sums
from irigrammar.text.caret import columns
from irigrammar.text.names import visible
from irigrammar.unicode import is_printable


def lines(finding: Found, **options: Any) -> list[str]:
    return report("text", finding, **options).split("\n\n")[0].splitlines()


def test_identifier_is_named_if_the_line_does_not_show_it() -> None:
    row = "  identifier http://b c/"
    assert row not in lines(finding())
    assert row in lines(finding("see http://b&#32;c/"))
    assert row in lines(finding("", 0, 0))
    assert row in lines(finding(line=None))
    assert not any("identifier" in line for line in lines(finding(text=None)))


def test_a_finding_behind_the_end_of_the_line_is_marked_there() -> None:
    """A line is without its end, and so is a finding of the line end itself."""
    assert lines(finding("ab", 2, 3))[2] == "    |   ^"
    assert lines(finding("ab", 3, 4))[2] == "    |   ^"


def test_colours_are_those_of_roles() -> None:
    shown = lines(finding(fix="x:y"), paint=lambda text, role: f"<{role}>{text}</{role}>")
    assert shown[0] == ("<path>a.txt:1:13</path>: <error>error F000</error> U+0020 SPACE is not allowed in ireg-name")
    assert shown[2] == "<faint>    | </faint>            <error>^</error>"
    assert shown[-1] == "  <faint>try        </faint><valid>x:y</valid>"
    assert "<note>advice" in lines(finding(severity="advice"), paint=lambda text, role: f"<{role}>{text}")[0]


def test_counts_by_code_are_reported_where_they_are_asked_for() -> None:
    text = report("text", finding(), statistics=True)
    assert text.endswith("\n\n1  F000  no-match\n\n1 finding (1 error) in 2 files, 5 identifiers\n")
    assert "no-match" not in report("text", finding())
    assert report("text", statistics=True) == "no findings in 2 files, 5 identifiers\n"


@pytest.mark.parametrize("form", ["text", "concise"])
@given(finding=any_finding(), encoding=st.sampled_from(["utf-8", "ascii", "latin-1"]), width=st.integers(60, 200))
def test_nothing_that_a_document_says_begins_a_line_or_moves_the_cursor(
    form: str, finding: Found, encoding: str, width: int
) -> None:
    """CI systems take lines that begin with "::" or "##[" for commands."""
    text = report(form, finding, encoding=encoding, width=width)
    assert text.encode(encoding)
    for line in text.replace("\u202d", "").replace("\u202c", "").split("\n"):
        assert is_printable(line)
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


@in_one_test(
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
def test_place_has_the_known_parts(finding: Found, words: str) -> None:
    assert place(finding, visible) == words


def test_a_finding_in_one_line() -> None:
    assert one_line(finding(message="m", text="a\nb"), visible) == "m: a\\u{A}b"
    assert one_line(finding(message="m\r", text=None), visible) == "m\\u{D}"
    assert one_line(finding(message="m", text=""), visible) == "m: (empty)"
    assert "(1,000 characters)" in one_line(finding(text="x" * 1000), visible)


def test_the_sums_are_those_of_the_findings() -> None:
    findings = [finding(), finding(severity="warning", code="C1"), *[finding(severity="advice", code="A1")] * 2]
    assert list(sums(summed(findings, files=1, identifiers=1, unreadable=2, known=1, gone=2, fix_count=1_000))) == [
        "4 findings (1 error, 1 warning, 2 pieces of advice) in 1 file, 1 identifier",
        "2 files could not be read",
        "1 finding known from the baseline",
        "2 findings of the baseline are gone (--write-baseline removes them)",
        "1,000 fixes written",
    ]
    assert list(sums(Summary())) == ["no findings in 0 files, 0 identifiers"]


IRI = matcher_of(Production("rfc3987", "IRI"))


PICTURE = "data:image/svg%2Bxml;base64," + 2_500 * "A"


@in_one_test(
    ("text", "codes", "elsewhere"),
    [
        # Credentials of examples.
        ("redis://user:password@r.company.de/", [], []),
        ("amqp://guest:guest@r.company.de/", [], []),
        ("postgresql://a:b@x.company.de/", [], []),
        ("https://u:***@r.company.de/", [], []),
        ("https://u:sesam@www.example.com/", [], []),
        ("https://u:sesam@r.company.de/", ["R007"], ["R007"]),
        # The machine itself.
        ("http://localhost:8000/", [], ["H009"]),
        ("redis://127.0.0.1:6379/", [], ["H008", "R004"]),
        ("http://0.0.0.0/", [], ["H008"]),
        ("http://x.invalid/", [], ["H009"]),
        ("http://u:sesam@localhost/", [], ["H009"]),
        ("http://u:sesam@db/", ["R007"], ["R007"]),
        # A network of one's own, and names to be filled in.
        ("https://10.0.0.1:443/", [], ["H008", "R004"]),
        ("https://company.de:443/", ["R004"], ["R004"]),
        ("http://169.254.169.254/latest/meta-data/", [], ["H008"]),
        ("http://home.local/", [], ["H009"]),
        ("http://your_server.com/", [], ["H002"]),
        ("http://-a_b.com/", ["H002"], ["H002"]),
        ("http://a_b.-c.com/", ["H002"], ["H002"]),
        ("http://localhost:0/", ["R012"], ["H009", "R012"]),
        # Data.
        ("data:image/svg+xml,%3Csvg%3E%0A%3C/svg%3E", [], []),
        ("data:image/png;base64,iVBO Rw0K\n", [], []),
        ("data:image/png;base64,iVBO%0ARw0K", [], []),
        ("data:image/png;base64,iVBO |Rw0K", ["F094"], ["F094"]),
        ("data:text/plain;base64,SomeFileEncodedInBase64", [], []),
        ("data:text/plain;base64,SomeFileEncodedInBase6=", ["X017"], ["X017"]),
        ("data:text/plain,a b", ["F094"], ["F094"]),
        ("http://company.de/%0A", ["P007"], ["P007"]),
        ("http://company.de/#a%0Ab", [], []),
        ("http://company.de/#a%0Ab%00", ["P007"], ["P007"]),
        (f"https://img.shields.io/badge/a-b?logo={PICTURE}", [], []),
        (f"https://company.de/?a={2_500 * 'A'}", ["R009"], ["R009"]),
        # Once is enough.
        ("http:/company.de/", ["R017"], ["R017"]),
        ("http:///company.de/", ["X003"], ["X003"]),
        ("http:http://company.de/", ["R018"], ["R018"]),
    ],
)
def test_reports_on_source_code_and_other_text(text: str, codes: list[str], elsewhere: list[str]) -> None:
    for local, expected in ((True, codes), (False, elsewhere)):
        findings = Checker(IRI, choose_rules("publish"), local=local).findings(text)
        assert sorted(finding.code for finding in findings if finding.severity != "advice") == expected
