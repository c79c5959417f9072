"""Strings taken apart by productions and put together again."""

from __future__ import annotations

import pytest
from examples import some
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar.faults.fault import NoMatch
from irigrammar.language import sample
from irigrammar.processing.rewrite import parts, rewrite
from irigrammar.shipped.loader import generic_names

IRI = irigrammar.grammar("rfc3987")["IRI-reference"]
WEB = irigrammar.grammar("web-address")["IRI-reference"]
FIELDS = IRI.grammar.entry.components


@pytest.mark.parametrize("grammar", some([name for name in generic_names() if name not in ("rfc5234", "rfc6570")], 2))
@given(seed=st.integers(0, 10_000))
def test_changing_nothing_changes_nothing(grammar: str, seed: int) -> None:
    matcher = irigrammar.grammar(grammar).start
    (text,) = sample(matcher, 1, seed)
    assert rewrite(matcher, text, dict.fromkeys(("scheme", "ihost", "host", "isegment", "segment"), str)) == text


@given(seed=st.integers(0, 10_000))
def test_parts_are_where_split_and_parse_see_them(seed: int) -> None:
    (text,) = sample(IRI, 1, seed)
    components = IRI.split(text)
    tree = IRI.parse(text)
    for rule in ("ihost", "iquery", "ifragment", "scheme", "port", "isegment"):
        texts = [text[start:end] for _, start, end in parts(IRI, text, frozenset({rule}))]
        assert texts == [node.value for node in tree.find_all(rule)]
        field = FIELDS.get(rule)
        if field:
            assert texts == [value for value in [components.as_dict()[field]] if value is not None]


def test_outer_parts_come_before_inner_ones() -> None:
    result = parts(IRI, "http://u@h:1/", frozenset({"IAUTHORITY", "ihost", "port"}))
    assert result == [("iauthority", 7, 12), ("ihost", 9, 10), ("port", 11, 12)]


def test_every_part_is_given_to_its_function() -> None:
    assert rewrite(IRI, "a://b/c/d?e#f", {"isegment": str.upper, "ifragment": lambda _: "g"}) == "a://b/C/D?e#g"


def test_the_preferred_rule_decides() -> None:
    """A backslash that can separate segments does, so that the host ends before it."""
    assert rewrite(WEB, "http://h\\a:b@c/d", {"ihost": lambda _: "x"}) == "http://x\\a:b@c/d"
    assert [text for _, start, end in parts(WEB, "a\\b", frozenset({"isegment"})) for text in ["a\\b"[start:end]]] == [
        "b"
    ]


@pytest.mark.parametrize("text", ["http://b c/", "\ud800", "%"])
def test_what_does_not_match_is_reported_with_its_fault(text: str) -> None:
    with pytest.raises(NoMatch) as caught:
        rewrite(IRI, text, {"ihost": str})
    assert caught.value.fault == IRI.check(text).fault
