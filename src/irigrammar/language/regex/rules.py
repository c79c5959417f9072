"""A pattern as the rules of a grammar.

One without lookarounds keeps its form, so that a diagram of its rule shows what was written; of another, the automaton
is written as an expression. Anchors at its ends are no lookarounds here: they say where the text begins and ends.
"""

# typed: alphabets: letters that names of rules have
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush

from irigrammar.automata.charset import MAX, Ranges, difference, intersection, union
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.dataclass import NamedTuple, replace
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Range, Ref, Repetition, Rule
from irigrammar.language.regex.machine import Machine
from irigrammar.language.regex.pattern import (
    ALL,
    ANY,
    EMPTY,
    NEVER,
    NOWHERE,
    Atomic,
    Chars,
    Choice,
    Look,
    Part,
    Repeat,
    Sequence,
    Span,
    final_end,
    first,
    nullable,
    parts_of,
    sequence,
    walk,
)
from irigrammar.language.regex.units import UNITS, has_halves, in_characters, of_characters

_ANYTHING = Repeat(ANY, 0, None), Repeat(Chars(UNITS), 0, None)
_LINE_FEED: Ranges = ((0x0A, 0x0A),)
LINE_FEED = Repeat(Chars(_LINE_FEED), 0, 1)
"""The line feed that a text may have after its end by Python's "$"."""
_FINAL_END = final_end(_LINE_FEED)
_EVERY: Ranges = ((0, MAX),)
RULE = "pattern"
_LONGEST = 20_000  # parts of an expression that is made of an automaton
_MANY = 1_000  # states of an automaton of which no expression is made
_LITERAL = 500  # characters of a literal; longer ones are several
_FEW = 4  # ranges of a set that is written where it stands


def whole(part: Part, *, is_whole: bool, every: Ranges = ALL) -> Part:
    """Return a pattern for whole texts: those in which a search finds it, or with `is_whole` those that it matches from
    the start to the end. Anchors at the ends of its alternatives are resolved. `every` is all that a text may have:
    characters, or 16-bit units.
    """
    return _choice([_between_ends(row, every, is_whole=is_whole) for row in _alternatives(part)])


def _alternatives(part: Part) -> Iterator[list[Part]]:
    """Yield the alternatives of a pattern, each as a row without sequences in it."""
    if isinstance(part, Choice):
        for item in part.items:
            yield from _alternatives(item)
        return
    row = _row(part)
    if len(row) == 1 and isinstance(row[0], Choice):
        yield from _alternatives(row[0])
    else:
        yield row


def _row(part: Part) -> list[Part]:
    return [inner for item in part.items for inner in _row(item)] if isinstance(part, Sequence) else [part]


def _between_ends(row: list[Part], every: Ranges, *, is_whole: bool) -> Part:
    """Return an alternative for whole texts, with its anchors at both ends resolved."""
    anything = Repeat(Chars(every), 0, None)
    start, stop = (Look(Chars(every), ahead=ahead, negative=True) for ahead in (False, True))
    begin, end = 0, len(row)
    while begin < end and row[begin] == start:
        begin += 1
    spans = [item.span for item in row if item.span != NOWHERE]
    before: tuple[Part, ...] = () if begin or is_whole else (_in_place(anything, spans, at_end=False),)
    after: tuple[Part, ...] = () if is_whole else (_in_place(anything, spans, at_end=True),)
    while end > begin and row[end - 1] in (stop, _FINAL_END):
        end -= 1
        if not is_whole:
            is_open = row[end] != stop and after != ()
            after = (replace(LINE_FEED, span=row[end].span),) if is_open else ()
    return sequence(*before, *row[begin:end], *after)


def _in_place(part: Repeat, spans: list[Span], *, at_end: bool) -> Repeat:
    """Return a part as one that is at the start of some spans, or with `at_end` at their end."""
    place = (spans[-1][1] if at_end else spans[0][0]) if spans else NOWHERE[0]
    return replace(part, span=(place, place))


def simplify(part: Part) -> Part:
    """Return a pattern of the same meaning without parts that nothing matches, as far as that is seen."""
    match part:
        case Chars(ranges):
            return part if ranges else NEVER
        case Sequence(items, span):
            parts = [simplify(item) for item in items]
            return NEVER if NEVER in parts else Sequence(tuple(item for item in parts if item != EMPTY), span)
        case Choice(items, span):
            parts = [item for item in map(simplify, items) if item != NEVER]
            return parts[0] if len(parts) == 1 else Choice(tuple(parts), span)
        case Repeat(item, low, high, span, lazy):
            inner = simplify(item)
            if high == 0 or inner == EMPTY or (inner == NEVER and low == 0):
                return EMPTY
            return NEVER if inner == NEVER else Repeat(inner, low, high, span, lazy)
        case Atomic(item, span):
            return Atomic(simplify(item), span)
        case Look(item, ahead, negative, span):
            inner = simplify(item)
            if inner == NEVER:
                return EMPTY if negative else NEVER
            return Look(inner, ahead, negative, span)
    return part


