"""The smallest part of a regular expression that is wrong.

With another one in its place, the expression accepts a rule's strings. A part is left out of the pattern, which leaves
the texts that can stand before it and after it, and those that the pattern accepts without it. From a state of the
rule's automaton that something before it leads to, a text may come in its place where everything after it then leads to
an end: those texts are a regular language, and the largest one that can be there. If even that is too small, no other
part is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import combinations
from operator import and_

from irigrammar.automata.charset import difference, union
from irigrammar.automata.dfa import DEAD, Dfa, explore, is_included, product
from irigrammar.dataclass import dataclass, replace
from irigrammar.errors import ExportError, GrammarError
from irigrammar.exports.registry import export
from irigrammar.language.regex import rules
from irigrammar.language.regex.machine import Machine
from irigrammar.language.regex.pattern import (
    EMPTY,
    NEVER,
    NOWHERE,
    SURROGATES,
    Atomic,
    Chars,
    Choice,
    Look,
    Part,
    Repeat,
    Sequence,
    Span,
    final_end,
    parts_of,
    rebuilt,
    walk,
)
from irigrammar.language.regex.reader import Source, matcher_of, read_parts, source_of
from irigrammar.language.regex.reading import read
from irigrammar.language.regex.rules import LINE_FEED
from irigrammar.language.regex.tables import tables
from irigrammar.language.regex.units import has_halves, in_characters
from irigrammar.matching.matcher import Matcher

_STATES = 5_000  # of the automata of what is around a part
_WORK = 3_000_000  # pairs of states, for all parts of a pattern
_LONGEST = 200  # characters of a replacement that is shown
_ALIKE = (("re2", ""), ("ecmascript", "u"))  # dialects whose grammars read most patterns of Python
_NOTATIONS = ("python", "re2", "rust", "ecmascript-utf16")  # of parts; others are written as ECMAScript is
_COUNTS = ((0, None), (1, None), (0, 1), (1, 1))


@dataclass(frozen=True)
class Repair:
    """The part of a pattern from `start` to `end`, in code points, whose replacement makes it accept a rule's strings.

    `replacement` is what to write there in the pattern's dialect, None where nothing short enough is known. The part is
    empty where an anchor is missing.
    """

    start: int
    end: int
    replacement: str | None


def smallest_repair(pattern: Matcher, rule: Matcher) -> Repair | None:
    """Return the smallest part of a pattern, as `from_regex` gives it, with another one in whose place it matches
    exactly the strings of a rule; None where there is none, or none is found. Parts in loops are tried with other sets
    and counts; patterns with lookarounds inside are not looked at.

    Raises `GrammarError` for a rule without an automaton, `ValueError` for a matcher that is not of a pattern.

    >>> import irigrammar
    >>> from irigrammar.language import from_regex
    >>> port = from_regex("^[0-9]+$", dialect="re2")
    >>> smallest_repair(port, irigrammar.grammar("rfc3986")["port"])
    Repair(start=1, end=7, replacement='[0-9]*')
    """
    source = source_of(pattern)
    if pattern.automaton == rule.automaton:
        return None
    whole = _part_with_spans(source, pattern.automaton)
    if whole is None or any(isinstance(item, Look | Atomic) for item in walk(whole)):
        return None
    search = _Search(rule.automaton)
    holes = [hole for hole in _holes(whole) if _span(hole.part) != NOWHERE]
    holes.sort(key=lambda hole: (_span(hole.part)[1] - _span(hole.part)[0], _span(hole.part)))
    for candidates in (search.alike, search.others):
        for hole in holes:
            with suppress(GrammarError):  # an automaton that is too large
                part = search.in_place_of(hole, candidates(hole))
                repair = None if part is None else _repair_of(part, hole.part, source, rule.automaton)
                if repair is not None:
                    return repair
            if search.work > _WORK:
                return None
    return None


def _part_with_spans(source: Source, dfa: Dfa) -> Part | None:
    """Return a pattern for whole texts, whose automaton is given, with spans: those of another dialect's reading where
    its own has none. None where there are none, or it has halves of characters.
    """
    parts = read_parts(source.pattern, source.dialect, source.flags)
    whole = source.whole(_of_python(parts, source, dfa) if source.dialect == "python" else parts)
    if source.in_units:
        whole = in_characters(whole)
    return None if any(map(has_halves, walk(whole))) else whole


def _of_python(parts: Part, source: Source, dfa: Dfa) -> Part:
    """Return a pattern of Python with spans: those of another dialect that reads the same parts, or has the same
    automaton; without any where there is none.
    """
    pattern = source.pattern.replace(r"\Z", r"\z")
    for dialect, flags in _ALIKE:
        with suppress(GrammarError):
            other = read(pattern, dialect, flags, tables(dialect, flags))
            same = _with_spans(parts, other)
            if same is None:
                same = _with_final_ends(other, pattern)
                if matcher_of(source.whole(same), source).automaton != dfa:
                    continue
            return same
    return parts


def _with_final_ends(part: Part, pattern: str) -> Part:
    """Return a part in which "$" is a place before a final line feed, too."""

    def change(item: Part) -> Part | None:
        """Return the place of a dollar sign, None for another part."""
        is_dollar = isinstance(item, Look) and pattern[slice(*item.span)] == "$"
        return replace(final_end(((0x0A, 0x0A),)), span=item.span) if is_dollar else None

    return rebuilt(part, change)


def _span(part: Part) -> Span:
    """Return the span of a part, or of those in it."""
    if part.span != NOWHERE:
        return part.span
    spans = [span for item in parts_of(part) if (span := _span(item)) != NOWHERE]
    return (min(start for start, _ in spans), max(end for _, end in spans)) if spans else NOWHERE


def _repair_of(part: Part, old: Part, source: Source, dfa: Dfa) -> Repair | None:
    """Return the repair of a pattern, tried by reading it with the text of another part; None where that does
    not accept a rule's strings, since the part is cut out of a group.
    """
    start, end = _span(old)
    for text in (*_texts(part, old, source), "(a)"):
        new_text = source.pattern[:start] + text + source.pattern[end:]
        with suppress(GrammarError):
            same = matcher_of(source.whole(read_parts(new_text, source.dialect, source.flags)), source)
            if same.automaton == dfa:
                return Repair(start, end, text)
            if text == "(a)":
                return Repair(start, end, None)
    return None


def _texts(part: Part, old: Part, source: Source) -> list[str]:
    """Return the texts of a part in place of another, without and with brackets."""
    if part == EMPTY and old == LINE_FEED:  # what "$" of Python lets be before the end
        return [r"\Z"]
    start, end = _span(old)
    if start == end:
        return ["^", r"\Z" if source.dialect == "python" else "$"]
    notation = "ecmascript-utf16" if source.in_units else source.dialect
    with suppress(GrammarError, ExportError):
        own = Source("", "re2", "", True, _STATES)
        text = export(matcher_of(part, own), notation if notation in _NOTATIONS else "ecmascript", anchored=False)
        return [text, f"(?:{text})", f"({text})"] if len(text) <= _LONGEST else []
    return []


def _with_spans(part: Part, other: Part) -> Part | None:
    """Return a part with the spans of another reading of it, None where that has other parts."""
    if isinstance(part, Look) and isinstance(other, Look):
        return replace(part, span=other.span)
    inner, outer = parts_of(part), parts_of(other)
    if type(part) is not type(other) or len(inner) != len(outer):
        return None
    parts = [_with_spans(*pair) for pair in zip(inner, outer, strict=True)]
    if None in parts:
        return None
    rest = iter(parts)
    return replace(rebuilt(part, lambda item: None if item is part else next(rest)), span=other.span)


@dataclass(frozen=True)
class _Hole:
    """A part, the parts before it and after it, and those on other ways, beside it. In a loop there are none: `refill`
    returns the pattern with another part in its place.
    """

    part: Part
    before: tuple[Part, ...] = ()
    after: tuple[Part, ...] = ()
    beside: tuple[Part, ...] = ()
    refill: Callable[[Part], Part] | None = None

    def within(self, part: Part, before: tuple[Part, ...] = (), after: tuple[Part, ...] = (), *beside: Part) -> _Hole:
        """Return a part directly in this one, with the parts around it."""
        return _Hole(
            part,
            (*self.before, *before),
            (*after, *self.after),
            (*self.beside, *(Sequence((*self.before, other, *self.after)) for other in beside)),
        )

    def with_part(self, part: Part) -> Part:
        """Return the pattern with another part in this place."""
        if self.refill is not None:
            return self.refill(part)
        return Choice((*self.beside, Sequence((*self.before, part, *self.after))))


def _holes(whole: Part) -> Iterator[_Hole]:
    """Yield the parts of a pattern."""
    todo = [_Hole(whole)]
    while todo:
        hole = todo.pop()
        yield hole
        match hole.part:
            case Sequence(items):
                todo += [hole.within(item, items[:index], items[index + 1 :]) for index, item in enumerate(items)]
                for start, end in combinations(range(len(items) + 1), 2):
                    if 1 < end - start < len(items):
                        yield hole.within(Sequence(items[start:end]), items[:start], items[end:])
            case Choice(items):
                for index, item in enumerate(items):
                    todo.append(hole.within(item, (), (), *items[:index], *items[index + 1 :]))
            case Repeat(item, low, 1):
                todo.append(hole.within(item, (), (), *[EMPTY] * (not low)))
            case Repeat(item):
                yield from (_Hole(part, refill=partial(_refill, hole, part)) for part in walk(item))


def _refill(hole: _Hole, part: Part, other: Part) -> Part:
    return hole.with_part(rebuilt(hole.part, lambda item: other if item is part else None))


class _Search:
    """Searches the parts that can be in the place of another one, for the strings of a rule."""

    def __init__(self, rule: Dfa) -> None:
        self._rule = rule
        self.work = 0  # states that were made

    def in_place_of(self, hole: _Hole, candidates: Iterator[Part]) -> Part | None:
        """Return the first of some parts with which a pattern accepts the rule's strings, None for none of them. Raises
        `GrammarError` for an automaton that is too large.
        """
        if not self._is_within(hole.with_part(NEVER)):
            return None
        return next((part for part in candidates if self._automaton(hole.with_part(part)) == self._rule), None)

    def alike(self, hole: _Hole) -> Iterator[Part]:
        """Yield other sets for a set, and other counts for a repetition."""
        match hole.part:
            case Repeat(item):
                yield from (Repeat(item, *counts) for counts in _COUNTS)
            case Chars():
                classes = self._rule.classes
                every = [classes.ranges(number) for number in range(classes.count)]
                sets = [ranges for ranges in every if self._is_within(hole.with_part(Chars((ranges[0][:1] * 2,))))]
                yield Chars(difference(union(*sets), SURROGATES))

    def others(self, hole: _Hole) -> Iterator[Part]:
        """Yield nothing, the texts of a part that can stay, and all that can be there; none for one in a loop."""
        start, end = _span(hole.part)
        if start == end:
            yield EMPTY
        elif hole.before or hole.after or hole.beside:
            most = self._largest(hole)
            dfas = product(most, self._automaton(hole.part), and_), most
            yield from filter(None, [EMPTY, *map(rules.expression_of, dfas)])

    def _automaton(self, part: Part) -> Dfa:
        dfa = Machine(rules.simplify(part)).dfa(_STATES)
        self.work += dfa.states
        return dfa

    def _is_within(self, part: Part) -> bool:
        return is_included(self._automaton(part), self._rule) is True

    def _largest(self, hole: _Hole) -> Dfa:
        """Return the automaton of all texts that can stand in a place."""
        before, after = self._automaton(Sequence(hole.before)), self._automaton(Sequence(hole.after))
        starts = frozenset(rule for state, rule in self._pairs(before, [self._rule.start]) if before.accepting[state])
        accepting, rows, count = self._rule.accepting, self._rule.rows, self._rule.classes.count
        bad = {
            state
            for state in range(self._rule.states)
            if any(after.accepting[other] and not accepting[to] for other, to in self._pairs(after, [state]))
        }
        return explore(
            self._rule.classes,
            starts,
            lambda states: [frozenset(rows[state][number] for state in states) for number in range(count)],
            bad.isdisjoint,
            _STATES,
        )

    def _pairs(self, dfa: Dfa, states: list[int]) -> set[tuple[int, int]]:
        """Return the pairs of states of an automaton and of the rule's that a text leads to, from its start and some
        states.
        """
        classes = self._rule.classes
        columns = {(dfa.classes.of(edge), classes.of(edge)) for edge in {*dfa.classes.starts, *classes.starts}}
        todo = [(dfa.start, state) for state in states]
        known = set(todo)
        for pair in todo:  # grows during the loop
            row, other = dfa.rows[pair[0]], self._rule.rows[pair[1]]
            after = {(row[own], other[number]) for own, number in columns if row[own] != DEAD} - known
            known |= after
            todo += after
        self.work += len(known)
        return known
