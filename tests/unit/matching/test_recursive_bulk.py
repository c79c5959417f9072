"""Files, lists and columns by a recursive rule, for which the kernel has no automaton."""

from __future__ import annotations

import io

import pytest
from places import TESTS

from irigrammar import Grammar
from irigrammar.matching.lines import Wanted, check_blocks, check_lines

SUM = Grammar.from_file(TESTS / "data" / "lectures" / "sum.abnf").start
TEXTS = ["1+(2)", "", "(1", "1\xe9"]
RIGHT = [True, False, False, False]


def test_lines() -> None:
    data = b"1+(2)\n\n(1\r\n1+\xff2\n"
    expected = [(1, None), (3, 2), (4, 2)]
    checked = [*check_blocks(SUM, io.BytesIO(data), wanted=Wanted.EVERY)]
    lines = [line for block in checked for line in block.lines]
    assert [(line.number, line.fault and line.fault.offset) for line in lines] == expected
    assert (sum(block.valid for block in checked), sum(block.invalid for block in checked)) == (1, 2)
    lines = [*check_lines(SUM, io.BytesIO(data))]
    assert [(line.number, line.fault and line.fault.offset) for line in lines] == expected


def test_lists() -> None:
    assert SUM.matches_many(TEXTS) == RIGHT
    assert SUM.matches_many(iter(TEXTS)) == RIGHT
    with pytest.raises(TypeError):
        SUM.matches_many(["1", None])  # type: ignore[list-item]  # on purpose


def test_columns() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from irigrammar.integrations import _arrow as arrow

    column = pyarrow.array([*TEXTS, None])
    assert SUM.matches_many(column).to_pylist() == [*RIGHT, None]
    assert arrow.faults(SUM, column).to_pylist() == [None, 0, 2, 1, None]


@pytest.mark.parametrize("kind", ["U", "O"])
def test_arrays_of_numpy(kind: str) -> None:
    numpy = pytest.importorskip("numpy")
    assert SUM.matches_many(numpy.array(TEXTS, dtype=kind)).tolist() == RIGHT
