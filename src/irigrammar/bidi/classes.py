"""Bidi classes of all code points, including unassigned ones.

UAX #9, 3.2; DerivedBidiClass.txt.
"""

from __future__ import annotations

from functools import lru_cache

from irigrammar.processing.characters import characters
from irigrammar.unicode import bidi_class

# The rule of `grammar/characters.toml` for each class that unassigned code points have by default; all others are L.
_DEFAULTS = {"R": "default-rtl", "AL": "default-arabic", "ET": "default-currency", "BN": "default-neutral"}


@lru_cache(maxsize=1 << 12)
def derived_class(char: str) -> str:
    """Return the bidi class of a character: that of Unicode, or else the default of its code point, which is that of
    its block.

    >>> [derived_class(char) for char in ("a", "\\u05d0", "\\u05ff", "\\ufdd0", "\\U00050000")]
    ['L', 'R', 'R', 'BN', 'L']
    """
    return bidi_class(char) or next((name for name, rule in _DEFAULTS.items() if char in characters(rule)), "L")
