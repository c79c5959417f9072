"""Linear time with recursive rules: right, left and centre recursion, JSON, and what nothing can be said of."""

from __future__ import annotations

import json

import pytest
from growth import LIMIT, growth
from places import TESTS

from irigrammar import Grammar

pytestmark = pytest.mark.growth

RULES = {
    "right": 'a = "x" a / "x"\n',
    "right, through what may be empty": 'a = "x" a b / "x"\nb = [c]\nc = "" / "" c\n',
    "left": 'a = a "x" / "x"\n',
    "hidden left": 'a = [b] a "x" / "x"\nb = "y" / b "y"\n',
    "two": 'a = "x" b / "x"\nb = "x" a / "x"\n',
}


@pytest.mark.parametrize("abnf", RULES.values(), ids=RULES)
def test_long_texts(abnf: str) -> None:
    matcher = Grammar.from_text(abnf)["a"]
    assert growth(matcher.matches, "x" * 20_000, "x" * 40_000) < LIMIT
    assert growth(matcher.parse, "x" * 5_000, "x" * 10_000) < LIMIT


def test_deep_texts() -> None:
    matcher = Grammar.from_text('a = "(" *a ")"\n')["a"]
    short, long = ("(" * count + ")" * count for count in (10_000, 20_000))
    assert growth(matcher.matches, short, long) < LIMIT
    assert growth(matcher.parse, short, long) < LIMIT
    assert growth(lambda text: matcher.check(text).fault, short[:-1], long[:-1]) < LIMIT


def test_json() -> None:
    matcher = Grammar.from_file(TESTS / "data" / "lectures" / "json.abnf").start
    short, long = (
        json.dumps(
            [{"name": f"item {number}", "value": [number, None, {"deep": [True]}]} for number in range(count)], indent=4
        )
        for count in (1_000, 2_000)
    )
    assert growth(matcher.matches, short, long) < LIMIT
    assert growth(matcher.parse, short, long) < LIMIT
    assert growth(matcher.matches, " " * 50_000 + "1", " " * 100_000 + "1") < LIMIT
