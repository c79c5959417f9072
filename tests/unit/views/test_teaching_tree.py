"""Trees as text and pictures, and overviews of grammars."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_grammars import grammars
from rows import in_one_test

import irigrammar
from irigrammar.engines.node import Node
from irigrammar.language import sample
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped import loader as catalog
from irigrammar.shipped.loader import generic_names
from irigrammar.text.canvas import cells
from irigrammar.text.caret import columns
from irigrammar.text.sheet import Sheet
from irigrammar.views.overview import overview, overview_lines
from irigrammar.views.tree import as_dict, as_dot, as_lines, children_within
from irigrammar.views.tree_picture import as_boxes, as_svg

IRI = irigrammar.grammar("rfc3987")


def test_a_tree_as_text() -> None:
    tree = IRI["IPv4address"].parse("1.2.3.45")
    assert list(as_lines(tree, str)) == [
        'IPv4address  "1.2.3.45"',
        '├── dec-octet  "1"',
        '│   └── DIGIT  "1"',
        '│       └── "1"',
        '├── "."',
        '├── dec-octet  "2"',
        '│   └── DIGIT  "2"',
        '│       └── "2"',
        '├── "."',
        '├── dec-octet  "3"',
        '│   └── DIGIT  "3"',
        '│       └── "3"',
        '├── "."',
        '└── dec-octet  "45"',
        '    ├── "4"',
        '    └── DIGIT  "5"',
        '        └── "5"',
    ]


def test_components_only() -> None:
    wanted = {production.lower() for production in IRI.entry.components}
    tree = IRI["IRI-reference"].parse("http://h:80/p?#f")
    assert list(as_lines(tree, str, children_within(wanted))) == [
        'IRI-reference  "http://h:80/p?#f"',
        '├── scheme  "http"',
        '├── iauthority  "h:80"',
        '│   ├── ihost  "h"',
        '│   │   └── ireg-name  "h"',
        '│   └── port  "80"',
        '├── ipath-abempty  "/p"',
        '├── iquery  ""',
        '└── ifragment  "f"',
    ]


def test_json_has_the_offsets_and_the_leaves_make_the_string() -> None:
    text = "http://é/"
    tree = json.loads(json.dumps(as_dict(IRI["IRI"].parse(text))))
    leaves: list[str] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        assert text[node["start"] : node["end"]] == node["value"]
        if node["rule"] is None:
            leaves.append(node["value"])
        stack.extend(reversed(node["children"]))
    assert "".join(leaves) == text


def test_a_graph_has_a_node_for_each_part_and_an_edge_to_each_but_the_root() -> None:
    tree = IRI["port"].parse("80")
    lines = list(as_dot(tree, str))
    assert lines[0] == "digraph tree {"
    assert lines[-1] == "}"
    count = len(list(tree.walk()))
    assert sum("[label=" in line for line in lines) == count
    assert sum(" -> " in line for line in lines) == count - 1


@pytest.mark.external
def test_graphviz_reads_the_graph() -> None:
    if shutil.which("dot") is None:
        pytest.skip("Graphviz is not installed")
    source = "\n".join(as_dot(IRI["IRI-reference"].parse("a:\"b\\'".replace('"', "").replace("\\", "")), str))
    done = subprocess.run(["dot", "-Tsvg"], input=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0


SVG = "{http://www.w3.org/2000/svg}"


def picture(text: str, **options: Any) -> ET.Element:
    return ET.fromstring("\n".join(as_svg(IRI["IRI-reference"].parse(text), **options)))


def labels(root: ET.Element, kind: str) -> list[str]:
    return [group.findtext(f"{SVG}text") or "" for group in root.iter(f"{SVG}g") if group.get("class") == kind]


@pytest.mark.parametrize("text", ["", "a:", "http://u@[::1]:8/é/日本?q#f", "//\u05d0\u05d1/&'%20", "a" * 50])
def test_the_foot_is_the_string_and_each_node_is_there(text: str) -> None:
    root = picture(text)
    assert "".join(labels(root, "terminal")) == text
    nodes = [node for node in IRI["IRI-reference"].parse(text).walk() if node.rule]
    assert labels(root, "nonterminal") == [node.rule for node in nodes]
    titles = [group.findtext(f"{SVG}title") for group in root.iter(f"{SVG}g") if group.get("class") == "nonterminal"]
    assert titles == [f"{node.rule}, {node.start} to {node.end}" for node in nodes]
    assert len(list(root.iter(f"{SVG}path"))) == len(nodes) - 1 + len(labels(root, "terminal"))


@pytest.mark.parametrize("text", ["http://u@[::1]:8/é/日本?q#f", "a:b"])
def test_boxes_hold_their_texts_and_do_not_overlap(text: str) -> None:
    root = picture(text)
    rows: dict[float, list[tuple[float, float]]] = {}
    for group in root.iter(f"{SVG}g"):
        box, words = group.find(f"{SVG}rect"), group.find(f"{SVG}text")
        if group.get("class") and box is not None and words is not None:
            x, width = float(box.get("x", "")), float(box.get("width", ""))
            assert float(words.get("textLength", "")) <= width
            assert 0 <= x <= x + width <= float(root.get("width", ""))
            rows.setdefault(float(box.get("y", "")), []).append((x, width))
    assert all(x + width <= after for row in rows.values() for (x, width), (after, _) in pairwise(sorted(row)))


def test_invisible_characters_are_escaped_and_a_space_has_a_sign() -> None:
    leiri = irigrammar.grammar("leiri")
    node = leiri["LEIRI-reference"].parse("\u0301 a\x00<&>")
    root = ET.fromstring("\n".join(as_svg(node, depth=0)))
    assert labels(root, "terminal") == ["\\u{301}␠a\\u{0}<&>"]
    assert root.findtext(f"{SVG}title") == 'LEIRI-reference "\\u{301} a\\u{0}<&>"'


def test_a_long_string_is_cut_with_a_word() -> None:
    root = picture("a" * 250, depth=1)
    assert "".join(labels(root, "terminal")) == "a" * 200
    assert "50 more characters" in [element.text for element in root.iter(f"{SVG}text")]
    assert "1 more character" in [element.text for element in picture("a" * 201, depth=0).iter(f"{SVG}text")]
    assert not any("more" in (element.text or "") for element in picture("a" * 200, depth=0).iter(f"{SVG}text"))


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


def test_unprintable_characters_are_escaped() -> None:
    leiri = irigrammar.grammar("leiri")
    node = leiri["LEIRI-reference"].parse("a b\t\U000f0000")
    assert [*as_boxes(node, Sheet(80), depth=0)] == ["┌LEIRI-reference┐", "a␠b\\u{9}\\u{F0000}"]
    assert [*as_boxes(node, Sheet(80, "ascii"), depth=0)] == ["[- LEIRI-reference --]", "a\\u{20}b\\u{9}\\u{F0000}"]


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
    assert boxes("", depth=2) == ["┌IRI-reference─┐", "┌irelative-ref─┐", "┌irelative-part┐", ""]


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


def plain(text: str, _role: str) -> str:
    return text


@in_one_test("name", generic_names())
def test_words_of_the_catalog_are_shown(name: str) -> None:
    facts = overview(irigrammar.grammar(name))
    entry = catalog.entry(name)
    assert (facts["title"], facts["document"], facts["section"]) == (entry.title, entry.document, entry.section)
    assert (facts["extends"], facts["start"], facts["prefer"]) == (entry.extends, entry.start, entry.prefer)
    assert facts["replaces"] == entry.replace
    assert facts["components"] == entry.components
    assert all(type(one)(**row) == one for one, row in zip(entry.errata, facts["errata"], strict=True))
    assert [rule["name"] for rule in facts["rules"]] == list(irigrammar.grammar(name))
    text = "\n".join(overview_lines(irigrammar.grammar(name), str, plain))
    words = text.split()
    for erratum in entry.errata:
        assert " ".join(erratum.why.split()) in " ".join(words)
    for rule in facts["rules"]:
        assert f"{rule['source']}:{rule['line']} " in text
        assert f" {rule['name']} " in text
        assert rule["abnf"] in " ".join(words)
    for field in set(entry.components.values()):
        productions = [production for production, other in entry.components.items() if other == field]
        assert f" {field}: {', '.join(productions)} " in " ".join(words)


def test_rules_that_are_defined_anew() -> None:
    assert overview(irigrammar.grammar("leiri"))["overrides"] == ("ucschar", "iprivate")
    assert overview(irigrammar.grammar("web-address"))["overrides"] == ()


def test_a_users_grammar_has_no_title() -> None:
    own = Grammar.from_text(
        'a = host / ipv4\nipv4 = "x"\nHOST = "y"\n', name="my.abnf", extends="rfc3986", replace={"IPv4address": "ipv4"}
    )
    facts = overview(own)
    assert (facts["title"], facts["document"], facts["section"]) == (None, None, None)
    assert facts["overrides"] == ("host",)
    assert facts["replaces"] == {"IPv4address": "ipv4"}
    assert next(overview_lines(own, str, plain)) == "my.abnf"
    assert list(overview_lines(own, str, plain))[-3:] == [
        "my.abnf:1  a    = host / ipv4",
        'my.abnf:2  ipv4 = "x"',
        'my.abnf:3  HOST = "y"',
    ]
