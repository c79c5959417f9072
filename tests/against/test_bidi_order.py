"""Bidirectional order against python-bidi and Unicode's own test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.bidi.ordering import ordering

# Debian's package unicode-data has it.
UNICODE_TEST = Path("/usr/share/unicode/BidiCharacterTest.txt")

# A few characters of every class, brackets, tags and marks.
CHARS = "ab.,:/+-$%#1٣אבاب\u0300\u0301\u05b4 \u3000\t\n\u2029()[]〈〉\u2329\u232a&\u200b"
CHARS += "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e"
CHARS += "\u2066\u2067\u2068\u2069\U000e0020\U000e0050\U000e007f\ufffc\U0001f600"


@given(st.text(st.sampled_from(CHARS), max_size=40), st.sampled_from(["ltr", "rtl", "auto"]))
def test_the_order_is_python_bidis(text: str, base: Any) -> None:
    places = ordering(text, base)
    assert sorted(place.offset for place in places) == [*range(len(text))]
    get_display = pytest.importorskip("bidi", reason="python-bidi is not installed").get_display
    shown = get_display(text, base_dir={"ltr": "L", "rtl": "R", "auto": None}[base])
    assert "".join(text[place.offset] for place in places) == shown


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_the_order_is_python_bidis_for_any_characters(text: str) -> None:
    get_display = pytest.importorskip("bidi", reason="python-bidi is not installed").get_display
    assert "".join(text[place.offset] for place in ordering(text)) == get_display(text, base_dir="L")


@pytest.mark.slow
@pytest.mark.skipif(not UNICODE_TEST.is_file(), reason=f"{UNICODE_TEST} is not there")
def test_unicodes_own_lines() -> None:
    tried = 0
    for line in UNICODE_TEST.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        points, _, paragraph, levels, order = line.split(";")
        base = ("ltr", "rtl")[int(paragraph)]
        text = "".join(chr(int(point, 16)) for point in points.split())
        shown = [place for place in ordering(text, base) if levels.split()[place.offset] != "x"]  # type: ignore[arg-type]
        assert [place.offset for place in shown] == [int(number) for number in order.split()]
        assert all(place.rtl == (int(levels.split()[place.offset]) % 2 == 1) for place in shown)
        tried += 1
    assert tried > 90_000
