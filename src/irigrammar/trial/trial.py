"""Run a suite on an implementation and collect the differences.

They are the strings on which its verdicts differ from the grammar's.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import groupby, islice
from math import floor

from irigrammar.dataclass import dataclass, field
from irigrammar.language.suite import Case
from irigrammar.lazy import cached_property
from irigrammar.matching.matcher import Matcher
from irigrammar.trial.divergence import Divergence
from irigrammar.trial.implementation import Failure, Implementation, Kind, Reply

# Troubles that are kept to be shown; the others are counted.
INCIDENTS_KEPT = 100


@dataclass(frozen=True, slots=True)
class Difference:
    """A string on which the implementation's `verdict` is wrong, and the production of divergence (`Divergence`).

    `offset` is the fault's, in code points from 0; None for a valid string.
    """

    text: str
    verdict: bool
    production: str
    offset: int | None


@dataclass(frozen=True, slots=True)
class Incident:
    """A failure and where it came: on the string `text`, or (`text` None) in a batch of `count` strings.

    `first` is the number of the string, or of the batch's first one, counted from 1.
    """

    failure: Failure
    text: str | None
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Group:
    """The differences of one production in one direction, the shortest first."""

    accepted: bool
    production: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class Trial:
    """The result of a trial.

    `asked` and `right` count strings by whether they are valid; a run that stopped early asked those up to there.
    `differences` are sorted, false accepts first, each from the shortest. `incidents` holds the first failures, and
    `failures` counts all of them by kind: the strings without a verdict, and the batches with a failure that none of
    their strings caused by themselves. `known` are the accepted differences, None when none were given, `fixed` those
    on which the verdict is right now. `proof` is what agreement on all the strings proves, "" for nothing.
    """

    matcher: Matcher
    implementation: str
    asked: Mapping[bool, int]
    right: Mapping[bool, int]
    differences: tuple[Difference, ...]
    incidents: tuple[Incident, ...] = ()
    failures: Mapping[Kind, int] = field(default_factory=dict)
    stopped: str | None = None
    known: Mapping[str, bool] | None = None
    fixed: tuple[str, ...] = ()
    proof: str = ""

    @property
    def strings(self) -> int:
        """The number of strings that were asked."""
        return sum(self.asked.values())

    @property
    def score(self) -> float | None:
        """The share of right verdicts in all strings asked; None if none was asked."""
        return share(sum(self.right.values()), self.strings)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The differences by direction and production: false accepts first, then the productions with most of them."""
        by_place = sorted(self.differences, key=lambda difference: (difference.verdict, difference.production))
        groups = [
            Group(is_accept, production, tuple(rows))
            for (is_accept, production), rows in groupby(
                by_place, lambda difference: (difference.verdict, difference.production)
            )
        ]
        return tuple(sorted(groups, key=lambda group: (not group.accepted, -len(group.differences), group.production)))

    @cached_property
    def new(self) -> tuple[Difference, ...]:
        """The differences whose text is not known with this verdict."""
        known = self.known or {}
        return tuple(
            difference for difference in self.differences if known.get(difference.text) is not difference.verdict
        )

    @property
    def unmet(self) -> int:
        """The number of known differences without a verdict in this run."""
        met = len(self.differences) - len(self.new) + len(self.fixed)
        changes = sum(difference.text in (self.known or {}) for difference in self.new)
        return len(self.known or {}) - met - changes

    @property
    def agrees(self) -> bool:
        """Whether every string asked got the right verdict, and none was left out."""
        return not (self.differences or self.failures or self.stopped)

    @property
    def passed(self) -> bool:
        """Whether all differences are known, none of the known ones is fixed, and nothing failed or stopped."""
        return not (self.new or self.fixed or self.failures or self.stopped)


def share(part: int, whole: int) -> float | None:
    """Return a share, rounded down to six digits so that only all is 1; None of nothing.

    >>> share(3, 3), share(9_999_999, 10_000_000), share(0, 0)
    (1.0, 0.999999, None)
    """
    return floor(1_000_000 * part / whole) / 1_000_000 if whole else None


