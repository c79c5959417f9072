"""Measure which parts of a grammar a set of strings covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count

from irigrammar.dataclass import dataclass, replace
from irigrammar.engines.production import Production
from irigrammar.engines.recognizer import decoded_text
from irigrammar.grammars.expr import Alternation, Expr, Ref, Repetition, Rule, abnf, map_items, parts
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.matching.matcher import Matcher


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
        """The place in words and ABNF: the number of an alternative, an option, or how often an item is repeated."""
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
    rules_by_name = rules.reach(start)
    return [site for name in rules.names() if name in rules_by_name for site in sites_of(rules_by_name[name])]


def sites_of(rule: Rule) -> Iterator[Site]:
    """Yield the sites of one rule, outer before inner: each alternative, and the bounds of each repetition, for one
    without maximum also one more than the minimum.
    """
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
        stack.extend((item, (*path, index)) for index, item in reversed(list(enumerate(parts(expr)))))


def replace_at(expr: Expr, path: tuple[int, ...], new: Expr) -> Expr:
    """Return an expression with the one at `path` exchanged for another."""
    if not path:
        return new
    head, *rest = path
    number = count()
    return map_items(expr, lambda item: replace_at(item, tuple(rest), new) if next(number) == head else item)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Counts for each rule, by name, and each site; strings that do not match are only counted."""

    matched: int
    unmatched: int
    rules: dict[str, int]
    sites: dict[Site, int]


def coverage(m: Matcher, texts: Iterable[str | bytes]) -> Coverage:
    """Return the rules and sites in the derivations of some strings, each string by the derivation that `parse` finds.

    >>> import irigrammar
    >>> result = coverage(irigrammar.grammar("rfc3986")["host"], ["example.org", "127.0.0.1"])
    >>> result.rules["IPv4address"], result.rules["IP-literal"]
    (1, 0)
    """
    recorder = Recorder(m)
    for text in texts:
        recorder.add(text)
    return recorder.coverage()


class Recorder:
    """A recorder of the rules and sites that strings touch, one string after the other."""

    def __init__(self, m: Matcher) -> None:
        """Take a matcher, and compile its rules with a reference to a rule of its own for each site. Raises
        `GrammarError` for prose and undefined names.
        """
        rules = m.grammar.rules
        self.sites = sites(rules, m.rule)
        reachable = rules.reach(m.rule)
        self._names = [name for name in rules.names() if name in reachable]
        self._numbers = {(site.rule, site.path, site.index): number for number, site in enumerate(self.sites)}
        new_rules: dict[str, Rule] = {}
        for rule in reachable.values():
            new_rules |= _mark_sites(rule, self._numbers)
        prefer = m.grammar.entry.prefer
        production = Production.of(rules.overlay(new_rules), m.rule)
        self._engine = production.tree_with(rules[prefer].name if prefer else None)
        self._touched = Counter[str]()
        self._counted = Counter[tuple[str, int]]()
        self._matched = self._unmatched = 0

    def add(self, text: str | bytes) -> None:
        """Count the sites in the derivation of one string; bytes are read as UTF-8, and one that does not match is
        counted as such.
        """
        decoded = text if isinstance(text, str) else decoded_text(text)
        picks = None if decoded is None else self._engine.picks(decoded)
        if picks is None:
            self._unmatched += 1
            return
        self._matched += 1
        marks = self._engine.program.marks
        repetitions: list[int] = []
        for pick in picks:
            for event in pick.events:
                name = marks[abs(event)]
                if name.startswith("'repetition "):
                    if event > 0:
                        repetitions.append(0)
                    else:
                        self._counted[name, repetitions.pop()] += 1
                elif event > 0:
                    self._touched[name] += 1
                    if name.startswith("'item "):
                        repetitions[-1] += 1

    def coverage(self) -> Coverage:
        """Return the coverage so far."""
        return Coverage(
            self._matched,
            self._unmatched,
            {name: self._touched[name] for name in self._names},
            {site: self.times(site) for site in self.sites},
        )

    def times(self, site: Site) -> int:
        """Return how often a site was touched by the strings so far."""
        if site.kind == "alternative":
            return self._touched[f"'alternative {self._numbers[site.rule, site.path, site.index]}"]
        name = f"'repetition {site.rule} {site.path}"
        if site.least:
            counts = self._counted.items()
            return sum(times for (rule_name, count), times in counts if rule_name == name and count >= site.index)
        return self._counted[name, site.index]


def _mark_sites(rule: Rule, numbers: dict[tuple[str, tuple[int, ...], int], int]) -> dict[str, Rule]:
    """Return new rules by lower-case name: the rule itself, in which each site is a reference, and a rule for each
    site. `numbers` are those of the sites, by rule, path and index; alternatives are named by them.
    """
    new_rules: dict[str, Rule] = {}

    def define(name: str, inner: Expr) -> Ref:
        new_rules[name.lower()] = replace(rule, name=name, expr=inner)
        return Ref(name)

    def mark(expr: Expr, path: tuple[int, ...]) -> Expr:
        """Return an expression in which alternatives, repetitions and their items are references to separate rules,
        named by the rule and the path of the site.
        """
        number, again = count(), count()
        inner = map_items(expr, lambda item: mark(item, (*path, next(number))))
        match inner:
            case Alternation():
                return map_items(
                    inner, lambda item: define(f"'alternative {numbers[rule.name, path, next(again)]}", item)
                )
            case Repetition():
                items = map_items(inner, lambda item: define(f"'item {rule.name} {path}", item))
                return define(f"'repetition {rule.name} {path}", items)
        return inner

    define(rule.name, mark(rule.expr, ()))
    return new_rules
