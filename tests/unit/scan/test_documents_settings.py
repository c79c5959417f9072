"""Settings in lines of keys and values: INI, .env, properties."""

from __future__ import annotations

import pytest
from document_items import any_text, check, comments, identifiers
from hypothesis import given


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[metadata]\nurl = http://e.org/a b\n", ["http://e.org/a b"]),
        ("url=http://e.org/a b ; http://e.org/c\n", ["http://e.org/a b", "http://e.org/c"]),
        ("export HOME_URL=http://e.org/a b # why\r\nx", ["http://e.org/a b"]),
        ('APP_URL="http://e.org/a b"\nNAME=http://e.org/a b\n', ["http://e.org/a b", "http://e.org/a"]),
        ("app.url=http\\://e.org\\:8a/\n", ["http://e.org:8a/"]),
        ("x=http\\://e.org/a|b\n", ["http://e.org/a|b"]),
        ("links = http://a.org/ http://b.org/\n", ["http://a.org/", "http://b.org/"]),
        ("url =\n    http://e.org/a b\n# http://e.org/c\n", ["http://e.org/a", "http://e.org/c"]),
        ("url = %(base)s/x y\nurl: ${A} b\n", []),
    ],
)
def test_values(text: str, expected: list[str]) -> None:
    assert identifiers("settings", text) == expected
    check("settings", text)


def test_comments() -> None:
    text = "url = http://e.org/a b # iri: ignore\n"
    assert comments("settings", text) == [("# iri: ignore", "iri: ignore")]
    assert identifiers("settings", text) == ["http://e.org/a b"]


@given(any_text("url", "=", ":", " ", "\\:", "http://", "e.org/a", "\n", "# ", ";", '"'))
def test_any_text_at_all(text: str) -> None:
    check("settings", text)
