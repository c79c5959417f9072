"""The findings of a scan as SARIF; it is checked against the published schema in test_scan_validators."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scan_reports import any_finding, finding, report, summed

from irigrammar.report.record import Artifacts
from irigrammar.scan.files import targets
from irigrammar.scan.found import Edit, Found
from irigrammar.scan.run import scan
from irigrammar.scan.settings import Rules, Settings


def run_of(*findings: Found, **options: Any) -> Any:
    reported = report("sarif", *findings, **options)
    assert reported.isascii()
    (run,) = json.loads(reported)["runs"]
    return run


def result_of(finding: Found) -> Any:
    (result,) = run_of(finding)["results"]
    return result


def region_of(finding: Found) -> Any:
    return result_of(finding)["locations"][0]["physicalLocation"]["region"]


def test_a_result() -> None:
    result = finding(path="docs/a b.txt", line=3, what="href of a", fix="http://b%20c/")
    assert result_of(result) == {
        "ruleId": "F000",
        "ruleIndex": 0,
        "level": "error",
        "message": {"text": "U+0020 SPACE cannot stand in ireg-name (href of a). Try: http://b%20c/"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "docs/a%20b.txt", "uriBaseId": "%SRCROOT%"},
                    "region": {
                        "startLine": 3,
                        "startColumn": 13,
                        "endLine": 3,
                        "endColumn": 14,
                        "snippet": {"text": " "},
                    },
                    "contextRegion": {
                        "startLine": 3,
                        "startColumn": 1,
                        "endLine": 3,
                        "endColumn": 16,
                        "snippet": {"text": "see http://b c/"},
                    },
                }
            }
        ],
        "partialFingerprints": {"irigrammarFinding/v1": "f00"},
        "properties": {
            "text": "http://b c/",
            "what": "href of a",
            "fix": "http://b%20c/",
            "grammar": "rfc3987",
            "rule": "IRI",
            "section": "RFC 3987, section 2.2",
            "offset": 8,
        },
    }


@pytest.mark.parametrize(("severity", "level"), [("error", "error"), ("warning", "warning"), ("advice", "note")])
def test_levels_are_those_of_severities_and_of_rules_by_default(severity: str, level: str) -> None:
    run = run_of(finding(severity=severity), finding(code="X1", name="odd-thing", severity=severity))
    assert [result["level"] for result in run["results"]] == [level, level]
    by_default = [rule["defaultConfiguration"]["level"] for rule in run["tool"]["driver"]["rules"]]
    assert by_default == ["error", level]


def test_rules_are_those_that_occurred_in_their_order() -> None:
    codes = ["F000", "C001", "F000", "B003", "C001"]
    run = run_of(*[finding(code=code) for code in codes], version="1.2.3")
    driver = run["tool"]["driver"]
    assert driver["semanticVersion"] == "1.2.3"
    assert [rule["id"] for rule in driver["rules"]] == ["F000", "C001", "B003"]
    assert [driver["rules"][result["ruleIndex"]]["id"] for result in run["results"]] == codes
    assert driver["rules"][1]["name"] == "Space"
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"]
        assert rule["fullDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["help"]["markdown"]


def test_what_cannot_be_read_is_a_result_and_a_notification() -> None:
    result = finding(line=None, code="S003", name="unreadable", text=None, message="cannot be read: no such file")
    run = run_of(finding(), result, summary=summed([finding(), result], unreadable=1))
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["associatedRule"] == {"id": "S003", "index": 1}
    assert notification["message"] == {"text": "cannot be read: no such file."}
    place = notification["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "a.txt", "uriBaseId": "%SRCROOT%"}, "region": {"startLine": 1}}
    assert run["results"][1]["locations"] == notification["locations"]
    assert run_of(finding())["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


def test_files_outside_of_the_source_tree_are_absolute() -> None:
    there = Artifacts("/p", "/p", windows=False)
    (result,) = run_of(finding(path="/q/a.txt"), artifacts=there)["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "file:///q/a.txt"}


def test_messages_have_no_placeholders_and_no_links() -> None:
    """SARIF 2.1.0, 3.11.5 and 3.11.6."""
    message = result_of(finding(message="{0} [x](http://e/)", what="a}"))["message"]["text"]
    assert message == "{{0}} [x] (http://e/) (a}})."


def test_long_lines_are_quoted_around_the_finding() -> None:
    place = result_of(finding("x" * 1000 + " " + "y" * 1000, 1000))["locations"][0]["physicalLocation"]
    context = place["contextRegion"]
    assert context["snippet"]["text"] == "x" * 200 + " " + "y" * 200
    assert (context["startColumn"], context["endColumn"]) == (801, 1202)
    place = result_of(finding("x" * 2000, 0, 2000))["locations"][0]["physicalLocation"]
    assert "snippet" not in place["region"]
    assert "contextRegion" not in place


def test_a_finding_over_lines_has_both_and_quotes_none() -> None:
    assert region_of(finding("a b", 1, 0, lines=2)) == {"startLine": 1, "startColumn": 2, "endLine": 3, "endColumn": 1}


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
