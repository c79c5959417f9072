"""A pattern of the `re` module for a production, where there is one that runs in linear time.

Every unbounded repetition in it is possessive. That is exact where its body cannot be empty, is read in one way only,
and begins with no character that can come after the repetition; where that does not hold, there is no pattern.

A short part that can be read in several ways, such as an IPv6 address, is committed to once it is read: that is exact
where no character of it can come after it, since every way of reading it then ends at the same place.
"""

from __future__ import annotations

from irigrammar.automata.algebra import first, nullable, simplify, within
from irigrammar.automata.charset import EMPTY, Ranges, intersection, union
from irigrammar.automata.regular import Choice, Loop, Mark, Regular, Seq, Set, choice
from irigrammar.engines.recognizer import Pattern

__all__ = ["Pattern", "pattern", "set_text"]

_ASCII: Ranges = ((0, 0x7F),)

# In how many ways a whole string may be tried, and a part of bounded length that is committed to.
_WAYS_LIMIT = 128
_LOCAL_LIMIT = 20_000
_LENGTH_LIMIT = 256


class _NotLinear(Exception):
    """Some repetition could backtrack."""


def pattern(regular: Regular) -> Pattern | None:
    """Return the texts of patterns that `re.fullmatch` runs in linear time, or None where this way leads to none."""
    try:
        simple = simplify(regular)
        if _ways(simple, EMPTY) > _WAYS_LIMIT:
            return None
        return Pattern(_render(within(simple, _ASCII), EMPTY), _render(simple, EMPTY))
    except (_NotLinear, RecursionError):  # alternatives that nest as deep as they are many
        return None


def _follows(items: tuple[Regular, ...], follow: Ranges) -> list[Ranges]:
    """Return, for each item of a sequence, the characters that can come after it."""
    found: list[Ranges] = []
    for item in reversed(items):
        found.append(follow)
        follow = union(first(item), follow) if nullable(item) else first(item)
    found.reverse()
    return found


def _one_way(item: Regular, follow: Ranges) -> bool:
    """Tell whether, reading from left to right, the next character always decides what reads it."""
    match item:
        case Set():
            return True
        case Seq(items):
            return all(_one_way(one, after) for one, after in zip(items, _follows(items, follow), strict=True))
        case Choice(items):
            return _disjoint(items, follow) and all(_one_way(one, follow) for one in items)
        case Loop(inner, low, high):
            if nullable(inner) or (low != high and intersection(first(inner), follow)):
                return False
            return _one_way(inner, union(first(inner), follow) if high != 1 else follow)
        case Mark(_, inner):
            return _one_way(inner, follow)


def _disjoint(items: tuple[Regular, ...], follow: Ranges) -> bool:
    """Tell whether no two alternatives begin alike; an empty one begins with what comes after."""
    seen = EMPTY
    for item in items:
        begins = union(first(item), follow) if nullable(item) else first(item)
        if intersection(seen, begins):
            return False
        seen = union(seen, begins)
    return sum(map(nullable, items)) <= 1


def _clusters(items: tuple[Regular, ...], follow: Ranges) -> list[list[Regular]]:
    """Group alternatives so that those of different groups begin differently."""
    clusters: list[tuple[Ranges, list[Regular]]] = []
    for item in items:
        begins = union(first(item), follow) if nullable(item) else first(item)
        apart = [cluster for cluster in clusters if not intersection(cluster[0], begins)]
        near = [cluster for cluster in clusters if intersection(cluster[0], begins)]
        merged = union(begins, *(cluster[0] for cluster in near))
        clusters = [*apart, (merged, [*(one for cluster in near for one in cluster[1]), item])]
    return [cluster[1] for cluster in clusters]


def _ways(item: Regular, follow: Ranges) -> int:
    """Return an upper bound of the ways in which a failing match is tried, a part that is committed to being one."""
    return 1 if _commits(item, follow) else _choices(item, follow)


def _choices(item: Regular, follow: Ranges) -> int:
    """Return that bound for an item that is not committed to; above the local limit it is only that."""
    total = 1
    match item:
        case Seq(items):
            for one, after in zip(items, _follows(items, follow), strict=True):
                total = min(total * _ways(one, after), _LOCAL_LIMIT + 1)
        case Choice(items):
            clusters = _clusters(items, follow)
            if len(clusters) > 1:
                total = max(_ways(choice(*cluster), follow) for cluster in clusters)
            else:
                total = sum(_ways(one, follow) for one in items)
        case Loop(inner, low, high) if high is not None and not _one_way(item, follow):
            ways = _ways(inner, union(first(inner), follow))
            total = 0
            for count in range(low, high + 1):
                total += ways**count
                if total > _LOCAL_LIMIT:
                    break
    return min(total, _LOCAL_LIMIT + 1)


def _commits(item: Regular, follow: Ranges) -> bool:
    """Tell whether an item is one to commit to: of bounded length, read in several ways, but all with one end."""
    return (
        isinstance(item, Choice | Loop)
        and not _one_way(item, follow)
        and not intersection(_alphabet(item), follow)
        and _longest(item) <= _LENGTH_LIMIT
        and _choices(item, follow) <= _LOCAL_LIMIT
    )


