"""The tree engine: the parse that backtracking finds first."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import TYPE_CHECKING

import backtracking
import pytest
from examples import some
from rows import in_one_test

import irigrammar
from irigrammar.automata import tagged
from irigrammar.engines import tree
from irigrammar.engines.node import Node
from irigrammar.matching.grammar import Grammar

if TYPE_CHECKING:
    from irigrammar.engines.production import Parser

WORDS = ["".join(word) for size in range(3) for word in product("ab", repeat=size)] + ["aab", "aba", "bba", "bbb"]
# What two rules y and z may be: empty, nullable in several ways, overlapping, of several characters.
BODIES = ['""', '"a"', '["a"]', '*2"b"', '"" / "a"', '1*( "a" / "b" )']
SHAPES = [f"{repeat}( y / z )" for repeat in ("", "*", "1*", "2*", "*2", "2")]
SHAPES += ["*( y z )", "*y *z", "y *z y", "*( *y / z )", "*( 1*( y / z ) )", "1*( [ y ] z )"]


def grammars(shape: str) -> Iterator[str]:
    for y, z in product(BODIES, repeat=2):
        yield f"r = {shape}\ny = {y}\nz = {z}\n"


@pytest.mark.parametrize("shape", some(SHAPES, 2))
def test_first_match_wins_as_with_backtracking(shape: str) -> None:
    """RFC 3986, 4.1; a repetition is as long as it can be, and an iteration past its minimum reads something."""
    wrong = []
    for text in grammars(shape):
        grammar = Grammar.from_text(text)
        engine = grammar._production("r").tree
        for word in WORDS:
            expected = backtracking.first(grammar.rules, "r", word)
            assert (engine.picks(word) is not None) == (expected is not None)
            if expected and backtracking.tree_of(grammar["r"].parse(word)) != expected:
                wrong.append((text, word))
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("shape", some(SHAPES, 2))
def test_prefer_takes_a_parse_in_which_that_rule_reads_whenever_it_can(shape: str) -> None:
    """DESIGN, "prefer": parses in which the next character is read by the preferred rule win, from left to right."""
    wrong = []
    for text in grammars(shape):
        grammar = Grammar.from_text(text, prefer="z")
        for word in WORDS:
            expected = backtracking.preferred(grammar.rules, "r", word, "z")
            if expected and backtracking.tree_of(grammar["r"].parse(word)) != expected:
                wrong.append((text, word))
    assert wrong == []


def shape(node: Node) -> object:
    """Return a tree as nested lists: a rule with its parts, a leaf as its text."""
    return [node.rule, *map(shape, node.children)] if node.rule else node.value


@in_one_test(
    ("text", "word", "expected"),
    [
        # alternatives in order, but only where the rest can finish
        ('r = x y\nx = "a" / "ab"\ny = "c" / "bc"\n', "abc", ["r", ["x", "a"], ["y", "bc"]]),
        ('r = x y\nx = "a" / "ab"\ny = "c"\n', "abc", ["r", ["x", "ab"], ["y", "c"]]),
        ('r = x / y\nx = *"a"\ny = "a"\n', "a", ["r", ["x", "a"]]),
        # repetitions as long as they can be
        ('r = x y\nx = *"a"\ny = *"a"\n', "aa", ["r", ["x", "a", "a"], ["y"]]),
        ('r = x y\nx = *"a"\ny = 1*"a"\n', "aa", ["r", ["x", "a"], ["y", "a"]]),
        ('r = x y\nx = *2"a"\ny = *"a"\n', "aaa", ["r", ["x", "a", "a"], ["y", "a"]]),
        ('r = x y\nx = [ "a" ]\ny = *"a"\n', "a", ["r", ["x", "a"], ["y"]]),
        # dec-octet as RFC 3986 prints it, which PEG reads wrongly
        ('r = "1" 2DIGIT / "2" DIGIT / DIGIT\n', "2", ["r", ["DIGIT", "2"]]),
        # leaves are whole literals, and single code points of ranges
        ('r = "ab" %x63.64 %x65-66\n', "ABcdf", ["r", "AB", "cd", "f"]),
        ('r = "" *"ab"\n', "abab", ["r", "ab", "ab"]),
        ('r = "a" ( "b" / [ "b" ] )\n', "a", ["r", "a"]),
        # a rule that reads nothing is a node too
        ('r = x "a" x\nx = *"b"\n', "a", ["r", ["x"], "a", ["x"]]),
        ('r = x\nx = y\ny = ""\n', "", ["r", ["x", ["y"]]]),
        # in an unbounded repetition an iteration reads something, in a bounded one it need not
        ('r = *x\nx = *"a"\n', "", ["r"]),
        ('r = *x\nx = *"a"\n', "aa", ["r", ["x", "a", "a"]]),
        ('r = 1*x\nx = *"a"\n', "", ["r", ["x"]]),
        ('r = 2x\nx = *"a"\n', "a", ["r", ["x", "a"], ["x"]]),
    ],
)
def test_trees(text: str, word: str, expected: object) -> None:
    grammar = Grammar.from_text(text)
    assert shape(grammar["r"].parse(word)) == expected
    reference = backtracking.first(grammar.rules, "r", word)
    assert backtracking.tree_of(grammar["r"].parse(word)) == reference


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ('r = *( x / y )\nx = "a"\ny = "a"\n', "aa", ["r", ["y", "a"], ["y", "a"]]),
        # the first character first: y reads it, though x then has to read the second
        ('r = y x / x y\nx = "a"\ny = "a"\n', "aa", ["r", ["y", "a"], ["x", "a"]]),
        # never at the price of the match
        ('r = *( x / y ) x\nx = "a"\ny = "a"\n', "aa", ["r", ["y", "a"], ["x", "a"]]),
        # inside the rule as well as directly
        ('r = x / z\nx = "a"\nz = y\ny = q\nq = "a"\n', "a", ["r", ["z", ["y", ["q", "a"]]]]),
        # where it reads nothing it is not preferred
        ('r = x / y\nx = ""\ny = ""\n', "", ["r", ["x"]]),
        # among the rest, first match wins
        ('r = *( v / w / y )\nv = "a"\nw = "a"\ny = "b"\n', "ab", ["r", ["v", "a"], ["y", "b"]]),
    ],
)
def test_trees_with_prefer(text: str, word: str, expected: object) -> None:
    grammar = Grammar.from_text(text, prefer="y")
    assert shape(grammar["r"].parse(word)) == expected
    assert backtracking.tree_of(grammar["r"].parse(word)) == backtracking.preferred(grammar.rules, "r", word, "y")


def test_without_prefer_a_backslash_could_move_the_authority() -> None:
    """DESIGN: `http://h\\a:b@c/d` has host `h`."""
    text = "http://h\\a:b@c/d"
    web = irigrammar.grammar("web-address")
    host = web["IRI-reference"].parse(text).find("ihost")
    assert host is not None
    assert host.value == "h"
    plain = web._production("IRI-reference").tree.picks(text)
    assert plain is not None
    first = backtracking.first(web.rules, "IRI-reference", text)
    assert first is not None
    assert "ihost" in {node.rule for node in walk(first)}
    assert next(node for node in walk(first) if node.rule == "ihost").start == text.index("c/d")


def walk(tree: backtracking.Tree) -> Iterator[backtracking.Tree]:
    yield tree
    for child in tree.children:
        yield from walk(child)


TEXTS = [
    f"http://u@h{index % 7}.example:{index}/a/%4{index % 10}?{'q' * (index % 5)}#f\\{index}" for index in range(12)
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "limit"), [("rfc3987", 1), ("rfc3987", 3), ("web-address", 1), ("web-address", 3)])
def test_a_full_cache_changes_nothing(name: str, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    grammar = irigrammar.grammar(name)
    make = grammar._production("IRI-reference").tree_with
    events = [_events(make(grammar.entry.prefer), text) for text in TEXTS]
    monkeypatch.setattr(tagged, "_CACHE_LIMIT", limit)
    monkeypatch.setattr(tree, "_CACHE_LIMIT", limit)
    small = make(grammar.entry.prefer)
    assert [_events(small, text) for text in TEXTS] == events
    assert [_events(small, text) for text in reversed(TEXTS)] == events[::-1]


@pytest.mark.slow
def test_a_full_cache_is_safe_across_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    grammar = irigrammar.grammar("web-address")
    make = grammar._production("IRI-reference").tree_with
    events = [_events(make(grammar.entry.prefer), text) for text in TEXTS]
    monkeypatch.setattr(tagged, "_CACHE_LIMIT", 2)
    monkeypatch.setattr(tree, "_CACHE_LIMIT", 2)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(3):
            engine = make(grammar.entry.prefer)
            barrier = threading.Barrier(8)

            def work(engine: Parser = engine, barrier: threading.Barrier = barrier) -> object:
                barrier.wait()
                return [_events(engine, text) for text in TEXTS]

            with ThreadPoolExecutor(8) as pool:
                assert [future.result() for future in [pool.submit(work) for _ in range(8)]] == [events] * 8
    finally:
        sys.setswitchinterval(interval)


def _events(engine: Parser, text: str) -> list[tuple[int, ...]] | None:
    picks = engine.picks(text)
    return None if picks is None else [pick.events for pick in picks]
