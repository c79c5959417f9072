"""Parse trees: parts of the string, in order, by rule."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels import NEEDS_KERNEL
from near import members
from rows import in_one_test

import irigrammar
from irigrammar.automata.tagged import Pick
from irigrammar.engines.kernel import kernel
from irigrammar.engines.node import Node
from irigrammar.matching.grammar import Grammar

IRI = irigrammar.grammar("rfc3987")["IRI"]
TREE = IRI.parse("http://u@[::1.2.3.4]:80/é/%41?q#f")


def check(node: Node, text: str) -> None:
    """Check that the children of every node stand one after the other, from its start to its end."""
    for descendant in node.walk():
        assert descendant.value == text[descendant.start : descendant.end]
        children = descendant.children
        if not descendant.rule:
            assert children == ()
            assert descendant.end > descendant.start
            continue
        places = [descendant.start, *(child.end for child in children)]
        assert [child.start for child in children] == places[:-1]
        assert places[-1] == descendant.end or (not children and descendant.start == descendant.end)


@pytest.mark.parametrize(
    ("name", "rule"),
    [("rfc3986", "URI-reference"), ("rfc3987", "IRI-reference"), ("leiri", "LEIRI"), ("web-address", "IRI-reference")],
)
@given(data=st.data())
def test_leaves_one_after_the_other_are_the_string(name: str, rule: str, data: st.DataObject) -> None:
    matcher = irigrammar.grammar(name)[rule]
    text = data.draw(members(matcher.grammar._production(rule).dfa))
    tree = matcher.parse(text)
    check(tree, text)
    assert "".join(node.value for node in tree.walk() if not node.rule) == text
    assert (tree.rule, tree.start, tree.end) == (rule, 0, len(text))


def test_find_gives_the_first_node_of_a_rule_in_any_case() -> None:
    nodes = TREE.find("ISEGMENT")
    assert nodes is not None
    assert (nodes.rule, nodes.value, nodes.start, nodes.end) == ("isegment", "é", 24, 25)
    assert [node.value for node in TREE.find_all("isegment")] == ["é", "%41"]
    assert [node.value for node in TREE.find_all("dec-octet")] == ["1", "2", "3", "4"]
    assert TREE.find("nothing") is None
    assert list(TREE.find_all("ipath-empty")) == []
    root = TREE.find("iri")
    assert root is not None
    assert (root.rule, root.start, root.end) == ("IRI", 0, len(TREE.value))


def test_walk_goes_down_before_it_goes_on() -> None:
    tree = Grammar.from_text('a = b "x" c\nb = c c\nc = ["y"]\n')["a"].parse("yxy")
    assert [(node.rule, node.start, node.end) for node in tree.walk()] == [
        ("a", 0, 3),
        ("b", 0, 1),
        ("c", 0, 1),
        ("", 0, 1),
        ("c", 1, 1),
        ("", 1, 2),
        ("c", 2, 3),
        ("", 2, 3),
    ]


def test_a_subtree_is_read_on_its_own() -> None:
    authority = TREE.find("iauthority")
    assert authority is not None
    assert [child.rule for child in authority.children] == ["iuserinfo", "", "ihost", "", "port"]
    assert [child.value for child in authority.children] == ["u", "@", "[::1.2.3.4]", ":", "80"]
    assert authority.children[2].find("IPv4address") is not None
    assert authority.find("iquery") is None


def test_offsets_are_code_points() -> None:
    tree = IRI.parse("a:👩é?\U0010fffd")
    query = tree.find("iquery")
    assert query is not None
    assert (query.start, query.end, query.value) == (5, 6, "\U0010fffd")


def test_repr_shows_rule_place_and_text() -> None:
    assert repr(TREE.children[0]) == "<scheme 0:4 'http'>"
    assert repr(TREE.children[1]) == "<leaf 4:5 ':'>"


def test_a_long_tree_is_walked_without_recursion() -> None:
    text = "a:" + "/b" * 5_000
    nodes = list(IRI.parse(text).walk())
    assert sum(node.rule == "isegment" for node in nodes) == 4_999
    assert "".join(node.value for node in nodes if not node.rule) == text


def fields(nodes: Any) -> list[tuple[object, ...]]:
    return [(node.rule, node.start, node.end, node._mark, node._event_index) for node in nodes]


@NEEDS_KERNEL
@pytest.mark.parametrize("text", ["http://u@[::1.2.3.4]:80/é/%41?q#f", "a:", "http://h/" + "a%20" * 900])
def test_nodes_that_the_kernel_makes_are_those_made_without_it(text: str) -> None:
    ours, pure = IRI.parse(text), IRI.parse(text)
    pure._tree.__dict__["native"] = None
    assert fields(ours.walk()) == fields(pure.walk())
    for node, pure_node in zip(ours.walk(), pure.walk(), strict=True):
        assert fields(node.children) == fields(pure_node.children)
    assert ours._tree.native is not None


class Free:
    """A type whose objects have no slots."""


PICK = Pick((1, -1), 0, False)


@NEEDS_KERNEL
@in_one_test(
    ("picks", "marks", "kind"),
    [
        ([], ("", "a"), Node),
        ([PICK], ("", "a"), Free),
        ([PICK], ("", "a"), type("Below", (Node,), {"__slots__": ()})),
        ([PICK], ("",), Node),
        ([PICK], ("", 1), Node),
        ([Pick((1,), 0, False)], ("", "a"), Node),
        ([Pick((-1, 1), 0, False)], ("", "a"), Node),
        ([Pick((0,), 0, False)], ("", "a"), Node),
        ([Pick((2**40, -1), 0, False)], ("", "a"), Node),
        ([Pick((1, "a"), 0, False)], ("", "a"), Node),  # type: ignore[arg-type]
        ([Pick([1, -1], 0, False)], ("", "a"), Node),  # type: ignore[arg-type]
        ([None], ("", "a"), Node),
    ],
)
def test_the_kernel_refuses_what_are_no_picks(picks: Any, marks: Any, kind: Any) -> None:
    module = kernel()
    assert module is not None
    with pytest.raises((ValueError, AttributeError, TypeError)):
        module.Nodes(picks, marks, kind)


@NEEDS_KERNEL
@pytest.mark.parametrize(
    ("mark", "place"),
    [
        (1, (0, 0, 0, -1)),
        (0, (1, 0, 0, -1)),
        (0, (0, 2, 0, -1)),
        (0, (2**31, 0, 0, -1)),
        (0, (0, 0, 9, -1)),
        (0, (0, 0, 0, 5)),
    ],
)
def test_the_kernel_refuses_places_that_are_not_in_the_tree(mark: int, place: tuple[int, int, int, int]) -> None:
    module = kernel()
    assert module is not None
    nodes = module.Nodes([PICK], ("", "a"), Node)
    assert nodes.inside(None, 0, True, (0, 1, 1, -1)) == ([], None)
    with pytest.raises(ValueError, match="a place that is not in the tree"):
        nodes.inside(None, mark, True, place)


class Growing:
    """A pick that has more events each time it is asked."""

    after, leaf = 0, False

    def __init__(self) -> None:
        self.asked = 0

    @property
    def events(self) -> tuple[int, ...]:
        self.asked += 1
        return (1, -1) * 1000 * self.asked


@NEEDS_KERNEL
def test_the_kernel_refuses_picks_that_change() -> None:
    module = kernel()
    assert module is not None
    with pytest.raises(ValueError, match="events"):
        module.Nodes([Growing()], ("", "a"), Node)
