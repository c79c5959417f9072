"""Which of the known cases a fault is: the rows of `grammar/hints.toml`, tried in order."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, reduce

from irigrammar._generated.codes import CODES
from irigrammar.automata.algebra import first
from irigrammar.automata.charset import Ranges
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.automata.regular import lower, nullable
from irigrammar.engines.compile import compile_dfa
from irigrammar.engines.production import Production
from irigrammar.engines.walk import matches_once
from irigrammar.errors import GrammarError, UnknownRule
from irigrammar.grammars.entry import Entry
from irigrammar.grammars.expr import Concatenation, Expr, Ref, Rule
from irigrammar.grammars.hints import Hint, Hints
from irigrammar.grammars.rulelist import Rulelist

_CONDITION = "condition"
_LONGEST = 2_000  # characters of a text in which an identifier is looked for
_AHEAD = 64  # characters that are read first: most conditions fail at once
_MOST = 2_000  # cases for which the rows that may apply are kept


@dataclass(frozen=True, slots=True)
class Case:
    """What is known of a fault: the text, the offset, `char` there (None where the text ends), the names of the
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


@dataclass(frozen=True, slots=True)
class MatchedHint:
    """The row that applies, and the part of the text that it is about (offsets in code points, end exclusive); in it
    the identifier itself, where the row says what surrounds it.
    """

    hint: Hint
    start: int
    end: int
    middle: tuple[int, int] | None = None


