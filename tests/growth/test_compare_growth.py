"""Linear time: compare."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

from irigrammar.processing.compare import compare

pytestmark = pytest.mark.growth


def test_long_references_take_linear_time() -> None:
    def ask(text: str) -> object:
        return compare(text, text.lower(), redirects={text: text})

    texts = ["http://H/" + "%C3%A9/../" * (size // 10) for size in (10_000, 20_000, 500_000)]
    assert growth(ask, *texts[:2]) < LIMIT
    assert compare(texts[2], texts[2].lower()).rung == "syntax"


def test_a_long_way_takes_linear_time() -> None:
    def ask(text: str) -> object:
        size = len(text)
        return compare(
            "http://h/0", f"http://h/{size}", redirects={f"http://h/{index}": str(index + 1) for index in range(size)}
        )

    assert ask("a" * 50)
    assert growth(ask, "a" * 200, "a" * 400) < LIMIT
