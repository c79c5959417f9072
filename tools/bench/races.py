"""Line-ups of contestants, and the reports on their races."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tools.bench.contestants.jobs import JOBS, OTHER_JOB, REMOTE, make
from tools.bench.contestants.loading import engine
from tools.bench.remote import Remote
from tools.bench.report import Figure, Grid, Measure, Report
from tools.bench.setting import OURS, Setting
from tools.bench.timing import Contestant, Heat, Missing, Score, against, race

__all__ = ["Lineup", "lineup", "report"]


@dataclass(frozen=True)
class Lineup:
    """Those who take part in a job, our own first, and why others do not."""

    job: str
    contestants: list[Contestant]
    missing: dict[str, str] = field(default_factory=dict)


@contextmanager
def lineup(job: str, setting: Setting, names: Sequence[str] = ()) -> Iterator[Lineup]:
    """Load the contestants of a job (of these names), those that need another environment in separate processes."""
    entered = Lineup(job, [])
    remotes: list[Remote] = []
    try:
        for name in names or JOBS[job]:
            if not setting.wants(name):
                continue
            if name.endswith(", pure") and engine() == "pure":
                continue  # it is the same as without
            try:
                if name in REMOTE:
                    remotes.append(Remote(job, name, REMOTE[name]))
                    entered.contestants.append(remotes[-1])
                else:
                    entered.contestants.append(make(job, name))
            except Missing as error:
                entered.missing[name] = str(error)
        yield entered
    finally:
        for remote in remotes:
            remote.close()


def report(
    title: str, runs: list[tuple[Lineup, list[Heat]]], *, throughput: bool = False, reference: str = ""
) -> Report:
    """Run all heats and report them one by one.

    irigrammar's own ways must agree with each other on every text, or this raises; a peer that comes to anything else
    is marked as one that does another job, with the number of texts. With `throughput` characters a second are shown,
    too, and how many times longer a way takes than the contestant `reference`.
    """
    report = Report(title, [])
    about = "; ".join(f"{heat.title}: {heat.about}" for _, heats in runs for heat in heats if heat.about)
    if about:
        report.notes.append(f"{about}.")
    said: dict[str, dict[str, None]] = {}
    for entered, heats in runs:
        report.missing.update(entered.missing)
        if not entered.contestants or not entered.contestants[0].name.startswith(OURS):
            continue
        jobs = OTHER_JOB.get(entered.job, {})
        for heat in heats:
            scores = race(entered.contestants, heat)
            report.details.append(detail(heat, scores, jobs, throughput))
            report.measures.extend(measured(heat, scores, jobs))
            if throughput:
                report.figures.extend(speeds(heat, scores, reference))
            for score in scores:
                if score.remark:
                    said.setdefault(score.remark, {})[score.name] = None
                if score.others and score.name.startswith(OURS):
                    raise AssertionError(f"{score.name} differs from {scores[0].name}: {score.example}")
                if score.others:
                    said.setdefault(disagreement(heat, score), {})[score.name] = None
    report.notes.extend(f"{', '.join(names)}: {what}." for what, names in said.items())
    return report


def measured(heat: Heat, scores: list[Score], jobs: Mapping[str, str]) -> Iterator[Measure]:
    """Yield each of our ways against each peer."""
    for us in scores:
        for them in scores:
            if us.name.startswith(OURS) and not them.name.startswith(OURS):
                ratio = against(us, them)
                job = them.name in jobs
                yield Measure(heat.title, us.name, them.name, ratio, them.others, len(heat.texts), job)


def speeds(heat: Heat, scores: list[Score], reference: str) -> Iterator[Figure]:
    """Yield the characters a second of each contestant, and its time over that of the reference."""
    length = sum(map(len, heat.texts)) / len(heat.texts)
    base = next((score for score in scores if score.name == reference), None)
    for score in scores:
        yield Figure(heat.title, score.name, "million characters a second", length / score.nanoseconds * 1000)
        if base:
            yield Figure(heat.title, score.name, f"times {reference}", against(score, base).middle)


def detail(heat: Heat, scores: list[Score], jobs: Mapping[str, str], throughput: bool) -> Grid:
    """Return the table of one heat."""
    first = scores[0]
    head = [heat.title, "ns a string", f"{first.name} / this (quartiles)", "other results", "another job"]
    rows = [
        [
            score.name,
            f"{score.nanoseconds:,.0f}",
            str(against(first, score)) if score is not first else "1",
            str(score.others or ""),
            jobs.get(score.name, "yes" if score.others else ""),
        ]
        for score in scores
    ]
    if throughput:
        length = sum(map(len, heat.texts)) / len(heat.texts)
        head.insert(2, "million characters a second")
        for row, score in zip(rows, scores, strict=True):
            row.insert(2, f"{length / score.nanoseconds * 1000:,.0f}")
    share = min(heat.share, len(heat.texts))
    return Grid(f"{heat.about or heat.title}; {heat.rounds} rounds of {share} strings", head, rows, 1)


def disagreement(heat: Heat, score: Score) -> str:
    """Say that somebody does another job."""
    return f"another job on {score.others} of {len(heat.texts)} strings ({heat.title}), such as {score.example}"
