"""Linear time: derivation."""

from __future__ import annotations

import time

import pytest

import irigrammar
from irigrammar.learn.derivation import as_lines

pytestmark = pytest.mark.growth

IRI = irigrammar.grammar("rfc3987")


def test_time_grows_with_the_text() -> None:
    def spent(count: int) -> float:
        tree = IRI["ipath-absolute"].parse("/" + "ab/" * count)
        best = float("inf")
        for _ in range(3):
            start = time.thread_time()
            for _ in as_lines(tree, ["ipath-absolute"]):
                pass
            best = min(best, time.thread_time() - start)
        return best

    assert spent(1_000) < 16 * spent(250)