def _choice(parts: list[Part]) -> Part:
    return parts[0] if len(parts) == 1 else Choice(tuple(parts))


# Atomic groups. A way through a text leaves each of them at its longest end, and no other, where no character that goes
# on in it can follow it; and that is its first end where at each choice the next character decides, and repetitions
# prefer to go on. Then what it matches is the same without it.


def without_atomic_groups(part: Part) -> Part:
    """Return a pattern of the same language without the atomic groups of which that is proved."""
    return _resolve(part, ())


def _resolve(part: Part, follow: Ranges | None) -> Part:
    """Return a part without atomic groups; `follow` are the characters that can come after it, None where whatever
    comes after it matches.
    """
    match part:
        case Sequence(items, span):
            parts = []
            for item in reversed(items):
                parts.append(_resolve(item, follow))
                if item in _ANYTHING and not follow:
                    follow = None
                elif nullable(item):
                    is_free = follow is None and not any(isinstance(inner, Look) for inner in walk(item))
                    follow = None if is_free else union(first(item), _EVERY if follow is None else follow)
                else:
                    follow = first(item)
            return Sequence(tuple(reversed(parts)), span)
        case Choice(items, span):
            return Choice(tuple(_resolve(item, follow) for item in items), span)
        case Repeat(item, low, high, span, lazy):
            inner = follow if high == 1 else union(first(item), _EVERY if follow is None else follow)
            return Repeat(_resolve(item, inner), low, high, span, lazy)
        case Look(Chars(ranges), True, True) if follow is not None and not intersection(ranges, follow):
            return EMPTY  # it holds wherever the way goes on
        case Look(item, ahead, negative, span):
            return Look(_resolve(item, None if ahead else _EVERY), ahead, negative, span)
        case Atomic(item):
            is_alike = (
                follow is None
                or _length(item) is not None
                or _ends_with_its_characters(item)
                or (_is_decided(item, ()) and not intersection(_further(item), follow))
            )
            # the ways in a group that stays are compared up to its end, whatever comes after it
            return _resolve(item, follow) if is_alike else Atomic(_resolve(item, _EVERY), part.span)
    return part


def _ends_with_its_characters(part: Part) -> bool:
    """Return whether a part ends where the next character is none of those in it, so that it has one end."""
    if not isinstance(part, Sequence) or not part.items:
        return False
    *items, last = part.items
    match last:
        case Look(Chars(ranges), True, True):
            return not any(difference(inner.ranges, ranges) for item in items for inner in _read_by(item))
    return False


def _read_by(part: Part) -> Iterator[Chars]:
    """Yield the sets that a part reads: not those in lookarounds."""
    if isinstance(part, Chars):
        yield part
    elif not isinstance(part, Look):
        for item in parts_of(part):
            yield from _read_by(item)


def _length(part: Part) -> int | None:
    """Return the number of characters that a part matches, None if there are several."""
    match part:
        case Chars():
            return 1
        case Sequence(items):
            lengths = [_length(item) for item in items]
            return None if None in lengths else sum(length or 0 for length in lengths)
        case Choice(items):
            known = {_length(item) for item in items}
            return known.pop() if len(known) == 1 else None
        case Repeat(item, low, high):
            length = _length(item)
            return None if length is None or low != high else low * length
        case Atomic(item):
            return _length(item)
    return 0


def _further(part: Part) -> Ranges:
    """Return the characters with which a part can go on where it could end."""
    match part:
        case Sequence(items):
            result: Ranges = ()
            after: Ranges = ()
            for item in reversed(items):
                result = union(result, _further(item), after)
                after = union(first(item), after if nullable(item) else ())
                if not nullable(item):
                    break
            else:
                return union(result, after)
            return result
        case Choice(items):
            return union(*map(_further, items), *(map(first, items) if nullable(part) else ()))
        case Repeat(item, low, high):
            return union(_further(item), () if low == high and not nullable(item) else first(item))
        case Atomic(item):
            return _further(item)
    return ()


