"""Linear time: verdicts and normal forms of schemes, and consensus."""

from __future__ import annotations

import pytest
from growth import LIMIT, growth

from irigrammar import normalize
from irigrammar.hosts import check_fetch, why
from irigrammar.schemes import check_scheme

pytestmark = pytest.mark.growth

TEXTS = [
    ("mailto:a/b@c", ",a/b@c", "?s=a"),
    ("geo:1,2", ";u=3", ""),
    ("tel:+1", ";a=1", ""),
    ("urn:a0:a", "b/", "?+x"),
    ("sip:a@b", ";x=1", "?a=b"),
    ("data:text/html;base64,", "YWJj", ""),
    ("http://", "a@", "b/"),
    ("http://h", "\\", ""),
    ("http://h", ".\u00e9", "/"),
    ("http://h.example/?", "\u00e9", "#\u00e9"),
]


@pytest.mark.parametrize(("start", "part", "end"), TEXTS)
def test_time_is_linear(start: str, part: str, end: str) -> None:
    """Twice the length takes at most three and a half times as long: the limit is wide, quadratic would be four."""

    def ask(text: str) -> None:
        check_scheme(text)
        why(text)
        check_fetch(text)
        if "@a@" not in text and "\\" not in text:
            normalize(text, level="scheme")

    assert growth(ask, start + part * 10_000 + end, start + part * 20_000 + end) < LIMIT
