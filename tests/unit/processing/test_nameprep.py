"""Nameprep (RFC 3491): examples by section, and Python's own where the two ought to agree."""

from __future__ import annotations

import stringprep
from encodings.idna import nameprep as pythons

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.processing.labels import nameprep


@pytest.mark.parametrize(
    ("section", "label", "expected"),
    [
        ("3, B.1", "a\u00ad\u200b\u2060\ufeffb", "ab"),
        ("3, B.1", "a\u034f\u1806\u200c\u200d\ufe0fb", "ab"),
        ("3, B.2", "RÉSUMÉ", "résumé"),
        ("3, B.2", "Straße", "strasse"),
        ("3, B.2", "ΣΑΣ", "σασ"),
        ("3, B.2", "\u0130", "i\u0307"),
        ("3, B.2", "\u03d2", "υ"),
        ("4, NFKC", "ａＢ①", "ab1"),
        ("4, NFKC", "e\u0301", "é"),
        ("4, NFKC", "℀", "a/c"),
        ("6", "אבג", "אבג"),
        ("6", "ا1ب", "ا1ب"),
        ("3.2, no small letter yet", "\u10a0\u2132\u2183", "\u10a0\u2132\u2183"),
        ("", "", ""),
    ],
)
def test_examples(section: str, label: str, expected: str) -> None:
    assert nameprep(label) == expected, section


@pytest.mark.parametrize(
    ("label", "reason"),
    [
        ("a\u1680b", "U\\+1680 OGHAM SPACE MARK is prohibited as a space"),
        ("a\x85b", "prohibited as a control character"),
        ("a\u06ddb", "prohibited as a control character"),
        ("a\ue000b", "prohibited as for private use"),
        ("a\ufdd0b", "prohibited as a noncharacter"),
        ("a\ud800b", "prohibited as a surrogate"),
        ("a\ufffdb", "prohibited as not fit for plain text"),
        ("a\u2ff0b", "prohibited as not fit for canonical representation"),
        ("a\u202eb", "prohibited as a control of display"),
        ("a\U000e0041b", "prohibited as a tag"),
        ("a\u0221b", "U\\+0221 LATIN SMALL LETTER D WITH CURL is not assigned in Unicode 3.2"),
        ("a\u0378b", "is not assigned in Unicode 3.2"),
        ("\u2d00", "is not assigned in Unicode 3.2"),
        ("אa", "left-to-right and right-to-left letters"),
        ("א1", "must begin and end with a right-to-left letter"),
        ("1א", "must begin and end with a right-to-left letter"),
    ],
)
def test_refusals_say_why(label: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        nameprep(label)


def is_of_3_2(char: str) -> bool:
    """Return whether Python's mapping of a character needs Unicode 3.2 alone."""
    return not (stringprep.in_table_a1(char) or any(map(stringprep.in_table_a1, stringprep.map_table_b2(char))))


@given(st.text(st.characters(max_codepoint=0x2FFFF).filter(is_of_3_2), max_size=6))
def test_where_unicode_3_2_has_it_all_python_agrees(label: str) -> None:
    try:
        expected = pythons(label)
    except UnicodeError:
        with pytest.raises(ValueError, match="RFC 3"):
            nameprep(label)
    else:
        assert nameprep(label) == expected


def test_python_lets_through_what_is_refused_here() -> None:
    assert pythons("\u0221") == "\u0221"
    assert pythons("\u10a0") == "\u2d00"
