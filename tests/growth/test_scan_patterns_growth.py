"""Linear time: scan patterns."""

from __future__ import annotations

import time

import pytest

from irigrammar.scan.patterns import spec

pytestmark = pytest.mark.growth


@pytest.mark.parametrize("stars", [6, 12, 40])
@pytest.mark.parametrize("between", ["*", "?*", "**/"])
def test_time_grows_linearly_with_the_name(stars: int, between: str) -> None:
    pattern = spec((f"{between}a" * stars + f"{between}b",))
    joint = "/" if between == "**/" else ""
    short, long = (joint.join("a" * size) + ".md" for size in (4_000, 32_000))
    assert not pattern.match_file(long)

    def seconds(name: str) -> float:
        started = time.perf_counter()
        for _ in range(3):
            pattern.match_file(name)
        return time.perf_counter() - started

    assert min(seconds(long) for _ in range(3)) < 4 * 8 * max(min(seconds(short) for _ in range(3)), 1e-4)
