"""The expression model: values, equal by what they say and not by where they stand."""

from __future__ import annotations

import pytest

from irigrammar.grammars.expr import (
    Alternation,
    Concatenation,
    Expr,
    Literal,
    Prose,
    Range,
    Ref,
    Repetition,
    Rule,
    walk,
)

EXPRESSIONS: list[tuple[Expr, Expr, Expr]] = [
    (Literal("a"), Literal("a", False, 5), Literal("a", True)),
    (Range(1, 2), Range(1, 2, 5), Range(1, 3)),
    (Ref("a"), Ref("a", 5), Ref("A")),
    (Prose("a"), Prose("a", 5), Prose("b")),
    (Concatenation((Ref("a"),)), Concatenation((Ref("a", 1),), 5), Alternation((Ref("a"),))),
    (Repetition(Ref("a"), 0, None), Repetition(Ref("a", 2), 0, None, 5), Repetition(Ref("a"), 0, 1)),
]


@pytest.mark.parametrize(("expr", "same", "other"), EXPRESSIONS)
def test_the_place_takes_no_part_in_equality(expr: Expr, same: Expr, other: Expr) -> None:
    assert expr == same
    assert hash(expr) == hash(same)
    assert repr(expr) == repr(same)
    assert expr != other


@pytest.mark.parametrize("expr", [row[0] for row in EXPRESSIONS])
def test_expressions_cannot_be_changed(expr: Expr) -> None:
    with pytest.raises(AttributeError):
        expr.offset = 3  # type: ignore[misc]


def test_walk_goes_outside_in_and_left_to_right() -> None:
    inner = Alternation((Ref("b"), Literal("c")))
    expr = Concatenation((Ref("a"), Repetition(inner, 0, None), Prose("d"), Range(1, 2)))
    assert list(walk(expr)) == [
        expr,
        Ref("a"),
        Repetition(inner, 0, None),
        inner,
        Ref("b"),
        Literal("c"),
        Prose("d"),
        Range(1, 2),
    ]


def test_walk_does_not_recurse() -> None:
    expr: Expr = Literal("x")
    for _ in range(10_000):
        expr = Repetition(expr, 0, 1)
    assert sum(1 for _ in walk(expr)) == 10_001


def test_a_rule_knows_its_file_and_lines() -> None:
    rule = Rule("a", Ref("b"), "f.abnf", 3, 5)
    assert (rule.name, rule.source, rule.line, rule.end_line) == ("a", "f.abnf", 3, 5)
