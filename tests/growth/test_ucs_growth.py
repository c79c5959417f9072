"""Linear time: ucs."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

from irigrammar.processing.ucs import to_ucs

pytestmark = pytest.mark.growth


def marks_out_of_order(half: str, size: int) -> str:
    return "a" + half * (size // 2 // len(half)) + "\u0323" * (size // 2)


@pytest.mark.parametrize("half", ["\u0301", "\u0301\u0323", "ệ", "e\u0302\u0323"])
def test_long_rows_of_marks_are_normalized_in_linear_time(half: str) -> None:
    """With `unicodedata.normalize` alone a row of marks out of order takes four times as long at twice the length."""
    short, long = (marks_out_of_order(half, size) for size in (20_000, 40_000))
    assert growth(lambda text: to_ucs(text, source="typed"), short, long) < LIMIT
