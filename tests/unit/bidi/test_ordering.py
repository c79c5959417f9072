"""The Unicode Bidirectional Algorithm: places and directions."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from bidi_examples import DATA

from irigrammar.bidi.ordering import ordering
from irigrammar.text.bidi_classes import moves

LINES: list[dict[str, Any]] = tomllib.loads((DATA / "lines.toml").read_text(encoding="utf-8"))["line"]


@pytest.mark.parametrize("row", LINES, ids=lambda row: row["name"])
def test_lines(row: dict[str, Any]) -> None:
    places = ordering(row["text"], row.get("base", "ltr"))
    assert "".join(row["text"][place.offset] for place in places) == row["shown"]
    assert "".join("r" if place.rtl else "l" for place in places) == row["directions"]


def test_lone_surrogates_are_taken_for_left_to_right() -> None:
    assert [place.offset for place in ordering("אב\ud800גד\udfff")] == [1, 0, 2, 4, 3, 5]


def test_what_does_not_move() -> None:
    assert not moves("http://example.org/é日1%20?q=[a]")
    assert [moves(char) for char in "אا٣\u202a\u2067\u0378"] == [True] * 6
    assert [place.offset for place in ordering("http://e/é 1")] == [*range(12)]
