"""Functions attached to rules: `Matcher.rewrite`."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from near import near

import irigrammar
from irigrammar import Grammar, NoMatch, RewriteError, UnknownRule, rewrite
from irigrammar.engines.node import Node
from irigrammar.processing.rewrite import rewrite as rewritten_by_marks

LOG = Grammar.from_text('log = date SP text\ndate = 4DIGIT "-" 2DIGIT\ntext = *( word / SP )\nword = 1*ALPHA\n')["log"]
NESTED = Grammar.from_text('list = "(" *( item / list ) ")"\nitem = ALPHA\n').start
URI = irigrammar.grammar("rfc3986")["URI"]


def test_the_outermost_nodes_are_replaced_from_left_to_right() -> None:
    seen: list[tuple[str, str]] = []

    def mark(node: Node) -> str:
        seen.append((node.rule, node.text))
        return node.text.upper()

    assert LOG.rewrite("2026-11 so it is", {"WORD": mark, "date": lambda _: "2000-01"}) == "2000-01 SO IT IS"
    assert seen == [("word", "so"), ("word", "it"), ("word", "is")]
    seen.clear()
    assert (
        NESTED.rewrite("(a(b)(c))", {"list": lambda node: f"({node.text.count('(')}".replace("3", "x") + ")"}) == "(x)"
    )
    assert NESTED.rewrite("(a(b))", {"item": mark}) == "(A(B))"


def test_a_function_may_look_into_its_node() -> None:
    def sorted_words(node: Node) -> str:
        return " ".join(sorted(word.text for word in node.find_all("word")))

    assert LOG.rewrite("2026-11 so it is", {"text": sorted_words}) == "2026-11 is it so"
    assert LOG.parse("2026-11 so").find("word").text == "so"  # type: ignore[union-attr]


def test_an_empty_table_and_rules_that_are_not_in_the_text_change_nothing() -> None:
    assert LOG.rewrite(b"2026-11 so", {}) == "2026-11 so"
    assert URI.rewrite("a:b", {"host": lambda _: "x", "query": lambda _: "x"}) == "a:b"


def test_what_is_refused() -> None:
    with pytest.raises(NoMatch):
        LOG.rewrite("2026 so", {"date": lambda _: ""})
    with pytest.raises(UnknownRule, match="did you mean word"):
        LOG.rewrite("2026-11 so", {"words": lambda _: ""})
    with pytest.raises(TypeError, match="the function of date returned int, not str"):
        LOG.rewrite("2026-11 so", {"date": lambda _: 1})  # type: ignore[return-value, dict-item]


@pytest.mark.parametrize(
    ("table", "rule", "span", "result"),
    [
        ({"date": lambda _: "2026-1x"}, "date", (0, 7), "2026-1x so it"),
        ({"word": lambda node: "1" if node.text == "it" else "a"}, "word", (11, 13), "2026-11 a 1"),
        ({"word": lambda _: "a", "date": lambda _: ""}, "date", (0, 7), " a a"),
    ],
)
def test_a_result_that_does_not_match_names_the_node(
    table: dict[str, object], rule: str, span: tuple[int, int], result: str
) -> None:
    with pytest.raises(RewriteError, match=f"the new text of {rule} at {span[0]}:{span[1]} does not fit: ") as caught:
        LOG.rewrite("2026-11 so it", table)  # type: ignore[arg-type]
    error = caught.value
    assert (error.rule, error.span, error.result) == (rule, span, result)
    assert pickle.loads(pickle.dumps(error)).span == span
    assert isinstance(error, ValueError)


@given(near(URI.automaton, 30))
def test_it_is_what_the_conversions_are_made_of(text: str) -> None:
    """Functions of the text of a part, by the marks that conversions use, give the same."""
    if not URI.matches(text):
        return
    table = {"host": str.upper, "segment": str.upper, "segment-nz": str.upper, "query": str.swapcase}
    by_nodes = {name: (lambda node, function=function: function(node.text)) for name, function in table.items()}
    assert URI.rewrite(text, by_nodes) == rewritten_by_marks(URI, text, table)


@given(st.sampled_from(["http://u@EXAMPLE.org:80/A/%7e?q#f", "mailto:A@B", "urn:X:y", "//[::1]/"]))
def test_at_the_top(text: str) -> None:
    assert rewrite(text, {"ihost": lambda node: node.text.lower()}) == text.replace("EXAMPLE", "example")
