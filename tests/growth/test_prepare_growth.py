"""Linear time: prepare."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

from irigrammar.processing.prepare import prepare
from irigrammar.processing.trace import recorded

pytestmark = pytest.mark.growth

KINDS = ["&", "&#", "&#1", "&a", "&#233;", "&eacute;", "&#0;", " ", " a", "&#x0"]


@pytest.mark.parametrize("part", KINDS)
def test_twice_the_length_takes_about_twice_the_time(part: str) -> None:
    texts = [part * (size // len(part)) for size in (20_000, 40_000)]
    assert growth(lambda text: recorded([], prepare, text, references="html"), *texts) < LIMIT
