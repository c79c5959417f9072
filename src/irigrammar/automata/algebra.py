"""Rewrite an analysable form so that it matches without backtracking.

The language stays the same. The laws, for any parts: alternatives that others include are dropped; equal first parts
and equal last parts are taken out; `(aX*)* = (a(a|X)*)?`; `X*(aX*)* = (a|X)*`; in a loop, parts that may be empty need
not be (`(X*Y*)* = (X|Y)*`). Preference among alternatives is lost: the result only says what matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from irigrammar.automata.charset import EMPTY as NOTHING
from irigrammar.automata.charset import Ranges, difference, intersection, union
from irigrammar.automata.dfa import counterexample, determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import (
    Alternate,
    Capture,
    CharSet,
    Concat,
    Regular,
    Repeat,
    alternate,
    concat,
    nullable,
    repeat,
)

__all__ = ["NO_STRING", "alphabet", "first", "marks", "nullable", "rebuilt", "simplify", "span", "within"]

NO_STRING = Alternate(())

# Of longer lists of alternatives, as of keywords, it is not asked whether one includes another.
_FEW = 16


def first(item: Regular) -> Ranges:
    """Return the code points with which a match can begin, as ranges: () where nothing, or only the empty string,
    matches.
    """
    match item:
        case CharSet(ranges):
            return ranges
        case Concat(items):
            firsts = NOTHING
            for part in items:
                firsts = union(firsts, first(part))
                if not nullable(part):
                    break
            return firsts
        case Alternate(items):
            return union(*(first(part) for part in items))
        case Repeat(inner, _, _) | Capture(_, inner):
            return first(inner)


def alphabet(item: Regular) -> Ranges:
    """Return the code points that occur in matches, as ranges."""
    match item:
        case CharSet(ranges):
            return ranges
        case Concat(items) | Alternate(items):
            return union(*map(alphabet, items))
        case Repeat(inner, _, _) | Capture(_, inner):
            return alphabet(inner)


def span(item: Regular) -> tuple[int, int | None]:
    """Return the length of a shortest match and of a longest one, None if unlimited. Raises `ValueError` where an
    alternation without items is in the expression.
    """
    match item:
        case CharSet():
            return 1, 1
        case Concat(items):
            return _total([span(part) for part in items])
        case Alternate(items):
            rows = [span(part) for part in items]
            longest = [most for _, most in rows]
            return min(few for few, _ in rows), None if None in longest else max(most or 0 for most in longest)
        case Repeat(inner, low, high):
            few, most = span(inner)
            if most is None or (most and high is None):
                return few * low, None
            return few * low, most * (high or 0)
        case Capture(_, inner):
            return span(inner)


def _total(rows: list[tuple[int, int | None]]) -> tuple[int, int | None]:
    longest = [most for _, most in rows]
    return sum(few for few, _ in rows), None if None in longest else sum(most or 0 for most in longest)


def simplify(item: Regular) -> Regular:
    """Return an expression of the same language without marks, in a form in which fewer texts have two ways to
    match.
    """
    return _simple_form(item, {})


def _simple_form(item: Regular, done: dict[int, tuple[Regular, Regular]]) -> Regular:
    """Return the simplified expression of an item, without its marks; rules that are used twice are one object, whose
    result is kept in `done` by identity.
    """
    if id(item) not in done:
        match item:
            case CharSet(ranges):
                form: Regular = CharSet(ranges)
            case Concat(items):
                form = _sequence([_simple_form(part, done) for part in items])
            case Alternate(items):
                form = _alternatives([_simple_form(part, done) for part in items])
            case Repeat(inner, low, high):
                form = _repeat(_simple_form(inner, done), low, high)
            case Capture(_, inner):
                form = _simple_form(inner, done)
        done[id(item)] = item, form
    return done[id(item)][1]


def within(item: Regular, ranges: Ranges) -> Regular:
    """Return the expression for those strings of an item's language all of whose characters are in a set, NO_STRING if
    there are none.
    """

    def intersect(part: Regular) -> Regular | None:
        """Return the common characters of a set and the ranges, NO_STRING where there are none, None for other
        parts.
        """
        if not isinstance(part, CharSet):
            return None
        common = intersection(part.ranges, ranges)
        return CharSet(common, part.leaf) if common else NO_STRING

    return rebuilt(item, intersect)


def rebuilt(item: Regular, change: Callable[[Regular], Regular | None]) -> Regular:
    """Return an item with other parts: for the item and, where that gave None, for its parts in turn, what `change`
    returns; None for all keeps it.

    `NO_STRING` as a part takes away whatever needs it: a sequence, a capture, or a repetition that must come; a
    repetition that need not is then empty, and an alternation loses that item.
    """
    result = change(item)
    if result is not None:
        return result
    match item:
        case Concat(items):
            parts = [rebuilt(part, change) for part in items]
            return NO_STRING if NO_STRING in parts else concat(*parts)
        case Alternate(items):
            parts = [rebuilt(part, change) for part in items]
            return alternate(*(part for part in parts if part != NO_STRING))
        case Repeat(inner, low, high):
            part = rebuilt(inner, change)
            if part == NO_STRING:
                return part if low else concat()
            return repeat(part, low, high)
        case Capture(name, inner):
            part = rebuilt(inner, change)
            return part if part == NO_STRING else Capture(name, part)
    return item


def marks(item: Regular) -> Iterator[str]:
    """Yield the names of the marked rules in an item, outer before inner."""
    match item:
        case Concat(items) | Alternate(items):
            for part in items:
                yield from marks(part)
        case Repeat(inner, _, _):
            yield from marks(inner)
        case Capture(name, inner):
            yield name
            yield from marks(inner)


def _sequence(items: list[Regular]) -> Regular:
    """Return the concatenation of items, with `X{n,}(a(a|X)*)?` written as `X{n}(a|X)*`."""
    sequence = concat(*items)
    if not isinstance(sequence, Concat):
        return sequence
    parts = list(sequence.items)
    for index in range(len(parts) - 1):
        before, after = parts[index], parts[index + 1]
        if not (isinstance(before, Repeat) and before.high is None and isinstance(after, Repeat)):
            continue
        tail = after.item
        if (after.low, after.high) != (0, 1) or not isinstance(tail, Concat):
            continue
        end = tail.items[-1]
        if not (isinstance(end, Repeat) and end.low == 0 and end.high is None):
            continue
        if _same(_alternatives([before.item, concat(*tail.items[:-1])]), end.item):
            return _sequence([*parts[:index], *[before.item] * before.low, end, *parts[index + 2 :]])
    return sequence


def _repeat(item: Regular, low: int, high: int | None) -> Regular:
    """Return a repetition in which no text has two ways to be divided, as far as it is known how to rewrite it."""
    if high is None:
        if nullable(item):
            low = 0
        item = _without_included(_consuming(item))
        if isinstance(item, Concat):
            *head, end = item.items
            if isinstance(end, Repeat) and end.high is None:
                # (aX*)* = (a(a|X)*)?, where an X that must come belongs to a
                again = concat(*head, *[end.item] * end.low)
                body = concat(again, _repeat(_alternatives([end.item, again]), 0, None))
                if low == 0:
                    return repeat(body, 0, 1)
                return body if low == 1 else concat(repeat(item, low - 1, low - 1), body)
    elif high == 1 and nullable(item):
        return item
    return repeat(item, low, high)


def _consuming(item: Regular) -> Regular:
    """Return an expression whose unbounded repetition is the same, and which matches the empty string less often."""
    match item:
        case Repeat(inner, low, high) if low == 0 or (low == 1 and high is None):
            return _consuming(inner) if high in (1, None) else item
        case Alternate(items):
            return _alternatives([_consuming(part) for part in items])
        case Concat(items) if items and all(nullable(part) for part in items):
            return _alternatives([_consuming(part) for part in items])
    return item


def _without_included(item: Regular) -> Regular:
    """Return the body of an unbounded loop without each alternative that repeating the others gives as well. Of more
    than 16 alternatives none is taken out.
    """
    if isinstance(item, Alternate) and len(item.items) <= _FEW:
        for branch in item.items:
            rest = [other for other in item.items if other is not branch]
            if not isinstance(branch, CharSet) and _is_included(branch, Repeat(alternate(*rest), 0, None)):
                return _without_included(alternate(*rest))
    return item


def _alternatives(items: list[Regular]) -> Regular:
    """Return an alternation with one set for all single characters, as an option where one is empty, and with common
    beginnings or ends taken out; of at most `_FEW` alternatives, those that the others include are left out.
    """
    alternation = alternate(*items)
    flat = list(alternation.items) if isinstance(alternation, Alternate) else [alternation]
    sets = [item for item in flat if isinstance(item, CharSet)]
    rest = [item for item in flat if not isinstance(item, CharSet) and item != Concat(())]
    optional = len(sets) + len(rest) < len(flat)
    branches: list[Regular] = [CharSet(union(*(charset.ranges for charset in sets)))] if sets else []
    branches += rest
    if optional:
        return _repeat(_alternatives(branches), 0, 1) if branches else concat()
    for branch in branches if len(branches) <= _FEW else ():
        others = [other for other in branches if other is not branch]
        if others and _is_included(branch, alternate(*others)):
            return _alternatives(others)
    return _with_common_factors(branches)


def _with_common_factors(items: list[Regular]) -> Regular:
    """Return the alternation of items, with common first items, or else last ones, taken out. The alternatives must not
    be empty.
    """
    rows = [item.items if isinstance(item, Concat) else (item,) for item in items]
    for end in (0, -1):
        groups: dict[Regular, list[tuple[Regular, ...]]] = {}
        for row in rows:
            groups.setdefault(row[end], []).append(row)
        if len(groups) < len(rows):
            return _alternatives([_taken_out(members, end) for members in groups.values()])
    return alternate(*items)


def _taken_out(rows: list[tuple[Regular, ...]], end: int) -> Regular:
    """Return the alternation of sequences with the longest part that all have at one end taken out: at the start for an
    `end` of 0, else at the end.
    """
    if len(rows) == 1:
        return concat(*rows[0])
    shortest = min(map(len, rows))
    common = 1
    while common < shortest and len({row[common if end == 0 else -common - 1] for row in rows}) == 1:
        common += 1
    if end == 0:
        return _sequence([*rows[0][:common], _alternatives([concat(*row[common:]) for row in rows])])
    return _sequence([_alternatives([concat(*row[:-common]) for row in rows]), *rows[0][-common:]])


@lru_cache(maxsize=1024)  # the rules of a grammar have parts in common: half the time of compiling the catalog
def _is_included(part: Regular, whole: Regular) -> bool:
    """Return whether every string of the first expression is one of the second, proved on their automata."""
    if difference(first(part), first(whole)) or (nullable(part) and not nullable(whole)):
        return False
    narrow, wide = (determinize(compile_program(item)) for item in (part, whole))
    return counterexample(narrow, wide) is None


def _same(first: Regular, second: Regular) -> bool:
    if isinstance(first, Alternate) and isinstance(second, Alternate):
        return set(first.items) == set(second.items)
    return first == second
