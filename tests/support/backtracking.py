"""The reference for parse trees: plain backtracking over expressions.

Parses come in the order in which "first match wins" (RFC 3986, 4.1) prefers them: alternatives in order, repetitions as
long as possible. An iteration of an unbounded repetition beyond its minimum that would consume nothing is refused, so
that there are finitely many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from irigrammar.engines.node import Node
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Range, Ref, Repetition
from irigrammar.grammars.rulelist import Rulelist

__all__ = ["TooManyParses", "Tree", "first", "parses", "preferred", "tree_of"]


@dataclass(frozen=True)
class Tree:
    """A node: the rule's name, or "" for a leaf, which is a literal or a range of the grammar that read something."""

    rule: str
    start: int
    end: int
    children: tuple[Tree, ...] = ()


class TooManyParses(Exception):
    """The limit of `preferred`, or of the steps, is reached."""


def tree_of(node: Node) -> Tree:
    """Return a node of the engine as a value."""
    return Tree(node.rule, node.start, node.end, tuple(map(tree_of, node.children)))


def parses(rules: Rulelist, name: str, text: str, *, steps: int = 100_000) -> Iterator[Tree]:
    """Yield every parse of the whole text, the most preferred first."""
    return (tree for tree in _Backtracking(rules, text, steps).rule(name, 0) if tree.end == len(text))


def first(rules: Rulelist, name: str, text: str, *, steps: int = 100_000) -> Tree | None:
    """Return the parse that wins, None where there is none."""
    return next(parses(rules, name, text, steps=steps), None)


def preferred(rules: Rulelist, name: str, text: str, prefer: str, *, limit: int = 20_000) -> Tree | None:
    """Return the parse that wins where a rule is preferred.

    Reading left to right, parses in which the next character is read by the preferred rule win over those in which it
    is not; among the rest, first match wins.
    """
    trees = list(islice(parses(rules, name, text, steps=10 * limit), limit + 1))
    if len(trees) > limit:
        raise TooManyParses
    spelled = rules[prefer].name
    return min(trees, key=lambda tree: [not read for read in _read_by(spelled, tree)], default=None)


def _read_by(rule: str, tree: Tree) -> list[bool]:
    """Return for each character whether the rule reads it."""
    if tree.rule == rule:
        return [True] * (tree.end - tree.start)
    if not tree.children:
        return [False] * (tree.end - tree.start)
    return [read for child in tree.children for read in _read_by(rule, child)]


class _Backtracking:
    def __init__(self, rules: Rulelist, text: str, steps: int) -> None:
        self._rules = rules
        self._text = text
        self._steps = steps

    def rule(self, name: str, offset: int) -> Iterator[Tree]:
        rule = self._rules[name]
        for end, children in self._expr(rule.expr, offset):
            yield Tree(rule.name, offset, end, children)

    def _expr(self, expr: Expr, offset: int) -> Iterator[tuple[int, tuple[Tree, ...]]]:
        self._steps -= 1
        if self._steps < 0:
            raise TooManyParses
        match expr:
            case Literal(text, sensitive):
                read = self._text[offset : offset + len(text)]
                if read == text if sensitive else _fold(read) == _fold(text):
                    yield offset + len(text), ((Tree("", offset, offset + len(text)),) if text else ())
            case Range(low, high):
                if offset < len(self._text) and low <= ord(self._text[offset]) <= high:
                    yield offset + 1, (Tree("", offset, offset + 1),)
            case Concatenation(items):
                yield from self._row(items, offset)
            case Alternation(items):
                for item in items:
                    yield from self._expr(item, offset)
            case Repetition(item, low, high):
                yield from self._repetition(item, low, high, 0, offset)
            case Ref(name):
                for tree in self.rule(name, offset):
                    yield tree.end, (tree,)
            case Prose():
                raise NotImplementedError

    def _row(self, items: tuple[Expr, ...], offset: int) -> Iterator[tuple[int, tuple[Tree, ...]]]:
        if not items:
            yield offset, ()
            return
        for middle, children in self._expr(items[0], offset):
            for end, rest in self._row(items[1:], middle):
                yield end, children + rest

    def _repetition(
        self, item: Expr, low: int, high: int | None, count: int, offset: int
    ) -> Iterator[tuple[int, tuple[Tree, ...]]]:
        if high is None or count < high:
            for middle, children in self._expr(item, offset):
                if high is None and count >= low and middle == offset:
                    continue
                for end, rest in self._repetition(item, low, high, count + 1, middle):
                    yield end, children + rest
        if count >= low:
            yield offset, ()


def _fold(text: str) -> str:
    """Return the text with A to Z in lower case (RFC 5234, 2.3: literals are case-insensitive in US-ASCII)."""
    return "".join(char.lower() if char.isascii() else char for char in text)
