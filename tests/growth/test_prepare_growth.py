"""Linear time: prepare."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

from irigrammar.processing.prepare import prepare

pytestmark = pytest.mark.growth

KINDS = ["&", "&#", "&#1", "&a", "&#233;", "&eacute;", "&#0;", " ", " a", "&#x0"]


@pytest.mark.parametrize("part", KINDS)
def test_twice_the_length_takes_about_twice_the_time(part: str) -> None:
    texts = [part * (size // len(part)) for size in (20_000, 40_000)]
    assert growth(lambda text: prepare(text, references="html", trace=[]), *texts) < LIMIT
