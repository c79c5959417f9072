"""Trees over their strings: brackets stand over what they match, also where characters are wide, combine or go left."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_grammars import grammars

import irigrammar
from irigrammar.engines.node import Node
from irigrammar.language import sample
from irigrammar.matching.grammar import Grammar
from irigrammar.text.canvas import cells
from irigrammar.text.caret import columns
from irigrammar.text.sheet import Sheet
from irigrammar.views.tree import children_within
from irigrammar.views.tree_picture import as_boxes

IRI = irigrammar.grammar("rfc3987")
COMPONENTS = children_within({production.lower() for production in IRI.entry.components})


def boxes(text: str, sheet: Sheet = Sheet(80), **options: Any) -> list[str]:  # noqa: B008  # it is frozen
    return [*as_boxes(IRI["IRI-reference"].parse(text), sheet, **options)]


def test_brackets_over_a_string() -> None:
    assert boxes("http://h:80/?", children=COMPONENTS) == [
        "┌────────────────── IRI-reference ──────────────────┐",
        "┌scheme┐   ┌── iauthority ──┐┌ipath-abempty┐ ┌iquery┐",
        "           ┌─ ihost ─┐ ┌port┐",
        "           ┌ireg-name┐",
        "  http  ://     h     :  80         /       ?",
    ]


def test_wide_combining_and_right_to_left_characters() -> None:
    assert boxes("//日本x\u0301é/\u05d0\u05d1?\u0301", children=COMPONENTS) == [
        "┌────────── IRI-reference ───────────┐",
        "  ┌iauthority┐┌ipath-abempty┐ ┌iquery┐",
        "  ┌─ ihost ─┐",
        "  ┌ireg-name┐",
        "\u202d//   日本x\u0301é         /\u05d0\u05d1      ?\\u{301}\u202c",
    ]


def test_what_cannot_be_shown_is_escaped() -> None:
    leiri = irigrammar.grammar("leiri")
    node = leiri["LEIRI-reference"].parse("a b\t\U000f0000")
    assert [*as_boxes(node, Sheet(80), depth=0)] == [
        "┌LEIRI-reference┐",
        "a␠b\\u{9}\\u{F0000}",
    ]
    assert [*as_boxes(node, Sheet(80, "ascii"), depth=0)] == [
        "[- LEIRI-reference --]",
        "a\\u{20}b\\u{9}\\u{F0000}",
    ]


def test_long_strings_go_on_below() -> None:
    assert boxes("http://example.org/a/long/path", Sheet(36), depth=3) == [
        "┌────── IRI-reference ───────",
        "┌─────────── IRI ────────────",
        "┌───────── scheme ─────────┐",
        "┌ALPHA┐┌ALPHA┐┌ALPHA┐┌ALPHA┐",
        "   h      t      t      p   :",
        "",
        "─────── IRI-reference ──────┐",
        "──────────── IRI ───────────┐",
        "┌─────── ihier-part ────────┐",
        "  ┌iauthority┐┌ipath-abempty┐",
        "//example.org  /a/long/path",
    ]


def test_very_long_strings_are_cut_with_a_word() -> None:
    drawn = boxes("a" * 2_500, depth=0)
    assert drawn[-1] == "(500 more characters)"
    assert sum(line.count("a") for line in drawn if not line.startswith("(")) == 2_000
    assert boxes("a" * 2_001, depth=0)[-1] == "(1 more character)"
    assert not boxes("a" * 2_000, depth=0)[-1].endswith(")")


def test_an_empty_string_has_its_brackets() -> None:
    assert boxes("", depth=2) == [
        "┌IRI-reference─┐",
        "┌irelative-ref─┐",
        "┌irelative-part┐",
        "",
    ]


def over(drawn: list[str], levels: int) -> list[tuple[str, str]]:
    """Return, from a picture on one line, the name in each bracket and the characters below it."""
    grid = [[cell.text for cell in cells(line.strip("\u202d\u202c"))] for line in drawn]
    foot = grid[levels] if len(grid) > levels else []
    rows = []
    for row in grid[:levels]:
        start = -1
        for index, sign in enumerate(row):
            if sign == "┌":
                start = index
            elif sign == "┐":
                name = "".join(row[start + 1 : index]).strip("─ ")
                rows.append((name, "".join(foot[start : index + 1]).replace(" ", "")))
    return rows


def wanted(node: Node) -> list[tuple[str, str]]:
    """Return the nodes of a tree, level by level."""
    rows, result = [node], []
    while rows:
        result += [(node.rule, node.value) for node in rows]
        rows = [child for node in rows for child in node.children if child.rule]
    return result


@pytest.mark.parametrize(
    "text", ["http://u@h:8/a//b?q#f", "//[::1.2.3.4]/é日本", "", "a:", "?\u05d0\u05d1%20", "x/y:z@"]
)
def test_each_bracket_is_over_what_its_rule_matches(text: str) -> None:
    node = IRI["IRI-reference"].parse(text)
    result = over(boxes(text, Sheet(4_000)), len(boxes(text, Sheet(4_000))) - 1)
    assert result == wanted(node)


@pytest.mark.slow
@given(grammars(), st.integers(0, 9))
def test_so_it_is_for_any_grammar(generated: tuple[str, Grammar], seed: int) -> None:
    matcher = generated[1]["r0"]
    for text in sample(matcher, 2, seed, max_length=20):
        if not text.isalnum():
            continue
        node = matcher.parse(text)
        drawn = [*as_boxes(node, Sheet(100_000))]
        assert over(drawn, len(drawn) - 1) == wanted(node)


@given(st.text(st.sampled_from("aé日\u0301\u05d0/:.%2"), max_size=60), st.integers(30, 90))
def test_no_line_is_too_wide_and_no_character_is_lost(text: str, width: int) -> None:
    if not IRI["IRI-reference"].matches(text):
        return
    for options in ({}, {"children": COMPONENTS}, {"depth": 1}):
        drawn = boxes(text, Sheet(width), **options)
        assert max(map(columns, drawn)) <= width
        shown = "".join(line for line in drawn if not any(sign in line for sign in "┌─┐"))
        for mark in (" ", "\u202d", "\u202c"):
            shown = shown.replace(mark, "")
        assert shown.replace("\\u{301}", "\u0301") == text
