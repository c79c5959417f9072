"""Races: contestants in alternation over the same strings, in many short rounds, so that noise hits all alike.

Times are the thread's processor time: another program's turn does not count.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles
from time import thread_time_ns
from typing import Protocol

from tools.bench.corpus import fresh

__all__ = ["Answer", "Contestant", "Heat", "Local", "Missing", "Score", "Spread", "race", "spread", "timed"]

# What a contestant says of a text: a verdict, or a result in a form in which contestants can be compared.
Answer = bool | str | None


class Missing(Exception):
    """A contestant cannot take part; the message says why."""


class Contestant(Protocol):
    """Somebody who does the job."""

    name: str
    remark: str

    def elapsed(self, texts: list[str]) -> int:
        """Do the job for each text and return the nanoseconds it took."""

    def answers(self, texts: list[str]) -> list[Answer]:
        """Return what comes out, for comparison."""


@dataclass
class Local:
    """A contestant in this process: `loop` does the job for all texts, `answer` says what comes out for one."""

    name: str
    loop: Callable[[list[str]], object]
    answer: Callable[[str], Answer]
    remark: str = ""

    def elapsed(self, texts: list[str]) -> int:
        """Return the nanoseconds for all texts, as new objects made before the clock starts."""
        copies = fresh(texts)
        return timed(lambda: self.loop(copies))

    def answers(self, texts: list[str]) -> list[Answer]:
        """Return the answer for each text."""
        return [self.answer(text) for text in texts]


def timed(work: Callable[[], object]) -> int:
    """Return the nanoseconds that some work takes with garbage collection off."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        began = thread_time_ns()
        work()
        return thread_time_ns() - began
    finally:
        if enabled:
            gc.enable()


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
    """How a contestant did: nanoseconds for a text, and the reference's time over its own, from round to round.

    `others` counts the texts for which it came to something else than the reference, `example` is the shortest of them
    with what both say.
    """

    name: str
    nanoseconds: float
    ratio: Spread
    remark: str
    others: int
    example: str


def race(contestants: list[Contestant], heat: Heat) -> list[Score]:
    """Let the contestants do their job over the texts and return the scores; the first one is the reference."""
    reference = contestants[0]
    found = {one.name: one.answers(heat.texts) for one in contestants}  # which warms all of them up, too
    times: dict[str, list[int]] = {one.name: [] for one in contestants}
    order = list(contestants)
    rng = Random(len(heat.texts))
    share = min(heat.share, len(heat.texts))
    for turn in range(heat.rounds):
        texts = [heat.texts[(turn * share + at) % len(heat.texts)] for at in range(share)]
        rng.shuffle(order)
        gc.collect()
        for one in order:
            times[one.name].append(one.elapsed(texts))
    scores = []
    for one in contestants:
        ratios = [ours / theirs for ours, theirs in zip(times[reference.name], times[one.name], strict=True)]
        others, example = compare(heat.texts, found[reference.name], found[one.name])
        scores.append(Score(one.name, median(times[one.name]) / share, spread(ratios), one.remark, others, example))
    return scores


def compare(texts: list[str], ours: list[Answer], theirs: list[Answer]) -> tuple[int, str]:
    """Return how many answers differ, and the shortest text with such with both answers."""
    rows = [row for row in zip(texts, ours, theirs, strict=True) if row[1] != row[2]]
    if not rows:
        return 0, ""
    text, our, their = min(rows, key=lambda row: (len(row[0]), row[0]))
    if not our or not their:
        return len(rows), f"{text!r}, which it {'accepts' if their else 'refuses'}"
    return len(rows), f"{text!r}: irigrammar says {our}, it says {their}"
