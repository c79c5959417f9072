"""Keywords of JSON-LD and JSON Schema: what they take, and what is let pass."""

from __future__ import annotations

import pytest

from irigrammar.scan.formats.items import Production
from irigrammar.scan.formats.selection import JSON_LD, JSON_SCHEMA


@pytest.mark.parametrize(
    ("key", "text", "in_array", "asked"),
    [
        ("@id", "a b", False, True),
        ("@id", "", False, True),
        ("@id", "schema:name", False, True),
        ("@id", "a/b:c", False, True),
        ("@id", "_:b0", False, False),
        ("@id", "@type", False, False),
        ("@id", "@ type", False, True),
        ("@id", "my_prefix:a b", False, False),
        ("@id", "été:x", False, False),
        ("@id", "https://{{ host }}/", False, False),
        ("@id", "a", True, False),
        ("@context", "https://schema.org/", True, True),
        ("@base", "x", False, True),
        ("@type", "Some Thing", False, False),
        ("@vocab", "x", False, False),
        (None, "x", True, False),
    ],
)
def test_json_ld(key: str | None, text: str, in_array: bool, asked: bool) -> None:
    expected = Production("rfc3987", "IRI-reference") if asked else None
    assert JSON_LD.production(key, text, in_array) == expected


def test_json_schema() -> None:
    reference = Production("rfc3986", "URI-reference")
    assert JSON_SCHEMA.production("$ref", "#/a b", False) == reference
    assert JSON_SCHEMA.production("$id", "my_prefix:x", False) == reference
    assert JSON_SCHEMA.production("$schema", "x", False) == Production("rfc3986", "URI")
    assert JSON_SCHEMA.production("$comment", "x", False) is None
    assert JSON_SCHEMA.production("$ref", "x", True) is None
