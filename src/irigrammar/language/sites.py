"""The places of a grammar that a test can touch: alternatives, options taken and not, the bounds of repetitions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Repetition, Rule
from irigrammar.grammars.render import abnf
from irigrammar.grammars.rulelist import Rulelist


@dataclass(frozen=True, slots=True)
class Site:
    """One place: `path` leads to the expression from the rule's own, by positions among its items.

    `kind` is `alternative` (number `index` of the expression at `path`), or `repeated` (its item exactly `index`
    times). `least` says that a repetition without upper bound counts from `index` on.
    """

    rule: str
    path: tuple[int, ...]
    kind: str
    index: int
    least: bool
    expr: Expr
    source: str
    line: int

    @property
    def label(self) -> str:
        """The place in words and ABNF."""
        if isinstance(self.expr, Alternation):
            return f"alternative {self.index + 1}: {abnf(self.expr.items[self.index])}"
        if isinstance(self.expr, Repetition) and (self.expr.low, self.expr.high) == (0, 1):
            return f"option {'taken' if self.index else 'left out'}: {abnf(self.expr)}"
        return f"{self.index}{' or more' if self.least else ''} times: {abnf(self.expr)}"


def sites(rules: Rulelist, start: str) -> list[Site]:
    """Return the sites of every rule that `start` reaches, in the order of the grammar's rules.

    >>> from irigrammar.grammars.reader import read
    >>> rules = Rulelist("example", read('a = "x" / *b\\nb = "y"\\n', "example"))
    >>> [site.label for site in sites(rules, "a")]
    ['alternative 1: "x"', 'alternative 2: *b', '0 times: *b', '1 or more times: *b']
    """
    reached = rules.reach(start)
    return [site for name in rules.names() if name in reached for site in sites_of(reached[name])]


def sites_of(rule: Rule) -> Iterator[Site]:
    """Yield the sites of one rule, outer before inner."""
    stack: list[tuple[Expr, tuple[int, ...]]] = [(rule.expr, ())]

    def site(kind: str, index: int, least: bool = False) -> Site:
        return Site(rule.name, path, kind, index, least, expr, rule.source, rule.line)

    while stack:
        expr, path = stack.pop()
        if isinstance(expr, Alternation):
            yield from (site("alternative", index) for index in range(len(expr.items)))
        elif isinstance(expr, Repetition):
            yield site("repeated", expr.low)
            if expr.high is None:
                yield site("repeated", expr.low + 1, True)
            elif expr.high > expr.low:
                yield site("repeated", expr.high)
        stack.extend((item, (*path, at)) for at, item in reversed(list(enumerate(_items(expr)))))


def _items(expr: Expr) -> tuple[Expr, ...]:
    if isinstance(expr, Alternation | Concatenation):
        return expr.items
    return (expr.item,) if isinstance(expr, Repetition) else ()


def replaced(expr: Expr, path: tuple[int, ...], new: Expr) -> Expr:
    """Return an expression with the one at `path` exchanged for another."""
    if not path:
        return new
    head, *rest = path
    items = _items(expr)
    changed = tuple(replaced(item, tuple(rest), new) if at == head else item for at, item in enumerate(items))
    if isinstance(expr, Alternation):
        return Alternation(changed, expr.at)
    if isinstance(expr, Concatenation):
        return Concatenation(changed, expr.at)
    assert isinstance(expr, Repetition)
    return Repetition(changed[0], expr.low, expr.high, expr.at)
