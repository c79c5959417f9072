"""Compact IRIs of JSON-LD: with a declared prefix they are checked as what they stand for."""

from __future__ import annotations

import json

import pytest
from document_items import any_text, check, identifiers, items
from hypothesis import given

from irigrammar.advice.registry import chosen
from irigrammar.scan.checking import Checker, matcher_of
from irigrammar.scan.correcting import corrected, edits
from irigrammar.scan.formats.items import Candidate, Malformed, Production
from irigrammar.scan.found import Edit

GEO = "http://www.opengis.net/ont/geosparql#"


@pytest.mark.parametrize(
    ("context", "name", "expected"),
    [
        ({"geo": GEO}, "geo:Point", f"{GEO}Point"),
        ([{"geo": {"@id": GEO}}], "geo:Point", f"{GEO}Point"),
        ({"geo": GEO}, "geo:a b", f"{GEO}a b"),
        ({"my_ns": GEO}, "my_ns:a b", f"{GEO}a b"),
        ({"geo": GEO}, "geo://e.org/", "geo://e.org/"),
        ({"geo": "http://e.org/geo"}, "geo:Point", "geo:Point"),
        ({"geo": "http://e.org/a b#"}, "geo:Point", "geo:Point"),
        ([{"geo": GEO}, {"geo": "http://e.org/"}], "geo:Point", "geo:Point"),
        ({"@vocab": GEO}, "geo:Point", "geo:Point"),
        ({"geo": f"http://e.org/{'a' * 1000}#"}, "geo:Point", "geo:Point"),
    ],
)
def test_compact_iris(context: object, name: str, expected: str) -> None:
    for text in (
        json.dumps({"@context": context, "@id": name}),
        json.dumps({"@id": name, "@context": context}),
        json.dumps({"@graph": [{"x": {"@id": name}}], "@context": context}),
    ):
        texts = identifiers("json-ld", text)
        assert expected in texts
        assert texts.count(name) == (expected == name)
        check("json-ld", text)


def test_a_fault_is_where_it_is_written() -> None:
    text = f'{{"@context": {{"geo": "{GEO}"}}, "@id": "geo:a b"}}'
    item = next(item for item in check("json-ld", text) if isinstance(item, Candidate) and item.what == "value of @id")
    checker = Checker(matcher_of(Production("rfc3987", "IRI-reference")), chosen("publish"))
    better = corrected(item, checker)
    assert better == f"{GEO}a%20b"
    place = text.index("a b") + 1
    assert edits(item, better) == (Edit(place, place + 1, "%20"),)


@given(any_text('{"@context":', '{"a":', '"http://e.org/#"', '"@id":', '"a:b"', "}", "[", "]", ",", '"', "\\u0061"))
def test_any_text_at_all(text: str) -> None:
    result = items("json-ld", text)
    starts = [item.start for item in result if not isinstance(item, Malformed)]  # what is never closed comes last
    assert starts == sorted(starts)