def run_trial(
    matcher: Matcher,
    cases: Iterable[Case],
    implementation: Implementation,
    *,
    batch: int = 1000,
    known: Mapping[str, bool] | None = None,
    proof: str = "",
    progress: Callable[[int], object] | None = None,
) -> Trial:
    """Give the cases to an implementation, `batch` strings at a time, and return the trial.

    `progress` is called with the number of strings of every reply. Raises `CannotStart`.
    """
    tally = _Tally(known or {})
    waiting: deque[list[Case]] = deque()

    def batches() -> Iterator[Sequence[str]]:
        """Yield the texts of at most `batch` cases at a time; their cases are added to `waiting`."""
        remaining = iter(cases)
        while rows := list(islice(remaining, batch)):
            waiting.append(rows)
            yield [case.text for case in rows]

    stop_reason = None
    with closing(implementation.run(batches())) as replies:
        for reply in replies:
            rows = waiting.popleft()
            tally.add(rows, reply)
            if progress:
                progress(len(rows))
            if reply.stopped:
                stop_reason = reply.stopped
                break
    return Trial(
        matcher=matcher,
        implementation=implementation.name,
        asked=tally.asked,
        right=tally.right,
        differences=tuple(_differences(matcher, tally)),
        incidents=tuple(tally.incidents),
        failures=dict(tally.failures),
        stopped=stop_reason,
        known=known,
        fixed=tuple(sorted(tally.fixed, key=_shortest_first)),
        proof=proof,
    )


class _Tally:
    """Counts and samples collected while the replies come."""

    def __init__(self, known: Mapping[str, bool]) -> None:
        self._known = known
        self.asked = {True: 0, False: 0}
        self.right = {True: 0, False: 0}
        self.accepted: list[str] = []
        self.false_accepts: list[str] = []
        self.false_rejects: list[str] = []
        self.incidents: list[Incident] = []
        self.failures: Counter[Kind] = Counter()
        self.fixed: list[str] = []

    def add(self, cases: list[Case], reply: Reply) -> None:
        """Count the answers to a batch, add wrong, fixed and accepted texts to their lists, and record failures."""
        first = sum(self.asked.values()) + 1
        # A run that stopped lacks the last answers.
        for number, (case, answer) in enumerate(zip(cases, reply.answers, strict=False), first):
            valid = case.valid
            self.asked[valid] += 1
            if answer is valid:
                self.right[valid] += 1
                if valid:
                    self.accepted.append(case.text)
                if case.text in self._known:
                    self.fixed.append(case.text)
            elif isinstance(answer, Failure):
                self._failure(Incident(answer, case.text, number, 1))
            else:
                (self.false_rejects if valid else self.false_accepts).append(case.text)
        if reply.incident:
            self._failure(Incident(reply.incident, None, first, len(cases)))

    def _failure(self, incident: Incident) -> None:
        """Count a failure by its kind, and keep its incident among the first `INCIDENTS_KEPT`."""
        self.failures[incident.failure.kind] += 1
        if len(self.incidents) < INCIDENTS_KEPT:
            self.incidents.append(incident)


def _differences(matcher: Matcher, tally: _Tally) -> Iterator[Difference]:
    """Yield the false accepts, then the false rejects, shortest first, with production and, for accepts, the offset."""
    divergence = Divergence(matcher)
    known_steps = divergence.accepted_steps(tally.accepted if tally.false_rejects else ())
    for text in sorted(tally.false_accepts, key=_shortest_first):
        production, offset = divergence.of_accepted(text)
        yield Difference(text, True, production, offset)
    for text in sorted(tally.false_rejects, key=_shortest_first):
        yield Difference(text, False, divergence.of_rejected(text, known_steps), None)


def _shortest_first(text: str) -> tuple[int, bool, str]:
    """Return the sort key of strings for a reader: by length, printable ASCII first."""
    return len(text), not (text.isascii() and text.isprintable()), text
