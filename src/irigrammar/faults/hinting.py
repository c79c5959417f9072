"""Classify a fault by the rows of `grammar/hints.toml`, in order."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache, reduce
from typing import NamedTuple

from irigrammar._generated.codes import CODES
from irigrammar.automata.charset import Classes, partition
from irigrammar.automata.dfa import DEAD, Dfa, first_characters
from irigrammar.engines.compiled import CORE, compiled_conditions, condition_name
from irigrammar.engines.packing import unpack
from irigrammar.engines.production import Production
from irigrammar.engines.walk import matches_once
from irigrammar.errors import GrammarError, UnknownRule
from irigrammar.grammars.entry import Entry
from irigrammar.grammars.expr import KINDS, Ref
from irigrammar.grammars.hints import Hint, Hints
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.lazy import cached_property
from irigrammar.shipped.loader import is_shipped, load, value

# Conditions by code and field.
_Conditions = frozenset[tuple[str, str]]

_LONGEST = 2_000  # characters of a text in which an identifier is looked for
_AHEAD = 16  # characters that are read first: most conditions fail at once
_MOST = 2_000  # cases for which the rows that may apply are kept


class Case(NamedTuple):
    """The facts about a fault: the text, the offset, `char` there (None where the text ends), the names of the
    productions and components that are open and of those given up with the character that ended each, and the offsets
    at which something began, the likeliest first. `complete` tells whether what comes before the fault matches.
    """

    text: str
    offset: int
    char: str | None
    open: frozenset[str]
    lost: Mapping[str, str]
    starts: tuple[int, ...]
    complete: bool


class MatchedHint(NamedTuple):
    """The row that applies, and the part of the text that it is about (offsets in code points, end exclusive); in it
    the identifier itself, where the row says what surrounds it.
    """

    hint: Hint
    start: int
    end: int
    middle: tuple[int, int] | None = None


@cache
def hints() -> Hints:
    """Return the rows that come with the package.

    >>> hints().fault[0].message
    'a line break at the end is not part of the identifier'
    """
    rows: Hints = value("hints", "hints", (*KINDS, Hint, Hints))
    return rows


@cache
def _fault_names() -> dict[str, str]:
    return {code: row["name"] for code, row in CODES.items()} | {hint.code: hint.name for hint in hints().fault}


def fault_name(code: str) -> str:
    """Return the code of a fault in words with hyphens.

    >>> fault_name("F000")
    'no-match'
    """
    return _fault_names()[code]


def _ends(dfa: Dfa, text: str, start: int) -> Iterator[int]:
    """Yield the ends of what an automaton matches from an offset on, the shortest first."""
    rows, accepting = dfa.rows, dfa.accepting
    state = dfa.start
    if accepting[state]:
        yield start
    offset = start
    for end in (start + _AHEAD, len(text)):  # most runs end in the first stretch
        for number in dfa.classes.encode_once(text[offset:end]):
            offset += 1
            state = rows[state][number]
            if state == DEAD:
                return
            if accepting[state]:
                yield offset


def _begins(dfa: Dfa, text: str, starts: list[int], pick: Callable[[int, int], int]) -> list[int]:
    """Return the first or the last of some offsets from which an automaton matches the rest of a text, [] for none.

    All are tried at once, so that this takes time linear in the text.
    """
    live: dict[int, int] = {}
    coming = set(starts)
    for offset, number in enumerate([*dfa.classes.encode_once(text), None]):
        if offset in coming:
            live[dfa.start] = pick(live.get(dfa.start, offset), offset)
        if number is not None:
            moved: dict[int, int] = {}
            for state, begin in live.items():
                to = dfa.rows[state][number]
                if to != DEAD:
                    moved[to] = pick(moved.get(to, begin), begin)
            live = moved
    begins = [begin for state, begin in live.items() if dfa.accepting[state]]
    return [reduce(pick, begins)] if begins else []


class Hinting:
    """Finds the rows that apply to strings of one grammar."""

    def __init__(self, rules: Rulelist, entry: Entry) -> None:
        self._rules = rules
        self._entry = entry
        self._automata: dict[tuple[str, str], Dfa | None] = {}
        self._likely: dict[object, tuple[Hint, ...]] = {}
        self._beginnings: dict[int, _Conditions] = {}

    @cached_property
    def _faults(self) -> tuple[Hint, ...]:
        """The rows that are for the grammar."""
        return tuple(filter(self._concerns, hints().fault))

    @cached_property
    def _sources(self) -> tuple[str, ...]:
        """The names of the grammars whose compiled conditions are those of this one, too."""
        pairs = [(self._rules.find(name), rule) for name, rule in load(CORE).own.items()]
        core = all(rule and rule.expr == core_rule.expr for rule, core_rule in pairs)
        return (CORE,) * core + (self._rules.name,) * is_shipped(self._rules)

    @cached_property
    def _tested(self) -> list[tuple[Hint, str]]:
        """The conditions that say what is at the fault or at the start of a text."""
        return [
            (hint, field)
            for hint in self._faults
            for field in hint.conditions
            if field in ("found", "rest", "before") or (field == "part" and hint.whole)
        ]

    @cached_property
    def _classes(self) -> Classes:
        """The classes of characters that none of these conditions distinguishes."""
        automata = [self.automaton(hint, field) for hint, field in self._tested]
        return partition(first_characters(dfa) for dfa in automata if dfa)

    def _beginning(self, char: str) -> _Conditions:
        """Return which of these conditions, by code and field, may begin with a character, or be empty for ""."""
        number = self._classes.of(ord(char)) if char else -1
        beginning = self._beginnings.get(number)
        if beginning is None:
            beginning = self._beginnings[number] = frozenset(
                (hint.code, field) for hint, field in self._tested if self._may_begin(hint, field, char)
            )
        return beginning

    def of_fault(self, case: Case) -> MatchedHint | None:
        """Return the first row that applies to a fault."""
        scopes = case.open, frozenset(case.lost), case.complete, case.char is None
        first, here = self._beginning(case.text[:1]), self._beginning(case.char or "")
        lost = {name: self._beginning(char) for name, char in case.lost.items()}
        key = *scopes, first, here, *lost.items()
        likely = self._likely.get(key)
        if likely is None:
            if len(self._likely) >= _MOST:
                self._likely.clear()
            rows = self._likely.get(scopes)
            if rows is None:
                rows = self._likely[scopes] = tuple(hint for hint in self._faults if _fits(hint, case))
            likely = self._likely[key] = tuple(
                hint for hint in rows if _may_apply(hint, first, here, lost.get(_lost(hint, case), here))
            )
        matches = (self._apply(hint, case) for hint in likely)
        return next((matched for matched in matches if matched), None)

    def _concerns(self, hint: Hint) -> bool:
        return not (hint.references and not self._entry.components) and not (
            hint.lacks and self._rules.find(hint.lacks)
        )

    def _may_begin(self, hint: Hint, field: str, char: str) -> bool:
        """Return whether what a condition describes may be empty or begin with a character."""
        dfa = self.automaton(hint, field)
        if dfa is None:
            return False
        start = dfa.start
        return bool(dfa.accepting[start]) or (char != "" and dfa.rows[start][dfa.classes.of(ord(char))] != DEAD)

    def _may_end(self, hint: Hint, char: str) -> bool:
        """Return whether what comes after an identifier may be empty or end with a character."""
        dfa = self.automaton(hint, "after")
        if dfa is None or dfa.accepting[dfa.start] or not char:
            return dfa is not None and bool(dfa.accepting[dfa.start])
        number = dfa.classes.of(ord(char))
        return any(dfa.accepting[row[number]] for row in dfa.rows)

    def _apply(self, hint: Hint, case: Case) -> MatchedHint | None:
        text = case.text
        if (
            hint.has not in text
            or (hint.category and not _has_category(hint, case))
            or (hint.rest and not self._matches(hint, "rest", text[case.offset :]))
        ):
            return None
        if hint.around:
            return self._around(hint, text)
        if hint.cut:
            end = self._longest(hint, "cut", text, case.offset)
            return MatchedHint(hint, case.offset, end) if end else None
        if hint.part is None:
            return MatchedHint(hint, case.offset, case.offset + (case.char is not None))
        for start in (0,) if hint.whole else case.starts:
            if not self._may_begin(hint, "part", text[start : start + 1]):
                continue
            end = self._longest(hint, "part", text, start)
            reaches = end is not None and end >= case.offset and hint.has in text[start:end]
            if end is not None and reaches and (hint.then is None or self._matches(hint, "then", text[end:])):
                return MatchedHint(hint, start, end)
        return None

    def _around(self, hint: Hint, text: str) -> MatchedHint | None:
        """Return the row with what it surrounds: the longest beginning, then the shortest identifier."""
        if len(text) > _LONGEST or not self._may_end(hint, text[-1:]):
            return None
        starts = self._ends(hint, "before", text, 0)
        if len(starts) > 1:
            starts = self._begins(hint, "following", text, starts, max)
        ends = self._ends(hint, "middle", text, starts[0]) if starts else []
        ends = self._begins(hint, "after", text, ends, min) if ends else []
        return MatchedHint(hint, 0, len(text), (starts[0], ends[0])) if ends else None

    def _begins(
        self, hint: Hint, field: str, text: str, starts: list[int], pick: Callable[[int, int], int]
    ) -> list[int]:
        """Return the first or the last of some offsets from which a condition matches the rest of a text."""
        dfa = self.automaton(hint, field)
        return _begins(dfa, text, starts, pick) if dfa else []

    def _ends(self, hint: Hint, field: str, text: str, start: int) -> list[int]:
        """Return the ends of what a condition matches from an offset on, the shortest first."""
        dfa = self.automaton(hint, field)
        return [*_ends(dfa, text, start)] if dfa else []

    def _matches(self, hint: Hint, field: str, text: str) -> bool:
        dfa = self.automaton(hint, field)
        return dfa is not None and self._may_begin(hint, field, text[:1]) and matches_once(dfa, text)

    def _longest(self, hint: Hint, field: str, text: str, start: int) -> int | None:
        """Return the end of the longest match that begins at an offset."""
        ends = self._ends(hint, field, text, start)
        return ends[-1] if ends else None

    def automaton(self, hint: Hint, field: str) -> Dfa | None:
        """Return the automaton of a condition, None where it names a rule that the grammar lacks."""
        key = hint.code, field
        try:
            return self._automata[key]
        except KeyError:
            dfa = self._automata[key] = self._compile(hint, field)
            return dfa

    def _compile(self, hint: Hint, field: str) -> Dfa | None:
        for grammar in self._sources:
            compiled = compiled_conditions().get(condition_name(grammar, hint.code, field))
            if compiled:
                return unpack(compiled.packed)
        condition = hint.conditions[field]
        try:
            if isinstance(condition, Ref) and condition.name.lower() not in hints().rules:
                return Production.of(self._rules.home(condition.name), condition.name).dfa
            from irigrammar.engines.compile import compile_condition

            return compile_condition(condition, hints().rules, self._rules)
        except (GrammarError, UnknownRule):
            return None


def _lost(hint: Hint, case: Case) -> str:
    """Return which of the names that a row looks for was ruled out or is open, "" for none."""
    return next((name for name in hint.lost if name in case.lost or name in case.open), "") if hint.lost else ""


def _has_category(hint: Hint, case: Case) -> bool:
    char = case.lost.get(_lost(hint, case), case.char)
    return char is not None and unicodedata.category(char) == hint.category


def _may_apply(hint: Hint, first: _Conditions, here: _Conditions, about: _Conditions) -> bool:
    """Return whether a row may apply, by the conditions that fit the start of the text, the fault, and the character
    that the row is about.
    """
    code = hint.code
    return not (
        (hint.found and (code, "found") not in about)
        or (hint.rest and (code, "rest") not in here)
        or (hint.around and (code, "before") not in first)
        or (hint.whole and hint.part and (code, "part") not in first)
    )


def _fits(hint: Hint, case: Case) -> bool:
    """Return whether a row may apply, by what is open, was ruled out and comes to an end."""
    return not (
        (hint.lost and not _lost(hint, case))
        or (hint.early and case.char is not None)
        or (hint.complete and not case.complete)
        or (hint.open and not case.open.intersection(hint.open))
        or case.open.intersection(hint.outside)
    )
