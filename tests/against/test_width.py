"""The width of characters on a terminal, against that of rich."""

from __future__ import annotations

import sys

import pytest
from examples import FULL

from irigrammar.text.caret import columns
from irigrammar.unicode import character_name, general_category, has_newer

cell_len = pytest.importorskip("rich.cells", reason="rich is not installed").cell_len

# Where the two differ, with the reason: none of these is shown as it is. rich follows an older version of Unicode.
DIFFERENT = {
    "Cf": "format characters, which are always escaped",
    "HANGUL FILLER": "ignorable, always escaped",
    "HALFWIDTH HANGUL FILLER": "ignorable, always escaped",
    "EMOJI MODIFIER": "rich counts it as part of the emoji before it",
}


def test_assigned_characters_have_the_width_of_rich() -> None:
    others = set()
    for char in map(chr, range(0x20, sys.maxunicode + 1, 1 if FULL else 11)):
        category, name = general_category(char), character_name(char)
        if category in ("Cn", "Co", "Cs") or has_newer(char) or columns(char) == cell_len(char):
            continue
        if category not in DIFFERENT and not any(row in name for row in DIFFERENT):
            others.add(f"U+{ord(char):04X} {name}")
    assert others == set()
