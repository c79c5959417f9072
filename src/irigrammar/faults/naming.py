"""Names of productions in messages.

Also decides which productions are too small to be named.
"""

from __future__ import annotations

from functools import cache

from irigrammar.automata.charset import Ranges
from irigrammar.automata.regular import callees_first
from irigrammar.engines.production import Production
from irigrammar.grammars.entry import Entry
from irigrammar.grammars.expr import (
    Alternation,
    Concatenation,
    Expr,
    Literal,
    Prose,
    Range,
    Ref,
    Repetition,
    Rule,
    walk,
)
from irigrammar.grammars.rulelist import recursive
from irigrammar.lazy import cached_property
from irigrammar.shipped.loader import value
from irigrammar.shipped.place import Place, place_of

# Shortest and longest string in code points; None means no bound.
Lengths = tuple[int, int | None]

_ONE: Lengths = (1, 1)


class Naming:
    """The names of a production's rules in messages."""

    def __init__(self, production: Production, entry: Entry, *, is_documented: bool = False) -> None:
        """Give the production, and whether all its rules are a document's: otherwise, each is looked up."""
        self._production = production
        self._documented = is_documented or production.usual is not None
        self._entry = entry
        self.place = cache(self._place)
        self._lengths: dict[str, Lengths] = {}
        # How one more character of a production is called, where the catalog says so; and the component that it is.
        self.further, self.field = entry.further.get, entry.components.get
        self._kinds = {kind for kinds in entry.kinds.values() for kind in kinds}
        # The names of the rules that stand for a character, those of the rows, and the nouns of sets of characters.
        self._shipped: tuple[tuple[str, ...], tuple[str, ...], dict[Ranges, str]] | None = None
        if production.usual:
            self._shipped = value(production.usual, f"naming {production.name}")

    @cached_property
    def characters(self) -> frozenset[str]:
        """The rules that stand for one character, perhaps written as a row of fixed length (`pchar`)."""
        if self._shipped:
            return frozenset(self._shipped[0])
        return frozenset(name for name, rule in self._reachable.items() if self._stands_for_one(name, rule.expr))

    @cached_property
    def rows(self) -> frozenset[str]:
        """The rules that stand for one character written as a row of fixed length (`pct-encoded`)."""
        return frozenset(self._shipped[1] if self._shipped else self._found_rows())

    @property
    def nouns(self) -> dict[Ranges, str] | None:
        """The names of sets of characters, where they ship."""
        return self._shipped[2] if self._shipped else None

    def words(self, rule: str) -> str | None:
        """Return the name of a production in messages, None for one that only groups others.

        A user's own rule is called by its name; a kind of reference is not named, since it says nothing about a place.
        """
        if rule in self._kinds:
            return None
        words = self._entry.words.get(rule)
        return words or (rule if not self._documented and self.place(rule).document is None else None)

    def _place(self, rule: str) -> Place:
        """Return where a rule is written."""
        return place_of(self._production.rules, self._production.rules[rule])

    @cached_property
    def _reachable(self) -> dict[str, Rule]:
        return self._production.rules.reach(self._production.name)

    @cached_property
    def _recursive(self) -> frozenset[str]:
        production = self._production
        return frozenset() if production.is_expression else frozenset(recursive(production.rules, production.name))

    def _found_rows(self) -> set[str]:
        """Return the rules that are alternatives of a fixed length beside a single character, as pct-encoded beside
        unreserved, and the names that stand for them alone.
        """
        rules = self._production.rules
        row_names: set[str] = set()
        for rule in self._reachable.values():
            for expr in walk(rule.expr):
                if isinstance(expr, Alternation) and any(self._measure(item) == _ONE for item in expr.items):
                    for item in expr.items:
                        if isinstance(item, Ref) and self._is_fixed(item) and self._measure(item) != _ONE:
                            row_names.add(rules[item.name].name)
        while True:  # a rule that is only another name of a row is one, and the row is
            more = {rules[expr.name].name for name in row_names if isinstance(expr := rules[name].expr, Ref)}
            if more <= row_names:
                return row_names
            row_names |= more

    def _stands_for_one(self, name: str, expr: Expr) -> bool:
        """Return whether a rule stands for one character: it always matches one, or one or a unit of fixed length."""
        if self._measure(Ref(name)) == _ONE:
            return True
        if not isinstance(expr, Alternation):
            return False
        single = [self._measure(item) == _ONE for item in expr.items]
        return any(single) and all(
            is_single or (isinstance(item, Ref) and (self._is_fixed(item) or self._nests(item)))
            for is_single, item in zip(single, expr.items, strict=True)
        )

    def _nests(self, ref: Ref) -> bool:
        rule = self._production.rules[ref.name]
        return rule.name not in self._recursive and self._stands_for_one(rule.name, rule.expr)

    def _is_fixed(self, expr: Expr) -> bool:
        low, high = self._measure(expr)
        return 0 < low == high

    def _measure(self, expr: Expr) -> Lengths:
        """Return the least and the greatest number of characters of an expression, the greatest None for an unbounded
        one; a recursive rule counts as unbounded from 0 on.
        """
        match expr:
            case Literal(text):
                return len(text), len(text)
            case Range():
                return _ONE
            case Concatenation(items):
                rows = [self._measure(item) for item in items]
                return sum(low for low, _ in rows), _total([high for _, high in rows])
            case Alternation(items):
                rows = [self._measure(item) for item in items] or [(0, 0)]
                highs = [high for _, high in rows]
                return min(low for low, _ in rows), None if None in highs else max(high or 0 for high in highs)
            case Repetition(item, low, high):
                few, many = self._measure(item)
                if high == 0 or many == 0:
                    return few * low, 0
                return few * low, None if high is None or many is None else many * high
            case Ref(name) | Prose(name):
                rule = self._production.rules[name]
                return (0, None) if rule.name in self._recursive else self._length(rule.name)

    def _length(self, name: str) -> Lengths:
        """Return the least and the greatest number of characters of a rule that is not recursive; those that it is made
        of are measured before it.
        """
        if name not in self._lengths:
            for rule in callees_first(self._production.rules, name, {*self._recursive, *self._lengths}):
                self._lengths[rule.name] = self._measure(rule.expr)
        return self._lengths[name]


def _total(highs: list[int | None]) -> int | None:
    return None if None in highs else sum(high or 0 for high in highs)
