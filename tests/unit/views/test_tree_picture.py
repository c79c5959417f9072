"""Trees as SVG: well formed, every node and every character in its place."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import irigrammar
from irigrammar.views.tree_picture import as_svg

SVG = "{http://www.w3.org/2000/svg}"
IRI = irigrammar.grammar("rfc3987")


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


def test_what_has_no_shape_is_escaped_and_a_space_has_a_sign() -> None:
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
