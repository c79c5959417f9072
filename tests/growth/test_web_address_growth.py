"""Linear time: web address."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

import irigrammar
from irigrammar import ConversionError
from irigrammar.processing.conversions import web_address_to_iri

pytestmark = pytest.mark.growth

IRI = irigrammar.grammar("rfc3987").start


@pytest.mark.parametrize("part", ["\\", "a\\", "% ", "\t", "%4", "é", "\u202e", "?\\"])
def test_linear_time(part: str) -> None:
    text = part * (1_000_000 // len(part))
    assert IRI.matches(web_address_to_iri(text))
    short, long = (part * (size // len(part)) for size in (20_000, 40_000))
    assert growth(web_address_to_iri, short, long) < LIMIT


def test_linear_time_of_a_refusal() -> None:
    def answer(text: str) -> str:
        with pytest.raises(ConversionError):
            web_address_to_iri(text)
        return text

    short, long = ("//u:" + "p\\" * size + "@e/" for size in (10_000, 20_000))
    assert growth(answer, short, long) < LIMIT
