"""iri grammar lint, fmt."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from command import run as fix_run
from command import run as fmt_run
from rows import in_one_test

from irigrammar.cli.main import cli
from irigrammar.grammars.authors.lint import LINT_CODES
from irigrammar.scan.linting import abnf_files, chosen_codes, lint_file, lint_grammar
from irigrammar.scan.reporters.sarif import rule_page
from irigrammar.shipped import loader as catalog

CORE = catalog.load("rfc5234")


ERRORS = "a = b\n"


WARNINGS = 'a = "x"\r\n\r\nB = "y"\r\n'


CLEAN = 'a = "x"\n'


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
        "./sub/warnings.ABNF:3:1: L003 no other rule leads to a, B: --rule says which are start rules",
    ]


@pytest.mark.usefixtures("folder")
@in_one_test(
    ("arguments", "codes", "status"),
    [
        ([], ["L002", "L003"], 1),
        (["--select", "L003"], ["L003"], 0),
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


def test_unreadable_files_are_reported_and_the_rest_is_checked(folder: Path) -> None:
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


@pytest.mark.usefixtures("folder")
def test_reports_hold_places_and_help() -> None:
    log = json.loads(run("sub", "--format", "sarif").stdout)["runs"][0]
    (result,) = log["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 3, "startColumn": 1}
    assert result["level"] == "note"
    (rule,) = log["tool"]["driver"]["rules"]
    assert rule["shortDescription"]["text"] == LINT_CODES["L003"].title
    (issue,) = json.loads(run("sub", "--format", "gitlab").stdout)
    assert (issue["location"]["path"], issue["location"]["lines"]["begin"]) == ("sub/warnings.ABNF", 3)
    assert "::notice title=L003 unused-rule,file=sub/warnings.ABNF,line=3," in run("sub", "--format", "github").stdout
    suites = ET.fromstring(run("sub", "--format", "junit").stdout)
    assert (suites.get("name"), len(suites.findall(".//failure"))) == ("iri grammar lint", 0)
    assert ET.fromstring(run("sub", "--format", "junit", "--fail-on", "error").stdout).findall(".//failure") == []
    assert run("sub", "--format", "concise").stdout.splitlines()[-1] == "1 finding (1 piece of advice) in 2 files"
    assert json.loads(run("sub", "--format", "json").stdout)["summary"]["identifiers"] is None


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


TEXT = "my_list ::= item | item ',' my_list ; é stays\nitem ::= [0-9]+\n"


FIXED = 'my-list = item / item "," my-list ; é stays\nitem = 1*%x30-39\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "list.abnf"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_fix_writes_the_file_and_reports_what_is_left(path: Path) -> None:
    done = fix_run("grammar", "lint", "--fix", "--ignore", "L007", str(path))
    assert (done.status, done.out) == (0, "")
    assert done.err == "iri: fixed 1 file\n"
    assert path.read_text(encoding="utf-8") == FIXED
    again = fix_run("grammar", "lint", "--fix", "--ignore", "L007", str(path))
    assert (again.status, again.err) == (0, "")


def test_diff_changes_nothing(path: Path) -> None:
    done = fix_run("grammar", "lint", "--diff", str(path))
    assert done.status == 1
    assert all(f"-{line}" in done.out for line in TEXT.splitlines())
    assert all(f"+{line}" in done.out for line in FIXED.splitlines())
    assert path.read_text(encoding="utf-8") == TEXT
    path.write_text(FIXED, encoding="utf-8")
    assert fix_run("grammar", "lint", "--diff", str(path)).status == 0


def test_standard_input_cannot_be_fixed() -> None:
    assert fix_run("grammar", "lint", "--fix", "-", stdin=b"a ::= b\n").status == 2


def test_a_file_that_is_not_utf_8_is_reported_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.abnf"
    path.write_bytes(b"a = '\xff'\n")
    assert fix_run("grammar", "lint", "--fix", str(path)).status == 2
    assert path.read_bytes() == b"a = '\xff'\n"


def test_output_gets_the_fixed_text_and_the_file_stays(path: Path) -> None:
    out = path.with_name("out.txt")
    done = fix_run("grammar", "lint", "--fix", "-o", str(out), str(path))
    assert (done.status, done.out) == (0, "")
    assert done.err.startswith(f"{path}:1:1: L007 ")
    assert (path.read_text(encoding="utf-8"), out.read_text(encoding="utf-8")) == (TEXT, FIXED)
    assert fix_run("grammar", "lint", "--fix", "-o", str(out), str(path), str(path)).status == 2
    assert fix_run("grammar", "lint", "--fix", "-o", str(out), str(path.parent / "missing")).status == 2
    assert fix_run("grammar", "lint", "--fix", "--format", "json", "-o", str(out), str(path)).status == 2
    assert out.read_text(encoding="utf-8") == FIXED


def test_the_edits_of_the_report_are_what_is_written(path: Path) -> None:
    rows = json.loads(fix_run("grammar", "lint", "--format", "json", str(path)).out)["findings"]
    edits = sorted((edit["start"], edit["end"], edit["replacement"]) for row in rows for edit in row["edits"])
    text = TEXT
    for start, end, replacement in reversed(edits):
        text = text[:start] + replacement + text[end:]
    assert text == FIXED
    sarif = json.loads(fix_run("grammar", "lint", "--format", "sarif", str(path)).out)
    assert any("fixes" in row for row in sarif["runs"][0]["results"])


def test_only_selected_codes_are_fixed(path: Path) -> None:
    path.write_text("a = b | c\nb = 'x'\n")
    assert fix_run("grammar", "lint", "--diff", "--select", "L012", str(path)).out == ""  # the rest is not ABNF
    path.write_text("a = b | c\nb = “x”\n")
    fix_run("grammar", "lint", "--fix", "--ignore", "L008", str(path))
    assert path.read_text() == "a = b | c\nb = “x”\n"
    path.write_text('a = b | c ; “x”\nb = "x"\n')
    fix_run("grammar", "lint", "--fix", "--select", "L012", str(path))
    assert path.read_text() == 'a = b / c ; “x”\nb = "x"\n'


def test_another_command_says_what_abnf_writes(path: Path) -> None:
    done = fix_run("check", "-g", str(path), "1")
    assert (done.status, done.err) == (2, f'iri: {path}:1:1: "_" is not allowed in the name of a rule: write my-list\n')


FMT_TEXT, LAYOUT = "a=b/c ;é\n", "a = b / c  ;é\n".replace("b / c  ;é", "b\n  / c  ;é")


@pytest.fixture
def fmt_path(tmp_path: Path) -> Path:
    fmt_path = tmp_path / "a.abnf"
    fmt_path.write_text(FMT_TEXT, encoding="utf-8")
    return fmt_path


def test_files_are_changed_once(fmt_path: Path) -> None:
    done = fmt_run("grammar", "fmt", str(fmt_path))
    assert (done.status, done.out, done.err) == (0, "", f"iri: changed {fmt_path}\n")
    assert fmt_path.read_text(encoding="utf-8") == LAYOUT
    again = fmt_run("grammar", "fmt", str(fmt_path.parent))
    assert (again.status, again.err) == (0, "")


def test_check_and_diff_change_nothing(fmt_path: Path) -> None:
    done = fmt_run("grammar", "fmt", "--check", str(fmt_path))
    assert (done.status, done.err) == (1, f"iri: would change {fmt_path}\n")
    done = fmt_run("grammar", "fmt", "--diff", str(fmt_path))
    assert done.status == 1
    assert f"-{FMT_TEXT}" in done.out
    assert fmt_path.read_text(encoding="utf-8") == FMT_TEXT


def test_standard_input_goes_to_standard_output() -> None:
    done = fmt_run("grammar", "fmt", "-", stdin=FMT_TEXT.encode())
    assert (done.status, done.out) == (0, LAYOUT)
    assert fmt_run("grammar", "fmt", "--check", "-", stdin=FMT_TEXT.encode()).status == 1


def test_a_file_that_is_not_abnf_stays_and_the_others_are_changed(fmt_path: Path) -> None:
    bad = fmt_path.with_name("bad.abnf")
    bad.write_text("a ::= b\n")
    done = fmt_run("grammar", "fmt", str(fmt_path.parent))
    assert done.status == 2
    assert f"{bad}:1:3:" in done.err
    assert bad.read_text() == "a ::= b\n"
    assert fmt_path.read_text(encoding="utf-8") == LAYOUT


def test_a_width(fmt_path: Path) -> None:
    fmt_path.write_text("rule = one / two / three / four\n")
    assert fmt_run("grammar", "fmt", "--width", "20", str(fmt_path)).status == 0
    assert fmt_path.read_text() == "rule = one\n     / two\n     / three\n     / four\n"


def test_nothing_to_lay_out(tmp_path: Path) -> None:
    assert fmt_run("grammar", "fmt", str(tmp_path)).status == 2
    assert fmt_run("grammar", "fmt").status == 2


def test_output_gets_the_layout_and_the_file_stays(fmt_path: Path) -> None:
    out = fmt_path.with_name("out.txt")
    done = fmt_run("grammar", "fmt", "-o", str(out), str(fmt_path))
    assert (done.status, done.out, done.err) == (0, "", "")
    assert (fmt_path.read_text(encoding="utf-8"), out.read_text(encoding="utf-8")) == (FMT_TEXT, LAYOUT)
    assert fmt_run("grammar", "fmt", "-o", str(out), "-", stdin=b"c=d\n").status == 0
    assert out.read_text() == "c = d\n"
    done = fmt_run("grammar", "fmt", "--diff", "-o", str(out), str(fmt_path))
    assert (done.status, fmt_path.read_text(encoding="utf-8")) == (1, FMT_TEXT)
    assert f"-{FMT_TEXT}" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["a ::= b\n", "", None])
def test_output_stays_where_a_file_cannot_be_laid_out(fmt_path: Path, text: str | None) -> None:
    out = fmt_path.with_name("out.txt")
    out.write_text("kept")
    if text is None:
        fmt_path.unlink()
    else:
        fmt_path.write_text(text)
    assert fmt_run("grammar", "fmt", "-o", str(out), str(fmt_path)).status == 2
    assert out.read_text() == "kept"


def test_output_is_for_one_file(fmt_path: Path) -> None:
    fmt_path.with_name("b.abnf").write_text(FMT_TEXT, encoding="utf-8")
    done = fmt_run("grammar", "fmt", "-o", str(fmt_path.with_name("out.txt")), str(fmt_path.parent))
    assert done.status == 2
    assert "--output gets the text of one file, not of 2" in done.err
    assert fmt_path.read_text(encoding="utf-8") == FMT_TEXT
    assert not fmt_path.with_name("out.txt").exists()


def test_parts_that_are_never_taken_are_one_finding_of_their_rule(tmp_path: Path) -> None:
    path = tmp_path / "a.abnf"
    path.write_text('a = "A" / "B" / "a" / "b" / %x43\nb = a 1*"x" / a "xx"\n', encoding="utf-8")
    assert [line.removeprefix(f"{path}:") for line in run(str(path)).stdout.splitlines()] == [
        '1:17: L029 "a" is never taken: strings ignore case, and "A" matches it (2 parts of the rule are like this)',
        '2:15: L029 a "xx" is never taken: what comes before it matches all that it could, and the rule matches '
        "the same without it",
    ]


def test_a_name_that_a_fix_adds_is_reported_once(tmp_path: Path) -> None:
    path = tmp_path / "a.abnf"
    path.write_text("a = 2#b\nb = DIGIT\n", encoding="utf-8")
    assert [line.split()[1] for line in run(str(path)).stdout.splitlines()] == ["L002", "L026"]


def test_rules_that_lead_to_each_other_only_are_start_rules(tmp_path: Path) -> None:
    path = tmp_path / "a.abnf"
    path.write_text('a = "x"\nb = "(" c ")" / d\nc = b / "y"\nd = "z"\n', encoding="utf-8")
    found = [line.split(": ", 1)[1] for line in run(str(path)).stdout.splitlines()]
    assert [line for line in found if line.startswith("L003")] == [
        "L003 no other rule leads to a, b: --rule says which are start rules"
    ]


def test_documents_are_not_laid_out(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("~~~ abnf\na=b\n~~~\n", encoding="utf-8")
    done = fmt_run("grammar", "fmt", str(path))
    assert (done.status, done.err) == (
        2,
        f"iri: {path}: this is a document: lay out what `iri grammar extract` writes\n",
    )
    assert path.read_text(encoding="utf-8") == "~~~ abnf\na=b\n~~~\n"


def test_the_kind_of_a_file_can_be_given(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text('Rules::\n\n    a = "x" / b\n', encoding="utf-8")
    assert " L002 a refers to b" in run("--from", "rst", str(path)).stdout
    assert " L001 " in run("--from", "abnf", str(path)).stdout
    done = run("--from", "html", str(path))
    assert (done.exit_code, done.stderr) == (2, f"iri: {path}: cannot be read: no rule of ABNF\n")


def test_uses_of_a_rule_of_a_document_that_cannot_be_read_are_not_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text('~~~ abnf\na = b / c\nb = ["-"]1*DIGIT\n~~~\n', encoding="utf-8")
    assert [line.split(": ", 1)[1] for line in run(str(path)).stdout.splitlines()] == [
        "L001 elements that follow each other are separated by spaces",
        "L002 a refers to c, which no rule defines",
    ]
