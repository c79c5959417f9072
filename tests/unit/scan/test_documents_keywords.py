"""Keywords of JSON-LD and JSON Schema: what they take, and what is let pass."""

from __future__ import annotations

import pytest

from irigrammar.scan.formats.items import Production
from irigrammar.scan.formats.selection import JSON_LD
from irigrammar.scan.formats.vocabularies import keywords_of


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
    ],
)
def test_json_ld(key: str, text: str, in_array: bool, asked: bool) -> None:
    reading = JSON_LD.reading(("", "a", key), text, in_array)
    assert (reading and reading.production) == (Production("rfc3987", "IRI-reference") if asked else None)


def test_json_schema() -> None:
    keywords = keywords_of("JSON Schema")
    for path, rule in (
        (("", "$ref"), "URI-reference"),
        (("", "a", "$id"), "URI-reference"),
        (("", "$schema"), "URI"),
        (("", "a", "$schema"), None),
        (("", "$comment"), None),
    ):
        reading = keywords.reading(path, "#/a b", False)
        assert (reading and reading.production and reading.production.rule) == rule
