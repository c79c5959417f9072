"""Linear time: documents linear search."""

from __future__ import annotations

import time

import pytest

from irigrammar.scan.formats.linear_search import searcher

pytest.importorskip("jsonschema")

pytestmark = pytest.mark.growth


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|a)*$", "(a*)*b", "(.*)*x", "^([a-z]+)*$", "a*a*a*a*a*b"])
def test_time_grows_linearly_with_the_text(pattern: str) -> None:
    def seconds(size: int) -> float:
        started = time.thread_time()
        assert not searcher(pattern)("a" * size + "!")
        return time.thread_time() - started

    seconds(10)
    assert min(seconds(40_000) for _ in range(2)) < 3 * 8 * max(min(seconds(5_000) for _ in range(3)), 1e-4)
