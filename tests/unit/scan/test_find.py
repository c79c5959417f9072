"""The identifiers of a text, as the library gives them (3987bis-04, 8.3)."""

from __future__ import annotations

import pytest
from document_items import identifiers

import irigrammar
from irigrammar.scan.formats.registry import document_types


@pytest.mark.parametrize(
    "mark",
    [
        *".,;:!?",
        "\u060c",  # Arabic comma
        "\u061b",  # Arabic semicolon
        "\u061f",  # Arabic question mark
        "\u06d4",  # Urdu full stop
        "\u0964",  # danda
        "\u0965",  # double danda
        "\u0589",  # Armenian full stop
        "\u1361",  # Ethiopic wordspace
        "\u1362",  # Ethiopic full stop
        "\u1363",  # Ethiopic comma
        "\u1367",  # Ethiopic question mark
        "\u104b",  # Burmese section
        "\u17d4",  # Khmer khan
        "\u3002",  # ideographic full stop
    ],
)
def test_punctuation_at_the_end_of_a_sentence_in_any_script(mark: str) -> None:
    address = "http://example.org/\u0627\u0628"
    for text in (f"{address}{mark}", f"({address}){mark}", f"x {address}{mark} y"):
        assert [row.text for row in irigrammar.find(text)] == [address]


def test_offsets_are_those_of_what_is_written() -> None:
    text = '<a href="?a&amp;b">http://e.org/</a>'
    rows = list(irigrammar.find(text, type="html"))
    assert [(row.text, text[row.start : row.end]) for row in rows] == [
        ("?a&b", "?a&amp;b"),
        ("http://e.org/", "http://e.org/"),
    ]
    assert irigrammar.types.Identifier(1, 2, "x") == (1, 2, "x")


def test_it_finds_what_a_scan_finds() -> None:
    text = 'see "http://e.org/a b", http:/e.org, [a](b) and {"url": "c:d e"}'
    for kind in document_types():
        assert [row.text for row in irigrammar.find(text, kind.name)] == identifiers(kind.name, text)


def test_a_type_that_there_is_not() -> None:
    with pytest.raises(ValueError, match=r"unknown document type .markdwn.; did you mean .markdown."):
        irigrammar.find("", "markdwn")
