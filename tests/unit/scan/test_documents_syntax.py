"""Syntax trees: spans in code points, for any text at all, in linear time and without recursion."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("tree_sitter")

from irigrammar.errors import MissingExtra
from irigrammar.scan.formats import syntax

ANY_CHAR = st.characters(codec=None, exclude_categories=())
ANY_TEXT = st.text(st.one_of(st.sampled_from('<>{}[]"=:,\\ \n\r#-&/a0é表😀\0\ud800\udc80\udcff'), ANY_CHAR))


@pytest.mark.parametrize("language", syntax.LANGUAGES)
@given(text=ANY_TEXT)
def test_nodes_of_any_text_lie_in_it_in_their_order(language: str, text: str) -> None:
    found = syntax.parse(text, language)
    before = 0
    for visit in found.walk():
        start, end = found.span(visit.node)
        assert before <= start <= end <= len(text)
        before = start
        if not visit.node.child_count:
            written = found.data[visit.node.start_byte : visit.node.end_byte]
            kept = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in found.read(visit.node))
            assert written == kept.replace("\0", "\1").encode()


@given(text=ANY_TEXT)
def test_places_are_those_of_the_code_points(text: str) -> None:
    place = syntax.places(text.encode("utf-8", "surrogatepass"))
    octet = 0
    for index, char in enumerate(text):
        assert place(octet) == index
        octet += len(char.encode("utf-8", "surrogatepass"))
    assert place(octet) == len(text)


def test_places_of_a_long_text() -> None:
    text = "aé表😀" * 1000
    place = syntax.places(text.encode())
    octets = [len(text[:index].encode()) for index in range(0, len(text), 7)]
    assert [place(octet) for octet in octets] == list(range(0, len(text), 7))


def test_what_the_parser_would_stumble_over_keeps_its_place() -> None:
    found = syntax.parse("# \ud800\0\nb = 1", "toml")
    assert found.data == "# \ufffd\1\nb = 1".encode()
    assert [found.span(visit.node) for visit in found.walk() if visit.node.type == "integer"] == [(9, 10)]


def test_a_walk_is_that_of_the_tree_and_stays_below_its_node() -> None:
    found = syntax.parse('"é" = [1, {b = 2}]\nc = "d"', "toml")

    def below(node: object, depth: int) -> list[tuple[int, int, str]]:
        here = (node.start_byte, depth, node.type)  # type: ignore[attr-defined]
        return [here, *(row for child in node.children for row in below(child, depth + 1))]  # type: ignore[attr-defined]

    rows = [(visit.node.start_byte, visit.depth, visit.node.type) for visit in found.walk()]
    assert rows == below(found.root, 0)
    array = next(visit.node for visit in found.walk() if visit.node.type == "array")
    assert [(visit.node.start_byte, visit.depth, visit.node.type) for visit in found.walk(array)] == below(array, 0)
    assert [found.read(visit.node) for visit in found.walk() if visit.node.type == "bare_key"] == ["b", "c"]
    shallow = [visit.node.type for visit in found.walk(into=lambda node: node.type != "pair")]
    assert shallow == ["document", "pair", "pair"]


def test_what_is_deep_is_walked_without_recursion() -> None:
    deep = sys.getrecursionlimit() * 20
    found = syntax.parse("a = " + "[" * deep + "]" * deep, "toml")
    assert max(visit.depth for visit in found.walk()) > deep


def test_a_missing_grammar_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(syntax.LANGUAGES, "nothing", ("tree_sitter_nothing", "language"))
    with pytest.raises(MissingExtra, match=r"tree-sitter-nothing: .*\[scan\]"):
        syntax.parse("", "nothing")
