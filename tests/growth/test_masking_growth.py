"""Linear time: masking."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

from irigrammar.masking import secrets

pytestmark = pytest.mark.growth


@pytest.mark.parametrize(
    "pattern", ["//a:b", "//a:b@", "//@", "//a:x/", "https:", "//[:x@", "https:a:x ", "@", "//a:1"]
)
@pytest.mark.parametrize("end", ["@", " @", "\n@", '"@'])
def test_time_is_linear(pattern: str, end: str) -> None:
    short, twice = (pattern * (count // len(pattern)) + end for count in (100_000, 200_000))
    assert growth(secrets, short, twice) < LIMIT
