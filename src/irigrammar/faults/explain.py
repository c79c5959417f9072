"""Everything there is to say of a fault, computed when it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from irigrammar.automata.positions import Positions
from irigrammar.engines.production import Production
from irigrammar.faults.expectation import Expectation
from irigrammar.faults.fixes import Broken, Fix, Keeps, fixes
from irigrammar.faults.hinting import Case, Hinting, MatchedHint
from irigrammar.faults.naming import Naming
from irigrammar.faults.readings import Given, Reading, Replay
from irigrammar.grammars.entry import Entry
from irigrammar.shipped.place import Place


@dataclass(frozen=True, slots=True)
class OpenProduction:
    """A production that is open at a fault: another character could be read inside of it.

    `start` is the offset in code points at which it began, `place` says where it is written; `complete` tells whether
    it could end at the fault.
    """

    rule: str
    start: int
    place: Place
    complete: bool


@dataclass(frozen=True, slots=True)
class RuledOut:
    """A production that the text began, and that `found` at `offset` ruled out before the fault."""

    rule: str
    offset: int
    found: str
    place: Place


@dataclass(frozen=True, slots=True)
class Help:
    """The reason in one sentence, and the document and section that say so."""

    text: str
    section: str


class Explainer:
    """What is compiled to explain the faults of one production; what it keeps are caches.

    `keeps` says whether a fix leads where a text does; None where the production is not a reference.
    """

    def __init__(self, production: Production, entry: Entry, keeps: Keeps | None = None) -> None:
        self.production = production
        self.entry = entry
        self.keeps = keeps

    @cached_property
    def positions(self) -> Positions:
        """The position automaton."""
        return Positions(self.production.tree.program)

    @cached_property
    def naming(self) -> Naming:
        """The words of the productions."""
        return Naming(self.production.rules, self.production.name, self.entry)

    @cached_property
    def named(self) -> frozenset[int]:
        """The scopes of productions that are not single characters, and those of the production itself."""
        rules, parents = self.positions.rules, self.positions.parents
        return frozenset(
            scope for scope in range(1, len(rules)) if not parents[scope] or not self.naming.is_character(rules[scope])
        )

    @cached_property
    def expectation(self) -> Expectation:
        """What says what could come."""
        return Expectation(self.positions, self.naming)

    @cached_property
    def hinting(self) -> Hinting:
        """What knows the frequent cases."""
        return Hinting(self.production.rules, self.entry)


class Explained(Protocol):
    """What faults ask for the explainer of their production: a matcher."""

    @property
    def explainer(self) -> Explainer:
        """The explainer of the matcher's production."""


class Explanation:
    """The details of one fault; picklable with the matcher that it comes from.

    `text` is the whole text, or what could be decoded of it; `is_bytes` says that the rest is not UTF-8.
    """

    def __init__(self, matcher: Explained, text: str, offset: int, *, is_bytes: bool = False) -> None:
        self._matcher = matcher
        self.text = text
        self._offset = offset
        self._is_bytes = is_bytes

    def __reduce__(self) -> tuple[Callable[..., Explanation], tuple[Explained, str, int, bool]]:
        return _restore, (self._matcher, self.text, self._offset, self._is_bytes)

    @property
    def _explainer(self) -> Explainer:
        return self._matcher.explainer

    @property
    def _found(self) -> str | None:
        return self.text[self._offset] if self._offset < len(self.text) else None

    @cached_property
    def _replay(self) -> Replay:
        explainer = self._explainer
        return Replay(explainer.positions, self.text, self._offset, explainer.named)

    @cached_property
    def _reading(self) -> Reading:
        return self._replay.reading(self._replay.order()[0])

    @cached_property
    def _given(self) -> list[Given]:
        return [] if self._is_bytes else self._replay.given_up(self._reading)

    @property
    def rule(self) -> str:
        """The production that the text does not match."""
        return self._explainer.production.name

    @cached_property
    def rule_is_complete(self) -> bool:
        """Whether the text before the fault matches."""
        return any(map(self._explainer.positions.ends, self._replay.state.positions))

    @cached_property
    def nothing_more(self) -> bool:
        """Whether no character at all could come in place of the fault, in any reading."""
        return not any(map(self._explainer.positions.follow, self._replay.state.positions))

    @cached_property
    def open(self) -> tuple[OpenProduction, ...]:
        """The productions that are open in the first reading, innermost first."""
        explainer = self._explainer
        rules = explainer.positions.rules
        return tuple(
            OpenProduction(
                rules[inside.scope],
                inside.start,
                explainer.naming.place(rules[inside.scope]),
                explainer.positions.may_leave(self._reading.position, inside.scope),
            )
            for inside in self._reading.open
            if inside.scope in explainer.named
        )

    @cached_property
    def ruled_out(self) -> tuple[RuledOut, ...]:
        """The productions that were given up before."""
        explainer = self._explainer
        found = []
        for given in self._given:
            rule = explainer.positions.rules[given.scope]
            found.append(RuledOut(rule, given.offset, self.text[given.offset], explainer.naming.place(rule)))
        return tuple(found)

    @cached_property
    def expected(self) -> tuple[str, ...]:
        """What the first readings could take next, in words."""
        at_end = self._found is None and not self._is_bytes
        return self._explainer.expectation.phrases(self._replay.first(), at_end=at_end)

    @cached_property
    def _matched_hint(self) -> MatchedHint | None:
        if self._is_bytes:
            return None
        explainer = self._explainer
        naming = explainer.naming
        rules = [self.rule, *(one.rule for one in self.open)]
        fields = [field for rule in rules if (field := naming.field(rule))]
        lost = {name: one.found for one in self.ruled_out for name in (one.rule, naming.field(one.rule)) if name}
        starts = (*(one.start for one in self.open), *self._reading.entries, 0)
        case = Case(
            self.text,
            self._offset,
            self._found,
            frozenset([*rules, *fields]),
            lost,
            tuple(dict.fromkeys(starts)),
            self.rule_is_complete,
        )
        return explainer.hinting.of_fault(case)

    @cached_property
    def help(self) -> Help | None:
        """The reason, for the frequent cases that are known."""
        return Help(self._matched_hint.hint.says, self._matched_hint.hint.section) if self._matched_hint else None

    @cached_property
    def fixes(self) -> tuple[Fix, ...]:
        """Strings of the language that are near, the most natural first."""
        if self._is_bytes:
            return ()
        explainer = self._explainer
        inner = self.open[0] if self.open else None
        row = inner.start if inner and explainer.naming.is_row(inner.rule) else None
        lost = self._replay.ruled_out(self._given[0]) if self._given else None
        broken = Broken(self.text, self._offset, self._found, self._matched_hint, row, lost)
        return fixes(broken, explainer.production.dfa, explainer.production.recognizer, explainer.keeps)


def _restore(matcher: Explained, text: str, offset: int, is_bytes: bool) -> Explanation:
    return Explanation(matcher, text, offset, is_bytes=is_bytes)
