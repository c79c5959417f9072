"""The teaching commands in a real terminal of 80 columns."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.cases import Case, read, text_of
from tools.terminal import COLUMNS, GOLDEN, HEADER, Terminal, missing, shown

pytestmark = pytest.mark.external

FILES = sorted(GOLDEN.glob("*.txt"))
CASES = [pytest.param(path, case, id=f"{path.stem}-{index}") for path in FILES for index, case in enumerate(read(path))]
MISSING = missing()
in_a_terminal = pytest.mark.skipif(MISSING != "", reason=MISSING)


@pytest.fixture(scope="module")
def terminal() -> Iterator[Terminal]:
    with Terminal() as terminal:
        yield terminal


@in_a_terminal
@pytest.mark.parametrize(("path", "case"), CASES)
def test_the_terminal_shows_the_golden_text(terminal: Terminal, path: Path, case: Case) -> None:
    assert shown(terminal, path, case.head).splitlines() == case.said.splitlines()


@in_a_terminal
@pytest.mark.parametrize("case", [case for path in FILES if path.stem == "plain" for case in read(path)])
def test_the_terminal_breaks_no_line(terminal: Terminal, case: Case) -> None:
    pane = terminal.show(case.head)
    assert pane.rows == pane.whole


@in_a_terminal
def test_a_line_that_is_too_long_would_be_seen(terminal: Terminal) -> None:
    pane = terminal.show(f"printf '%s\\n' {'日' * 41}")
    assert (len(pane.rows), len(pane.whole)) == (2, 1)
    assert pane.rows[0] == "日" * (COLUMNS // 2)


@in_a_terminal
@pytest.mark.parametrize(
    ("before", "wrong"),
    [
        ("http://日本語.example/😀", " "),
        ("http://h/שלום", "|"),
        ("http://h/日ש本ל", "<"),
        ("http://h/e\u0301日\u0301", "<"),
        ("http://h/" + "日a" * 20, "["),
        ("http://h/" + "a" * 59, "["),
    ],
)
def test_the_caret_is_under_the_cell_of_its_character(terminal: Terminal, before: str, wrong: str) -> None:
    rows = terminal.show(f"iri explain {shlex.quote(before + wrong + 'x')}").rows
    caret = next(row for row in rows if re.match(r" *\^( |$)", row))
    # The terminal itself says how far what stands before the character takes it.
    cursor = terminal.show(f"printf '%s' {shlex.quote('  ' + before)}").cursor
    assert caret.index("^") == cursor


@in_a_terminal
def test_a_quiz_in_a_terminal_takes_what_is_typed(terminal: Terminal) -> None:
    rows = terminal.show("yes | iri quiz -g rfc3986 -r port -n 2").rows
    assert rows[0].startswith("1/2  ")
    assert rows[-1].endswith("of 2 right")


def test_cases_of_each_command_with_and_without_colour() -> None:
    for path in FILES:
        commands = {case.head.split()[1] for case in read(path)}
        assert commands == {"explain", "tree", "trace", "char", "derive"}
        assert path.read_text(encoding="utf-8") == text_of(HEADER, read(path))
        assert ("\\e[" in path.read_text(encoding="utf-8")) is (path.stem == "colour")
    assert [path.stem for path in FILES] == ["colour", "plain"]


def test_reason_without_tmux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert missing() == "tmux is not here"


def test_a_tmux_that_does_not_start_is_as_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "tmux"
    broken.write_text('#!/bin/sh\n[ "$1" = -V ] && echo tmux 3.5a || exit 1\n')
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert "does not start" in missing()
