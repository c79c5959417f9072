"""Linear time: leiri."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

import irigrammar
from irigrammar.processing.conversions import leiri_to_iri

pytestmark = pytest.mark.growth

IRI = irigrammar.grammar("rfc3987").start


@pytest.mark.parametrize("part", [" ", "a ", "\u202e", "?\ue000", "%20", "é\\"])
def test_linear_time(part: str) -> None:
    text = part * (1_000_000 // len(part))
    result = leiri_to_iri(text)
    assert IRI.matches(result)
    assert leiri_to_iri("[" + text, check=False) == "[" + result
    short, long = (part * (size // len(part)) for size in (20_000, 40_000))
    assert growth(leiri_to_iri, short, long) < LIMIT
