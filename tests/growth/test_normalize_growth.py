"""Linear time: normalize."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

import irigrammar
from irigrammar.processing.conversions import normalize

pytestmark = pytest.mark.growth

LONG = {
    "dots": ("http://h/", "a/../"),
    "encoded dots": ("", "%2E%2e/"),
    "percent-encodings": ("http://h/", "%c3%a9"),
    "not utf-8": ("http://h/?", "%c3"),
    "host": ("http://", "É."),
    "host of one label": ("http://", "é"),
    "encoded host": ("http://", "%C3%89"),
    "a-labels": ("http://", "xn--rsum-bpad."),
    "port": ("http://h:", "0"),
    "slashes": ("a:", "/"),
    "user information": ("http://", "u:"),
}


@pytest.mark.parametrize("kind", LONG)
def test_long_references_take_linear_time(kind: str) -> None:
    start, part = LONG[kind]
    short, long, longest = (start + part * (size // len(part)) for size in (20_000, 40_000, 1_000_000))
    if kind == "slashes":
        short, long, longest = (text.replace("//", "/./") for text in (short, long, longest))
    if kind == "user information":
        short, long, longest = (f"{text}@h" for text in (short, long, longest))
    assert growth(lambda text: normalize(text, level="scheme"), short, long) < LIMIT
    assert irigrammar.grammar("rfc3987").start.matches(normalize(longest, level="scheme"))
