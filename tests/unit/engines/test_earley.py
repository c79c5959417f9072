"""Recursive rules: verdicts, and the ends of the longest viable prefixes."""

from __future__ import annotations

import pytest

from irigrammar import Grammar
from irigrammar.engines.recognizer import ByChart
from irigrammar.errors import ParseLimit

LEFT = 'a = a "x" / "x"\n'
RIGHT = 'a = "x" a / "x"\n'
BRACKETS = 'a = "(" *a ")"\n'
SUM = 'a = a "+" b / b\nb = b "*" c / c\nc = 1*DIGIT / "(" a ")"\n'
PALINDROME = 'a = "x" a "x" / "y" a "y" / ""\n'

CASES = [
    (LEFT, "", 0),
    (LEFT, "xxx", None),
    (LEFT, "xxy", 2),
    (RIGHT, "xxx", None),
    (RIGHT, "xxy", 2),
    (BRACKETS, "(()())", None),
    (BRACKETS, "(()", 3),
    (BRACKETS, "())", 2),
    (SUM, "1+2*(3+4)", None),
    (SUM, "1+(2*)", 5),
    (SUM, "(1", 2),
    (SUM, "1+", 2),
    (PALINDROME, "", None),
    (PALINDROME, "xyyx", None),
    (PALINDROME, "xyx", 3),
    ('a = [a] [b] "x"\nb = [a] "y"\n', "xyx", None),  # hidden left recursion
    ('a = [a] [b] "x"\nb = [a] "y"\n', "xy", 2),
    ('a = a / "x"\n', "x", None),  # a cycle
    ('a = a / "x"\n', "xx", 1),
    ('a = b / "x"\nb = a / "y"\n', "y", None),
    ('a = a a / ""\n', "", None),
    ('a = a a / ""\n', "x", 0),
    ('a = a a / "x" / ""\n', "xxx", None),
    ('a = "x" a b / "y"\nb = [c]\nc = "" / "" c\n', "xxy", None),  # what comes after is always empty
    ('a = "x" a b / "y"\nb = [c]\nc = "" / "" c\n', "xxyx", 3),
    ("a = a\n", "", 0),  # nothing matches
    ('a = "x" a\n', "x", 0),  # nothing matches, so that no prefix is viable
    ('a = "x" / "y" a\nb = a b\n', "yx", None),
    ('a = *( "x" a ) "y"\n', "xyxyy", None),
    ('a = 2a / "x" / %xE9\n', "xéx", None),
]


@pytest.mark.parametrize(("abnf", "text", "offset"), CASES)
def test_verdict_and_offset(abnf: str, text: str, offset: int | None) -> None:
    matcher = Grammar.from_text(abnf)["a"]
    assert matcher.matches(text) is matcher.matches(text.encode()) is (offset is None)
    fault = matcher.check(text).fault
    assert (fault.offset if fault else None) == offset


def test_texts_that_are_not_characters_match_nothing() -> None:
    matcher = Grammar.from_text('a = *( %x0-10FFFF / "(" a ")" )\n')["a"]
    assert matcher.matches_many(["x", b"\xff", "\udc80", ""]) == [True, False, False, True]
    with pytest.raises(TypeError):
        matcher.matches(1)  # type: ignore[arg-type]


def test_deep_nesting_is_read_parsed_and_explained() -> None:
    matcher = Grammar.from_text(BRACKETS)["a"]
    count = 5_000
    assert matcher.matches("(" * count + ")" * count)
    assert sum(node.rule == "a" for node in matcher.parse("(" * count + ")" * count).walk()) == count
    fault = matcher.check("(" * count + ")" * (count - 1)).fault
    assert fault is not None
    assert (fault.offset, fault.message) == (2 * count - 1, "unexpected end of string: a is incomplete")
    assert fault.fixes[0].text == "(" * count + ")" * count


@pytest.mark.slow
def test_very_deep_nesting_is_read_and_parsed() -> None:
    matcher = Grammar.from_text(BRACKETS)["a"]
    count = 100_000
    assert matcher.matches("(" * count + ")" * count)
    assert matcher.parse("(" * count + ")" * count).end == 2 * count


@pytest.mark.slow
def test_what_is_too_ambiguous_is_an_error_and_never_hangs() -> None:
    matcher = Grammar.from_text('a = a a a / "x" / "xx"\n')["a"]
    with pytest.raises(ParseLimit) as caught:
        matcher.matches("x" * 2_000)
    assert 0 < caught.value.offset < 2_000


def test_the_general_engine_can_be_asked_for_any_rule() -> None:
    matcher = Grammar.from_text("a = 1*3DIGIT\n")["a"]
    recognizer = ByChart(matcher._production.network)
    for text in ("", "1", "123", "1234", "x"):
        assert recognizer.matches(text) is matcher.matches(text)
        assert recognizer.fault_offset(text) == matcher._production.recognizer.fault_offset(text)
