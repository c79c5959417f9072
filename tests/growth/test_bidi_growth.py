"""Bidirectional IRIs in linear time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from growth import growth

from irigrammar.bidi import components, display, displayed_alike, findings, from_notation, needs_embedding
from irigrammar.bidi.display import visual_line

pytestmark = pytest.mark.growth

LIMIT = 2.9  # quadratic would be four
SIZE = 1_000_000

KINDS: dict[str, Callable[[int], str]] = {
    "segments": lambda size: "אב1/" * (size // 4),
    "labels": lambda size: "//" + "אa." * (size // 3),
    "one component": lambda size: "א" + "1" * size,
    "digits after it": lambda size: "א/" + "1." * (size // 2),
    "names and values": lambda size: "?" + "א=1&" * (size // 4),
    "formatting characters": lambda size: "א\u202e" * (size // 2),
    "isolates": lambda size: "\u2067א\u2069" * (size // 3),
    "isolates in isolates": lambda size: "\u2067" * (size // 2) + "א" + "\u2069" * (size // 2),
    "brackets": lambda size: "(א)" * (size // 3),
    "brackets in brackets": lambda size: "(" * (size // 2) + "א" + ")" * (size // 2),
    "marks": lambda size: "א" + "\u05b4" * size,
    "marks out of order": lambda size: "א" + "\u0300\u0323" * (size // 2),
    "paragraphs": lambda size: "א\u2029" * (size // 2),
    "percent-encodings": lambda size: "א%D7" * (size // 4),
}


@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_length_takes_about_twice_the_time(kind: str) -> None:
    short, long = KINDS[kind](10_000), KINDS[kind](20_000)
    for ask in (findings, display, lambda text: displayed_alike(text, f"{text}a")):
        assert growth(ask, short, long) < LIMIT


@pytest.mark.parametrize("kind", ["segments", "one component", "brackets in brackets"])
def test_a_megabyte(kind: str) -> None:
    text = KINDS[kind](SIZE)
    result = findings(text)
    assert {finding.code for finding in result} <= {"B004", "B005"}
    assert all(len(finding.fix or "") >= len(text) for finding in result[:3])
    assert len(display(text)) == len(text)


def test_notation_and_embedding() -> None:
    texts = ["AB1/" * size for size in (2_500, 5_000)]
    assert growth(from_notation, *texts) < LIMIT
    assert growth(components, *texts) < LIMIT
    texts = [from_notation(text) for text in texts]
    assert growth(needs_embedding, *texts) < LIMIT
    assert growth(lambda text: visual_line(text, "rtl"), *texts) < LIMIT
