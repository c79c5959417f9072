"""Bidi classes of unassigned code points (DerivedBidiClass.txt)."""

from __future__ import annotations

import unicodedata

import pytest

from irigrammar.bidi import display, findings
from irigrammar.bidi.classes import derived_class
from irigrammar.processing.characters import characters

DEFAULTS = ("default-rtl", "default-arabic", "default-currency", "default-neutral")


@pytest.mark.parametrize(
    ("point", "kind"),
    [(0x05FF, "R"), (0x07BE, "AL"), (0x10D8F, "R"), (0x1ECBF, "AL"), (0x1EFFF, "R"), (0x20CF, "ET")],
)
def test_the_class_of_an_unassigned_code_point_is_that_of_its_block(point: int, kind: str) -> None:
    char = chr(point)
    assert derived_class(char) == (unicodedata.bidirectional(char) or kind)


def test_what_is_assigned_has_its_own_class() -> None:
    for point in range(0x20000):
        bidi_class = unicodedata.bidirectional(chr(point))
        assert bidi_class == "" or derived_class(chr(point)) == bidi_class


def test_no_code_point_has_two_defaults() -> None:
    sets = [set(characters(name)) for name in DEFAULTS]
    assert sum(map(len, sets)) == len(set().union(*sets))


def test_the_letters_of_a_block_have_its_class() -> None:
    for name, kinds in (("default-rtl", {"R"}), ("default-arabic", {"AL"})):
        letters = [char for char in characters(name) if unicodedata.category(char) == "Lo"]
        assert set(map(unicodedata.bidirectional, letters)) == kinds


def test_letters_that_python_does_not_know_are_right_to_left() -> None:
    """Garay, which Unicode has since 16.0."""
    assert [finding.code for finding in findings("http://e/a\U00010d50")] == ["B003"]
    assert findings("http://e/\U00010d50\U00010d51") == []
    assert display("\U00010d50\U00010d51") == "\U00010d51\U00010d50"
