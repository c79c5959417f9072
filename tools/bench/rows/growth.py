"""Row "growth": time and memory as hostile strings get longer."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tools.bench.contestants.loading import ours
from tools.bench.hostile import KINDS, Kind
from tools.bench.report import Figure, Grid, Report
from tools.bench.setting import Setting
from tools.bench.timing import settle, timed

__all__ = ["run"]

PRODUCTIONS = (("rfc3987", "IRI-reference"), ("web-address", "IRI-reference"))
HALF, WHOLE = 20_000, 40_000
SHORTEST, LONGEST = 1_000, 1_000_000
WINDOW = 1_000_000  # nanoseconds of one measurement, at least: shorter work is repeated


@dataclass(frozen=True)
class Way:
    """A way of matching, the least number of rounds it takes, and the longest strings to give it."""

    name: str
    work: Callable[[str], object]
    rounds: int
    longest: int


def run(setting: Setting) -> Report:
    """Measure each way of matching over each kind of string."""
    kinds = list(KINDS[::5] if setting.quick else KINDS)
    report = Report("growth", [])
    settle()
    summary: list[list[str]] = []
    for grammar, rule in PRODUCTIONS:
        matcher = ours("grammar")(grammar)[rule]
        ways = everything(matcher, setting.quick)
        doubled = {way.name: {kind.name: doubling(way, kind) for kind in kinds} for way in ways}
        early = {way.name: {kind.name: pace(way, kind, SHORTEST) for kind in kinds} for way in ways}
        late = {way.name: {kind.name: pace(way, kind, way.longest) for kind in kinds} for way in ways}
        slower = {name: {kind: late[name][kind] / row[kind] for kind in row} for name, row in early.items()}
        title = f"{rule} of {grammar}"
        longest = ", ".join(f"{way.name} {way.longest:,}" for way in ways)
        matrices = [
            matrix(f"{title}: time(40k) / time(20k)", doubled, 2),
            matrix(f"{title}: nanoseconds a character at {SHORTEST:,} characters", early, 1),
            matrix(f"{title}: nanoseconds a character at the longest ({longest})", late, 1),
        ]
        report.details.extend(matrices)
        for way in ways:
            increase = f"{worst(slower[way.name])} at {way.longest:,}"
            summary.append([f"{grammar}, {way.name}", worst(doubled[way.name]), increase])
            for unit, row in (("time of twice the length", doubled), ("a character's time at length", slower)):
                report.figures.append(Figure(grammar, f"irigrammar {way.name}", unit, max(row[way.name].values())))
    head = ["", "time(40k) / time(20k), worst kind", f"time a character / that at {SHORTEST:,}, worst kind"]
    report.details.append(Grid(f"growth: {len(kinds)} hostile kinds of string", head, summary))
    return report


def everything(matcher: Any, quick: bool) -> list[Way]:
    """Return what is measured: functions that refuse without raising."""

    def split(text: str) -> None:
        with suppress(ValueError):
            matcher.split(text)

    def parse(text: str) -> None:
        with suppress(ValueError):
            matcher.parse(text)

    def nodes(text: str) -> None:
        with suppress(ValueError):
            for node in matcher.parse(text).walk():
                node.rule  # noqa: B018  # reading is the job

    rounds, longest = (3, LONGEST // 10) if quick else (9, LONGEST)
    ways = [Way(name, getattr(matcher, name), rounds, longest) for name in ("matches", "check")]
    ways += [Way("split", split, rounds, longest), Way("parse", parse, rounds, longest)]
    return [*ways, Way("parse, all nodes", nodes, 3, WHOLE)]


def doubling(way: Way, kind: Kind) -> float:
    """Return the least time at twice the length over the least time, measured in alternation."""
    half, whole = kind.text(HALF), kind.text(WHOLE)
    way.work(whole)  # what is lazy is made
    times = repeats(way, half)
    single, double = [], []
    for _ in range(way.rounds):
        gc.collect()
        single.append(measure(way, half, times))
        double.append(measure(way, whole, times))
    return min(double) / min(single)


def pace(way: Way, kind: Kind, length: int) -> float:
    """Return nanoseconds a character, the least of some measurements."""
    text = kind.text(length)
    if length > WHOLE:
        return min(measure(way, text, 1) for _ in range(2)) / len(text)
    times = repeats(way, text)
    return min(measure(way, text, times) for _ in range(3)) / len(text)


def repeats(way: Way, text: str) -> int:
    """Return how often to repeat work so that the clock can measure it."""
    return max(1, int(WINDOW / max(1.0, measure(way, text, 1))))


def measure(way: Way, text: str, times: int) -> float:
    """Return the nanoseconds of one time."""
    work = way.work

    def loop() -> None:
        for _ in range(times):
            work(text)

    return timed(loop) / times


def worst(row: dict[str, float]) -> str:
    """Return the greatest number with the kind whose it is."""
    kind = max(row, key=lambda kind: row[kind])
    return f"{row[kind]:.2f} ({kind})"


def matrix(title: str, columns: dict[str, dict[str, float]], digits: int) -> Grid:
    """Return a table with a row for each kind and a column for each way."""
    kinds = next(iter(columns.values()))
    rows = [[kind, *(f"{column[kind]:.{digits}f}" for column in columns.values())] for kind in kinds]
    return Grid(title, ["", *columns], rows)
