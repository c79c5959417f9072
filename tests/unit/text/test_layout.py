"""Labelled rows of text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar.grammars.reader import read
from irigrammar.grammars.render import abnf
from irigrammar.shipped.loader import generic_names
from irigrammar.text.sheet import WIDTH, abnf_units, fold, row, side_by_side


def plain(text: str, _role: str) -> str:
    return text


def brackets(text: str, role: str) -> str:
    return f"<{role}>{text}</{role}>"


@pytest.mark.parametrize("name", generic_names())
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
    assert " ".join(line.strip() for line in lines) == " ".join(units)
    for index, line in enumerate(lines):
        used = len(line) + (start if index == 0 else 0)
        assert used <= WIDTH or " " not in line.strip()
        assert index == 0 or line.startswith(" " * indent)


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
