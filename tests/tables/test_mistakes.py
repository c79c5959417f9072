"""Common mistakes: the first fix is the one an expert would propose."""

from __future__ import annotations

import json
from collections import Counter

from rows import in_one_test

import irigrammar
from tools.mistakes import COPIED, DEFAULT, answers

ROWS = [json.loads(line) for line in DEFAULT.read_text(encoding="utf-8").splitlines()]
TEXTS = [json.loads(line) for line in COPIED.read_text(encoding="utf-8").splitlines()]
LEAST = 0.9


def test_most_first_fixes_are_the_experts() -> None:
    """`python -m tools.mistakes` lists the others; what it says of notes on valid strings is not asserted."""
    fixes = [answer.right for answer in answers(DEFAULT) if not answer.row["valid"]]
    assert len(fixes) >= 250
    assert sum(fixes) >= LEAST * len(fixes)


def test_each_row_says_what_is_wrong_and_where_it_is_from() -> None:
    for row in ROWS:
        expected = {"note_has"} if row["valid"] else {"first_repair"}
        assert row.keys() == {"text", "grammar", "valid", "says", "source"} | expected
        assert row["says"]
        assert row["source"]
    assert len(ROWS) >= 300
    assert max(Counter((row["text"], row["grammar"]) for row in ROWS).values()) == 1


@in_one_test("row", TEXTS)
def test_what_programs_copy_is_named(row: dict[str, str]) -> None:
    """Text beside an address in a field, escapes of the format around it, and placeholders that nobody filled in."""
    fault = irigrammar.check(row["text"], grammar=row["grammar"]).fault
    assert fault is not None
    first = fault.fixes[0].text if fault.fixes else None
    assert (fault.code, first) == (row["code"], row["first_repair"])
