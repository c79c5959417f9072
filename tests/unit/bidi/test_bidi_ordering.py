"""The Unicode Bidirectional Algorithm: places and directions, from a line that python-bidi has reordered."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from typing import Any

import pytest
from bidi_examples import DATA
from hypothesis import given
from hypothesis import strategies as st
from places import SHARED

from irigrammar.bidi.ordering import ordering
from irigrammar.text.bidi_classes import moves

get_display = pytest.importorskip("bidi").get_display

LINES: list[dict[str, Any]] = tomllib.loads((DATA / "lines.toml").read_text(encoding="utf-8"))["line"]
UNICODE_TEST = SHARED / "BidiCharacterTest.txt"

# A few characters of every class, brackets, tags (with which places are written), marks (one of which is a stop).
CHARS = "ab.,:/+-$%#1٣אבاب\u0300\u0301\u05b4 \u3000\t\n\u2029()[]〈〉\u2329\u232a&\u200b"
CHARS += "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e"
CHARS += "\u2066\u2067\u2068\u2069\U000e0020\U000e0050\U000e007f\ufffc\U0001f600"


@pytest.mark.parametrize("row", LINES, ids=lambda row: row["name"])
def test_lines(row: dict[str, Any]) -> None:
    places = ordering(row["text"], row.get("base", "ltr"))
    assert "".join(row["text"][place.offset] for place in places) == row["shown"]
    assert "".join("r" if place.rtl else "l" for place in places) == row["directions"]


@given(st.text(st.sampled_from(CHARS), max_size=40), st.sampled_from(["ltr", "rtl", "auto"]))
def test_the_order_is_python_bidis(text: str, base: Any) -> None:
    places = ordering(text, base)
    assert sorted(place.offset for place in places) == [*range(len(text))]
    shown = get_display(text, base_dir={"ltr": "L", "rtl": "R", "auto": None}[base])
    assert "".join(text[place.offset] for place in places) == shown


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_the_order_is_python_bidis_for_any_characters(text: str) -> None:
    assert "".join(text[place.offset] for place in ordering(text)) == get_display(text, base_dir="L")


@pytest.mark.external
@pytest.mark.skipif(not UNICODE_TEST.is_file(), reason="BidiCharacterTest.txt is not here")
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


@pytest.mark.parametrize(
    "count", [3, 48, 49, 48**2, 48**2 + 1, *(pytest.param(size, marks=pytest.mark.slow) for size in (48**3, 48**3 + 1))]
)
def test_lengths_around_those_where_a_place_takes_another_digit(count: int) -> None:
    places = ordering("א" * count)
    assert [place.offset for place in places] == [*range(count - 1, -1, -1)]
    assert all(place.rtl for place in places)


def test_lone_surrogates_are_taken_for_left_to_right() -> None:
    assert [place.offset for place in ordering("אב\ud800גד\udfff")] == [1, 0, 2, 4, 3, 5]


def test_what_does_not_move() -> None:
    assert not moves("http://example.org/é日1%20?q=[a]")
    assert [moves(char) for char in "אا٣\u202a\u2067\u0378"] == [True] * 6
    assert [place.offset for place in ordering("http://e/é 1")] == [*range(12)]


WITHOUT = """
import sys
sys.modules["bidi"] = None
import irigrammar
from irigrammar.bidi import display, findings, embed
print(display("http://example.org/"), len(findings("http://e/א1")), embed("א", "html").isascii())
try:
    display("http://e/א")
except irigrammar.MissingExtra as error:
    print(error, isinstance(error, ImportError), error.extra, error.package)
"""


def test_without_python_bidi() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "http://example.org/ 1 False",
        "showing right-to-left characters in their order needs python-bidi: install it with pip install "
        "'irigrammar[bidi]' True bidi python-bidi",
    ]


def test_python_bidi_is_imported_only_when_something_moves() -> None:
    program = "import irigrammar, sys; irigrammar.bidi.display('a:b'); print('bidi' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