def hints() -> Hints:
    """Return the rows that come with the package.

    >>> hints().fault[0].message
    'a line break at the end is not part of the identifier'
    """
    from irigrammar._generated.hints import HINTS

    return HINTS


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
        # By identity, with the condition, so that it stays: the hash of an expression is that of all its parts.
        self._compiled: dict[int, tuple[Expr, Dfa | None]] = {}
        self._sets: dict[int, tuple[Expr, Ranges, bool]] = {}
        self._likely: dict[object, tuple[Hint, ...]] = {}
        self._rests: dict[str, Expr] = {}  # what follows the beginning of what surrounds an identifier, by code

    @cached_property
    def _faults(self) -> tuple[Hint, ...]:
        """The rows that are for the grammar."""
        return tuple(filter(self._concerns, hints().fault))

    def of_fault(self, case: Case) -> MatchedHint | None:
        """Return the first row that applies to a fault."""
        key = case.text[:1], case.char, case.open, frozenset(case.lost.items()), case.complete
        likely = self._likely.get(key)
        if likely is None:
            if len(self._likely) >= _MOST:
                self._likely.clear()
            likely = self._likely[key] = tuple(hint for hint in self._faults if self._may_apply(hint, case))
        matches = (self._apply(hint, case) for hint in likely)
        return next((matched for matched in matches if matched), None)

    def _concerns(self, hint: Hint) -> bool:
        return not (hint.references and not self._entry.components) and not (
            hint.lacks and self._rules.find(hint.lacks)
        )

    def _may_apply(self, hint: Hint, case: Case) -> bool:
        """Return whether a row may apply, given all of a case but the text from its second character on."""
        char = case.char
        if hint.lost:
            names = [name for name in hint.lost if name in case.lost or name in case.open]
            if not names:
                return False
            char = case.lost.get(names[0], char)
        if (
            (hint.early and char is not None)
            or (hint.complete and not case.complete)
            or (hint.open and not case.open.intersection(hint.open))
            or case.open.intersection(hint.outside)
            or (hint.category and (char is None or unicodedata.category(char) != hint.category))
            or (hint.found and (char is None or not self._is_in(hint.found, char)))
            or (hint.rest and not self._may_begin(hint.rest, case.char or ""))
        ):
            return False
        whole = hint.around[:1] or ((hint.part,) if hint.whole and hint.part else ())
        return all(self._may_begin(condition, case.text[:1]) for condition in whole)

    def _may_begin(self, condition: Expr, char: str) -> bool:
        """Return whether what a condition describes may be empty or begin with a character."""
        return self._set(condition)[2] or (char != "" and self._is_in(condition, char))

    def _apply(self, hint: Hint, case: Case) -> MatchedHint | None:
        if hint.has not in case.text or not self._matches(hint.rest, case.text[case.offset :]):
            return None
        if hint.around:
            return self._around(hint, case.text)
        if hint.cut:
            end = self._longest(hint.cut, case.text, case.offset)
            return MatchedHint(hint, case.offset, end) if end else None
        if hint.part is None:
            return MatchedHint(hint, case.offset, case.offset + (case.char is not None))
        for start in (0,) if hint.whole else case.starts:
            if not self._may_begin(hint.part, case.text[start : start + 1]):
                continue
            end = self._longest(hint.part, case.text, start)
            reaches = end is not None and end >= case.offset and hint.has in case.text[start:end]
            if end is not None and reaches and self._matches(hint.then, case.text[end:]):
                return MatchedHint(hint, start, end)
        return None

    def _around(self, hint: Hint, text: str) -> MatchedHint | None:
        """Return the row with what it surrounds: the longest beginning, then the shortest identifier."""
        if len(text) > _LONGEST:
            return None
        before, middle, after = hint.around
        starts = self._ends(before, text, 0)
        if len(starts) > 1:
            rest = self._dfa(self._rests.setdefault(hint.code, Concatenation(hint.around[1:])))
            starts = _begins(rest, text, starts, max) if rest else []
        ends = self._ends(middle, text, starts[0]) if starts else []
        dfa = self._dfa(after) if ends else None  # compiled only for texts that come so far
        ends = _begins(dfa, text, ends, min) if dfa else []
        return MatchedHint(hint, 0, len(text), (starts[0], ends[0])) if ends else None

    def _ends(self, condition: Expr, text: str, start: int) -> list[int]:
        """Return the ends of what a condition matches from an offset on, the shortest first."""
        dfa = self._dfa(condition)
        return [*_ends(dfa, text, start)] if dfa else []

    def _matches(self, condition: Expr | None, text: str) -> bool:
        if condition is None:
            return True
        dfa = self._dfa(condition)
        return dfa is not None and matches_once(dfa, text)

    def _is_in(self, condition: Expr, char: str) -> bool:
        """Return whether a character is one of those that a condition describes."""
        point = ord(char)
        return any(low <= point <= high for low, high in self._set(condition)[1])

    def _set(self, condition: Expr) -> tuple[Expr, Ranges, bool]:
        """Return a condition, the characters that what it describes may begin with, and whether that may be empty."""
        known = self._sets.get(id(condition))
        if known is None:
            try:
                lowered = lower(self._with(condition), _CONDITION, lambda _: False)
                known = condition, first(lowered), nullable(lowered)
            except GrammarError:
                known = condition, (), False
            self._sets[id(condition)] = known
        return known

    def _longest(self, condition: Expr, text: str, start: int) -> int | None:
        """Return the end of the longest match that begins at an offset."""
        ends = self._ends(condition, text, start)
        return ends[-1] if ends else None

    def _dfa(self, condition: Expr) -> Dfa | None:
        """Return the automaton of a condition, None where it names a rule that the grammar lacks."""
        entry = self._compiled.get(id(condition))
        if entry is None:
            entry = self._compiled[id(condition)] = condition, self._compile(condition)
        return entry[1]

    def _compile(self, condition: Expr) -> Dfa | None:
        try:
            if isinstance(condition, Ref) and condition.name.lower() not in hints().rules:
                return Production.of(self._rules.home(condition.name), condition.name).dfa
            return compile_dfa(self._with(condition), _CONDITION, minimal=False)
        except (GrammarError, UnknownRule):
            return None

    def _with(self, condition: Expr) -> Rulelist:
        """Return the rules with those of the conditions, and a condition as one more."""
        rule = Rule(_CONDITION, condition, "grammar/hints.toml", 1, 1)
        return Rulelist(self._rules.name, {**hints().rules, _CONDITION: rule}, self._rules)
