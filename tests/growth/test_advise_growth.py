"""Linear time: advise."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

from irigrammar.advice.advise import advise

pytestmark = pytest.mark.growth


@pytest.mark.parametrize("segment", ["a", "A", "..", "%2e%2E", "%41", "éa", "p\u0430", "%FF", "a1b", "1.2.3", "a,b"])
def test_many_segments_take_linear_time(segment: str) -> None:
    short, long = (f"http://h/{f'{segment}/' * count}" for count in (10_000, 20_000))
    assert growth(advise, short, long) < LIMIT


def test_a_long_run_takes_linear_time() -> None:
    short, long = (f"data:application/json;base64,{'aB3_' * count}" for count in (25_000, 50_000))
    assert growth(advise, short, long) < LIMIT
