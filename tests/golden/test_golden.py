"""Golden texts of faults and of valid strings."""

from __future__ import annotations

from pathlib import Path

import pytest
from rows import in_one_test

from tools import cases
from tools.golden import DIAGNOSTICS, GOLDEN, HEADER, Case, diagnostics, main, said

FILES = sorted(GOLDEN.glob("*.txt"))
CASES = [
    pytest.param(path, case, id=f"{path.stem}-{ascii(case.head)[1:-1]}") for path in FILES for case in cases.read(path)
]


@in_one_test(("path", "case"), CASES)
def test_golden_texts_are_up_to_date(path: Path, case: cases.Case) -> None:
    assert said(path, case.head).splitlines() == case.said.splitlines()


def test_the_diagnostics_are_those_of_all_rows() -> None:
    """Codes and names of rules: a failure means that a row was added, removed or changed."""
    written = cases.read(GOLDEN / DIAGNOSTICS)
    assert [case.head for case in written] == [*diagnostics()]
    assert all(f"error[{case.head.split()[0]}]: " in case.said for case in written)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_file_is_as_the_tool_writes_it(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == cases.text_of(HEADER, cases.read(path))


def test_each_case_once_and_both_verdicts() -> None:
    assert [path.name for path in FILES] == [DIAGNOSTICS, "faults.txt", "valid.txt"]
    for path in FILES[1:]:
        heads = [case.head for case in cases.read(path)]
        assert len(set(heads)) == len(heads)
        starts = "error[" if path.stem == "faults" else "valid "
        assert all(case.said.startswith(starts) for case in cases.read(path))


def test_check_names_the_case_that_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    golden = __import__("tools.golden", fromlist=["golden"])
    monkeypatch.setattr(golden, "GOLDEN", tmp_path)
    wrong = cases.Case('rfc3986 port "a"', "nothing is said")
    (tmp_path / "x.txt").write_text(cases.text_of(HEADER, [wrong]), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["golden.py", "--check"])
    assert main() == 1
    assert capsys.readouterr().out == f"x.txt: {wrong.head}\n"
    monkeypatch.setattr("sys.argv", ["golden.py", "--write"])
    assert main() == 0
    monkeypatch.setattr("sys.argv", ["golden.py", "--check"])
    assert main() == 0
    assert "port" in (tmp_path / "x.txt").read_text(encoding="utf-8")


def test_texts_of_any_code_points_are_written_and_read(tmp_path: Path) -> None:
    written_cases = [Case("rfc3987", "IRI", text) for text in ("", " ", "\ud800\n", '"', "é", "### a b")]
    path = tmp_path / "cases.txt"
    written = [cases.Case(case.head, "said\n\nmore") for case in written_cases]
    path.write_text(cases.text_of(HEADER, written), encoding="utf-8")
    assert cases.read(path) == written
    assert [Case.of(case.head) for case in written] == written_cases
