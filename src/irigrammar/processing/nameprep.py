"""Nameprep (RFC 3491), by which IDNA2003 prepares a label, with unassigned code points refused.

Python's `encodings.idna` has it too, but lets unassigned code points through, and its mapping uses case pairs that came
after Unicode 3.2 (U+10A0 to U+2D00).
"""

from __future__ import annotations

import stringprep
from unicodedata import ucd_3_2_0

from irigrammar.text.names import character

# RFC 3491, section 5.
_PROHIBITED = (
    (stringprep.in_table_c12, "a space"),
    (stringprep.in_table_c22, "a control character"),
    (stringprep.in_table_c3, "for private use"),
    (stringprep.in_table_c4, "a noncharacter"),
    (stringprep.in_table_c5, "a surrogate"),
    (stringprep.in_table_c6, "not fit for plain text"),
    (stringprep.in_table_c7, "not fit for canonical representation"),
    (stringprep.in_table_c8, "a control of display"),
    (stringprep.in_table_c9, "a tag"),
)


def nameprep(label: str) -> str:
    """Return a label as prepared by RFC 3491: mapped, in Normalization Form KC of Unicode 3.2, and checked.

    Raises `ValueError` with the reason for a prohibited or unassigned code point, and where the order of writing
    directions is not the required one (RFC 3454, 6).

    >>> nameprep("Faß\\u00ad")
    'fass'
    """
    made = ucd_3_2_0.normalize("NFKC", "".join(map(_mapped, label)))
    for char in made:
        for prohibited, kind in _PROHIBITED:
            if prohibited(char):
                raise ValueError(f"{character(char)} is prohibited as {kind} (RFC 3491, section 5)")
        if stringprep.in_table_a1(char):
            raise ValueError(f"{character(char)} is not assigned in Unicode 3.2 (RFC 3491, section 7)")
    _check_directions(made)
    return made


def _mapped(char: str) -> str:
    """Return what RFC 3491, section 3, maps a character to."""
    if stringprep.in_table_b1(char):
        return ""
    found = stringprep.map_table_b2(char)
    # A case pair with a code point that Unicode 3.2 lacks is a later one.
    return char if any(map(stringprep.in_table_a1, found)) else found


def _check_directions(label: str) -> None:
    if not any(map(stringprep.in_table_d1, label)):
        return
    if any(map(stringprep.in_table_d2, label)):
        raise ValueError("letters of both writing directions stand in it (RFC 3454, section 6)")
    if not (stringprep.in_table_d1(label[0]) and stringprep.in_table_d1(label[-1])):
        raise ValueError("a right-to-left label begins and ends with a right-to-left letter (RFC 3454, section 6)")
