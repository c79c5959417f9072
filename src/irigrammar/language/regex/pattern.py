"""The parts of a regular expression, the same for every dialect.

Anchors and word boundaries are lookarounds: the start of a text is a place behind which no character is. What a pattern
captures, and whether it prefers few repetitions or many, does not change which texts it matches, and is not kept.
"""

# typed: 0xD800, 0xDFFF: surrogates, which are in no string of characters

from __future__ import annotations

from collections.abc import Callable, Iterator

from irigrammar.automata.charset import MAX, Ranges, difference, union
from irigrammar.dataclass import dataclass, field

Span = tuple[int, int]

SURROGATES: Ranges = ((0xD800, 0xDFFF),)
ALL: Ranges = difference(((0, MAX),), SURROGATES)
NOWHERE: Span = (-1, -1)


@dataclass(frozen=True)
class Chars:
    """One character of a set; `name` is that of a class with one, as in "word"."""

    ranges: Ranges
    span: Span = field(default=NOWHERE, compare=False)
    name: str = ""


@dataclass(frozen=True)
class Sequence:
    """One part after the other."""

    items: tuple[Part, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Choice:
    """One of the parts; the first that leads to a match, where that matters."""

    items: tuple[Part, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Repeat:
    """A part from `low` to `high` times, None for no limit."""

    item: Part
    low: int
    high: int | None
    span: Span = field(default=NOWHERE, compare=False)
    lazy: bool = False


@dataclass(frozen=True)
class Atomic:
    """A part that is left the first way in which it matches, and no other; also a possessive repetition."""

    item: Part
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Look:
    """A place where a part matches, or with `negative` does not: after it with `ahead`, else before it."""

    item: Part
    ahead: bool
    negative: bool = False
    span: Span = field(default=NOWHERE, compare=False)


Part = Chars | Sequence | Choice | Repeat | Atomic | Look

EMPTY = Sequence(())
NEVER = Choice(())
ANY = Chars(ALL)
START = Look(ANY, ahead=False, negative=True)
END = Look(ANY, ahead=True, negative=True)


def line_start(ends: Ranges) -> Part:
    """Return the place at the start of a text, and after each of the characters that end a line."""
    return Choice((START, Look(Chars(ends), ahead=False)))


def line_end(ends: Ranges) -> Part:
    """Return the place at the end of a text, and before each of the characters that end a line."""
    return Choice((END, Look(Chars(ends), ahead=True)))


def final_end(end: Ranges) -> Part:
    """Return the place at the end of a text, and before a character of a set at its end."""
    return Look(Sequence((Repeat(Chars(end), 0, 1), END)), ahead=True)


def word_boundary(word: Ranges, *, negative: bool = False) -> Part:
    """Return the place between a character of words and another, or an end of the text; with `negative` each other
    place.
    """
    before, after = Look(Chars(word), ahead=False), Look(Chars(word), ahead=True)
    none_before, none_after = (Look(Chars(word), ahead=ahead, negative=True) for ahead in (False, True))
    pairs = ((before, after), (none_before, none_after)) if negative else ((before, none_after), (none_before, after))
    return Choice(tuple(map(Sequence, pairs)))


def complement(ranges: Ranges) -> Ranges:
    """Return the characters that are not in a set; surrogates are no characters."""
    return difference(ALL, ranges)


def scalar_union(*sets: Ranges) -> Ranges:
    """Return the characters of some sets, without surrogates."""
    return difference(union(*sets), SURROGATES)


def parts_of(part: Part) -> tuple[Part, ...]:
    """Return the parts directly in a part."""
    match part:
        case Sequence(items) | Choice(items):
            return items
        case Repeat(item) | Atomic(item) | Look(item):
            return (item,)
    return ()


def walk(part: Part) -> Iterator[Part]:
    """Yield a part and all in it, outer before inner."""
    todo = [part]
    while todo:
        part = todo.pop()
        yield part
        todo.extend(reversed(parts_of(part)))


def rebuilt(part: Part, change: Callable[[Part], Part | None]) -> Part:
    """Return a part with other parts in it: the one that `change` returns for it, or, where that is None, the same for
    each part in it.
    """
    result = change(part)
    if result is not None:
        return result
    match part:
        case Sequence(items, span):
            return Sequence(tuple(rebuilt(item, change) for item in items), span)
        case Choice(items, span):
            return Choice(tuple(rebuilt(item, change) for item in items), span)
        case Repeat(item, low, high, span, lazy):
            return Repeat(rebuilt(item, change), low, high, span, lazy)
        case Atomic(item, span):
            return Atomic(rebuilt(item, change), span)
        case Look(item, ahead, negative, span):
            return Look(rebuilt(item, change), ahead, negative, span)
    return part


def sequence(*items: Part) -> Part:
    """Return the sequence of some parts, one of one part as that part."""
    return items[0] if len(items) == 1 else Sequence(items)


def nullable(part: Part) -> bool:
    """Return whether a part may match without a character."""
    match part:
        case Chars():
            return False
        case Sequence(items):
            return all(map(nullable, items))
        case Choice(items):
            return any(map(nullable, items))
        case Repeat(item, low):
            return low == 0 or nullable(item)
        case Atomic(item):
            return nullable(item)
    return True


def first(part: Part) -> Ranges:
    """Return the characters with which a part can begin."""
    match part:
        case Chars(ranges):
            return ranges
        case Sequence(items):
            firsts: Ranges = ()
            for item in items:
                firsts = union(firsts, first(item))
                if not nullable(item):
                    break
            return firsts
        case Choice(items):
            return union(*map(first, items))
        case Repeat(item) | Atomic(item):
            return first(item)
    return ()
