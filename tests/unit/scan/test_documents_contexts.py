"""Compact IRIs, terms and references of JSON-LD and YAML-LD: they are checked as what they stand for."""

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
        ({"geo": {"@id": "http://e.org/geo", "@prefix": True}}, "geo:Point", "http://e.org/geoPoint"),
        ({"@base": "http://e.org/a/"}, "b c", "http://e.org/a/b c"),
        ({"@base": "http://e.org/a/#d"}, "b c", "b c"),
        ({"@base": "http://e.org/a?b#d"}, "#b c", "http://e.org/a?b#b c"),
        ({"@base": "http://e.org/a"}, "b c", "b c"),
        ({"@base": "http://e.org/a/"}, "../b c", "../b c"),
        ({"@base": "http://e.org/a/"}, "/b c", "/b c"),
        ({"@base": "http://e.org/a/"}, "b/../c d", "b/../c d"),
        ([{"@base": "http://e.org/a/"}, {"@base": "http://e.org/"}], "b c", "b c"),
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


def test_a_fault_is_where_it_is_written_and_never_fixed() -> None:
    text = f'{{"@context": {{"geo": "{GEO}"}}, "@id": "geo:a b"}}'
    item = next(item for item in check("json-ld", text) if isinstance(item, Candidate) and item.what == "value of @id")
    checker = Checker(matcher_of(Production("rfc3987", "IRI-reference")), chosen("publish"))
    assert corrected(item, checker, unsafe=True) is None
    place = text.index("a b") + 1
    assert edits(item, f"{GEO}a%20b") == (Edit(place, place + 1, "%20"),)


@pytest.mark.parametrize(
    ("context", "members", "expected"),
    [
        ({"geo": GEO}, {"@type": "geo:A b"}, [f"{GEO}A b"]),
        ({"geo": GEO}, {"@type": ["geo:A", "geo:b c", "x:y"]}, [f"{GEO}A", f"{GEO}b c"]),
        ({"@vocab": GEO}, {"@type": "A b"}, [f"{GEO}A b"]),
        ({"@vocab": GEO, "A b": "http://e.org/a"}, {"@type": "A b"}, []),
        (["http://e.org/context", {"@vocab": GEO}], {"@type": "A b", "c d": 1}, []),
        ({}, {"@type": "A b"}, []),
        ({}, {"@type": "http://e.org/a b"}, ["http://e.org/a b"]),
        ({}, {"@type": "@json"}, []),
        ({"a": "@type", "geo": GEO}, {"a": "geo:b c"}, [f"{GEO}b c"]),
        ({"a": "@id", "geo": GEO}, {"a": "geo:b c"}, [f"{GEO}b c"]),
        ({"a": {"@type": "@id"}, "geo": GEO}, {"a": ["geo:b", "c d", "_:e"]}, [f"{GEO}b", "c d"]),
        ({"a": {"@type": "@vocab"}, "@vocab": GEO}, {"a": ["b c", "a"]}, [f"{GEO}b c"]),
        ({"a": {"@type": "http://e.org/t"}, "geo": GEO}, {"a": "geo:b c"}, []),
        ({"geo": GEO}, {"geo:a b": "geo:c d"}, [f"{GEO}a b"]),
        ({"geo": GEO}, {"geo:a": {"geo:b": "c"}}, [f"{GEO}a", f"{GEO}b"]),
        ({"@vocab": GEO}, {"a b": "c d", "@id": "x"}, [f"{GEO}a b", "x"]),
        ({"@vocab": GEO, "a": {"@container": "@index"}}, {"a": {"b c": {"d e": 1}}}, [f"{GEO}d e"]),
        ({"@vocab": GEO, "a": {"@container": "@set"}}, {"a": {"b c": 1}}, [f"{GEO}b c"]),
        ({"@vocab": GEO, "a": {"@type": "@json"}}, {"a": {"b c": {"@id": "d e"}}}, []),
        ({"geo": GEO, "a": "geo:b c", "d": {"@id": "geo:e f"}}, {}, [f"{GEO}b c", f"{GEO}e f"]),
        ({"geo": GEO, "a": {"@id": "geo:b", "@type": "geo:c d"}}, {}, [f"{GEO}b", f"{GEO}c d"]),
    ],
)
def test_types_references_and_names(context: object, members: dict[str, object], expected: list[str]) -> None:
    text = json.dumps({"@context": context, **members})
    for kind in ("json-ld", "yaml"):
        texts = [item.text for item in check(kind, text) if isinstance(item, Candidate)]
        others = {GEO, "http://e.org/context", "http://e.org/t", "http://e.org/a"}
        assert [name for name in texts if name not in others] == expected, kind


def test_yaml_ld() -> None:
    text = f'"@context":\n  geo: {GEO}\n"@id": geo:a b\n"@type": [geo:A]\ngeo:knows: {{"@id": \'geo:c d\'}}\n'
    expected = [GEO, f"{GEO}a b", f"{GEO}A", f"{GEO}knows", f"{GEO}c d"]
    assert [item.text for item in check("yaml", text) if isinstance(item, Candidate)] == expected
    assert identifiers("yaml", f"geo: {GEO}\nid: geo:a b\n") == [GEO]


@given(any_text('{"@context":', '{"a":', '"http://e.org/#"', '"@id":', '"a:b"', "}", "[", "]", ",", '"', "\\u0061"))
def test_any_text_at_all(text: str) -> None:
    result = items("json-ld", text)
    starts = [item.start for item in result if not isinstance(item, Malformed)]  # what is never closed comes last
    assert starts == sorted(starts)


@pytest.mark.parametrize("kind", ["json-ld", "yaml"])
@pytest.mark.parametrize("inner", ['{"b c": "http://h/d e"}', '"http://h/d e"', '{"@id": "http://h/d e"}'])
def test_what_is_in_more_lists_than_are_looked_at(kind: str, inner: str) -> None:
    document = f'{{"@context": {{"@vocab": "{GEO}"}}, "a": {"[" * 40}{inner}{"]" * 40}}}'
    assert not [item for item in items(kind, document) if isinstance(item, Malformed)]
