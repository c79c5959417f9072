"""Strings that the parts of a rule share in two ways."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from irigrammar.automata.charset import MAX
from irigrammar.automata.dfa import Dfa
from irigrammar.automata.naming import most_readable, rank
from irigrammar.dataclass import replace
from irigrammar.engines.production import Production
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Ref, Repetition, Rule
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.grammars.work import spent

_MOST_PAIRS = 200_000  # of places of two readings
_MOST_COPIES = 40  # of a part that is repeated; more are as many as one likes


def shared_string(rules: Rulelist, rule: Rule) -> str | None:
    r"""Return a shortest string that the parts of a rule can share in two ways, None if there is none, which is a
    proof. Parts are the items that the rule itself concatenates, repeats or chooses from; the definitions of the rules
    that it names play no part, nor do parts that read nothing.

    Raises `GrammarError` for parts without an automaton, and where the search is too large.

    >>> from irigrammar import Grammar
    >>> grammar = Grammar.from_text('a = 1*b\nb = 1*"x"\nc = 1*( b "," )\n')
    >>> [shared_string(grammar.rules, grammar.rules[name]) for name in grammar]
    ['xx', None, None]
    """
    net = _Net(rules, rule)
    first = _Pair(None, None, differ=False)
    known: dict[_Pair, tuple[_Pair, int] | None] = {first: None}
    todo = deque([first])
    while todo:
        pair = todo.popleft()
        if pair.differ and net.may_end(pair.first) and net.may_end(pair.second):
            text = ""
            while step := known[pair]:
                pair, letter = step
                text = chr(letter) + text
            return text
        for letter, classes in net.letters:
            spent(1)
            for further in net.pairs(pair, classes):
                if further not in known:
                    known[further] = (pair, letter)
                    todo.append(further)
        if len(known) > _MOST_PAIRS:
            raise GrammarError(f"{rule.name} is too large for a search of strings with two divisions", limit=True)
    return None


# The place of a reading: a part, and the state of its automaton.
_Place = tuple[int, int]


class _Pair(NamedTuple):
    """The places of two readings of the same text, None before it, and whether they differ up to there."""

    first: _Place | None
    second: _Place | None
    differ: bool


class _Net:
    """The parts of a rule, with the nodes between them: node 0 is before the rule, node 1 after it."""

    def __init__(self, rules: Rulelist, rule: Rule) -> None:
        """Build the automata of a rule's parts and the nodes between them. Raises `GrammarError` for a part without an
        automaton.
        """
        self._rules = rules
        self._rule = rule
        self._automata: list[Dfa] = []
        self._after: list[int] = []
        self._parts: dict[tuple[int, int, str], list[Expr]] = {}  # by the nodes around them, and the rule they name
        self._inside: dict[int, list[int]] = {}  # the parts that begin at a node
        self._empty: dict[int, list[int]] = {}  # the nodes that follow a node at once
        self._nodes = 2
        self._add(rule.expr, 0, 1)
        for (start, end, _), choices in self._parts.items():
            self._part(choices, start, end)
        self._closures = {node: self._closure(node) for node in range(self._nodes)}
        self.letters = self._letters()

    def _node(self) -> int:
        self._nodes += 1
        return self._nodes - 1

    def _add(self, expr: Expr, start: int, end: int) -> None:
        """Add an expression between two nodes: sequences and repetitions get nodes in between, and the smallest parts
        are collected by their nodes and the rule that they name.

        A repetition is up to 40 copies, and a loop if it may have more; then an upper bound is lost.
        """
        match expr:
            case Alternation(items):
                for item in items:
                    self._add(item, start, end)
            case Concatenation(items):
                nodes = [start, *(self._node() for _ in items[1:]), end]
                for item, before, after in zip(items, nodes, nodes[1:], strict=False):
                    self._add(item, before, after)
                if not items:
                    self._empty.setdefault(start, []).append(end)
            case Repetition(item, low, high):
                copies = min(_MOST_COPIES, low if high is None else high)
                node = start
                for number in range(copies):
                    if number >= low:
                        self._empty.setdefault(node, []).append(end)
                    after = self._node()
                    self._add(item, node, after)
                    node = after
                if high is None or high > copies:
                    loop = self._node()
                    self._empty.setdefault(node, []).append(loop)
                    self._add(item, loop, loop)
                    node = loop
                self._empty.setdefault(node, []).append(end)
            case _:
                # Alternatives that give the same tree are one part: `"a" / "A"`.
                rule_name = expr.name.lower() if isinstance(expr, Ref) else ""
                self._parts.setdefault((start, end, rule_name), []).append(expr)

    def _part(self, choices: list[Expr], start: int, end: int) -> None:
        """Add the automaton of a part, which begins at `start` and is followed by `end`."""
        name = f"{self._rule.name}'"
        expr = Alternation(tuple(choices))
        alone = Rulelist(self._rules.name, {name.lower(): replace(self._rule, name=name, expr=expr)}, self._rules)
        dfa = Production.of(alone, name).dfa
        self._inside.setdefault(start, []).append(len(self._automata))
        self._automata.append(dfa)
        self._after.append(end)
        if dfa.accepting[dfa.start]:
            self._empty.setdefault(start, []).append(end)

    def _closure(self, node: int) -> frozenset[int]:
        """Return the nodes that are reached from a node without a part, with itself."""
        closure, todo = {node}, [node]
        while todo:
            further = set(self._empty.get(todo.pop(), ())) - closure
            closure |= further
            todo += further
        return frozenset(closure)

    def _letters(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return a code point for each class of characters that the parts tell apart and some part reads, with its
        class in each part; the most readable code point first.
        """
        edges = sorted({0, *(start for dfa in self._automata for start in dfa.classes.starts)})
        rows: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        for edge, after in zip(edges, [*edges[1:], MAX + 1], strict=True):
            rows.setdefault(tuple(dfa.classes.of(edge) for dfa in self._automata), []).append((edge, after - 1))
        letters = [(most_readable(tuple(ranges)), classes) for classes, ranges in rows.items() if any(classes)]
        return sorted(letters, key=lambda row: rank(row[0]))

    def may_end(self, place: _Place | None) -> bool:
        """Return whether a text may end at a place."""
        return place is not None and self._is_complete(place) and 1 in self._closures[self._after[place[0]]]

    def _is_complete(self, place: _Place) -> bool:
        part, state = place
        return bool(self._automata[part].accepting[state])

    def pairs(self, pair: _Pair, classes: tuple[int, ...]) -> Iterator[_Pair]:
        """Yield the pairs of places after a character, given its class in each part, and whether their divisions
        differ.
        """
        ones = list(self._ways(pair.first, classes))
        others = list(self._ways(pair.second, classes)) if pair.differ else ones
        for way, first in ones:
            for other_way, second in others:
                differ = pair.differ or (way, first) != (other_way, second)
                yield _Pair(min(first, second), max(first, second), differ)

    def _ways(self, place: _Place | None, classes: tuple[int, ...]) -> Iterator[tuple[bool, _Place]]:
        """Yield where a reading can go with a character: whether that begins a part, and the place. None is the place
        before the text.
        """
        if place is not None:
            part, state = place
            if after := self._automata[part].rows[state][classes[part]]:
                yield False, (part, after)
            if not self._is_complete(place):
                return
        for node in self._closures[0 if place is None else self._after[place[0]]]:
            for part in self._inside.get(node, ()):
                dfa = self._automata[part]
                if state := dfa.rows[dfa.start][classes[part]]:
                    yield True, (part, state)
