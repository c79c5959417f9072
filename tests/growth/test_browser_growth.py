"""Linear time: browser."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

from irigrammar.matching.browser import read_url

pytestmark = pytest.mark.growth

BASE = read_url("http://user@base.example:8080/a/b")


@pytest.mark.parametrize("part", ["a", "/", "\\", "@", ":", "%41", ".", "1.", "\t", "[", "xn--a.", "0"])
@pytest.mark.parametrize("before", ["http://", "", "foo://", "file:"])
def test_linear_time(before: str, part: str) -> None:
    short, long = (before + part * size for size in (20_000, 40_000))
    assert growth(lambda text: read_url(text, BASE), short, long) < LIMIT
