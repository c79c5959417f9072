"""Views of bidirectional IRIs as lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from rich.cells import cell_len

from irigrammar.bidi import components, findings, from_notation, symbols, to_notation
from irigrammar.bidi.display import visual_line
from irigrammar.text.sheet import PLAIN, Sheet
from irigrammar.views.bidi_page import View, as_dict, as_lines, symbol_lines

pytest.importorskip("bidi")


def view(text: str, spell: Callable[[str], str] = str) -> View:
    result = components(text)
    return View(text, result, findings(text), text, result, visual_line(text), spell)


def lines(notation: str, sheet: Sheet = PLAIN) -> list[str]:
    return [line[13:] for line in as_lines(view(from_notation(notation), to_notation), sheet)]


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("a", ["a", "a", "┴"]),
        ("a/BC/de", ["a/BC/de", "a/CB/de", "┴ └┘ └┘"]),
        ("A/BCD/e", ["A/BCD/e", "┴ └─┘ ┴", "1 2   3", "DCB/A/e", "└─┘ ┴ ┴", "2   1 3"]),
        ("?/#", ["?/#", "?/#", " ┴"]),
        ("//", ["//", "//"]),
    ],
)
def test_brackets_and_numbers(notation: str, said: list[str]) -> None:
    assert lines(notation) == said


def test_many_components_have_numbers_if_they_fit() -> None:
    *_, brackets, numbers = lines(f"{'a/' * 9}B/CD/E")
    assert brackets == "┴ ┴ ┴ ┴ ┴ ┴ ┴ ┴ ┴ ┴ └┘ ┴"
    assert numbers == "1 2 3 4 5 6 7 8 9   11"  # neither 12 nor 10 has room below one column


def test_long_texts_take_several_lines() -> None:
    page = [*as_lines(view(f"{'ab' * 40}/{'אב' * 40}"), Sheet(width=60))]
    assert max(cell_len(line) for line in page) <= 60
    assert page[0].startswith("  logical    ababab")
    assert page[1].startswith("             \u202d")
    assert sum("└" in line for line in page) >= 3


def test_ascii_terminals() -> None:
    page = [*as_lines(view("a/אb"), Sheet(encoding="ascii"))]
    assert all(line.isascii() for line in page)
    assert page[1:3] == ["  visual     a/\\u{5D0}b", "             | [------]"]


def test_formatting_characters_are_shown_in_logical_order_only() -> None:
    result = lines("a/\u202eb")
    assert result[:3] == ["a/\\u{202E}b", "a/b", "┴ ┴"]


def test_as_json_has_it() -> None:
    result = as_dict(view(from_notation("A/1"), partial(to_notation, script="hebrew")))
    assert result["text"] == "A/1"
    assert result["visual"] == "1/A"
    assert result["components"][0] == {"rule": "isegment-nz-nc", "start": 0, "end": 1, "text": "A"}
    assert result["findings"][0]["code"] == "B006"


def test_the_table_of_symbols_has_a_line_for_each() -> None:
    assert len([*symbol_lines(symbols())]) == len(symbols()) + 1
