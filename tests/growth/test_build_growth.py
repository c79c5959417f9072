"""Linear time: build."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

from irigrammar.processing.support.build import encode, map_component

pytestmark = pytest.mark.growth

KINDS = ["%", "%4", "%41", "é", " a", "é%", "a"]


@pytest.mark.parametrize("part", KINDS)
def test_twice_the_length_takes_about_twice_the_time(part: str) -> None:
    texts = [part * (size // len(part)) for size in (20_000, 40_000)]
    assert growth(map_component, *texts) < LIMIT
    assert growth(lambda text: encode(text, "isegment"), *texts) < LIMIT
    assert growth(lambda text: encode(text, "segment", charset="gb18030"), *texts) < LIMIT
