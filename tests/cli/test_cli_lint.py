"""`iri grammar lint` as a CI system calls it: several files, codes, reports, exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from irigrammar.cli.main import cli
from irigrammar.errors import UnknownRule
from irigrammar.grammars.authors.lint import LINT_CODES
from irigrammar.scan.linting import abnf_files, chosen_codes, lint_file, lint_grammar
from irigrammar.scan.reporters.sarif import rule_page
from irigrammar.shipped import loader as catalog

CORE = catalog.load("rfc5234")

ERRORS = "a = b\n"
WARNINGS = 'a = "x"\r\n\r\nB = "y"\r\n'
CLEAN = 'a = "x"\n'
FORMATS = ("text", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    for name, text in {
        "errors.abnf": ERRORS,
        "sub/warnings.ABNF": WARNINGS,
        "sub/deep/clean.abnf": CLEAN,
        "sub/.hidden/errors.abnf": ERRORS,
        "sub/notes.txt": "no grammar",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(text.encode())
    return tmp_path


def run(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(cli, ["grammar", "lint", *arguments], input=stdin)


def test_files_folders_and_patterns(folder: Path) -> None:
    assert abnf_files("nowhere.abnf") == ["nowhere.abnf"]
    assert abnf_files("sub") == ["sub/deep/clean.abnf", "sub/warnings.ABNF"]
    assert abnf_files("**/*.abnf") == ["errors.abnf", "sub/deep/clean.abnf"]
    assert abnf_files(str(folder / "*.abnf")) == [str(folder / "errors.abnf")]
    (folder / "a[1].abnf").write_text(CLEAN)
    assert abnf_files("a[1].abnf") == ["a[1].abnf"]
    for nothing in ("sub/.hidden/../../sub/deep/../../sub/none*", "x/**/*.abnf"):
        with pytest.raises(ValueError, match="no file matches"):
            abnf_files(nothing)
    (folder / "empty").mkdir()
    with pytest.raises(ValueError, match=r"empty: no \.abnf file"):
        abnf_files("empty")


@pytest.mark.usefixtures("folder")
def test_a_file_is_checked_once() -> None:
    done = run(".", "errors.abnf", "*.abnf", "./errors.abnf")
    assert done.stdout.splitlines() == [
        "./errors.abnf:1:5: L002 a refers to b, which no rule defines",
        "./sub/warnings.ABNF:3:1: L003 no start rule (a) reaches B",
    ]


def test_standard_input() -> None:
    done = run("-", stdin=ERRORS.encode())
    assert (done.exit_code, done.stdout) == (1, "<stdin>:1:5: L002 a refers to b, which no rule defines\n")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "codes", "status"),
    [
        ([], ["L002", "L003"], 1),
        (["--select", "L003"], ["L003"], 1),
        (["--select", "l00"], ["L002", "L003"], 1),
        (["--ignore", "L002,L003"], [], 0),
        (["--select", "L", "--ignore", "L003"], ["L002"], 1),
        (["--exit-zero"], ["L002", "L003"], 0),
        (["--fail-on", "never"], ["L002", "L003"], 0),
        (["--fail-on", "error", "--ignore", "L002"], ["L003"], 0),
        (["--fail-on", "error"], ["L002", "L003"], 1),
        (["--fail-on", "advice", "--select", "L003"], ["L003"], 1),
    ],
)
def test_codes_and_severities(arguments: list[str], codes: list[str], status: int) -> None:
    done = run("errors.abnf", "sub", *arguments)
    assert ([line.split()[1] for line in done.stdout.splitlines()], done.exit_code) == (codes, status)


def test_recorded_errata_are_advice() -> None:
    assert {finding.record.severity for finding in lint_grammar("web-address")} == {"advice"}
    assert run("web-address").exit_code == 0
    assert run("web-address", "--fail-on", "advice").exit_code == 1


@pytest.mark.usefixtures("folder")
def test_names_that_no_code_has_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown code 'L090'; did you mean 'L0"):
        chosen_codes(["L090"], [])
    done = run("errors.abnf", "--ignore", "S001")
    assert done.exit_code == 2
    assert "unknown code 'S001'" in done.stderr
    assert run().exit_code == 2
    assert run("x*").exit_code == 2
    assert run("errors.abnf", "--output", "nowhere/report").exit_code == 2


def test_what_cannot_be_read_is_reported_and_the_rest_is_checked(folder: Path) -> None:
    (folder / "latin.abnf").write_bytes(b'a = "x" ; \n; r\xe9sum\xe9\n')
    names = ("missing.abnf", "latin.abnf", "errors.abnf")
    done = run(*names, "--exit-zero")
    assert done.exit_code == 2
    assert done.stdout == "errors.abnf:1:5: L002 a refers to b, which no rule defines\n"
    assert done.stderr.splitlines() == [
        "iri: missing.abnf: cannot be read: No such file or directory",
        "iri: latin.abnf:2:4: cannot be read: byte 0xE9 is not UTF-8",
    ]
    rows = [json.loads(line) for line in run(*names, "--format", "jsonl", "--select", "L001").stdout.splitlines()]
    assert [(row["path"], row["line"], row["code"]) for row in rows] == [
        ("missing.abnf", None, "S003"),
        ("latin.abnf", 2, "S003"),
    ]


def test_a_rule_that_there_is_not_is_its_own_error() -> None:
    with pytest.raises(UnknownRule):
        list(lint_file("-", CLEAN.encode(), CORE, ("b",)))


@pytest.mark.parametrize("form", FORMATS)
def test_each_format_reports_each_finding(folder: Path, form: str) -> None:
    done = run("errors.abnf", "sub", "web-address", "--format", form, "--output", "report")
    assert (done.exit_code, done.stdout) == (1, "")
    said = (folder / "report").read_text("utf-8")
    for code in ("L002", "L003", "L006"):
        assert code in said
    assert said == run("errors.abnf", "sub", "web-address", "--format", form).stdout


@pytest.mark.usefixtures("folder")
def test_reports_hold_places_and_help() -> None:
    log = json.loads(run("sub", "--format", "sarif").stdout)["runs"][0]
    (result,) = log["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 3, "startColumn": 1}
    assert result["level"] == "warning"
    (rule,) = log["tool"]["driver"]["rules"]
    assert rule["shortDescription"]["text"] == LINT_CODES["L003"].title
    (issue,) = json.loads(run("sub", "--format", "gitlab").stdout)
    assert (issue["location"]["path"], issue["location"]["lines"]["begin"]) == ("sub/warnings.ABNF", 3)
    assert "::warning title=L003 unused-rule,file=sub/warnings.ABNF,line=3," in run("sub", "--format", "github").stdout
    suites = ET.fromstring(run("sub", "--format", "junit").stdout)
    assert (suites.get("name"), len(suites.findall(".//failure"))) == ("iri grammar lint", 1)
    assert ET.fromstring(run("sub", "--format", "junit", "--fail-on", "error").stdout).findall(".//failure") == []
    assert run("sub", "--format", "concise").stdout.splitlines()[-1] == "1 finding (1 warning) in 2 files"
    assert json.loads(run("sub", "--format", "json").stdout)["summary"]["identifiers"] is None


@pytest.mark.usefixtures("folder")
def test_a_clean_run_has_whole_reports() -> None:
    assert run("sub/deep").stdout == ""
    for form in ("json", "gitlab", "sarif"):
        assert json.loads(run("sub/deep", "--format", form).stdout) is not None
    assert ET.fromstring(run("sub/deep", "--format", "junit").stdout).findall(".//failure") == []


@pytest.mark.usefixtures("folder")
def test_annotations_inside_github_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert run("errors.abnf").stdout.startswith("::error title=L002 undefined-rule,file=errors.abnf,")
    assert run("errors.abnf", "--format", "text").stdout.startswith("errors.abnf:1:5: L002 ")


def test_findings_are_known_where_lines_move() -> None:
    def marks(text: str) -> list[str]:
        return [finding.fingerprint for finding in lint_file("x.abnf", text.encode(), CORE)]

    before = marks('a = b / 2b\nc = "x"\nc = "y"\n')
    after = marks('; a comment\n\na = b / 2b\r\nc = "x"\nc = "y"\n')
    assert before == after
    assert len(set(before)) == len(before) == 4
    assert set(marks("a = z\n")).isdisjoint(before)


def test_every_code_has_its_help() -> None:
    for code, row in LINT_CODES.items():
        assert rule_page(code, "", "error").title == row.title
        assert rule_page(code, "", "error").severity == row.severity
    listed = run("--list-codes").stdout
    assert all(f"{code}  " in listed and row.title in listed for code, row in LINT_CODES.items())


def test_colours_of_advice() -> None:
    done = CliRunner().invoke(cli, ["grammar", "lint", "web-address", "--color", "always"], color=True)
    assert "\x1b[36m" in done.stdout


@pytest.mark.slow
def test_the_command_needs_no_extra() -> None:
    """A gate on ABNF alone installs no parsers of documents."""
    program = """
import sys
for name in ("pathspec", "jsonschema", "yaml", "webencodings", "pyromark"):
    sys.modules[name] = None
from irigrammar.cli.main import main
sys.argv = ["iri", "grammar", "lint", "rfc3986", "--format", "sarif"]
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_parts_that_no_string_needs_are_advice(tmp_path: Path) -> None:
    path = tmp_path / "a.abnf"
    path.write_text('a = *b [ "x" ]\nb = "x" / "y"\n', encoding="utf-8")
    done = run(str(path))
    said = '[ "x" ] is always empty: what comes before it matches all that it could, and the rule matches the same with'
    assert (done.exit_code, done.stdout) == (0, f'{path}:1:8: L029 {said} "" in its place\n')
