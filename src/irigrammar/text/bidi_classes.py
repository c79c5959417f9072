"""Bidi classes of characters, and their groups in the documents.

The classes are those of `irigrammar.unicode`. RFC 3987, 4, speaks of right-to-left characters (classes R and AL) and
left-to-right characters (L). Digits (EN and AN) are neither. A code point that is not
assigned has no class.
"""

from __future__ import annotations

from collections.abc import Iterable

from irigrammar.unicode import bidi_class

LEFT_TO_RIGHT = frozenset({"L"})
RIGHT_TO_LEFT = frozenset({"R", "AL"})
STRONG = LEFT_TO_RIGHT | RIGHT_TO_LEFT
NUMBERS = frozenset({"EN", "AN"})
MARK = "NSM"

# Without one of these all characters of a left-to-right line stay where they are; what has no class may get one in
# another version of Unicode.
_MOVING = RIGHT_TO_LEFT | {"AN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", ""}


def moves(text: Iterable[str]) -> bool:
    """Return whether characters of a text in a left-to-right line may be shown elsewhere than in their order.
    Unassigned characters may.

    >>> moves("a1-b"), moves("a\\u05d0")
    (False, True)
    """
    return not _MOVING.isdisjoint(map(bidi_class, text))