def _is_decided(part: Part, follow: Ranges) -> bool:
    """Return whether at each choice in a part the next character decides, where the characters `follow` can come after
    it in the group, and repetitions prefer to go on.
    """
    match part:
        case Sequence(items):
            for item in reversed(items):
                if not _is_decided(item, follow):
                    return False
                follow = union(first(item), follow if nullable(item) else ())
        case Choice(items):
            known = follow if nullable(part) else ()
            if any(map(nullable, items[:-1])):
                return False
            for item in items:
                if intersection(first(item), known) or not _is_decided(item, follow):
                    return False
                known = union(known, first(item))
        case Repeat(item, low, high, _, lazy):
            if low != high and (lazy or nullable(item) or intersection(first(item), follow)):
                return False
            return _is_decided(item, union(first(item), follow) if high != 1 else follow)
        case Atomic(item):
            return _is_decided(item, follow)
    return True


# Writing. A rule is its alternatives: what each reads, and the rule that goes on after it, "" where the text ends.

Alternatives = list[tuple[Part, str]]


class Written(NamedTuple):
    """A pattern as rules, the first one "pattern", in ABNF too; and its automaton if they are made of one."""

    rules: dict[str, Rule]
    text: str
    automaton: Dfa | None


def rules_of(part: Part, limit: int, *, in_units: bool = False) -> Written:
    """Return the rules of a pattern for whole texts. With `in_units` its sets are of 16-bit units. Rules of an
    automaton too large for one expression refer to each other where they end; one that no text matches refers to itself
    without an end.

    Raises `GrammarError` for one whose automaton has more than `limit` states before it is minimal.
    """
    part = simplify(part)
    plain = simplify(in_characters(part)) if in_units else part
    dfa = None
    if in_units and any(isinstance(item, Atomic) or has_halves(item) for item in walk(plain)):
        dfa = of_characters(Machine(part).dfa(limit))
    elif any(isinstance(item, Look | Atomic) for item in walk(plain)):
        dfa = Machine(plain).dfa(limit)
    of_part = _NOTHING if plain == NEVER else {RULE: [(plain, "")]}
    exprs = _Writer().exprs(of_part if dfa is None else _of_automaton(dfa))
    rules = {name.lower(): Rule(name, expr, "", line, line) for line, (name, expr) in enumerate(exprs.items(), 1)}
    return Written(rules, "".join(f"{rule.name} = {rule.abnf}\n" for rule in rules.values()), dfa)


_NOTHING: dict[str, Alternatives] = {RULE: [(ANY, RULE)]}


class _Writer:
    """Writes parts as rules; sets of many ranges have rules of their own."""

    def __init__(self) -> None:
        self._names: dict[Ranges, str] = {}

    def exprs(self, rows: Mapping[str, Alternatives]) -> dict[str, Expr]:
        """Return the expressions of rules, and of the sets in them."""
        exprs: dict[str, Expr] = {}
        for rule, alternatives in rows.items():
            items = tuple(self._before(part, after) for part, after in alternatives)
            exprs[rule] = items[0] if len(items) == 1 else Alternation(items)
        return exprs | {name: _set(ranges) for ranges, name in self._names.items()}

    def _before(self, part: Part, after: str) -> Expr:
        if not after:
            return self._expr(part)
        return Ref(after) if part == EMPTY else Concatenation((*self._in_a_row(_row(part)), Ref(after)))

    def _expr(self, part: Part) -> Expr:
        """Return a part as an expression."""
        match part:
            case Chars(ranges, _, name):
                return _set(ranges) if len(ranges) <= _FEW and ranges != ALL else self._reference(ranges, name)
            case Sequence(items):
                exprs = list(self._in_a_row(items))
                return exprs[0] if len(exprs) == 1 else Concatenation(tuple(exprs))
            case Choice(items):
                return Alternation(tuple(self._expr(item) for item in items))
            case Repeat(item, low, high):
                return Repetition(self._expr(item), low, high)
        raise AssertionError("others are resolved before")

    def _in_a_row(self, items: Iterable[Part]) -> Iterator[Expr]:
        """Yield the expressions of a sequence, single characters side by side as one literal."""
        text = ""
        for item in items:
            is_one = isinstance(item, Chars) and len(item.ranges) == 1 and item.ranges[0][0] == item.ranges[0][1]
            if is_one and len(text) < _LITERAL:
                text += chr(first(item)[0][0])
                continue
            if text:
                yield Literal(text, sensitive=True)
                text = ""
            yield self._expr(item)
        if text or not items:
            yield Literal(text, sensitive=True)

    def _reference(self, ranges: Ranges, name: str) -> Expr:
        if ranges not in self._names:
            letters = re.sub("[^A-Za-z0-9]", "", name).lower()
            is_negative = name[1:2] != name[1:2].lower()  # as in \W and \P{L}
            label = f"not-{letters}" if is_negative else letters or ("any" if ranges == ALL else "set")
            is_free = label not in {*self._names.values(), "set", RULE} and re.match("[a-z]", label) is not None
            self._names[ranges] = label if is_free else f"set-{len(self._names) + 1}"
        return Ref(self._names[ranges])


