"""Linear time: dots."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

from irigrammar.processing.path import guard, remove_dot_segments

pytestmark = pytest.mark.growth

KINDS = {"up": "../", "down and up": "/a/..", "down": "/a", "here": "/.", "slashes": "/", "dots": "."}


@pytest.mark.parametrize("kind", KINDS)
def test_a_long_path_takes_linear_time(kind: str) -> None:
    part = KINDS[kind]
    short, long = (part * (size // len(part)) for size in (200_000, 400_000))
    assert growth(remove_dot_segments, short, long) < LIMIT
    assert guard(remove_dot_segments(long))[:3] == guard(remove_dot_segments(part * 40))[:3]
    assert len(remove_dot_segments(part * (1_000_000 // len(part)))) <= 1_000_000
