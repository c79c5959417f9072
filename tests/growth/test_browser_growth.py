"""Linear time: browser."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

from irigrammar.matching.browser import domain_fault, read_url

pytestmark = pytest.mark.growth

BASE = read_url("http://user@base.example:8080/a/b")


@pytest.mark.parametrize("part", ["a", "/", "\\", "@", ":", "%41", ".", "1.", "\t", "[", "xn--a.", "0"])
@pytest.mark.parametrize("before", ["http://", "", "foo://", "file:"])
def test_linear_time(before: str, part: str) -> None:
    short, long = (before + part * size for size in (20_000, 40_000))
    assert growth(lambda text: read_url(text, BASE), short, long) < LIMIT


@pytest.mark.parametrize("part", ["a", "a.", "\xfc", "xn--a.", "xn--9ca.", "\u05d0", "-", "1.", "\u0308"])
def test_domains_take_linear_time(part: str) -> None:
    short, long = (part * size for size in (20_000, 40_000))
    assert growth(domain_fault, short, long) < LIMIT
