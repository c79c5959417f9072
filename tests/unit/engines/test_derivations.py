"""Parse trees of recursive rules: the first match wins, and the others come after it."""

from __future__ import annotations

import pytest

from irigrammar import Grammar, NoMatch
from irigrammar.engines.node import Node


def shown(node: Node) -> str:
    return f"{node.rule}({' '.join(map(shown, node.children))})" if node.rule else node.value


@pytest.mark.parametrize(
    ("abnf", "text", "trees"),
    [
        ('a = "x" a / "x"\n', "xxx", ["a(x a(x a(x)))"]),
        ('a = a "x" / "x"\n', "xxx", ["a(a(a(x) x) x)"]),
        ('a = a "+" a / "1"\n', "1+1+1", ["a(a(a(1) + a(1)) + a(1))", "a(a(1) + a(a(1) + a(1)))"]),
        ('a = "1" / a "+" a\n', "1+1+1", ["a(a(1) + a(a(1) + a(1)))", "a(a(a(1) + a(1)) + a(1))"]),
        ('a = "i" a / "i" a "e" a / "x"\n', "iixex", ["a(i a(i a(x) e a(x)))", "a(i a(i a(x)) e a(x))"]),
        ('a = *( "x" / a "y" )\n', "xy", ["a(x a() y)", "a(a(x) y)"]),
        ('a = *b "c"\nb = *"x" / "(" a ")"\n', "xxc", ["a(b(x x) c)", "a(b(x) b(x) c)"]),
        ('a = a / "x"\n', "x", ["a(x)"]),
        ('a = b / "x"\nb = a / "y"\n', "x", ["a(x)"]),
        ('a = b / "x"\nb = a / "y"\n', "y", ["a(b(y))"]),
        ('a = "" / a a / "x"\n', "", ["a()"]),
        ('a = a a / "x" / ""\n', "xx", ["a(a(x) a(x))"]),
        ('a = "x" b\nb = [a]\n', "xx", ["a(x b(a(x b())))"]),
    ],
)
def test_the_first_trees(abnf: str, text: str, trees: list[str]) -> None:
    matcher = Grammar.from_text(abnf)["a"]
    assert shown(matcher.parse(text)) == trees[0]
    assert list(map(shown, matcher.parses(text))) == trees


def test_a_rule_that_is_not_recursive_has_its_trees_too() -> None:
    matcher = Grammar.from_text('a = b c\nb = *"x"\nc = *"x"\n')["a"]
    trees = list(map(shown, matcher.parses("xx", 9)))
    assert trees == ["a(b(x x) c())", "a(b(x) c(x))", "a(b() c(x x))"]
    assert shown(matcher.parse("xx")) == trees[0]
    assert len(matcher.parses("xx")) == 2


def test_a_text_that_does_not_match_has_no_tree() -> None:
    matcher = Grammar.from_text('a = "(" *a ")"\n')["a"]
    assert matcher.parses("(") == []
    with pytest.raises(NoMatch):
        matcher.parse("(")


def test_a_left_recursive_sum_is_read_from_the_left() -> None:
    grammar = Grammar.from_text('sum = sum ( "+" / "-" ) term / term\nterm = 1*DIGIT\n')
    tree = grammar["sum"].parse("1-2-3")
    assert [(child.rule, child.value) for child in tree.children] == [("sum", "1-2"), ("", "-"), ("term", "3")]
