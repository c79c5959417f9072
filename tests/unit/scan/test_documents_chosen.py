"""Strings that a JSON Schema takes for identifiers, and schemas that cannot choose."""

from __future__ import annotations

import sys
from typing import Any

import pytest

pytest.importorskip("jsonschema")

from irigrammar.errors import MissingExtra
from irigrammar.scan.formats.chosen import FORMATS, Text, chooser

URI, IRI, URI_REFERENCE, IRI_REFERENCE = ({"format": name} for name in ("uri", "iri", "uri-reference", "iri-reference"))
NAMES = {production: name for name, production in FORMATS.items()}


def placed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: placed(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [placed(inner) for inner in value]
    return Text(value) if isinstance(value, str) else value


def chosen(schema: Any, value: Any) -> dict[str, str]:
    return {str(text): NAMES[production] for text, production in chooser(schema)(placed(value))}


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        (URI, "a", {"a": "uri"}),
        (URI, 3, {}),
        (True, "a", {}),
        ({"format": "email"}, "a", {}),
        ({"items": IRI}, ["a", 1, "b"], {"a": "iri", "b": "iri"}),
        ({"prefixItems": [IRI], "items": URI}, ["a", "b"], {"a": "iri", "b": "uri"}),
        (
            {"patternProperties": {"^x-": URI}, "additionalProperties": IRI},
            {"x-a": "a", "b": "b"},
            {"a": "uri", "b": "iri"},
        ),
        ({"$ref": "#/$defs/u", "$defs": {"u": URI}}, "a", {"a": "uri"}),
        ({"$ref": "other", "$defs": {"u": {"$id": "other", **URI}}}, "a", {"a": "uri"}),
        ({"properties": {"next": {"$ref": "#"}, "u": URI}}, {"next": {"next": {"u": "a"}}}, {"a": "uri"}),
        # All of them must hold.
        ({"allOf": [URI_REFERENCE, IRI]}, "a", {"a": "uri"}),
        ({"allOf": [IRI_REFERENCE, URI_REFERENCE]}, "a", {"a": "uri-reference"}),
        # One of them is enough: the widest.
        ({"anyOf": [URI, IRI_REFERENCE]}, "a", {"a": "iri-reference"}),
        ({"oneOf": [URI_REFERENCE, IRI]}, "a", {"a": "iri-reference"}),
        ({"anyOf": [URI, {"type": "null"}]}, "a", {"a": "uri"}),
        ({"anyOf": [URI, {"type": "string"}]}, "a", {}),
        ({"anyOf": [URI, {"enum": ["", "."]}]}, ".", {}),
        ({"anyOf": [URI, {"enum": ["", "."]}]}, "a", {"a": "uri"}),
        (
            {
                "anyOf": [
                    {"properties": {"k": {"const": "x"}, "u": URI}},
                    {"properties": {"k": {"const": "y"}, "u": IRI}},
                ]
            },
            {"k": "y", "u": "a"},
            {"a": "iri"},
        ),
        # Where no alternative holds, what all of them ask for.
        (
            {
                "anyOf": [
                    {"required": ["p"], "properties": {"u": URI}},
                    {"required": ["q"], "properties": {"u": IRI, "v": IRI}},
                ]
            },
            {"u": "a", "v": "b"},
            {"a": "iri"},
        ),
        ({"anyOf": [{"anyOf": [URI, {"type": "null"}]}, {"type": "number"}]}, "a", {"a": "uri"}),
        # A mark is not a failure.
        (
            {
                "if": {"properties": {"u": URI}},
                "then": {"properties": {"u": IRI}},
                "else": {"properties": {"u": URI_REFERENCE}},
            },
            {"u": "a"},
            {"a": "iri"},
        ),
        (
            {"if": {"required": ["w"]}, "then": {"items": URI}, "else": {"properties": {"u": URI_REFERENCE}}},
            {"u": "a"},
            {"a": "uri-reference"},
        ),
        ({"not": URI}, "a", {}),
        ({"propertyNames": URI}, {"a": "b"}, {}),
        ({"contains": URI}, ["a", "b"], {}),
        ({"properties": {"a": True}, "unevaluatedProperties": URI}, {"a": "x", "b": "y"}, {"y": "uri"}),
        (
            {"$ref": "#/$defs/o", "unevaluatedProperties": False, "$defs": {"o": {"properties": {"u": URI}}}},
            {"u": "a"},
            {"a": "uri"},
        ),
        ({"dependentSchemas": {"k": {"properties": {"u": URI}}}}, {"k": 1, "u": "a"}, {"a": "uri"}),
        # What else is wrong with the document changes nothing.
        ({"required": ["z"], "properties": {"u": {"maxLength": 0, **URI}}}, {"u": "a"}, {"a": "uri"}),
        # A pattern that Python does not know decides nothing.
        ({"pattern": r"\p{L}", **URI}, "a", {"a": "uri"}),
        # The dialects, and a recursion through the root, which names its dialect.
        (
            {
                "$schema": "http://json-schema.org/draft-04/schema#",
                "id": "http://e/",
                "items": {"$ref": "#/definitions/u"},
                "definitions": {"u": URI},
            },
            ["a"],
            {"a": "uri"},
        ),
        (
            {"$schema": "http://json-schema.org/draft-07/schema#", "items": [URI], "additionalItems": {"$ref": "#"}},
            ["a", ["b"]],
            {"a": "uri", "b": "uri"},
        ),
        (
            {
                "$schema": "https://json-schema.org/draft/2019-09/schema",
                "properties": {"c": {"$recursiveRef": "#"}, "u": URI},
            },
            {"c": {"u": "a"}},
            {"a": "uri"},
        ),
        (
            {"$ref": "https://json-schema.org/draft/2020-12/schema"},
            {"$id": "a", "$defs": {"x": {"$ref": "b"}}},
            {"a": "uri-reference", "b": "uri-reference"},
        ),
        (
            {"$ref": "http://json-schema.org/draft-07/schema#"},
            {"$id": "a", "items": [{"$ref": "b"}]},
            {"a": "uri-reference", "b": "uri-reference"},
        ),
    ],
)
def test_formats_choose(schema: Any, value: Any, expected: dict[str, str]) -> None:
    assert chosen(schema, value) == expected


