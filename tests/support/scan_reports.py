"""Findings and reports of them, for the tests of the formats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from irigrammar.masking import Masked
from irigrammar.report.record import Record
from irigrammar.scan.found import Edit, Found, Summary, edits_between
from irigrammar.scan.reporters.formats import scan_reporter

_CODES = [("F000", "no-match"), ("S003", "unreadable"), ("C001", "space"), ("B003", "mixed-directions"), ("X9", "odd")]


def finding(
    source: str = "see http://b c/",
    start: int = 12,
    end: int | None = None,
    *,
    path: str | None = "a.txt",
    line: int | None = 1,
    lines: int = 0,
    code: str = "F000",
    name: str = "no-match",
    severity: str = "error",
    message: str = "U+0020 SPACE is not allowed in ireg-name",
    text: str | None = "http://b c/",
    what: str = "",
    fix: str | None = None,
    edits: tuple[Edit, ...] = (),
    offset: int | None = None,
    fingerprint: str = "f00",
) -> Found:
    """Return a finding at offsets of a line (from 0, one character by default), `lines` lines long."""
    end = start + 1 if end is None else end
    record = Record(
        path=path,
        line=line,
        column=None if line is None else start + 1,
        end_line=None if line is None else line + lines,
        end_column=None if line is None else end + 1,
        code=code,
        severity=severity,
        message=message,
        text=text,
        grammar="rfc3987",
        rule="IRI",
        section="RFC 3987, section 2.2",
        offset=8,
    )
    changes = () if fix is None or text is None else edits_between(text, fix)
    return Found(record, name, Masked(source, ()), what, fix, True, changes, edits, fingerprint, offset)


def summed(findings: Iterable[Found], **counts: int) -> Summary:
    """Return the sums of findings."""
    summary = Summary(**{"files": 2, "identifiers": 5, **counts})  # type: ignore[arg-type]  # numbers all
    for finding in findings:
        summary.count(finding)
    return summary


def report(form: str, *findings: Found, summary: Summary | None = None, **options: Any) -> str:
    """Return the report of findings in a format."""
    parts: list[str] = []
    reporter = scan_reporter(form, parts.append, **options)
    reporter.start()
    for finding in findings:
        reporter.add(finding)
    reporter.finish(summed(findings) if summary is None else summary)
    return "".join(parts)


_NASTY = "\udc80\udcff\n\r\t\0\u202e\ufffe{}[]()<>&'\"%:,;`\\日\u0301א"
# As `st.text` of a strategy leaves surrogates out.
# A high surrogate and a low one after it would be one character to JSON; what cannot be decoded is never a high one.
_CHARACTERS = st.characters().filter(lambda char: not "\ud800" <= char <= "\udbff")
_ANY = st.lists(_CHARACTERS | st.sampled_from(_NASTY), max_size=20).map("".join)


@st.composite
def any_finding(draw: st.DrawFn) -> Found:
    """Any finding that a scan could come to, and worse ones."""
    code, name = draw(st.sampled_from(_CODES))
    source = draw(_ANY)
    start = draw(st.integers(0, len(source)))
    end = draw(st.integers(start, len(source)))
    return finding(
        source,
        start,
        end,
        path=draw(st.none() | _ANY.filter(bool)),
        line=draw(st.none() | st.integers(1, 10**6)),
        lines=draw(st.integers(0, 1)),
        code=code,
        name=name,
        severity=draw(st.sampled_from(["error", "warning", "advice"])),
        message=draw(_ANY),
        text=draw(st.none() | _ANY),
        what=draw(_ANY),
        fix=draw(st.none() | _ANY),
        edits=draw(st.lists(st.builds(Edit, st.integers(0, 30), st.integers(0, 30), _ANY), max_size=2).map(tuple)),
        offset=draw(st.none() | st.integers(0, 30)),
        fingerprint=draw(st.text("0123456789abcdef")),
    )
