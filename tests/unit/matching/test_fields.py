"""Components that the caller names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import TESTS

import irigrammar
from irigrammar import Grammar, GrammarError, NoMatch, UnknownRule

VERSION = Grammar.from_file(TESTS / "data" / "lectures" / "semver.abnf").start
PARTS = {"major": "major", "pre": "PRE-RELEASE", "build": "build"}


def test_parts_by_name() -> None:
    assert VERSION.fields("1.22.3-rc.1+a", PARTS) == {"major": "1", "pre": "rc.1", "build": "a"}
    assert VERSION.fields(b"1.22.3", PARTS) == {"major": "1", "pre": None, "build": None}


def test_what_does_not_match_is_reported_with_its_fault() -> None:
    with pytest.raises(NoMatch) as caught:
        VERSION.fields("1.02.3", PARTS)
    assert caught.value.fault.offset == 3


@pytest.mark.parametrize(
    ("abnf", "text", "message"),
    [
        ('a = b "." b\nb = 1*DIGIT\n', "1.1", "b can be in a string of a more than once"),
        ('a = b c\nb = *"x"\nc = *"x"\n', "x", "a string of a can be split into part in two ways"),
        ('a = [b] [c]\nb = *"x"\nc = "y"\n', "x", "a string of a can be split into part in two ways"),
    ],
)
def test_what_is_ambiguous_is_refused(abnf: str, text: str, message: str) -> None:
    with pytest.raises(GrammarError, match=message):
        Grammar.from_text(abnf).start.fields(text, {"part": "b"})


def test_an_ambiguity_outside_of_the_parts_does_no_harm() -> None:
    grammar = Grammar.from_text('a = b ( c / d )\nb = 1*DIGIT\nc = *"x"\nd = *"x" [ "y" ]\n')
    assert grammar.start.fields("12xx", {"number": "b"}) == {"number": "12"}


def test_unknown_rules_and_one_rule_twice() -> None:
    with pytest.raises(UnknownRule):
        VERSION.fields("1.2.3", {"x": "nowhere"})
    with pytest.raises(GrammarError, match="host is not a part of IRI-reference"):  # which has an ihost
        irigrammar.grammar("rfc3987").start.fields("http://h/", {"host": "host"})
    with pytest.raises(GrammarError, match="two components are the same rule"):
        VERSION.fields("1.2.3", {"x": "major", "y": "MAJOR"})


def test_parts_of_a_recursive_rule() -> None:
    grammar = Grammar.from_text('call = name "(" [ call ] ")"\nname = 1*ALPHA\n')
    assert grammar.start.fields("f()", {"name": "name"}) == {"name": "f"}
    with pytest.raises(GrammarError, match="name is in this string of call more than once"):
        grammar.start.fields("f(g())", {"name": "name"})
    twice = Grammar.from_text('a = "(" a ")" / b c\nb = *"x"\nc = *"x"\n')
    with pytest.raises(GrammarError, match="in two ways"):
        twice.start.fields("(xx)", {"first": "b"})


@given(st.integers(0, 999), st.integers(0, 99), st.from_regex(r"[a-z]{1,5}", fullmatch=True))
def test_parts_are_where_the_tree_has_them(major: int, minor: int, pre: str) -> None:
    text = f"{major}.{minor}.0-{pre}"
    fields = VERSION.fields(text, {"minor": "minor", "pre": "pre-release"})
    nodes = {node.rule: node.value for node in VERSION.parse(text).walk()}
    assert fields == {"minor": nodes["minor"], "pre": nodes["pre-release"]}


def test_components_of_a_reference_are_those_of_split() -> None:
    matcher = irigrammar.grammar("rfc3986")["URI"]
    text = "http://u@h:80/p?q#f"
    fields = matcher.fields(text, {"scheme": "scheme", "port": "port", "query": "query"})
    components = matcher.split(text)
    assert fields == {"scheme": components.scheme, "port": components.port, "query": components.query}
