"""Line-ups of contestants, and the reports on their races."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tools.bench.peers import local
from tools.bench.remote import Remote
from tools.bench.report import Grid, Report
from tools.bench.timing import Contestant, Heat, Missing, Score, race

__all__ = ["Lineup", "lineup", "report"]

OURS = "irigrammar"


@dataclass(frozen=True)
class Lineup:
    """Those who take part, the reference first, and why others do not."""

    contestants: list[Contestant]
    missing: dict[str, str]


@contextmanager
def lineup(reference: str, *others: str) -> Iterator[Lineup]:
    """Load contestants by their names in `peers.MAKERS`; the back end in Python gets a process of its own."""
    contestants: list[Contestant] = [local(reference)]
    missing: dict[str, str] = {}
    remotes: list[Remote] = []
    try:
        for maker in others:
            try:
                if maker.startswith("abnf python"):
                    remotes.append(Remote(maker, {"ABNF_NO_RUST": "1"}))
                    contestants.append(remotes[-1])
                else:
                    contestants.append(local(maker))
            except Missing as error:
                missing[maker] = str(error)
        yield Lineup(contestants, missing)
    finally:
        for remote in remotes:
            remote.close()


def report(title: str, runs: list[tuple[Lineup, list[Heat]]]) -> Report:
    """Run all heats and report: details heat by heat, and a summary with a row for each heat, a column for each peer.

    irigrammar's own ways must agree with each other on every text, or this raises.
    """
    details: list[Grid] = []
    cells: dict[str, dict[str, str]] = {}
    notes: dict[str, dict[str, None]] = {}  # by what is said, of whom
    others: dict[str, dict[str, None]] = {}
    for entered, heats in runs:
        for name, reason in entered.missing.items():
            notes.setdefault(f"missing, {reason}", {})[name] = None
        for heat in heats:
            scores = race(entered.contestants, heat)
            details.append(detail(heat, scores))
            cells[heat.title] = {one.name: str(one.ratio) for one in scores if not one.name.startswith(OURS)}
            for one in scores:
                if one.remark:
                    notes.setdefault(one.remark, {})[one.name] = None
                if one.others:
                    if one.name.startswith(OURS):
                        raise AssertionError(f"{one.name} differs from {scores[0].name}: {one.example}")
                    others.setdefault(disagreement(heat, one), {})[one.name] = None
    columns = list(dict.fromkeys(name for row in cells.values() for name in row))
    rows = [[name, *(row.get(column, "–") for column in columns)] for name, row in cells.items()]
    texts = "; ".join(f"{heat.title}: {heat.about}" for _, heats in runs for heat in heats if heat.about)
    summary = Grid(f"{title}: time of irigrammar / time of the other", [title, *columns], rows)
    said = [f"{', '.join(names)}: {what}." for what, names in (*notes.items(), *others.items())]
    return Report(title, details, [summary], [f"{texts}.", *said] if texts else said)


def detail(heat: Heat, scores: list[Score]) -> Grid:
    """Return the table of one heat."""
    head = [heat.title, "ns a string", f"{scores[0].name} / this (quartiles)", "other results"]
    rows = [
        [one.name, f"{one.nanoseconds:,.0f}", str(one.ratio) if one is not scores[0] else "1", str(one.others or "")]
        for one in scores
    ]
    share = min(heat.share, len(heat.texts))
    return Grid(f"{heat.about or heat.title}; {heat.rounds} rounds of {share} strings", head, rows)


def disagreement(heat: Heat, score: Score) -> str:
    """Say that somebody does another job."""
    return f"another job on {score.others} of {len(heat.texts)} strings ({heat.title}), such as {score.example}"
