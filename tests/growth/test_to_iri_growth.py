"""Linear time: to iri."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

import irigrammar
from irigrammar.processing.conversions import uri_to_iri

pytestmark = pytest.mark.growth

IRI = irigrammar.grammar("rfc3987").start


@pytest.mark.parametrize("part", ["%C3%A9", "%E2%80%AE", "%FF", "%C3", "%2F", "%41", "/", "a", "é"])
def test_linear_time(part: str) -> None:
    text = "/" + part * (1_000_000 // len(part))
    assert IRI.matches(uri_to_iri(text))
    short, long = ("/" + part * (size // len(part)) for size in (20_000, 40_000))
    assert growth(uri_to_iri, short, long) < LIMIT


@pytest.mark.parametrize("part", ["xn--rsum-bpad.", "xn--rsum-bpad", "%C3%A9", "%2E"])
def test_linear_time_of_hosts(part: str) -> None:
    short, long = (f"http://{part * (size // len(part))}/" for size in (20_000, 40_000))
    assert uri_to_iri(long) in (long, long.replace("%2E", "."))
    assert growth(uri_to_iri, short, long) < LIMIT
