"""Regular expressions of schemas: the same verdicts as re.search, in linear time, or a reason why not."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

pytest.importorskip("jsonschema")

from irigrammar.scan.formats.chosen import Text, chooser, is_deep
from irigrammar.scan.formats.linear_search import UnsupportedPattern, is_cheap, searcher

PLACES = ["^", "$", r"\b", r"\B", r"\A", r"\Z"]
ATOMS = ["a", "b", ".", "[ab]", "[^a]", r"\w", r"\W", r"\d", r"\s", r"\S", "é", "-", *PLACES]


def expression(numbers: random.Random, depth: int = 0) -> str:
    row = "".join(_item(numbers, depth) for _ in range(numbers.randint(1, 3)))
    return f"{row}|{expression(numbers, depth + 1)}" if depth < 3 and numbers.random() < 0.2 else row


def _item(numbers: random.Random, depth: int) -> str:
    repeat = numbers.choice(["", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}", "*?", "+?"])
    if depth < 3 and numbers.random() < 0.3:
        return f"{numbers.choice(['(', '(?:'])}{expression(numbers, depth + 1)}){repeat}"
    atom = numbers.choice(ATOMS)
    return atom if atom in PLACES else atom + repeat


@pytest.mark.slow
def test_verdicts_are_those_of_re() -> None:
    r"""Not of the empty text, in which `\B` matched nowhere before Python 3.14."""
    numbers = random.Random(3)
    matched = 0
    for _ in range(1_500):
        pattern = expression(numbers)
        search = searcher(pattern)
        for _ in range(10):
            text = "".join(numbers.choices("aab-1 é\n", k=numbers.randint(1, 7)))
            expected = re.search(pattern, text) is not None
            assert search(text) == expected, (pattern, text)
            matched += expected
    assert 3_000 < matched < 12_000


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("(?!a)b", "looks around"),
        ("(?<=a)b", "looks around"),
        (r"(a)\1", "refers back to a group"),
        ("(?i)a", "sets flags"),
        ("(?i:a)", "a group of it sets flags"),
        ("(?>a)", "has ATOMIC_GROUP"),
        ("a{6000}", "too many"),
        ("(" * 3_000 + ")" * 3_000, "nested too deeply"),
        ("[", "Python does not read it"),
    ],
    ids=lambda value: value[:12],
)
def test_what_is_not_regular_is_refused(pattern: str, why: str) -> None:
    with pytest.raises(UnsupportedPattern, match=why):
        searcher(pattern)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"patternProperties": {"^(a+)+$": {"format": "iri"}}}, {"a" * 45 + "!": Text("x")}),
        (
            {"patternProperties": {"^(a+)+$": {}}, "additionalProperties": {"format": "uri"}},
            {"a" * 45 + "!": Text("x")},
        ),
        ({"anyOf": [{"pattern": "^(a+)+$"}, {"format": "iri"}]}, Text("a" * 45 + "!")),
    ],
)
def test_a_hostile_pattern_takes_no_time(schema: Any, value: Any) -> None:
    chooser(schema)(value)


@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": "(?!a)b"},
        {"properties": {"a": {"patternProperties": {"(?!a)b": {}}}}},
        {"unevaluatedProperties": False, "patternProperties": {"^(a+)+$": {}}},
    ],
)
def test_a_schema_with_another_pattern_is_refused(schema: Any) -> None:
    with pytest.raises(ValueError, match=r"the pattern '.*' of the schema is not supported: "):
        chooser(schema)


def test_cheap_patterns_go_with_unevaluated_properties() -> None:
    schema = {"unevaluatedProperties": {"format": "iri"}, "patternProperties": {"^x-": {}}}
    assert [text for text, _ in chooser(schema)({"x-a": Text("1"), "b": Text("2")})] == ["2"]
    assert is_cheap(r"^[a-zA-Z0-9._-]+$")
    assert is_cheap("^[1-5](?:[0-9]{2}|XX)$")
    assert not is_cheap("^[a-z]+[a-z]+$")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["not", "allOf", "items", "properties"])
def test_nesting_of_a_schema_is_limited(key: str) -> None:
    def schema(depth: int) -> Any:
        rows: Any = {}
        for _ in range(depth):
            rows = {key: [rows] if key == "allOf" else {"a": rows} if key == "properties" else rows}
        return rows

    levels = 2 if key in ("allOf", "properties") else 1
    chooser(schema(99 // levels))(Text("x"))
    for depth in (101, 3_000, 100_000):
        with pytest.raises(ValueError, match="nested more than 100 deep"):
            chooser(schema(depth))


def test_depth_counts_lists_and_objects() -> None:
    value: Any = []
    for _ in range(100_000):
        value = [value]
    assert is_deep(value, 100)
    while value:  # or Python itself takes them apart one within the other
        (value,) = value
