"""Races: contestants in alternation over the same strings.

They run in many short rounds, so that noise affects all alike. Times are the thread's processor time, or the whole
process's for work that others do in threads of their own: another program's turn does not count. What the clock itself
takes is subtracted.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import median, quantiles
from time import process_time_ns, thread_time_ns
from typing import Any, Protocol

from tools.bench.corpus import fresh

__all__ = [
    "Answer",
    "Bulk",
    "Contestant",
    "Heat",
    "Local",
    "Missing",
    "Score",
    "Spread",
    "against",
    "number",
    "race",
    "settle",
    "spread",
    "timed",
]

# What a contestant says of a text: a verdict, or a result in a form in which contestants can be compared.
Answer = bool | str | None
Clock = Callable[[], int]


class Missing(Exception):
    """A contestant cannot take part; the message says why."""


class Contestant(Protocol):
    """Somebody who does the job."""

    name: str
    remark: str

    def elapsed(self, texts: list[str]) -> int:
        """Do the job for each text and return the nanoseconds it took."""

    def answers(self, texts: list[str]) -> list[Answer] | None:
        """Return what comes out, for comparison; None where there is nothing to compare."""


@dataclass
class Local:
    """A contestant in this process: `loop` does the job for all items, `answer` says what comes out for one.

    `prepare` makes the items of the texts, as new objects, before the clock starts. Without `answer` there is nothing
    to compare.
    """

    name: str
    loop: Callable[[list[Any]], object]
    answer: Callable[[Any], Answer] | None
    remark: str = ""
    prepare: Callable[[list[str]], list[Any]] = fresh

    def elapsed(self, texts: list[str]) -> int:
        """Return the nanoseconds for all texts."""
        items = self.prepare(texts)
        return timed(lambda: self.loop(items))

    def answers(self, texts: list[str]) -> list[Answer] | None:
        """Return the answer for each text."""
        items = self.prepare(texts)
        self.loop(items[:1])
        return [self.answer(item) for item in items] if self.answer else None


@dataclass
class Bulk:
    """A contestant whose one call does the job for all texts, in a form that `prepare` makes before the clock starts.

    Without `verdicts` it does no job and is there to compare with.
    """

    name: str
    prepare: Callable[[list[str]], Any]
    work: Callable[[Any], Any]
    verdicts: Callable[[Any], list[Answer]] | None
    remark: str = ""

    def elapsed(self, texts: list[str]) -> int:
        """Return the nanoseconds for all texts, those of all threads."""
        column = self.prepare(texts)
        return timed(lambda: self.work(column), process_time_ns)

    def answers(self, texts: list[str]) -> list[Answer] | None:
        """Return the answer for each text, None without verdicts."""
        return self.verdicts(self.work(self.prepare(texts))) if self.verdicts else None


def timed(work: Callable[[], object], clock: Clock = thread_time_ns) -> int:
    """Return the nanoseconds that some work takes with garbage collection off."""
    return max(1, _timed(work, clock) - _idle(clock))


def _timed(work: Callable[[], object], clock: Clock) -> int:
    enabled = gc.isenabled()
    gc.disable()
    try:
        began = clock()
        work()
        return clock() - began
    finally:
        if enabled:
            gc.enable()


def settle() -> None:
    """Let garbage collections pass over all that there is now: the peers' modules, and the strings of earlier rows."""
    gc.collect()
    gc.freeze()


@cache
def _idle(clock: Clock) -> int:
    """Return the nanoseconds that no work at all takes."""
    return min(_timed(lambda: None, clock) for _ in range(2000))


@dataclass(frozen=True)
class Spread:
    """The quartiles of some numbers."""

    low: float
    middle: float
    high: float

    def __str__(self) -> str:
        return f"{number(self.middle)} ({number(self.low)}–{number(self.high)})"


def number(value: float) -> str:
    """Return a number with as many digits as mean something here."""
    if value < 0.1:
        return f"{value:.2g}"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def spread(values: list[float]) -> Spread:
    """Return the quartiles."""
    if len(values) < 2:
        return Spread(values[0], values[0], values[0])
    low, _, high = quantiles(values, n=4, method="inclusive")
    return Spread(low, median(values), high)


@dataclass(frozen=True)
class Heat:
    """The texts of one race: `rounds` rounds take `share` of them each, walking through all of them."""

    title: str
    about: str
    texts: list[str]
    rounds: int
    share: int


@dataclass(frozen=True)
class Score:
    """The score of a contestant: the nanoseconds of each round, of `share` texts each.

    `others` counts the texts for which it came to something else than the first contestant, `example` is the shortest
    of them with what both say.
    """

    name: str
    times: tuple[int, ...]
    share: int
    remark: str
    others: int
    example: str

    @property
    def nanoseconds(self) -> float:
        """The median time of a text."""
        return median(self.times) / self.share


def against(ours: Score, theirs: Score) -> Spread:
    """Return one's time over another's, from round to round."""
    return spread([us / them for us, them in zip(ours.times, theirs.times, strict=True)])


def race(contestants: list[Contestant], heat: Heat) -> list[Score]:
    """Let the contestants do their job over the texts and return the scores."""
    answers = {
        contestant.name: contestant.answers(heat.texts) for contestant in contestants
    }  # which warms all of them up, too
    times: dict[str, list[int]] = {contestant.name: [] for contestant in contestants}
    order = list(contestants)
    rng = Random(len(heat.texts))
    share = min(heat.share, len(heat.texts))
    settle()
    for turn in range(heat.rounds):
        texts = [heat.texts[(turn * share + offset) % len(heat.texts)] for offset in range(share)]
        rng.shuffle(order)
        gc.collect()
        for contestant in order:
            times[contestant.name].append(contestant.elapsed(texts))
    ours = answers[contestants[0].name]
    scores = []
    for contestant in contestants:
        others, example = compare(heat.texts, ours, answers[contestant.name])
        scores.append(Score(contestant.name, tuple(times[contestant.name]), share, contestant.remark, others, example))
    return scores


def compare(texts: list[str], ours: list[Answer] | None, theirs: list[Answer] | None) -> tuple[int, str]:
    """Return how many answers differ, and the shortest text with such with both answers."""
    if ours is None or theirs is None:
        return 0, ""
    rows = [row for row in zip(texts, ours, theirs, strict=True) if row[1] != row[2]]
    if not rows:
        return 0, ""
    text, our, their = min(rows, key=lambda row: (len(row[0]), row[0]))
    if not our or not their:
        return len(rows), f"{text!r}, which it {'accepts' if their else 'refuses'}"
    return len(rows), f"{text!r}: irigrammar says {our}, it says {their}"
