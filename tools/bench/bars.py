"""Check the bars of `bars.toml` against the measurements of a run."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from tools.bench.report import Grid, Report, grouped
from tools.bench.timing import number

__all__ = ["Bar", "Judged", "bars", "grid", "judge"]

FILE = Path(__file__).with_name("bars.toml")
CORPUS = "corpus"


@dataclass(frozen=True)
class Bar:
    """A claim with its limit: about our ways against peers, or about a figure of theirs, over parts (none means all).

    `by` says what of several numbers counts: their "geometric mean", or the "worst" of them.
    """

    claim: str
    row: str
    ours: tuple[str, ...]
    by: str
    peers: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    figure: str = ""
    beside: str = ""
    at_most: float | None = None
    at_least: float | None = None

    def __post_init__(self) -> None:
        if (self.at_most is None) == (self.at_least is None):
            raise ValueError(f"{self.claim}: a bar has one limit")
        if bool(self.peers) == bool(self.figure):
            raise ValueError(f"{self.claim}: a bar is about peers or about a figure")
        if self.by not in ("geometric mean", "worst"):
            raise ValueError(f"{self.claim}: numbers are not taken together by {self.by!r}")

    @property
    def limit(self) -> float:
        """The limit."""
        return next(bound for bound in (self.at_most, self.at_least) if bound is not None)

    @property
    def wanted(self) -> str:
        """The limit in words."""
        return f"{'≤' if self.at_least is None else '≥'} {self.limit:g}"


@dataclass(frozen=True)
class Judged:
    """A bar with the number that was measured, None where there is none; and further notes."""

    bar: Bar
    value: float | None
    remark: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the bar is met, None where nothing was measured."""
        if self.value is None:
            return None
        return self.value <= self.bar.limit if self.bar.at_least is None else self.value >= self.bar.limit

    @property
    def verdict(self) -> str:
        """Whether the bar is met, or by how much it is missed."""
        if self.value is None or self.met is None:
            return "not measured"
        if self.met:
            return "met"
        share = self.value / self.bar.limit
        if abs(share - 1) < 0.1:
            return f"missed by {abs(share - 1):.1%}"
        return f"missed: {number(share)} {'times' if self.bar.at_least is None else 'of'} the limit"


def bars(path: Path = FILE) -> tuple[list[Bar], tuple[str, ...]]:
    """Return the bars of a file, and the parts that it calls the corpus."""
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    corpus = tuple(read[CORPUS])
    bars = []
    for row in read["bar"]:
        more: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
        if more.get("parts") == (CORPUS,):
            more["parts"] = corpus
        bars.append(Bar(**more))
    return bars, corpus


def judge(bar: Bar, reports: Mapping[str, Report]) -> Judged:
    """Return what a run says of a bar; `reports` are by the name of their row."""
    report = reports.get(bar.row)
    if report is None:
        return Judged(bar, None, f"row {bar.row} was not run")
    measures = measured(bar, report)
    ways = [(us, them) for us in bar.ours for them in bar.peers or ("",)]
    absent = [way for way in ways if not any(key[:2] == way for key in measures)]
    remark = ""
    if absent:
        names = dict.fromkeys(name for way in absent for name in way if name)
        reasons = {name: report.missing[name] for name in names if name in report.missing}
        remarks = grouped(reasons) or {"not measured": ", ".join(" / ".join(filter(None, way)) for way in absent)}
        remark = "; ".join(f"{who}: {reason}" for reason, who in remarks.items())
    if not measures:
        return Judged(bar, None, remark)
    parts = {part for *_, part in measures}
    if bar.parts and len(parts) < len(bar.parts):
        remark = "; ".join(filter(None, [remark, f"{len(parts)} of {len(bar.parts)} parts"]))
    values = list(measures.values())
    worst = max(values) if bar.at_least is None else min(values)
    value = geometric_mean(values) if bar.by == "geometric mean" else worst
    if bar.beside:
        more = [
            figure
            for figure in report.figures
            if figure.unit == bar.beside and figure.of in bar.ours and _in(bar, figure.part)
        ]
        remark = "; ".join([*filter(None, [remark]), *(f"{number(figure.value)} {figure.unit}" for figure in more)])
    if bar.by == "worst" and len(measures) > 1:
        us, them, part = next(key for key, measure in measures.items() if measure == worst)
        who = [us] * (len(bar.ours) > 1 or not them) + [them]
        remark = "; ".join(filter(None, [remark, ", ".join(filter(None, [*who, part]))]))
    return Judged(bar, value, remark)


def measured(bar: Bar, report: Report) -> dict[tuple[str, str, str], float]:
    """Return the numbers that a bar is about, by our way, the peer and the part."""
    if bar.figure:
        return {
            (figure.of, "", figure.part): figure.value
            for figure in report.figures
            if figure.unit == bar.figure and figure.of in bar.ours and _in(bar, figure.part)
        }
    return {
        (measure.ours, measure.peer, measure.part): measure.ratio.middle
        for measure in report.measures
        if measure.ours in bar.ours and measure.peer in bar.peers and _in(bar, measure.part)
    }


def _in(bar: Bar, part: str) -> bool:
    return not bar.parts or part in bar.parts


def grid(judged: list[Judged]) -> Grid:
    """Return the table of bars."""
    rows = [
        [
            judgement.bar.claim,
            judgement.bar.wanted,
            "–" if judgement.value is None else number(judgement.value),
            judgement.verdict,
            judgement.remark,
        ]
        for judgement in judged
    ]
    return Grid("what the bench must show", ["bar", "limit", "measured", "", "worst, or why not"], rows, 2)
