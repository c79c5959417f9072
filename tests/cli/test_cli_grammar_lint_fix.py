"""`iri grammar lint --fix` and `--diff`: foreign notations are written in ABNF, in place, or shown."""

from __future__ import annotations

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
