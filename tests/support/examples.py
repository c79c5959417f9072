"""The number of examples of property tests: a few, or all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

__all__ = ["FULL", "examples", "slow", "some"]

FULL = os.environ.get("IRIGRAMMAR_EXAMPLES") == "full"


def examples(full: int) -> int:
    """Return how many examples are tried in place of the full number."""
    return full if FULL else max(min(full, 5), full // 40)


def some(values: Iterable[Any], count: int) -> list[Any]:
    """Return the values as parameters: `count` of them, spread evenly, are tried always, and the others are slow."""
    listed = list(values)
    step = max(1, len(listed) // count)
    return [value if place % step == 0 else slow(value) for place, value in enumerate(listed)]


def slow(value: Any) -> Any:
    """Return a value as a parameter that only the slow tests have."""
    if hasattr(value, "marks"):  # made by pytest.param
        return pytest.param(*value.values, marks=[*value.marks, pytest.mark.slow], id=value.id)
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow)
