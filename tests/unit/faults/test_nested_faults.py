"""Faults in nested rules: blame, the open bracket, fixes."""

from __future__ import annotations

import pytest
from places import TESTS

from irigrammar import Grammar

JSON = Grammar.from_file(TESTS / "data" / "lectures" / "json.abnf")["JSON-text"]
TIME = Grammar.from_text('time = hour ":" 2DIGIT\nhour = "0" DIGIT / "1" DIGIT / "2" %x30-33\n')["time"]


@pytest.mark.parametrize(
    ("text", "message", "opened", "fixed"),
    [
        ("[1,2,]", '"]" is not allowed after ",": value must follow', (0, "array begins here"), ["[1,2]"]),
        ("[1 2]", '"2" is not allowed in array', (0, "array begins here"), ["[1, 2]", "[1 ]"]),
        ('{"a":1', "unexpected end of string: object is incomplete", (0, "never closed"), ['{"a":1}']),
        ('{"a":1,}', '"}" is not allowed after ",": member must follow', (0, "object begins here"), ['{"a":1}']),
        ('[{"a" 1}]', '"1" is not allowed in member', (1, "object begins here"), ['[{"a": 1}]']),
        ("[[1,2}", '"}" is not allowed in int', (1, "array begins here"), ["[[1,2]]"]),
        ("01", '"1" is not allowed in number', None, ["0"]),
    ],
)
def test_blame_and_fixes_in_json(text: str, message: str, opened: tuple[int, str] | None, fixed: list[str]) -> None:
    fault = JSON.check(text).fault
    assert fault is not None
    assert fault.message == message
    assert [(label.start, label.text) for label in fault.labels[1:]] == ([opened] if opened else [])
    assert [fix.text for fix in fault.fixes] == fixed


def test_a_letter_of_many_is_not_replaced() -> None:
    fault = TIME.check("24:00").fault
    assert fault is not None
    assert fault.message == '"4" is not allowed in hour'
    assert [fix.text for fix in fault.fixes] == []
