"""`iri grammar fmt` as a user runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run

TEXT, LAYOUT = "a=b/c ;é\n", "a = b / c  ;é\n".replace("b / c  ;é", "b\n  / c  ;é")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.abnf"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_files_are_changed_once(path: Path) -> None:
    done = run("grammar", "fmt", str(path))
    assert (done.status, done.out, done.err) == (0, "", f"iri: changed {path}\n")
    assert path.read_text(encoding="utf-8") == LAYOUT
    again = run("grammar", "fmt", str(path.parent))
    assert (again.status, again.err) == (0, "")


def test_check_and_diff_change_nothing(path: Path) -> None:
    done = run("grammar", "fmt", "--check", str(path))
    assert (done.status, done.err) == (1, f"iri: would change {path}\n")
    done = run("grammar", "fmt", "--diff", str(path))
    assert done.status == 1
    assert f"-{TEXT}" in done.out
    assert path.read_text(encoding="utf-8") == TEXT


def test_standard_input_goes_to_standard_output() -> None:
    done = run("grammar", "fmt", "-", stdin=TEXT.encode())
    assert (done.status, done.out) == (0, LAYOUT)
    assert run("grammar", "fmt", "--check", "-", stdin=TEXT.encode()).status == 1


def test_a_file_that_is_not_abnf_stays_and_the_others_are_changed(path: Path) -> None:
    bad = path.with_name("bad.abnf")
    bad.write_text("a ::= b\n")
    done = run("grammar", "fmt", str(path.parent))
    assert done.status == 2
    assert f"{bad}:1:3:" in done.err
    assert bad.read_text() == "a ::= b\n"
    assert path.read_text(encoding="utf-8") == LAYOUT


def test_a_width(path: Path) -> None:
    path.write_text("rule = one / two / three / four\n")
    assert run("grammar", "fmt", "--width", "20", str(path)).status == 0
    assert path.read_text() == "rule = one\n     / two\n     / three\n     / four\n"


def test_nothing_to_lay_out(tmp_path: Path) -> None:
    assert run("grammar", "fmt", str(tmp_path)).status == 2
    assert run("grammar", "fmt").status == 2


def test_output_gets_the_layout_and_the_file_stays(path: Path) -> None:
    out = path.with_name("out.txt")
    done = run("grammar", "fmt", "-o", str(out), str(path))
    assert (done.status, done.out, done.err) == (0, "", "")
    assert (path.read_text(encoding="utf-8"), out.read_text(encoding="utf-8")) == (TEXT, LAYOUT)
    assert run("grammar", "fmt", "-o", str(out), "-", stdin=b"c=d\n").status == 0
    assert out.read_text() == "c = d\n"
    done = run("grammar", "fmt", "--diff", "-o", str(out), str(path))
    assert (done.status, path.read_text(encoding="utf-8")) == (1, TEXT)
    assert f"-{TEXT}" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["a ::= b\n", "", None])
def test_output_stays_where_a_file_cannot_be_laid_out(path: Path, text: str | None) -> None:
    out = path.with_name("out.txt")
    out.write_text("kept")
    if text is None:
        path.unlink()
    else:
        path.write_text(text)
    assert run("grammar", "fmt", "-o", str(out), str(path)).status == 2
    assert out.read_text() == "kept"


def test_output_is_for_one_file(path: Path) -> None:
    path.with_name("b.abnf").write_text(TEXT, encoding="utf-8")
    done = run("grammar", "fmt", "-o", str(path.with_name("out.txt")), str(path.parent))
    assert done.status == 2
    assert "--output gets the text of one file, not of 2" in done.err
    assert path.read_text(encoding="utf-8") == TEXT
    assert not path.with_name("out.txt").exists()


@pytest.mark.parametrize("text", ["a = b\r\nc = d\r\n", "a = b\nc = d", "\ufeffa = b\r\n"])
def test_a_layout_with_its_ends_of_lines_stays(path: Path, text: str) -> None:
    path.write_bytes(text.encode())
    assert run("grammar", "fmt", "--check", str(path)).status == 0
    assert run("grammar", "fmt", "--diff", str(path)).out == ""
    path.write_bytes(text.replace(" = ", "=").encode())
    assert run("grammar", "fmt", "--check", str(path)).status == 1
    assert run("grammar", "fmt", str(path)).status == 0
    assert path.read_bytes() == text.encode()
