"""Linear time: to uri."""

from __future__ import annotations

import time

import pytest

import irigrammar
from irigrammar import ConversionError, NoMatch
from irigrammar.processing.conversions import iri_to_uri

pytestmark = pytest.mark.growth

URI = irigrammar.grammar("rfc3986").start

LONG = {
    "path": ("http://h/", "é/", ""),
    "query": ("http://h/?", "é&", ""),
    "fragment": ("#", "é", ""),
    "host": ("http://", "é.", ""),
    "ASCII labels": ("http://é.", "a.", ""),
    "userinfo": ("http://", "é:", "@h"),
    "triplets": ("é", "%C3%A9", ""),
    "rest": ("http://é/", "a", ""),
    "no match": ("é", "a", " "),
}


def text_of(kind: str, size: int) -> str:
    before, part, after = LONG[kind]
    return before + part * (size // len(part)) + after


def once(s: str) -> float:
    start = time.thread_time()
    try:
        assert URI.matches(iri_to_uri(s))
    except (NoMatch, ConversionError) as error:
        str(error)
    return time.thread_time() - start


@pytest.mark.parametrize("kind", LONG)
def test_twice_the_length_takes_about_twice_the_time(kind: str) -> None:
    """With a wide margin; quadratic would be four times."""
    short, long = text_of(kind, 20_000), text_of(kind, 40_000)
    once(long)
    for attempt in range(4):
        growth = min(once(long) for _ in range(3)) / max(min(once(short) for _ in range(3)), 1e-4)
        if growth < 3:
            return
        time.sleep(attempt)
    assert growth < 3


@pytest.mark.parametrize("kind", LONG)
def test_a_megabyte_gets_an_answer(kind: str) -> None:
    assert once(text_of(kind, 1_000_000)) < 60
