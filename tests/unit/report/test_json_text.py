"""JSON written piece by piece."""

from __future__ import annotations

import json

import pytest

from irigrammar.report.formats import JsonArray, well_formed


@pytest.mark.parametrize("items", [[], [{}], [{"a": "é\ud800"}, 1, None]])
def test_an_array_is_what_was_added(items: list[object]) -> None:
    parts: list[str] = []
    array = JsonArray(parts.append, '{"x": ')
    for item in items:
        array.add(item)
    before = len(parts)
    array.close(', "y": 1}')
    text = "".join(parts)
    assert text.isascii()
    assert json.loads(text) == {"x": items, "y": 1}
    assert before == len(items)  # each as it comes
    assert text.count("\n") == (len(items) + 1 if items else 0)


def test_surrogates_are_replaced_one_by_one() -> None:
    assert well_formed("a\ud83d\ude00é\udcff") == "a\ufffd\ufffdé\ufffd"
