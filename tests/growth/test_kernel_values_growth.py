"""Linear time: kernel values."""

from __future__ import annotations

from typing import Any

import pytest
from growth import LIMIT, growth
from hypothesis import strategies as st
from kernels import NEEDS_KERNEL

from irigrammar.engines import kernel

pytestmark = pytest.mark.growth

numbers = st.integers(0, 9) | st.sampled_from(
    [-1, 254, 255, 256, 257, 0xD800, 0x10FFFF, 0x110000, 65_535, 2**63, -(2**63)]
)


@NEEDS_KERNEL
def test_an_automaton_of_many_classes_is_made_in_time_linear_in_its_table() -> None:
    """Looking for rows of three ends after a number of steps, whatever the table."""
    module = kernel.kernel()
    assert module is not None
    values: dict[str, tuple[Any, ...]] = {}
    for count in (1_000, 2_000):
        numbers, to_two = tuple(range(count)), (2).to_bytes(2) * count
        values[str(count)] = numbers, numbers, 1, bytes(30), 2, bytes(2 * count) + to_two * 29
    assert growth(lambda count: module.Automaton(*values[count]), "1000", "2000") < LIMIT
