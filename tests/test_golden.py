"""The golden texts of faults and of valid strings are what the library says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.golden import GOLDEN, Case, main, read, write

FILES = sorted(GOLDEN.glob("*.txt"))
CASES = [
    pytest.param(case, id=f"{path.stem}-{case.grammar}-{case.rule}-{case.text!a}")
    for path in FILES
    for case in read(path)
]


@pytest.mark.parametrize("case", CASES)
def test_a_golden_text_is_what_is_said(case: Case) -> None:
    assert case.run().said.splitlines() == case.said.splitlines()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_file_is_as_the_tool_writes_it(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == write(list(read(path)))


def test_there_are_faults_and_valid_strings_and_no_case_twice() -> None:
    assert [path.name for path in FILES] == ["faults.txt", "valid.txt"]
    for path in FILES:
        heads = [case.head for case in read(path)]
        assert len(set(heads)) == len(heads)
        starts = "not " if path.stem == "faults" else "valid "
        assert all(case.said.startswith(starts) for case in read(path))


def test_the_check_names_the_case_that_says_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    golden = __import__("tools.golden", fromlist=["golden"])
    monkeypatch.setattr(golden, "GOLDEN", tmp_path)
    monkeypatch.setattr(golden, "ROOT", tmp_path)
    wrong = Case("rfc3986", "port", "a", "nothing is said")
    (tmp_path / "x.txt").write_text(write([wrong]), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["golden.py", "--check"])
    assert main() == 1
    assert capsys.readouterr().out == f"x.txt: {wrong.head}\n"
    monkeypatch.setattr("sys.argv", ["golden.py", "--write"])
    assert main() == 0
    monkeypatch.setattr("sys.argv", ["golden.py", "--check"])
    assert main() == 0
    assert "port" in (tmp_path / "x.txt").read_text(encoding="utf-8")


def test_texts_of_any_code_points_are_written_and_read(tmp_path: Path) -> None:
    cases = [Case("rfc3987", "IRI", text, "said\n\nmore") for text in ("", " ", "\ud800\n", '"', "é", "### a b")]
    path = tmp_path / "cases.txt"
    path.write_text(write(cases), encoding="utf-8")
    assert list(read(path)) == cases
