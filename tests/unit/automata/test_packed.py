"""Packed rows and columns are the numbers that were packed, on machines of either order of bytes."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.automata.packed import PackedRows, pack_column, pack_rows, unpack_column

NUMBERS = st.integers(0, 32_767)


@pytest.fixture(params=sorted({"big", sys.byteorder}), autouse=True, scope="module")
def byte_order(request: pytest.FixtureRequest) -> object:
    """Unpack as this machine does, and as one that has the high byte first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "byteorder", request.param)
        yield


@given(rows=st.lists(st.lists(NUMBERS, max_size=4)))
def test_rows_come_back(rows: list[list[int]]) -> None:
    packed = PackedRows(pack_rows(rows))
    assert [packed[place] for place in range(len(rows))] == [tuple(row) for row in rows]


@given(column=st.lists(st.integers(-32_768, 32_767)))
def test_a_column_comes_back(column: list[int]) -> None:
    assert list(unpack_column(pack_column(column))) == column


def test_a_row_without_numbers_or_with_several_is_kept_once() -> None:
    assert pack_rows([(), (1, 2), (7,), (1, 2), ()]) == ("fffffeff0700feffffff", ",1 2")


@pytest.mark.parametrize("number", [32_768, -32_769])
def test_a_number_beyond_16_bits_is_refused(number: int) -> None:
    with pytest.raises(OverflowError):
        pack_column([number])
