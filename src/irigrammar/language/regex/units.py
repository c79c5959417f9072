"""From 16-bit units, as of ECMAScript without a flag, to characters."""

# typed: 0x10000, 0xD800, 0xDFFF, 0xFFFF: 16-bit units and their pairs
from __future__ import annotations

from typing import TypeGuard

from irigrammar.automata.charset import MAX, Ranges, difference, intersection, partition, union
from irigrammar.automata.dfa import DEAD, Dfa, explore
from irigrammar.language.regex.pattern import (
    ALL,
    SURROGATES,
    Chars,
    Choice,
    Look,
    Part,
    Repeat,
    Sequence,
    first,
    nullable,
)

UNITS: Ranges = ((0, 0xFFFF),)
_LEADS: Ranges = ((0xD800, 0xDBFF),)
_TRAILS: Ranges = ((0xDC00, 0xDFFF),)
_FIRST = 0x10000
_TRAIL_BITS = 10


def of_characters(dfa: Dfa) -> Dfa:
    """Return the automaton of the same texts as characters: each beyond 16 bits is two units.

    Raises `GrammarError` for one that is too large.
    """
    leads, trails = _by_class(dfa, _LEADS), _by_class(dfa, _TRAILS)
    sets: dict[tuple[int, ...], Ranges] = {}
    for number in range(dfa.classes.count):
        if ranges := intersection(difference(dfa.classes.ranges(number), SURROGATES), UNITS):
            sets[(number,)] = ranges
    for lead, lead_ranges in leads.items():
        for trail, trail_ranges in trails.items():
            sets[lead, trail] = characters(lead_ranges, trail_ranges)
    classes = partition(sets.values())
    paths: list[tuple[int, ...] | None] = [None] * classes.count
    for path, ranges in sets.items():
        paths[classes.of(ranges[0][0])] = path

    def after(state: int) -> list[int | None]:
        row: list[int | None] = []
        for path in paths:
            to = state if path is not None else DEAD
            for number in path or ():
                to = dfa.rows[to][number]
            row.append(to if to != DEAD else None)
        return row

    return explore(classes, dfa.start, after, lambda state: bool(dfa.accepting[state]))


def _by_class(dfa: Dfa, units: Ranges) -> dict[int, Ranges]:
    """Return the units that are in each class, where some are."""
    rows = {number: intersection(dfa.classes.ranges(number), units) for number in range(dfa.classes.count)}
    return {number: ranges for number, ranges in rows.items() if ranges}


def characters(leads: Ranges, trails: Ranges) -> Ranges:
    """Return the characters of pairs of units."""
    rows: list[tuple[int, int]] = []
    for low, high in leads:
        first = _FIRST + (low - _LEADS[0][0] << _TRAIL_BITS)
        last = _FIRST + (high + 1 - _LEADS[0][0] << _TRAIL_BITS) - 1
        if trails == _TRAILS:
            rows.append((first, min(last, MAX)))
            continue
        for start in range(first, last, 1 << _TRAIL_BITS):
            rows += [(start + begin - _TRAILS[0][0], start + end - _TRAILS[0][0]) for begin, end in trails]
    return union(tuple(rows))


def in_characters(part: Part, follow: Ranges = ()) -> Part:
    """Return a part over units as one over characters, where it is seen that it reads whole characters: two units side
    by side that are one, and repetitions of a set with all halves of characters, after which no second half comes.
    Elsewhere halves stay. `follow` are the units that can come after it.
    """
    match part:
        case Sequence(items, span):
            parts: list[Part] = []
            for item in reversed(items):
                changed = in_characters(item, follow)
                after = parts[-1] if parts else None
                if _is_within(changed, _LEADS) and after is not None and _is_within(after, _TRAILS):
                    parts[-1] = Chars(characters(changed.ranges, after.ranges), changed.span)
                else:
                    parts.append(changed)
                follow = union(first(item), follow if nullable(item) else ())
            return parts[0] if len(parts) == 1 else Sequence(tuple(reversed(parts)), span)
        case Choice(items, span):
            return Choice(tuple(in_characters(item, follow) for item in items), span)
        case Repeat(Chars(ranges), low, None, span) if low <= 1 and not difference(SURROGATES, ranges):
            if ranges == UNITS or not intersection(follow, _TRAILS):
                beyond = ((_FIRST, MAX),)
                return Repeat(Chars(intersection(union(ranges, beyond), ALL)), low, None, span)
        case Repeat(item, low, high, span, lazy):
            return Repeat(
                in_characters(item, follow if high == 1 else union(first(item), follow)), low, high, span, lazy
            )
    return part


def has_halves(part: Part) -> bool:
    """Return whether a set in a part has halves of characters, or it has a lookaround that could stand between two."""
    return isinstance(part, Look) or (isinstance(part, Chars) and bool(intersection(part.ranges, SURROGATES)))


def _is_within(part: Part, units: Ranges) -> TypeGuard[Chars]:
    return isinstance(part, Chars) and bool(part.ranges) and not difference(part.ranges, units)
