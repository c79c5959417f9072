"""Layout of text: lines, canvas, parts."""

from __future__ import annotations

from difflib import SequenceMatcher

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar.grammars.expr import abnf
from irigrammar.grammars.reader import read
from irigrammar.shipped.loader import generic_names
from irigrammar.text.canvas import BLANK, Cell, cells, fit, line, wide
from irigrammar.text.caret import columns
from irigrammar.text.sheet import WIDTH, abnf_units, fold, row, side_by_side
from irigrammar.text.splice import shared_ends, splice


def plain(text: str, _role: str) -> str:
    return text


def brackets(text: str, role: str) -> str:
    return f"<{role}>{text}</{role}>"


@in_one_test("name", generic_names())
def test_the_parts_of_abnf_are_the_abnf(name: str) -> None:
    for rule in irigrammar.grammar(name).rules.own.values():
        text = abnf(rule.expr)
        units = abnf_units(text)
        assert " ".join(units) == text
        assert all(unit.count('"') % 2 == 0 and unit not in ("/", "(", ")", "[", "]") for unit in units)


def test_strings_and_prose_with_spaces_are_one_part() -> None:
    text = 'a = " / " / 2( "( " ) / < / prose > / *( b " " )\n'
    assert abnf_units(abnf(read(text, "here")["a"].expr)) == [
        '" / "', '/ 2"( "', "/ < / prose >", "/ *( b", '" " )',
    ]  # fmt: skip


@given(st.lists(st.text("ab/", min_size=1, max_size=120), max_size=30), st.integers(0, 50), st.integers(0, 50))
def test_lines_end_between_parts_and_are_not_too_long(units: list[str], start: int, indent: int) -> None:
    lines = fold(units, start, indent)
    assert " ".join(item.strip() for item in lines) == " ".join(units)
    for index, item in enumerate(lines):
        used = len(item) + (start if index == 0 else 0)
        assert used <= WIDTH or " " not in item.strip()
        assert index == 0 or item.startswith(" " * indent)


def test_rows() -> None:
    assert list(row("uses", [], plain)) == []
    assert list(row("uses", "a b", brackets)) == ["<note>uses          </note>a b"]
    words = ["x" * 40] * 3
    assert list(row("uses", words, plain, hang=2)) == ["uses          " + " ".join(words[:2]), " " * 16 + words[2]]


def test_pairs_stand_side_by_side_or_below_each_other() -> None:
    assert list(side_by_side("misses", [("a", "one"), ("bcd", "two")], "error", brackets)) == [
        "<note>misses        </note><error>a</error>    one",
        "<note>              </note><error>bcd</error>  two",
    ]
    long = "x" * 60
    assert list(side_by_side("misses", [(long, "y" * 40), ("z", "w")], "error", plain)) == [
        f"misses        {long}",
        f"{'':14}  {'y' * 40}",
        f"{'':14}z",
        f"{'':14}  w",
    ]
    assert list(side_by_side("misses", [], "error", plain)) == []


def canvas_plain(text: str, role: str) -> str:  # noqa: ARG001  # the signature of paint
    return text


@pytest.mark.parametrize("text", ["", "abc", "日本", "e\u0301x", "日\u0301", "\U0001f600!"])
def test_as_many_cells_as_columns(text: str) -> None:
    result = cells(text, "note")
    assert len(result) == columns(text)
    assert "".join(cell.text for cell in result) == text
    assert {cell.role for cell in result} <= {"note"}


def test_a_mark_at_the_beginning_has_a_cell() -> None:
    assert [cell.text for cell in cells("\u0301a")] == ["\u0301", "a"]


def test_a_line_is_painted_by_role_and_has_no_blanks_at_its_end() -> None:
    row = [*cells("ab", "note"), BLANK, Cell("c"), BLANK, BLANK]
    assert line(row, lambda text, role: f"<{role} {text}>") == "<note ab> c"
    assert line([BLANK], canvas_plain) == ""


def test_right_to_left_characters_stay_in_their_cells() -> None:
    assert line(cells("x\u05d0\u05d1"), canvas_plain) == "\u202dx\u05d0\u05d1\u202c"
    assert line(cells("x\u05d0"), canvas_plain, "iso8859-8") == "x\u05d0"


@pytest.mark.parametrize(
    ("text", "room", "expected"),
    [("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("ab", 1, "…")],
)
def test_a_text_is_cut_to_its_room(text: str, room: int, expected: str) -> None:
    assert fit(text, room, "…") == expected


def test_a_row_is_filled() -> None:
    assert wide([Cell("a")], 3) == [Cell("a"), BLANK, BLANK]
    assert wide([Cell("a")], 0) == [Cell("a")]


@example("abab", "aabb")
@example("a b", "a%20b")
@example("aab", "ab")
@example("bbaa", "baba")
@given(st.text("ab", max_size=12), st.text("ab", max_size=12))
def test_parts_of_a_text_are_exchanged(old: str, new: str) -> None:
    pieces = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    edits = [(start, end, new[low:high]) for kind, start, end, low, high in pieces if kind != "equal"]
    assert splice(old, edits) == new
    head, tail = shared_ends(old, new)
    assert old[:head] == new[:head]
    assert old[len(old) - tail :] == new[len(new) - tail :]
    assert head + tail <= min(len(old), len(new))
    middles = old[head : len(old) - tail], new[head : len(new) - tail]
    assert "" in middles or (middles[0][0] != middles[1][0] and middles[0][-1] != middles[1][-1])
