"""Strings made from the rules, without an automaton.

They serve rules that recur, or whose automaton would be too large.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from irigrammar.automata.charset import Ranges, union
from irigrammar.automata.naming import readable
from irigrammar.automata.paths import Marked
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Range, Ref, Repetition, parts
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.matching.matcher import Matcher

_STEPS = 4_000  # expressions of a string, after which the shortest way to its end is taken
_SELDOM = 4  # one in 4 characters of a set need not be readable
_ROUNDS = 4  # of a repetition, one after the other with a chance of two thirds

# The fewest characters of what an expression matches, and the fewest expressions that this takes.
Cost = tuple[int, int]

# A number from 0 on below another one.
Draw = Callable[[int], int]


class Writer:
    """Writes strings of a rule from left to right, by the rules as they are written."""

    def __init__(self, rules: Rulelist, name: str) -> None:
        """Take the rules and the name of one, and compute the least cost of each rule that it reaches. Raises
        `UnknownRule` for an unknown name, and `GrammarError` for a reference that no rule defines.
        """
        self._rules = rules
        self.name = rules[name].name
        self._reachable = {rule.name: rule for rule in rules.reach(name).values()}
        self._costs: dict[str, Cost] = {}
        self._known: dict[int, Cost | None] = {}
        self._leasts: dict[int, str] = {}  # by the identity of expressions, too
        self._parts: list[Expr] = []
        while cheaper := {
            name: cost
            for name, rule in self._reachable.items()
            if (cost := self._cost(rule.expr)) is not None and cost < self._costs.get(name, (cost[0] + 1, 0))
        }:
            self._costs |= cheaper
            self._known.clear()
        self._around = self._contexts()

    @property
    def is_empty(self) -> bool:
        """Whether nothing matches the rule."""
        return self.name not in self._costs

    def text(self, draw: Draw, length: int, counts: Counter[tuple[int, int]] | None = None) -> str:
        """Return a string of at most `length` code points, or of the fewest possible.

        With a counter of the alternatives that were taken, those that were taken least come first. Raises
        `AssertionError` where nothing matches the rule (`is_empty`).
        """
        return self._text(Ref(self.name), draw, length, counts)

    def through(self, rule: str, path: Sequence[int], part: Expr) -> Marked | None:
        """Return a shortest string with an expression in place of the one at a path of a rule, the span of its text
        marked; None where none is. The part is kept as long as the writer is.
        """
        self._parts.append(part)  # costs are known by the identity of expressions
        if self._cost(part) is None or rule not in self._around:
            return None
        text = self._least(part)
        through: Marked | None = Marked(text, 0, len(text))
        while through is not None:
            through = self._wrap(self._rules[rule].expr, path, through)
            outer = self._around[rule]
            if outer is None:
                return through
            rule, path = outer
        return None

    def _text(self, start: Expr, draw: Draw, length: int, counts: Counter[tuple[int, int]] | None) -> str:
        """Return a text of an expression, of about `length` characters at most where that is possible; after 4,000
        steps, the rest is as short as it can be. With `counts`, which it updates, the alternatives that were taken
        least come first.
        """
        pieces: list[str] = []
        todo = [start]
        room = length - self._sure(start)[0]  # what is left when all that is still to come is as short as it can be
        for _ in range(_STEPS):
            if not todo:
                return "".join(pieces)
            room = self._write(todo.pop(), todo, pieces, room, draw, counts)
        while todo:
            self._write(todo.pop(), todo, pieces, -1, lambda _: 0, None)
        return "".join(pieces)

    def _write(
        self,
        expr: Expr,
        todo: list[Expr],
        pieces: list[str],
        room: int,
        draw: Draw,
        counts: Counter[tuple[int, int]] | None,
    ) -> int:
        """Append the text of a terminal to the pieces, or push the parts of another expression on the stack; return the
        characters left. Repetitions go at most 4 rounds beyond their minimum.
        """
        least, _ = self._sure(expr)
        match expr:
            case Literal(text):
                pieces.append(text)
            case Range(low, high):
                candidates = readable(((low, high),))
                pieces.append(chr(candidates[draw(len(candidates))]))
            case Concatenation(items):
                todo.extend(reversed(items))
            case Alternation(items) if _is_set(items) and draw(_SELDOM):
                points = readable(union(*map(_range, items)))
                pieces.append(chr(points[draw(len(points))]))
            case Alternation(items):
                number = self._choice(expr, room + least, draw, counts)
                todo.append(items[number])
                return room + least - self._sure(items[number])[0]
            case Repetition(item, low, high):
                cost = self._cost(item)
                more = 0
                if cost is not None:
                    most = min(_ROUNDS if high is None else high - low, _ROUNDS, room // max(cost[0], 1))
                    if most > 1 and self._least(item).isspace():
                        most = 1
                    while more < most and draw(3):
                        more += 1
                    room -= more * cost[0]
                todo.extend([item] * (low + more))
            case Ref(name) | Prose(name):
                todo.append(self._rules[name].expr)
        return room

    def _choice(self, expr: Alternation, room: int, draw: Draw, counts: Counter[tuple[int, int]] | None) -> int:
        """Return the number of an alternative that fits into the room, drawn from those chosen least often if counts
        are given, which it updates; the one that costs least where none fits.
        """
        costs = {number: cost for number, item in enumerate(expr.items) if (cost := self._cost(item)) is not None}
        fitting = [number for number, (least, _) in costs.items() if least <= room]
        if not fitting:
            return min(costs, key=costs.__getitem__)
        if counts is None:
            return fitting[draw(len(fitting))]
        fewest = min(counts[id(expr), number] for number in fitting)
        fitting = [number for number in fitting if counts[id(expr), number] == fewest]
        number = fitting[draw(len(fitting))]
        counts[id(expr), number] += 1
        return number

    def _least(self, expr: Expr) -> str:
        if id(expr) not in self._leasts:
            self._leasts[id(expr)] = self._text(expr, lambda _: 0, 0, None)
        return self._leasts[id(expr)]

    def _sure(self, expr: Expr) -> Cost:
        cost = self._cost(expr)
        assert cost is not None  # what matches nothing is never chosen
        return cost

    def _cost(self, expr: Expr) -> Cost | None:
        """Return the least number of characters and steps that an expression takes, remembered by its identity; None if
        it matches nothing, or that is not known yet.
        """
        if isinstance(expr, Ref | Prose):
            rule = self._rules.find(expr.name if isinstance(expr, Ref) else expr.text)
            cost = self._costs.get(rule.name) if rule else None
            return (cost[0], cost[1] + 1) if cost else None
        key = id(expr)
        if key not in self._known:
            self._known[key] = self._compute_cost(expr)
        return self._known[key]

    def _compute_cost(self, expr: Expr) -> Cost | None:
        """Return the least number of characters and steps that an expression takes, from those of its parts; None if it
        matches nothing. A rule whose cost is not known yet counts as one that matches nothing.
        """
        match expr:
            case Literal(text):
                return len(text), 1
            case Range():
                return 1, 1
            case Concatenation(items):
                costs = [self._cost(item) for item in items]
                known = [cost for cost in costs if cost is not None]
                return (sum(c for c, _ in known), 1 + sum(s for _, s in known)) if len(known) == len(costs) else None
            case Alternation(items):
                least = min((cost for item in items if (cost := self._cost(item)) is not None), default=None)
                return (least[0], least[1] + 1) if least else None
            case Repetition(item, low, _):
                cost = self._cost(item) if low else (0, 0)
                return (low * cost[0], low * cost[1] + 1) if cost else None
        return None

    def _contexts(self) -> dict[str, tuple[str, tuple[int, ...]] | None]:
        """Return for each rule that can be derived the rule around it and its path there, on a way to the outermost one
        with the fewest characters; None for the outermost one.
        """
        contexts: dict[str, tuple[str, tuple[int, ...]] | None] = {}
        heap: list[tuple[int, int, str, tuple[str, tuple[int, ...]] | None]] = [(0, 0, self.name, None)]
        order = 0
        while heap:
            length, _, name, context = heappop(heap)
            if name in contexts or name not in self._costs:
                continue
            contexts[name] = context
            todo: list[tuple[Expr, tuple[int, ...]]] = [(self._reachable[name].expr, ())]
            for expr, path in todo:  # grows during the loop
                if isinstance(expr, Ref | Prose):
                    rule = self._rules.find(expr.name if isinstance(expr, Ref) else expr.text)
                    around = self._wrap(self._reachable[name].expr, path, Marked("", 0, 0))
                    if rule and around:
                        order += 1
                        heappush(heap, (length + len(around.text), order, rule.name, (name, path)))
                todo += [(item, (*path, number)) for number, item in enumerate(parts(expr))]
        return contexts

    def _wrap(self, expr: Expr, path: Sequence[int], inner: Marked) -> Marked | None:
        """Return a shortest string of an expression with a given string in place of the part at a path, which is
        marked; None where no string has it.
        """
        if not path:
            return inner
        head, *rest = path
        match expr:
            case Concatenation(items):
                if any(self._cost(item) is None for number, item in enumerate(items) if number != head):
                    return None
                before = "".join(map(self._least, items[:head]))
                after = "".join(map(self._least, items[head + 1 :]))
            case Repetition(item, low, high):
                if high == 0 or (low > 1 and self._cost(item) is None):
                    return None
                items, before, after = (item,), "", self._least(item) * (low - 1) if low > 1 else ""
            case Alternation(items):
                before = after = ""
            case _:
                return None
        part = self._wrap(items[head], rest, inner)
        if part is None:
            return None
        return Marked(before + part.text + after, part.start + len(before), part.end + len(before))


def _is_set(items: Sequence[Expr]) -> bool:
    """Return whether all items are single characters or ranges."""
    return all(isinstance(item, Range) or (isinstance(item, Literal) and len(item.text) == 1) for item in items)


def _range(item: Expr) -> Ranges:
    """Return the character of a literal of one, or the characters of a range, as ranges."""
    if isinstance(item, Range):
        return ((item.low, item.high),)
    assert isinstance(item, Literal)
    return ((ord(item.text), ord(item.text)),)


@lru_cache(maxsize=64)
def writer(m: Matcher) -> Writer:
    """Return the writer of strings of a matcher's rule."""
    return Writer(m.grammar.rules, m.rule)