def _set(ranges: Ranges) -> Expr:
    items = [Literal(chr(low), sensitive=True) if low == high else Range(low, high) for low, high in ranges]
    return items[0] if len(items) == 1 else Alternation(tuple(items))


def expression_of(dfa: Dfa) -> Part | None:
    """Return an automaton as one expression, None where that would be too large."""
    if dfa.start == DEAD:
        return NEVER
    ways = _with_fewer_states(dfa, may_grow=True) if dfa.states < _MANY else None
    return ways[_BEGIN][_END] if ways else None


def _of_automaton(dfa: Dfa) -> dict[str, Alternatives]:
    """Return an automaton as rules: one expression, or where that would be too large rules of some of its states."""
    part = expression_of(dfa)
    if part is not None:
        return _NOTHING if part == NEVER else {RULE: [(simplify(part), "")]}
    ways = _with_fewer_states(dfa, may_grow=False) or {}
    names = {state: f"rest-{number}" for number, state in enumerate(ways)}
    names |= {_BEGIN: RULE, _END: ""}
    rows: dict[str, Alternatives] = {}
    for state, row in ways.items():
        around = [Repeat(row[state], 0, None)] if state in row else []
        parts = [(simplify(sequence(*around, *_row(part))), names[to]) for to, part in row.items() if to != state]
        rows[names[state]] = sorted(parts, key=lambda pair: pair[0] == EMPTY)
    return rows


_BEGIN, _END = -1, -2  # beside the states: before the first character, after the last


def _with_fewer_states(dfa: Dfa, *, may_grow: bool) -> dict[int, dict[int, Part]] | None:
    """Return, for the begin and each state that stays, the ways to others and to the end. States are taken out, those
    with the fewest ways through them first: all of them with `may_grow`, and None where an expression becomes too
    large; else those with one way through them.
    """
    ways: dict[int, dict[int, Part]] = {_BEGIN: {dfa.start: EMPTY}}
    for state in range(DEAD + 1, dfa.states):
        masks: dict[int, int] = {}
        for number, to in enumerate(dfa.rows[state]):
            if to != DEAD:
                masks[to] = masks.get(to, 0) | 1 << number
        ways[state] = {to: Chars(dfa.classes.within(mask)) for to, mask in masks.items()}
        if dfa.accepting[state]:
            ways[state][_END] = EMPTY
    back: dict[int, set[int]] = {state: set() for state in (*ways, _END)}
    for state, row in ways.items():
        for to in row:
            back[to].add(state)
    sizes = {id(part): 1 for row in ways.values() for part in row.values()}

    def ways_through(state: int) -> int:
        loops = state in ways[state]
        return (len(back[state]) - loops) * (len(ways[state]) - loops)

    heap = [(ways_through(state), state) for state in ways if state != _BEGIN]
    heapify(heap)
    while heap:
        through, state = heappop(heap)
        if (now := ways_through(state)) != through:
            heappush(heap, (now, state))
            continue
        if not may_grow and through > 1:
            break
        row = ways.pop(state)
        loop = row.pop(state, None)
        around = () if loop is None else (Repeat(loop, 0, None),)
        for before in back.pop(state) - {state}:
            to_state = ways[before].pop(state)
            for to, part in row.items():
                way = sequence(*_row(to_state), *around, *_row(part))
                known = ways[before].get(to)
                result = way if known is None else _either(known, way)
                sizes[id(result)] = sum(sizes[id(each)] for each in (to_state, loop, part, known) if each is not None)
                if may_grow and sizes[id(result)] > _LONGEST:
                    return None
                ways[before][to] = result
                back[to].add(before)
        for to in row:
            back[to].discard(state)
    return ways


def _either(first_part: Part, second: Part) -> Part:
    """Return one part or the other: an option where one is empty, and one set of two."""
    if isinstance(first_part, Chars) and isinstance(second, Chars):
        return Chars(union(first_part.ranges, second.ranges))
    if first_part == EMPTY:
        return Repeat(second, 0, 1)
    if second == EMPTY:
        return Repeat(first_part, 0, 1)
    items = [item for part in (first_part, second) for item in (part.items if isinstance(part, Choice) else (part,))]
    return Choice(tuple(dict.fromkeys(items)))
