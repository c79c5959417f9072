"""Linear-time patterns, independent of an engine's notation.

Every unbounded repetition is possessive: it never has to give back what it has read. This holds if its body cannot be
empty, is read in only one way, and begins with no character that can come after the repetition; otherwise no such
pattern exists.

A short part that can be read in several ways, such as an IPv6 address, is committed to once it is read: that is exact
where no character of it can come after it, since every way of reading it then ends at the same place.
"""

from __future__ import annotations

from irigrammar.automata.algebra import alphabet, first, nullable
from irigrammar.automata.charset import EMPTY, Ranges, intersection, union
from irigrammar.automata.regular import Alternate, Capture, CharSet, Concat, Regular, Repeat, alternate
from irigrammar.dataclass import dataclass

# In how many ways a whole string may be tried, and a part of bounded length that is committed to.
_WAYS_LIMIT = 128
_LOCAL_LIMIT = 20_000
_LENGTH_LIMIT = 256


@dataclass(frozen=True, slots=True)
class Chars:
    """One code point of a set."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Seq:
    """The items one after the other."""

    items: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Alt:
    """One of the items, tried in order; without items, nothing matches."""

    items: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Repetition:
    """The item `low` to `high` times (None: no bound), as often as possible; `possessive` where it never gives back."""

    item: Piece
    low: int
    high: int | None
    possessive: bool


@dataclass(frozen=True, slots=True)
class Committed:
    """The item, not read again in another way; no character of `alphabet`, which it is made of, comes after it."""

    item: Piece
    alphabet: Ranges


@dataclass(frozen=True, slots=True)
class Atomic:
    """The item, which is read in one way only."""

    item: Piece


Piece = Chars | Seq | Alt | Repetition | Committed | Atomic


class _NotLinear(Exception):
    """Some repetition could backtrack."""


def linear(simple: Regular) -> Piece | None:
    """Return the pieces of a linear-time pattern of a simplified form, or None if this method finds none, or only one
    with more than 128 ways to try a text.
    """
    try:
        return None if _ways(simple, EMPTY) > _WAYS_LIMIT else _piece(simple, EMPTY)
    except (_NotLinear, RecursionError):  # alternatives that nest as deep as their number
        return None


def _follows(items: tuple[Regular, ...], follow: Ranges) -> list[Ranges]:
    """Return, for each item of a sequence, the characters that can come after it."""
    follows: list[Ranges] = []
    for item in reversed(items):
        follows.append(follow)
        follow = union(first(item), follow) if nullable(item) else first(item)
    follows.reverse()
    return follows


def _one_way(item: Regular, follow: Ranges) -> bool:
    """Return whether, from left to right, the next character alone determines the set that reads it. `follow` are the
    characters that can come after it.
    """
    match item:
        case CharSet():
            return True
        case Concat(items):
            return all(_one_way(part, after) for part, after in zip(items, _follows(items, follow), strict=True))
        case Alternate(items):
            return _disjoint(items, follow) and all(_one_way(part, follow) for part in items)
        case Repeat(inner, low, high):
            if nullable(inner) or (low != high and intersection(first(inner), follow)):
                return False
            return _one_way(inner, union(first(inner), follow) if high != 1 else follow)
        case Capture(_, inner):
            return _one_way(inner, follow)


def _disjoint(items: tuple[Regular, ...], follow: Ranges) -> bool:
    """Return whether the first sets of the alternatives are disjoint; an empty alternative has `follow` as its first
    set.
    """
    before = EMPTY
    for item in items:
        begins = union(first(item), follow) if nullable(item) else first(item)
        if intersection(before, begins):
            return False
        before = union(before, begins)
    return sum(map(nullable, items)) <= 1


def _clusters(items: tuple[Regular, ...], follow: Ranges) -> list[list[Regular]]:
    """Return alternatives in groups, so that those of different groups begin differently; one that may be empty begins
    with the characters of `follow`, too.
    """
    clusters: list[tuple[Ranges, list[Regular]]] = []
    for item in items:
        begins = union(first(item), follow) if nullable(item) else first(item)
        apart = [cluster for cluster in clusters if not intersection(cluster[0], begins)]
        near = [cluster for cluster in clusters if intersection(cluster[0], begins)]
        ranges = union(begins, *(cluster[0] for cluster in near))
        clusters = [*apart, (ranges, [*(member for cluster in near for member in cluster[1]), item])]
    return [cluster[1] for cluster in clusters]


def _ways(item: Regular, follow: Ranges) -> int:
    """Return an upper bound of the ways in which a failing match is tried, a part that is committed to being one.
    `follow` are the characters that can come after it.
    """
    return 1 if _commits(item, follow) else _choices(item, follow)


def _choices(item: Regular, follow: Ranges) -> int:
    """Return an upper bound of the ways in which a failing match of an item is tried if nothing commits to it; at most
    20,001. `follow` are the characters that can come after it.
    """
    total = 1
    match item:
        case Concat(items):
            for part, after in zip(items, _follows(items, follow), strict=True):
                total = min(total * _ways(part, after), _LOCAL_LIMIT + 1)
        case Alternate(items):
            clusters = _clusters(items, follow)
            if len(clusters) > 1:
                total = max(_ways(alternate(*cluster), follow) for cluster in clusters)
            else:
                total = sum(_ways(part, follow) for part in items)
        case Repeat(inner, low, high) if high is not None and not _one_way(item, follow):
            ways = _ways(inner, union(first(inner), follow))
            total = 0
            for count in range(low, high + 1):
                total += ways**count
                if total > _LOCAL_LIMIT:
                    break
    return min(total, _LOCAL_LIMIT + 1)


def _commits(item: Regular, follow: Ranges) -> bool:
    """Return whether an item has at most 256 characters, is read in several, at most 20,000 ways, but all to one end,
    so that the pattern may commit to the first. `follow` are the characters that can come after it.
    """
    return (
        isinstance(item, Alternate | Repeat)
        and not _one_way(item, follow)
        and not intersection(alphabet(item), follow)
        and _longest(item) <= _LENGTH_LIMIT
        and _choices(item, follow) <= _LOCAL_LIMIT
    )


def _longest(item: Regular) -> int:
    """Return the length of the longest match in code points, or 257 for any that is longer than 256."""
    match item:
        case Concat(items):
            length = sum(map(_longest, items))
        case Alternate(items):
            length = max(map(_longest, items), default=0)
        case Repeat(inner, _, high):
            length = _LENGTH_LIMIT + 1 if high is None else _longest(inner) * high
        case CharSet() | Capture():
            length = 1
    return min(length, _LENGTH_LIMIT + 1)


def _piece(item: Regular, follow: Ranges) -> Piece:
    if _commits(item, follow):
        return Committed(_by_kind(item, follow), alphabet(item))
    return _by_kind(item, follow)


def _by_kind(item: Regular, follow: Ranges) -> Piece:
    """Return the piece of a part that is followed by some characters, without a second way to match. Raises
    `_NotLinear` where the loops of a part could need one.
    """
    match item:
        case CharSet(ranges):
            return Chars(ranges)
        case Concat(items):
            return Seq(tuple(_piece(part, after) for part, after in zip(items, _follows(items, follow), strict=True)))
        case Alternate(items):
            clusters = _clusters(items, follow)
            # One that may be empty comes last: a group that is not read again would take it for another one.
            parts = items if len(clusters) <= 1 else sorted((alternate(*cluster) for cluster in clusters), key=nullable)
            return Alt(tuple(_piece(part, follow) for part in parts))
        case Repeat(inner, low, None):
            return _unbounded_piece(inner, low, follow)
        case Repeat(inner, low, high):
            if isinstance(inner, CharSet):
                return Repetition(
                    Chars(inner.ranges), low, high, low != high and not intersection(inner.ranges, follow)
                )
            after = union(first(inner), follow) if high != 1 else follow
            body = _piece(inner, after)
            if high in (low, 1) or _longest(inner) <= _LENGTH_LIMIT:
                return Repetition(body, low, high, possessive=False)
            # Long parts must not be read again.
            if not _one_way(item, follow):
                raise _NotLinear
            return Repetition(Atomic(body), low, high, possessive=True)
        case Capture(_, inner):
            return _piece(inner, follow)


def _unbounded_piece(inner: Regular, low: int, follow: Ranges) -> Piece:
    """Return the piece of a loop without a second way to match, in which `(S|other)*` is unrolled to `S*(other S*)*`.
    Raises `_NotLinear` for any other loop. `inner` is its body, `low` its minimum, `follow` the characters that can
    come after it.
    """
    if not _one_way(Repeat(inner, 0, None), follow):
        raise _NotLinear
    if isinstance(inner, CharSet):
        return Repetition(Chars(inner.ranges), low, None, possessive=True)
    after = union(first(inner), follow)
    if low:
        return Seq((Repetition(_piece(inner, after), low, low, possessive=False), _unbounded_piece(inner, 0, follow)))
    run: tuple[Piece, ...] = ()
    if isinstance(inner, Alternate):
        sets = [part for part in inner.items if isinstance(part, CharSet)]
        if sets:
            run = (
                _unbounded_piece(
                    sets[0], 0, union(follow, *(first(part) for part in inner.items if part is not sets[0]))
                ),
            )
            inner = alternate(*(part for part in inner.items if part is not sets[0]))
    # Before CPython 3.11.5 a possessive group whose body can backtrack may match wrongly; an atomic group cannot.
    body = _piece(inner, after) if _has_fixed_length(inner) else Atomic(_piece(inner, after))
    return Seq((*run, Repetition(Seq((body, *run)) if run else body, 0, None, possessive=True)))


def _has_fixed_length(item: Regular) -> bool:
    """Return whether an item is a row of single characters, which has nothing to come back to."""
    return isinstance(item, CharSet) or (
        isinstance(item, Concat) and all(isinstance(part, CharSet) for part in item.items)
    )


def plain(item: Regular) -> Piece:
    """Return the pieces of a pattern for an engine without backtracking: no possessive repetition, no atomic group, and
    of captures only the items.
    """
    match item:
        case CharSet(ranges):
            return Chars(ranges)
        case Concat(items):
            return Seq(tuple(map(plain, items)))
        case Alternate(items):
            return Alt(tuple(map(plain, items)))
        case Repeat(inner, low, high):
            return Repetition(plain(inner), low, high, possessive=False)
        case Capture(_, inner):
            return plain(inner)
