"""The formats that a scan reports in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from peak_memory import peak
from scan_reports import finding, report, summed

import irigrammar
from irigrammar.cli.main import cli
from irigrammar.scan.found import Summary
from irigrammar.scan.reporters.formats import FORMATS, automatic, scan_reporter
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
def test_what_is_found_is_reported_at_once(form: str) -> None:
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
