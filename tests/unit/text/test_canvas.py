"""Cells of a terminal."""

from __future__ import annotations

import pytest

from irigrammar.text.canvas import BLANK, Cell, cells, fitted, line, wide
from irigrammar.text.caret import columns


def plain(text: str, role: str) -> str:  # noqa: ARG001  # the signature of paint
    return text


@pytest.mark.parametrize("text", ["", "abc", "日本", "e\u0301x", "日\u0301", "\U0001f600!"])
def test_there_are_as_many_cells_as_columns(text: str) -> None:
    result = cells(text, "note")
    assert len(result) == columns(text)
    assert "".join(cell.text for cell in result) == text
    assert {cell.role for cell in result} <= {"note"}


def test_a_mark_at_the_beginning_has_a_cell() -> None:
    assert [cell.text for cell in cells("\u0301a")] == ["\u0301", "a"]


def test_a_line_is_painted_by_role_and_has_no_blanks_at_its_end() -> None:
    row = [*cells("ab", "note"), BLANK, Cell("c"), BLANK, BLANK]
    assert line(row, lambda text, role: f"<{role} {text}>") == "<note ab> c"
    assert line([BLANK], plain) == ""


def test_right_to_left_characters_stay_in_their_cells() -> None:
    assert line(cells("x\u05d0\u05d1"), plain) == "\u202dx\u05d0\u05d1\u202c"
    assert line(cells("x\u05d0"), plain, "iso8859-8") == "x\u05d0"


@pytest.mark.parametrize(
    ("text", "room", "expected"),
    [("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("ab", 1, "…")],
)
def test_a_text_is_cut_to_its_room(text: str, room: int, expected: str) -> None:
    assert fitted(text, room, "…") == expected


def test_a_row_is_filled() -> None:
    assert wide([Cell("a")], 3) == [Cell("a"), BLANK, BLANK]
    assert wide([Cell("a")], 0) == [Cell("a")]
