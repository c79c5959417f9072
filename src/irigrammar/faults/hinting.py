"""Which of the known cases a fault is: the rows of `grammar/hints.toml`, tried in order."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from irigrammar.automata.algebra import first
from irigrammar.automata.charset import Ranges
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.automata.regular import lower
from irigrammar.engines.compile import compile_dfa
from irigrammar.engines.production import Production
from irigrammar.engines.walk import matches
from irigrammar.errors import GrammarError, UnknownRule
from irigrammar.grammars.entry import Entry
from irigrammar.grammars.expr import Expr, Ref, Rule
from irigrammar.grammars.hints import Hint, Hints
from irigrammar.grammars.rulelist import Rulelist

_CONDITION = "condition"


@dataclass(frozen=True, slots=True)
class Case:
    """What is known of a fault: the text, the offset, `found` there (None where the text ends), the names of the
    productions and components that are open and of those given up with the character that ended each, and the offsets
    at which something began, the likeliest first. `complete` tells whether what comes before the fault matches.
    """

    text: str
    offset: int
    found: str | None
    open: frozenset[str]
    lost: Mapping[str, str]
    starts: tuple[int, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Told:
    """The row that applies, and the part of the text that it is about (offsets in code points, end exclusive)."""

    hint: Hint
    start: int
    end: int


def hints() -> Hints:
    """Return the rows that come with the package.

    >>> hints().fault[0].says.startswith("a line end is a character like any other")
    True
    """
    from irigrammar._generated.hints import HINTS

    return HINTS


class Hinting:
    """Finds the rows that apply to strings of one grammar."""

    def __init__(self, rules: Rulelist, entry: Entry) -> None:
        self._rules = rules
        self._entry = entry
        self._compiled: dict[Expr, Dfa | None] = {}
        self._sets: dict[Expr, Ranges] = {}

    def of_fault(self, case: Case) -> Told | None:
        """Return the first row that applies to a fault."""
        found = (self._apply(hint, case) for hint in hints().fault if self._concerns(hint))
        return next((told for told in found if told), None)

    def _concerns(self, hint: Hint) -> bool:
        return not (hint.references and not self._entry.components) and not (
            hint.lacks and self._rules.find(hint.lacks)
        )

    def _apply(self, hint: Hint, case: Case) -> Told | None:
        char = case.found
        if hint.lost:
            names = [name for name in hint.lost if name in case.lost or name in case.open]
            if not names:
                return None
            char = case.lost.get(names[0], char)
        if (
            (hint.early and char is not None)
            or (hint.complete and not case.complete)
            or (hint.open and not case.open.intersection(hint.open))
            or case.open.intersection(hint.outside)
            or (hint.category and (char is None or unicodedata.category(char) != hint.category))
            or (hint.found and (char is None or not self._is_in(hint.found, char)))
            or (hint.rest and not self._matches(hint.rest, case.text[case.offset :]))
        ):
            return None
        if hint.cut:
            end = self._longest(hint.cut, case.text, case.offset)
            return Told(hint, case.offset, end) if end else None
        if hint.part is None:
            return Told(hint, case.offset, case.offset + (case.found is not None))
        for start in (0,) if hint.whole else case.starts:
            end = self._longest(hint.part, case.text, start)
            if end is not None and end >= case.offset and self._matches(hint.then, case.text[end:]):
                return Told(hint, start, end)
        return None

    def _matches(self, condition: Expr | None, text: str) -> bool:
        if condition is None:
            return True
        dfa = self._dfa(condition)
        return dfa is not None and matches(dfa, text)

    def _is_in(self, condition: Expr, char: str) -> bool:
        """Return whether a character is one of those that a condition describes."""
        if condition not in self._sets:
            try:
                self._sets[condition] = first(lower(self._with(condition), _CONDITION, lambda _: False))
            except GrammarError:
                self._sets[condition] = ()
        point = ord(char)
        return any(low <= point <= high for low, high in self._sets[condition])

    def _longest(self, condition: Expr, text: str, start: int) -> int | None:
        """Return the end of the longest match that begins at an offset."""
        dfa = self._dfa(condition)
        if dfa is None:
            return None
        state = dfa.start
        end = start if dfa.accepting[state] else None
        for at, number in enumerate(dfa.classes.encode(text[start:]), start + 1):
            state = dfa.rows[state][number]
            if state == DEAD:
                break
            if dfa.accepting[state]:
                end = at
        return end

    def _dfa(self, condition: Expr) -> Dfa | None:
        """Return the automaton of a condition, None where it names a rule that the grammar lacks."""
        if condition not in self._compiled:
            self._compiled[condition] = self._compile(condition)
        return self._compiled[condition]

    def _compile(self, condition: Expr) -> Dfa | None:
        try:
            if isinstance(condition, Ref) and condition.name.lower() not in hints().rules:
                return Production.of(self._rules.home(condition.name), condition.name).dfa
            return compile_dfa(self._with(condition), _CONDITION)
        except (GrammarError, UnknownRule):
            return None

    def _with(self, condition: Expr) -> Rulelist:
        """Return the rules with those of the conditions, and a condition as one more."""
        rule = Rule(_CONDITION, condition, "grammar/hints.toml", 1, 1)
        return Rulelist(self._rules.name, {**hints().rules, _CONDITION: rule}, self._rules)
