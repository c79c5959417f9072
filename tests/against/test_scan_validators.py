"""Reports against published schemas, validators and toolkits.

Schemas and programs come by `python tools/report_validators.py FOLDER`, with the variable IRIGRAMMAR_REPORT_VALIDATORS
as the folder; libraries come by the extra `reports`. Without them the tests are skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from scan_reports import any_finding, finding, report

from irigrammar.report.record import Artifacts
from irigrammar.scan.found import Edit, Found
from tools.scan_golden import FINDINGS

pytestmark = pytest.mark.external

VARIABLE = "IRIGRAMMAR_REPORT_VALIDATORS"
THERE = Artifacts("/project", "/project", windows=False)
MANY = [finding(line=line, fingerprint=f"{line:032x}") for line in range(1, 2_001)]
FIXED = finding(edits=(Edit(12, 13, "%20"),), offset=12, fix="http://b%20c/")
SETS = {"golden": [*FINDINGS, FIXED], "none": [], "thousands": MANY}

# What the Multitool would like and is not ours to give: messages by number (SARIF2002), the repository's state
# (SARIF2003), pages on the web (SARIF2005, SARIF2006, SARIF2012), quotes of more than one line (SARIF2010,
# SARIF2011), and nothing outside of the source tree (SARIF2016).
WISHES = {f"SARIF20{number:02}" for number in (2, 3, 5, 6, 10, 11, 12, 16)}


def validators(name: str) -> Path:
    """Return what has a name in the folder of validators, or skip the test."""
    folder = os.environ.get(VARIABLE)
    if not folder:
        pytest.skip(f"{VARIABLE} names no folder of tools/report_validators.py")
    paths = sorted(Path(folder).glob(name))
    assert paths, f"{folder} has no {name}"
    return paths[0]


@pytest.fixture(params=SETS)
def findings(request: pytest.FixtureRequest) -> list[Found]:
    return SETS[request.param]


def sarif_validator() -> Any:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(validators("node_modules/@microsoft/*/sarif-2.1.0.json").read_text("utf-8"))
    return jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())


def test_sarif_is_as_its_schema_says(findings: list[Found]) -> None:
    validator = sarif_validator()
    reported = json.loads(report("sarif", *findings, artifacts=THERE, version="1.2.3"))
    assert not [*validator.iter_errors(reported)]
    del reported["runs"][0]["tool"]
    assert [*validator.iter_errors(reported)]


def test_sarif_of_any_findings_is_as_its_schema_says() -> None:
    validator = sarif_validator()

    @settings(max_examples=examples(50), deadline=None)
    @given(st.lists(any_finding(), max_size=3))
    def check(findings: list[Found]) -> None:
        assert not [*validator.iter_errors(json.loads(report("sarif", *findings)))]

    check()


def test_sarif_is_what_its_own_validator_and_github_ask_for(findings: list[Found], tmp_path: Path) -> None:
    program = validators("node_modules/@microsoft/*/Sarif.Multitool*")
    program = program.with_name("Sarif.Multitool" + (".exe" if os.name == "nt" else ""))
    before, after = tmp_path / "report.sarif", tmp_path / "said.sarif"
    before.write_text(report("sarif", *findings, artifacts=THERE, version="1.2.3"), "ascii")
    options = ["--rule-kind", "Sarif;Ghas", "--level", "Error;Warning;Note", "--output", str(after)]
    done = subprocess.run([program, "validate", before, *options], capture_output=True, text=True, check=False)
    assert after.is_file(), done.stdout + done.stderr
    (run,) = json.loads(after.read_text("utf-8-sig"))["runs"]
    assert run["invocations"][0]["executionSuccessful"] is True
    reported = [(result["ruleId"], result["message"]) for result in run["results"] if result["ruleId"] not in WISHES]
    assert not reported
    if findings:
        assert run["results"]  # it has looked at it


def test_junit_is_as_the_schema_of_jenkins_says(findings: list[Found], tmp_path: Path) -> None:
    xmlschema = pytest.importorskip("xmlschema")
    schema = xmlschema.XMLSchema(str(validators("junit-10.xsd")))
    path = tmp_path / "junit.xml"
    reported = report("junit", *findings, artifacts=THERE)
    path.write_text(reported, "ascii")
    assert not [*schema.iter_errors(str(path))]
    path.write_text(reported.replace(" tests=", " test="), "ascii")
    assert [*schema.iter_errors(str(path))]


def test_junit_is_read_by_junitparser(findings: list[Found], tmp_path: Path) -> None:
    junitparser = pytest.importorskip("junitparser")
    path = tmp_path / "junit.xml"
    path.write_text(report("junit", *findings, artifacts=THERE, fail_on="warning"), "ascii")
    read = junitparser.JUnitXml.fromfile(str(path))
    *suites, last = read
    assert last.name == "iri scan"
    tests = [(case, case.result) for suite in suites for case in suite]
    assert len(tests) == len(findings)
    wrong = [result for _, results in tests for result in results]
    kinds = {"S002": junitparser.Error, "S003": junitparser.Error}
    failing = [finding for finding in findings if finding.record.severity != "advice"]
    assert [type(element) for element in wrong] == [
        kinds.get(str(finding.record.code), junitparser.Failure) for finding in failing
    ]
    # Written again, from counts of its own, it counts the same.
    before = [(suite.tests, suite.failures, suite.errors) for suite in read]
    read.update_statistics()
    assert [(suite.tests, suite.failures, suite.errors) for suite in read] == before


_TOOLKIT = """
import { createInterface } from 'node:readline';
import { error, warning, notice } from '@actions/core';
for await (const line of createInterface({ input: process.stdin })) {
  const { kind, message, properties } = JSON.parse(line);
  ({ error, warning, notice })[kind](message, properties);
}
"""
_KINDS = {"error": "error", "warning": "warning", "advice": "notice"}


def test_github_commands_are_what_its_own_toolkit_writes(findings: list[Found], tmp_path: Path) -> None:
    node = shutil.which("node")
    modules = validators("node_modules")
    if node is None:
        pytest.skip("Node.js is not there")
    rows = []
    for expected in findings:
        record = expected.record
        properties: dict[str, Any] = {"title": f"{record.code} {expected.name}"}
        if record.path is not None:
            properties["file"] = THERE.path(record.path).replace("\udcff", "\\u{DCFF}")
        if record.path is not None and record.line is not None:
            properties |= {"startLine": record.line, "endLine": record.end_line}
            if record.line == record.end_line:
                properties |= {"startColumn": record.column, "endColumn": record.end_column}
        said = report("concise", expected).splitlines()[0]
        line = said.replace(f"{record.severity} {record.code} ", f"{record.code} ", 1)  # the command says the severity
        rows.append({"kind": _KINDS[str(record.severity)], "message": line, "properties": properties})
    program = tmp_path / "toolkit.mjs"
    program.write_text(_TOOLKIT)
    (tmp_path / "node_modules").symlink_to(modules, target_is_directory=True)
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    done = subprocess.run([node, program], input=lines, capture_output=True, text=True, encoding="utf-8", check=True)
    reported = report("github", *findings, artifacts=THERE).split("\n")
    assert reported[: len(findings)] == done.stdout.split("\n")[: len(findings)]


def test_gitlab_issues_are_what_sarif_tools_makes_of_the_same_findings(findings: list[Found], tmp_path: Path) -> None:
    pytest.importorskip("sarif", reason="sarif-tools is not there")
    loader = pytest.importorskip("sarif.loader")
    operation = pytest.importorskip("sarif.operations.codeclimate_op")
    before, after = tmp_path / "report.sarif", tmp_path / "gitlab.json"
    before.write_text(report("sarif", *findings, artifacts=THERE), "ascii")
    operation.generate(loader.load_sarif_files(str(before)), str(after), False)
    theirs = json.loads(after.read_text("utf-8"))
    ours = json.loads(report("gitlab", *findings, artifacts=THERE))
    assert len(ours) == len(theirs) == len(findings)
    for our, their in zip(ours, theirs, strict=True):
        assert our.keys() == their.keys()
        assert {key: type(our[key]) for key in our} == {key: type(their[key]) for key in their}
        assert our["type"] == their["type"]
        assert our["severity"] == their["severity"]
        assert our["check_name"].split()[0] == their["check_name"]
        assert our["location"]["lines"]["begin"] == their["location"]["lines"]["begin"]
        assert our["location"]["path"] == unquote(their["location"]["path"].removeprefix("file://"))
