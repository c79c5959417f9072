"""Linear time: documents rdf."""

from __future__ import annotations

import time

import pytest
from documents import items

pytestmark = pytest.mark.growth


@pytest.mark.parametrize(
    "piece",
    [
        "<http://e/a> ",
        "<a",
        "<",
        '"',
        "'",
        "'''",
        "\\",
        "# a\n",
        '"a\n',
        "base ",
        "a:%",
        "a\\~",
        "prefix a:",
        "<a\\u0041>",
        "<<",
        '"\\',
        "<\n",
    ],
)
@pytest.mark.parametrize("name", ["n-triples", "turtle"])
def test_time_grows_with_the_length(name: str, piece: str) -> None:
    def cost(times: int) -> float:
        text = piece * times
        best = []
        for _ in range(3):
            start = time.process_time()
            items(name, text)
            best.append(time.process_time() - start)
        return min(best) + 1e-3

    assert cost(32_000) / cost(4_000) < 40
