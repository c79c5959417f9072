"""Linear time: runs."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

import irigrammar
from irigrammar.engines.walk import Walker

pytestmark = pytest.mark.growth


@pytest.mark.parametrize(
    ("start", "part"),
    [("http://", "%C3%A9"), ("http://h/", "a%20bc"), ("//h/?", "日本語"), ("//", "1."), ("", "a/"), ("//[", "1:")],
)
def test_twice_the_length_takes_about_twice_the_time(start: str, part: str) -> None:
    walker = Walker(irigrammar.grammar("rfc3987")._production("IRI-reference").dfa)
    short, long = (start + part * (size // len(part)) + " " for size in (200_000, 400_000))
    assert growth(walker.fault_offset, short, long) < LIMIT
