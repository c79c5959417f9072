"""Values of nodes, from the bottom up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from irigrammar import Grammar, Node, NoMatch, UnknownRule, grammar

SUMS = Grammar.from_text(
    'sum = product *( ("+" / "-") product )\n'
    'product = factor *( ("*" / "/") factor )\n'
    'factor = number / "(" sum ")"\n'
    "number = 1*DIGIT\n"
)


def folded(node: Node, values: list[Fraction]) -> Fraction:
    """Return the value of operands with operators between them, from left to right."""
    result = values[0]
    for operator, value in zip((leaf.text for leaf in node.children if not leaf.rule), values[1:], strict=True):
        match operator:
            case "+":
                result += value
            case "-":
                result -= value
            case "*":
                result *= value
            case "/":
                result /= value
    return result


TABLE = {"sum": folded, "PRODUCT": folded, "number": lambda node, _: Fraction(int(node.text))}


@pytest.mark.parametrize(
    ("text", "value"), [("7", 7), ("1+2*3", 7), ("8-4-2", 2), ("(1+2)*(3-4)/6", Fraction(-1, 2)), ("((((5))))", 5)]
)
def test_calculator(text: str, value: Fraction) -> None:
    assert SUMS["sum"].evaluate(text, TABLE) == value
    assert SUMS["sum"].evaluate(text.encode(), TABLE) == value


def test_values_below_are_in_the_order_of_the_text() -> None:
    """Nodes without a function pass them on, and empty nodes have values, too."""
    path = grammar("rfc3986")["path-abempty"]
    table: dict[str, Any] = {"segment": lambda node, _: node.text, "path-abempty": lambda _, values: values}
    assert path.evaluate("/a//b/", table) == ["a", "", "b", ""]
    nested: dict[str, Any] = {
        "host": lambda node, values: (node.text, values),
        "h16": lambda node, _: int(node.text, 16),
    }
    assert grammar("rfc3986")["URI"].evaluate("a://[1:2::f]/b", nested) == ("[1:2::f]", [1, 2, 15])


def test_the_rule_itself_needs_no_function_with_one_value_below() -> None:
    assert SUMS["factor"].evaluate("(12)", {"number": lambda node, _: node.text}) == "12"
    for text, count in (("1+2", 2), ("1", 0)):
        table: dict[str, Any] = {"number" if count else "sum": lambda node, _: node.text}
        with pytest.raises(ValueError, match=f"has no function, and {count} values are below it"):
            SUMS["product" if not count else "sum"].evaluate(text, table)


def test_errors() -> None:
    with pytest.raises(NoMatch):
        SUMS["sum"].evaluate("1+", TABLE)
    with pytest.raises(UnknownRule):
        SUMS["sum"].evaluate("1", {"digit-": lambda node, _: node})


def test_an_exception_of_a_function_has_the_node_and_its_place() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        SUMS["sum"].evaluate("1+(20/0)*3", TABLE)
    assert caught.value.node.text == "20/0"  # type: ignore[attr-defined]  # set by evaluate
    assert caught.value.__notes__ == ["in product at 3:7"]


@pytest.mark.parametrize(
    "abnf",
    ['s = ["(" s ")"]\n', 's = "(" s ")" / s s / ""\n', 's = *( "(" s ")" )\n'],
    ids=["nested", "general", "star"],
)
def test_depth_of_nested_and_general_rules(abnf: str) -> None:
    matcher = Grammar.from_text(abnf)["s"]
    depth = 20 if "s s" in abnf else 5_000
    table: dict[str, Any] = {"s": lambda _, values: 1 + max(values, default=0)}
    assert matcher.evaluate("(" * depth + ")" * depth, table) == depth + 1
