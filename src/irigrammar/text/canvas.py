"""Text in terminal cells with roles.

Wide characters have two cells; lines are joined side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from irigrammar.dataclass import NamedTuple
from irigrammar.text.caret import columns, left_to_right
from irigrammar.text.sheet import Paint


class Cell(NamedTuple):
    """The text of a cell, "" for the second half of a wide character, and its role, "" for none."""

    text: str
    role: str = ""


BLANK = Cell(" ")


def cells(text: str, role: str = "") -> list[Cell]:
    """Return the cells of a text, marks in the cell of the character before them; behind a wide character is an empty
    one.

    >>> [ascii(cell.text) for cell in cells("\\u65e5e\\u0301")]
    ["'\\\\u65e5'", "''", "'e\\\\u0301'"]
    """
    cells: list[Cell] = []
    for char in text:
        size = columns(char)
        if size or not cells:
            cells += [Cell(char, role), *[Cell("", role)] * (size - 1)]
        else:
            index = max(place for place, cell in enumerate(cells) if cell.text)
            cells[index] = Cell(cells[index].text + char, role)
    return cells


def line(row: Sequence[Cell], paint: Paint, encoding: str = "utf-8") -> str:
    """Return cells as a line of text, without blanks at its end, in the colours of their roles.

    The characters stand from left to right as they come, right-to-left ones too.
    """
    end = len(row)
    while end and row[end - 1].text.isspace():
        end -= 1
    text = "".join(
        paint("".join(cell.text for cell in group), role) if role else "".join(cell.text for cell in group)
        for role, group in groupby(row[:end], lambda cell: cell.role)
    )
    return left_to_right(text, encoding)


def fit(text: str, room: int, dots: str) -> str:
    """Return a text cut to a number of columns, with a mark for the rest at its end.

    >>> fit("abcdef", 4, "…"), fit("abcd", 4, "…")
    ('abc…', 'abcd')
    """
    if columns(text) <= room:
        return text
    while text and columns(text) + columns(dots) > room:
        text = text[:-1]
    return text + dots


def wide(row: Sequence[Cell], room: int, filler: Cell = BLANK) -> list[Cell]:
    """Return cells filled up at the end to a number of cells; more cells stay as they are."""
    return [*row, *[filler] * (room - len(row))]
