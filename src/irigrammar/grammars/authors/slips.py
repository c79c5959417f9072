"""Mistakes in rules that are valid ABNF.

The text means something other than its author intends, or nothing at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from irigrammar.dataclass import NamedTuple
from irigrammar.grammars.expr import (
    Alternation,
    Concatenation,
    Expr,
    Literal,
    Range,
    Ref,
    Repetition,
    Rule,
    abnf,
    holds,
    walk,
)
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.unicode import is_letter, is_upper, swapcase


class Slip(NamedTuple):
    """A mistake in a rule: its code, the expression that it is in, and a message."""

    code: str
    expr: Expr
    message: str


def slips(rules: Rulelist) -> Iterator[tuple[Rule, Slip]]:
    """Yield the slips in a grammar's own rules, each with its rule.

    Prose, and rules that are not defined, may match anything: nothing is said because of them.
    """
    known = {name.lower(): rules[name] for name in rules.names()}
    elsewhere = {ref.name.lower() for rule in rules.own.values() for ref in rules.refs(rule)} - known.keys()
    empty = _least_set(known, _may_be_empty, frozenset())
    ending = _least_set(known, _may_end, frozenset(elsewhere))
    for rule in rules.own.values():
        if rule.name.lower() not in ending:
            message = f"{rule.name} matches no string: each of its alternatives leads to it again"
            yield rule, Slip("L022", rule.expr, message)
        for expr in walk(rule.expr):
            match expr:
                case Alternation():
                    yield from ((rule, slip) for slip in _in_alternation(expr))
                case Repetition(item, _, None) if _may_be_empty(item, empty):
                    message = f"{abnf(item)} may be empty, so that how often it comes is not determined"
                    yield rule, Slip("L023", expr, message)
                case Repetition(Repetition(_, 0) as item, _, 1):
                    message = f"the brackets change nothing: {abnf(item)} may be empty"
                    yield rule, Slip("L023", expr, message)


def _in_alternation(expr: Alternation) -> Iterator[Slip]:
    """Yield the slips of an alternation: an item twice, a last item that seems to continue all of them, and letters in
    one case only.
    """
    known: set[Expr] = set()
    for item in expr.items:
        if item in known:
            yield Slip("L024", expr, f"the alternative {abnf(item)} is there twice")
        known.add(item)
    *others, last = expr.items
    if isinstance(last, Concatenation) and _is_slip(others, last):
        first, *_ = last.items
        shown = " / ".join(map(abnf, [*others, first]))
        message = f"what follows {abnf(first)} belongs only to this alternative; ( {shown} ) makes it follow each"
        yield Slip("L021", last, message)
    yield from _of_one_case(expr)


def _is_slip(others: list[Expr], last: Concatenation) -> bool:
    """Return whether an alternation `a / b c` looks as if `( a / b ) c` were meant: each alternative before is another
    element, and the elements after the first of the last one repeat all of them.
    """
    first, *rest = last.items
    if any(isinstance(other, Concatenation) for other in others) or first in others or not rest:
        return False
    item = rest[0].item if isinstance(rest[0], Repetition) else None
    inner = item.items if isinstance(item, Alternation) else ()
    return {first, *others} <= {*inner}


def _of_one_case(expr: Alternation) -> Iterator[Slip]:
    """Yield the slip of each string of one letter beside a range of letters of one case, since the string matches the
    other case too.
    """
    ranges = {part for part in expr.items if isinstance(part, Range) and part.high < 0x80}
    letters = [part for part in ranges if is_letter(chr(part.low)) and is_letter(chr(part.high))]
    cases = {is_upper(chr(part.low)) for part in letters}
    for item in expr.items if len(cases) == 1 else ():
        if not isinstance(item, Literal) or item.sensitive or len(item.text) != 1 or not is_letter(item.text):
            continue
        other = swapcase(item.text)
        if is_upper(item.text) in cases and not any(p.low <= ord(other) <= p.high for p in ranges):
            message = f'"{item.text}" matches "{other}", too: write %x{ord(item.text):X} for only this character'
            yield Slip("L025", item, message)


def _least_set(
    rules: Mapping[str, Rule], holds: Callable[[Expr, frozenset[str]], bool], names: frozenset[str]
) -> frozenset[str]:
    """Return the names with those of the rules for which `holds` is true, given the names so far, repeated until none
    is added.
    """
    before: frozenset[str] | None = None
    while before != names:
        before = names
        names = names | {name for name, rule in rules.items() if holds(rule.expr, names)}
    return names


def _may_be_empty(expr: Expr, empty: frozenset[str]) -> bool:
    def of_leaf(leaf: Expr) -> bool:
        return leaf.name.lower() in empty if isinstance(leaf, Ref) else isinstance(leaf, Literal) and not leaf.text

    return holds(expr, of_leaf)


def _may_end(expr: Expr, ending: frozenset[str]) -> bool:
    return holds(expr, lambda leaf: not isinstance(leaf, Ref) or leaf.name.lower() in ending)