def test_equal_strings_are_distinguished() -> None:
    value = [Text("a"), Text("a")]
    (chosen,) = chooser({"prefixItems": [True, URI]})(value)
    assert chosen[0] is value[1]


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"type": 3}, r"not a JSON Schema: .* \(at /type\)"),
        ({"properties": {"a/b": {"minLength": "x"}}}, "at /properties/a~1b/minLength"),
        (
            {"$ref": "http://example.org/s"},
            r"\$ref 'http://example.org/s' leads nowhere in the schema; nothing is fetched",
        ),
        ({"$ref": "#/$defs/none"}, "leads nowhere"),
        ({"$defs": {"a": {"items": {"$ref": "other.json"}}}}, "'other.json' leads nowhere"),
        ({"$ref": "#/x/y", "x": {"y": {"$ref": "#/z"}}}, "'#/z' leads nowhere"),
        ({"patternProperties": {r"\p{L}": URI}}, "not a JSON Schema"),
        ({"const": {1, 2}}, "the schema is not JSON"),
    ],
)
def test_a_schema_that_cannot_choose_is_refused(schema: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        chooser(schema)


def test_a_value_that_nests_too_deeply_is_reported() -> None:
    value: Any = Text("a")
    for _ in range(100_000):
        value = [value]
    with pytest.raises(RecursionError):
        chooser({"items": {"$ref": "#"}})(value)
    while isinstance(value, list):  # or Python itself takes them apart one within the other
        (value,) = value


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    with pytest.raises(MissingExtra, match="scan"):
        chooser({"title": "seen for the first time"})
