"""Reports of a scan: concise, GitHub, GitLab, JUnit, JSON, SARIF."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from peak_memory import peak
from scan_reports import any_finding, finding, report, summed

import irigrammar
from irigrammar.cli.main import cli
from irigrammar.report.record import Artifacts
from irigrammar.scan.files import targets
from irigrammar.scan.found import Edit, Found, Summary
from irigrammar.scan.reporters import junit as scan_junit
from irigrammar.scan.reporters.formats import FORMATS, automatic, scan_reporter
from irigrammar.scan.run import scan
from irigrammar.scan.settings import Rules, Settings
from tools.scan_golden import FINDINGS, NAMES, main

STREAMED = [form for form in FORMATS if form not in ("auto", "junit")]


def test_the_golden_reports_are_what_the_formats_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change: python tools/scan_golden.py --write."""
    monkeypatch.setattr("sys.argv", ["scan_golden.py", "--check"])
    assert main() == 0
    assert [*NAMES] == [form for form in FORMATS if form != "auto"]


@pytest.mark.parametrize(
    ("environ", "form"),
    [
        ({}, "text"),
        ({"GITHUB_ACTIONS": "true"}, "github"),
        ({"GITHUB_ACTIONS": "false"}, "text"),
        ({"GITHUB_ACTIONS": ""}, "text"),
        ({"CI": "true", "GITLAB_CI": "true"}, "text"),
    ],
)
def test_auto_is_github_in_a_step_of_github_actions_and_else_text(
    environ: dict[str, str], form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert automatic(environ) == form
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert report("auto", finding()) == report(form, finding())


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown format 'html'; choose 'auto', 'text', "):
        scan_reporter("html", print)


def test_the_command_gives_the_formats_what_they_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "p" / "docs"
    here.mkdir(parents=True)
    (tmp_path / "p" / ".git").mkdir()
    (here / "a b.txt").write_text("HTTP://e/%7e\n", "utf-8")
    monkeypatch.chdir(here)
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)

    def reported(*options: str) -> str:
        return CliRunner().invoke(cli, ["scan", "--isolated", "--level", "advice", *options, "a b.txt"]).stdout

    (run,) = json.loads(reported("--format", "sarif"))["runs"]
    assert run["tool"]["driver"]["semanticVersion"] == irigrammar.__version__
    (codes, uris) = zip(
        *(
            (result["ruleId"], result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
            for result in run["results"]
        ),
        strict=True,
    )
    assert set(uris) == {"docs/a%20b.txt"}
    assert "R005" in codes
    assert '"path": "docs/a b.txt"' in reported("--format", "gitlab")
    assert "file=docs/a b.txt," in reported("--format", "github")
    assert "<failure" not in reported("--format", "junit")
    assert "<failure" in reported("--format", "junit", "--fail-on", "advice")
    assert "1  R005  upper-case-scheme" in reported("--format", "concise", "--statistics")
    assert reported("--format", "jsonl", "--output", "out") == ""
    assert len((here / "out").read_text("utf-8").splitlines()) == len(codes)


@pytest.mark.parametrize("form", STREAMED)
def test_findings_are_reported_at_once(form: str) -> None:
    parts: list[str] = []
    reporter = scan_reporter(form, parts.append)
    reporter.start()
    for expected in FINDINGS:
        before = len(parts)
        reporter.add(expected)
        assert len(parts) > before
    reporter.finish(summed(FINDINGS))


@pytest.mark.slow
@pytest.mark.parametrize("form", [form for form in FORMATS if form != "auto"])
def test_thousands_of_findings_take_no_more_memory_than_some(form: str) -> None:
    """Only the rules that occurred, and what cannot be read, are kept."""

    def report(count: int) -> None:
        reporter = scan_reporter(form, lambda _: None)
        reporter.start()
        for line in range(1, count + 1):
            reporter.add(finding(line=line, fingerprint=f"{line:x}"))
        reporter.finish(Summary())

    report(10)
    # A suite of JUnit is kept up to a megabyte, and then in a file.
    assert peak(lambda: report(4_000)) < peak(lambda: report(200)) + 1_500_000


def test_colours_are_those_of_roles() -> None:
    reported = report("concise", finding(), paint=lambda text, role: f"<{role}>{text}</{role}>")
    assert reported.startswith("<path>a.txt:1:13</path>: <error>error F000</error> U+0020")


@given(any_finding())
def test_any_finding_is_one_line(finding: Found) -> None:
    first, sums, *_ = report("concise", finding).splitlines()
    assert f"{finding.record.code} " in first
    assert sums.startswith("1 finding ")


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


def test_last_line_counts_annotations_beyond_the_limit_of_github() -> None:
    assert "10 annotations" not in report("github", *[finding()] * 10, finding(severity="warning"))
    assert "10 annotations" in report("github", *[finding()] * 11).splitlines()[-1]
    assert "11 findings" in report("github", *[finding()] * 11).splitlines()[-2]


@given(any_finding(), st.sampled_from(["utf-8", "ascii"]))
def test_any_finding_is_one_command(finding: Found, encoding: str) -> None:
    reported = report("github", finding, encoding=encoding)
    assert reported.encode(encoding)
    assert reported.count("\n") == 2 + (bool(finding.edits) or finding.fix is not None)
    assert "\r" not in reported
    ((_, properties, _),) = commands(finding, encoding=encoding)
    assert properties["title"] == f"{finding.record.code} {finding.name}"


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


def test_the_fingerprint_stays_where_lines_move_and_differs_between_findings_and_documents() -> None:
    """GitLab keeps one of those with the same."""
    same = [finding(), finding(line=7), finding("see  http://b c/", 13)]
    others = [finding(fingerprint="f01"), finding(path="b.txt"), finding(code="C001")]
    assert len({issue["fingerprint"] for issue in issues(*same)}) == 1
    assert len({issue["fingerprint"] for issue in issues(finding(), *others)}) == 4
    unknown = [finding(fingerprint="", line=line) for line in (1, 2)]
    assert len({issue["fingerprint"] for issue in issues(*unknown)}) == 2


@given(st.lists(any_finding(), max_size=3))
def test_any_finding_is_as_gitlab_documents_it(findings: list[Found]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    reported = issues(*findings, artifacts=Artifacts(windows=False))
    jsonschema.Draft202012Validator(SCHEMA).validate(reported)
    assert len(reported) == len(findings)
    json.dumps(reported, ensure_ascii=False).encode()  # no surrogates


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
            [{"start": edit.start, "end": edit.end, "replacement": edit.new_text} for edit in expected.changes],
            expected.fingerprint or None,
        ]
    assert read["summary"]["findings"] == len(findings)


@given(st.lists(any_finding(), max_size=3))
def test_a_line_is_a_record_and_there_is_nothing_else(findings: list[Found]) -> None:
    reported = report("jsonl", *findings)
    assert reported.isascii()
    assert [json.loads(line) for line in reported.splitlines()] == [finding.record.as_dict() for finding in findings]


def test_no_findings() -> None:
    assert report("jsonl") == ""
    assert json.loads(report("json"))["findings"] == []


def run_of(*findings: Found, **options: Any) -> Any:
    reported = report("sarif", *findings, **options)
    assert reported.isascii()
    (run,) = json.loads(reported)["runs"]
    return run


def result_of(finding: Found) -> Any:
    (result,) = run_of(finding)["results"]
    return result


def test_long_lines_are_quoted_around_the_finding() -> None:
    place = result_of(finding("x" * 1000 + " " + "y" * 1000, 1000))["locations"][0]["physicalLocation"]
    context = place["contextRegion"]
    assert context["snippet"]["text"] == "x" * 200 + " " + "y" * 200
    assert (context["startColumn"], context["endColumn"]) == (801, 1202)
    place = result_of(finding("x" * 2000, 0, 2000))["locations"][0]["physicalLocation"]
    assert "snippet" not in place["region"]
    assert "contextRegion" not in place


def test_edits_are_fixes_where_they_are_in_the_line_of_the_finding() -> None:
    edits = (Edit(112, 113, "%20"), Edit(104, 108, "HTTP"))
    (fix,) = result_of(finding(edits=edits, offset=112))["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "a.txt"
    source = "see http://b c/"
    result = source
    for replacement in change["replacements"]:
        region = replacement["deletedRegion"]
        assert region["startLine"] == region["endLine"] == 1
        result = (
            result[: region["startColumn"] - 1]
            + replacement["insertedContent"]["text"]
            + result[region["endColumn"] - 1 :]
        )
    assert result == "see HTTP://b%20c/"


def test_an_insertion_at_the_end_of_the_line_is_a_fix() -> None:
    (fix,) = result_of(finding(edits=(Edit(115, 115, "x"),), offset=112))["fixes"]
    region = fix["artifactChanges"][0]["replacements"][0]["deletedRegion"]
    assert (region["startColumn"], region["endColumn"]) == (16, 16)


@pytest.mark.parametrize(
    ("edit", "offset"),
    [(Edit(112, 113, ""), None), (Edit(99, 100, ""), 112), (Edit(115, 116, ""), 112), (Edit(99, 115, ""), 112)],
)
def test_edits_elsewhere_are_not_fixes(edit: Edit, offset: int | None) -> None:
    assert "fixes" not in result_of(finding(edits=(edit,), offset=offset))
    assert "fixes" not in result_of(finding(edits=(edit, Edit(112, 113, "")), offset=offset))


def corrected(line: str, result: Any) -> str:
    """Return a line with the one fix of a result made."""
    (fix,) = result["fixes"]
    (change,) = fix["artifactChanges"]
    for replacement in sorted(
        change["replacements"], key=lambda replacement: -replacement["deletedRegion"]["startColumn"]
    ):
        region = replacement["deletedRegion"]
        line = (
            line[: region["startColumn"] - 1] + replacement["insertedContent"]["text"] + line[region["endColumn"] - 1 :]
        )
    return line


def test_fixes_of_a_real_scan_correct_the_identifier(tmp_path: Path) -> None:
    lines = ["日本\thttp://例え.jp/%7e^x é http://e/a^b^c", "", "\U0001f600 HTTP://e/ http://e/%c3%a9^"]
    path = tmp_path / "a.txt"
    path.write_text("\r\n".join(lines), "utf-8")
    chosen = Settings(root=str(tmp_path), override=Rules(level="advice", profile="publish"))
    pieces = scan(targets([str(path)], chosen), chosen, standard_input=BytesIO())
    fixable = [finding for piece in pieces for finding in piece.findings if finding.edits]
    assert {finding.record.line for finding in fixable} == {1, 3}
    assert {finding.record.code for finding in fixable} == {"F093", "R005"}
    for expected, result in zip(fixable, run_of(*fixable)["results"], strict=True):
        line = lines[(expected.record.line or 0) - 1]
        assert expected.record.text is not None
        assert expected.fix is not None
        assert corrected(line, result) == line.replace(expected.record.text, expected.fix)


@given(st.lists(any_finding(), max_size=3))
def test_any_finding_is_a_result_that_every_reader_of_json_takes(findings: list[Found]) -> None:
    reported = report("sarif", *findings)
    json.dumps(json.loads(reported), ensure_ascii=False).encode()  # no surrogates
    assert len(json.loads(reported)["runs"][0]["results"]) == len(findings)