def _longest(item: Regular) -> int:
    """Return the length of the longest match, in code points; above the limit, only that it is."""
    match item:
        case Seq(items):
            found = sum(map(_longest, items))
        case Choice(items):
            found = max(map(_longest, items), default=0)
        case Loop(inner, _, high):
            found = _LENGTH_LIMIT + 1 if high is None else _longest(inner) * high
        case Set() | Mark():
            found = 1
    return min(found, _LENGTH_LIMIT + 1)


def _alphabet(item: Regular) -> Ranges:
    match item:
        case Set(ranges):
            return ranges
        case Seq(items) | Choice(items):
            return union(*map(_alphabet, items))
        case Loop(inner, _, _) | Mark(_, inner):
            return _alphabet(inner)


def _render(item: Regular, follow: Ranges) -> str:
    if _commits(item, follow):
        return f"(?>{_render_choices(item, follow)}(?!{set_text(_alphabet(item))}))"
    return _render_choices(item, follow)


def _render_choices(item: Regular, follow: Ranges) -> str:
    match item:
        case Set(ranges):
            return set_text(ranges)
        case Seq(items):
            rows = zip(items, _follows(items, follow), strict=True)
            return "".join(_render(one, after) for one, after in rows)
        case Choice(()):
            return "(?!)"
        case Choice(items):
            clusters = _clusters(items, follow)
            parts = items if len(clusters) == 1 else tuple(choice(*cluster) for cluster in clusters)
            return f"(?:{'|'.join(_render(one, follow) for one in parts)})"
        case Loop(inner, low, None):
            return _unbounded(inner, low, follow)
        case Loop(inner, low, high):
            count = "?" if (low, high) == (0, 1) else f"{{{low}}}" if low == high else f"{{{low},{high}}}"
            if isinstance(inner, Set):
                sure = low != high and not intersection(inner.ranges, follow)
                return set_text(inner.ranges) + count + ("+" if sure else "")
            after = union(first(inner), follow) if high != 1 else follow
            body = _render(inner, after)
            if high in (low, 1) or _longest(inner) <= _LENGTH_LIMIT:
                return f"{_group(body)}{count}"
            # What is long must not be read again.
            if not _one_way(item, follow):
                raise _NotLinear
            return f"(?>{body}){count}+"
        case Mark(_, inner):
            return _render(inner, follow)


def _unbounded(inner: Regular, low: int, follow: Ranges) -> str:
    """Render a possessive loop; `(S|other)*` is unrolled to `S*(other S*)*`."""
    if not _one_way(Loop(inner, 0, None), follow):
        raise _NotLinear
    if isinstance(inner, Set):
        return set_text(inner.ranges) + {0: "*", 1: "+"}.get(low, f"{{{low},}}") + "+"
    after = union(first(inner), follow)
    if low:
        head = _render(inner, after)
        return (_group(head) + (f"{{{low}}}" if low > 1 else "")) + _unbounded(inner, 0, follow)
    run = ""
    if isinstance(inner, Choice):
        sets = [one for one in inner.items if isinstance(one, Set)]
        if sets:
            run = _unbounded(sets[0], 0, union(follow, *(first(one) for one in inner.items if one is not sets[0])))
            inner = choice(*(one for one in inner.items if one is not sets[0]))
    body = _render(inner, after)
    # Before CPython 3.11.5 a possessive group whose body can backtrack may match wrongly; an atomic group cannot.
    if not run:
        return f"(?:{body})*+" if _fixed(inner) else f"(?>{body})*+"
    return f"{run}(?:{body if _fixed(inner) else f'(?>{body})'}{run})*+"


def _fixed(item: Regular) -> bool:
    """Tell whether an item is a row of single characters, which has nothing to come back to."""
    return isinstance(item, Set) or (isinstance(item, Seq) and all(isinstance(one, Set) for one in item.items))


def _group(text: str) -> str:
    return text if text.startswith("(?:") and _closes_at_end(text) else f"(?:{text})"


def _closes_at_end(text: str) -> bool:
    """Tell whether the group that opens a pattern is the whole of it."""
    depth, at, in_set = 0, 0, False
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 1
        elif in_set:
            in_set = char != "]"
        elif char == "[":
            in_set = True
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0:
                return at == len(text) - 1
        at += 1
    return False


def set_text(ranges: Ranges) -> str:
    """Return a set as the re module writes it."""
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _char(ranges[0][0], r".^$*+?{}[]\|()")
    parts: list[str] = []
    for low, high in ranges:
        ends = [_char(low, r"\]^-[&~|"), _char(high, r"\]^-[&~|")]
        parts.append(ends[0] if low == high else "".join(ends) if high == low + 1 else "-".join(ends))
    return f"[{''.join(parts)}]"


def _char(point: int, special: str) -> str:
    if 0x21 <= point <= 0x7E:
        return "\\" * (chr(point) in special) + chr(point)
    return f"\\x{point:02x}" if point <= 0xFF else f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"
