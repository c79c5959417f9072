"""Columns of a terminal by Unicode's own data, not a table of rich.

tests/unit/test_one_unicode.py compares that data.
"""

from __future__ import annotations

from irigrammar.unicode import east_asian_width, general_category

__all__ = ["cells"]


def cells(text: str) -> int:
    """Return how many columns a terminal gives a text (UAX 11)."""
    flat = {"Mn", "Me", "Cf"}
    return sum(
        0 if general_category(char) in flat else 2 if east_asian_width(char) in {"W", "F"} else 1 for char in text
    )
