"""Keys of identifiers in data formats: what begins with one is one as a whole."""

from __future__ import annotations

import json

import pytest
from document_items import check, identifiers, items

from irigrammar.scan.formats.items import Candidate, Production
from irigrammar.scan.formats.registry import Options


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("url", "http://e.org/a b", ["http://e.org/a b"]),
        ("homepage", "http://e.org/a b and c d", ["http://e.org/a b and c d"]),
        ("termsOfService", "http://e.org/[a b", ["http://e.org/[a b"]),
        ("repository-code", "git+https://e.org/a b", ["git+https://e.org/a b"]),
        ("baseUrl", "www.e.org/a", ["www.e.org/a"]),
        ("href", "http//e.org/x", ["http//e.org/x"]),
        ("uri", "foo://x y", ["foo://x y"]),
        ("url", "http://e.org/{id} x", []),
        ("url", "{{ base }}/x", []),
        ("links", "http://a.org/ http://b.org/", ["http://a.org/", "http://b.org/"]),
        ("link", "see http://a.org/ b", ["http://a.org/"]),
        ("url", "n/a", []),
        ("text", "http://e.org/a b", ["http://e.org/a"]),
        ("$ref", "#/definitions/a b", ["#/definitions/a b"]),
        ("$ref", "other file.json", []),
        ("$ref", "a%zz.json", ["a%zz.json"]),
        ("feed", "http://e.org/a b", ["http://e.org/a"]),
    ],
)
def test_values_of_keys(key: str, value: str, expected: list[str]) -> None:
    for kind, text in (
        ("json", json.dumps({key: value})),
        ("json", json.dumps([{"a": {key: value}}])),
        ("yaml", f"a:\n- {key!r}: {value!r}\n"),
    ):
        assert identifiers(kind, text) == expected, kind
        check(kind, text)
    if key != "$ref":
        assert identifiers("toml", f"[a]\n{key} = {value!r}\n") == expected
        assert identifiers("csv", f"id,{key}\n1,{value}\n") == expected


def test_keys_beside_keywords() -> None:
    linked = '{"@context": "https://schema.org/", "@id": "c d", "url": "http://e.org/a b"}'
    assert identifiers("json-ld", linked) == ["https://schema.org/", "c d", "http://e.org/a b"]


def test_keys_within_others() -> None:
    for kind, text in (
        ("json", '{"openapi": "3.1.0", "servers": [{"url": "/v1 a"}, {"url": "http://e.org/v2 b"}], "url": "/v3 c"}'),
        ("yaml", "openapi: 3.0.1\nservers:\n- url: /v1 a\n  description: x\n- url: http://e.org/v2 b\nurl: /v3 c\n"),
    ):
        candidates = [item for item in items(kind, text) if isinstance(item, Candidate)]
        assert [item.text for item in candidates] == ["/v1 a", "http://e.org/v2 b"]
        assert [item.production for item in candidates] == [Production("rfc3986", "URI-reference")] * 2


def test_keys_of_ones_own() -> None:
    own = Options(keys=("Feed",))
    for kind, text in (
        ("json", '{"feed": "http://e.org/a b"}'),
        ("yaml", "feed: http://e.org/a b\n"),
        ("toml", "feed = 'http://e.org/a b'\n"),
        ("csv", "id,feed\n1,http://e.org/a b\n"),
    ):
        assert [item.text for item in items(kind, text, own) if isinstance(item, Candidate)] == ["http://e.org/a b"]
