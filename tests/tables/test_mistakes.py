"""Common mistakes: the first fix is the one an expert would propose."""

from __future__ import annotations

import json
from collections import Counter

from tools.mistakes import DEFAULT, answers

ROWS = [json.loads(line) for line in DEFAULT.read_text(encoding="utf-8").splitlines()]
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
