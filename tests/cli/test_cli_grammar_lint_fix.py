"""`iri grammar lint --fix` and `--diff`: foreign notations are written in ABNF, in place, or shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import run

TEXT = "my_list ::= item | item ',' my_list ; é stays\nitem ::= [0-9]+\n"
FIXED = 'my-list = item / item "," my-list ; é stays\nitem = 1*%x30-39\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "list.abnf"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_fix_writes_the_file_and_reports_what_is_left(path: Path) -> None:
    done = run("grammar", "lint", "--fix", "--ignore", "L007", str(path))
    assert (done.status, done.out) == (0, "")
    assert done.err == "iri: fixed 1 file\n"
    assert path.read_text(encoding="utf-8") == FIXED
    again = run("grammar", "lint", "--fix", "--ignore", "L007", str(path))
    assert (again.status, again.err) == (0, "")


def test_diff_changes_nothing(path: Path) -> None:
    done = run("grammar", "lint", "--diff", str(path))
    assert done.status == 1
    assert all(f"-{line}" in done.out for line in TEXT.splitlines())
    assert all(f"+{line}" in done.out for line in FIXED.splitlines())
    assert path.read_text(encoding="utf-8") == TEXT
    path.write_text(FIXED, encoding="utf-8")
    assert run("grammar", "lint", "--diff", str(path)).status == 0


def test_standard_input_cannot_be_fixed() -> None:
    assert run("grammar", "lint", "--fix", "-", stdin=b"a ::= b\n").status == 2


def test_a_file_that_is_not_utf_8_is_reported_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.abnf"
    path.write_bytes(b"a = '\xff'\n")
    assert run("grammar", "lint", "--fix", str(path)).status == 2
    assert path.read_bytes() == b"a = '\xff'\n"


def test_output_gets_the_fixed_text_and_the_file_stays(path: Path) -> None:
    out = path.with_name("out.txt")
    done = run("grammar", "lint", "--fix", "-o", str(out), str(path))
    assert (done.status, done.out) == (0, "")
    assert done.err.startswith(f"{path}:1:1: L007 ")
    assert (path.read_text(encoding="utf-8"), out.read_text(encoding="utf-8")) == (TEXT, FIXED)
    assert run("grammar", "lint", "--fix", "-o", str(out), str(path), str(path)).status == 2
    assert run("grammar", "lint", "--fix", "-o", str(out), str(path.parent / "missing")).status == 2
    assert run("grammar", "lint", "--fix", "--format", "json", "-o", str(out), str(path)).status == 2
    assert out.read_text(encoding="utf-8") == FIXED


def test_the_edits_of_the_report_are_what_is_written(path: Path) -> None:
    rows = json.loads(run("grammar", "lint", "--format", "json", str(path)).out)["findings"]
    edits = sorted((edit["start"], edit["end"], edit["replacement"]) for row in rows for edit in row["edits"])
    text = TEXT
    for start, end, replacement in reversed(edits):
        text = text[:start] + replacement + text[end:]
    assert text == FIXED
    sarif = json.loads(run("grammar", "lint", "--format", "sarif", str(path)).out)
    assert any("fixes" in row for row in sarif["runs"][0]["results"])


def test_only_selected_codes_are_fixed(path: Path) -> None:
    path.write_text("a = b | c\nb = 'x'\n")
    assert run("grammar", "lint", "--diff", "--select", "L012", str(path)).out == ""  # the rest is not ABNF
    path.write_text("a = b | c\nb = “x”\n")
    run("grammar", "lint", "--fix", "--ignore", "L008", str(path))
    assert path.read_text() == "a = b | c\nb = “x”\n"
    path.write_text('a = b | c ; “x”\nb = "x"\n')
    run("grammar", "lint", "--fix", "--select", "L012", str(path))
    assert path.read_text() == 'a = b / c ; “x”\nb = "x"\n'


@pytest.mark.parametrize(
    "text", [r'a = %x0A / %s"\n"', "a_b ::= a-b\na-b = 'x'", "# A\n\n~~~ abnf\na ::= b\n~~~", "a ::= ("]
)
def test_what_is_not_certain_stays(path: Path, text: str) -> None:
    path.write_text(text)
    assert run("grammar", "lint", "--fix", str(path)).err == ""
    assert path.read_text() == text
    assert run("grammar", "lint", "--diff", str(path)).out == ""
    rows = json.loads(run("grammar", "lint", "--format", "json", str(path)).out)["findings"]
    assert not any(row["edits"] for row in rows)


@pytest.mark.parametrize("text", ["a ::= b\r\nb ::= 'x'\r\n", "\ufeffa ::= b\nb = %x41"])
def test_ends_of_lines_and_a_byte_order_mark_stay(path: Path, text: str) -> None:
    path.write_bytes(text.encode())
    assert run("grammar", "lint", "--fix", str(path)).status == 0
    assert path.read_bytes() == text.replace("::=", "=").replace("'x'", '%s"x"').encode()


def test_a_link_is_not_replaced(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.abnf"
    link.symlink_to(path)
    run("grammar", "lint", "--fix", str(link))
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == TEXT


def test_another_command_says_what_abnf_writes(path: Path) -> None:
    done = run("check", "-g", str(path), "1")
    assert (done.status, done.err) == (
        2,
        f'iri: {path}:1:1: "_" is not allowed in the name of a rule: write my-list\n',
    )
