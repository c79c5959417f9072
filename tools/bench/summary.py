"""The page of measurements: bars, verdicts by peer, other jobs.

The other jobs have a line each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import geometric_mean

from tools.bench.bars import Judged, grid
from tools.bench.contestants.columns import REFERENCES
from tools.bench.report import Grid, Measure, Report, escape, grouped, table
from tools.bench.timing import number

__all__ = ["JOBS", "Job", "summary"]

DAGGER = "†"
PARTS = (
    ("20 characters", "URLs of 20 characters"),
    ("66", "URLs of 66 characters"),
    ("1,000: path", "path, 1,000 characters"),
    ("Han", "Han, 1,000 characters"),
    ("a%20bc", "a%20bc, 1,000 characters"),
    ("%HH", "percent, 1,000 characters"),
)


@dataclass(frozen=True)
class Job:
    """A line of the table of jobs: its name, and the row, way and part that it shows."""

    title: str
    row: str
    ours: str
    part: str


JOBS = (
    Job("matches, short strings", "match", "irigrammar matches", "short"),
    Job("matches_many, list", "bulk", "irigrammar matches_many, list", "mixed"),
    Job("matches_many, pyarrow", "bulk", "irigrammar matches_many, pyarrow string", "mixed"),
    Job("matches_many, polars", "bulk", "irigrammar matches_many, polars", "mixed"),
    Job("format iri of jsonschema", "format", "irigrammar format_checker", "format iri, mixed"),
    Job("split", "split", "irigrammar split", "valid"),
    Job("iri_to_uri, ASCII", "map", "irigrammar iri_to_uri", "ASCII"),
    Job("iri_to_uri, not ASCII", "map", "irigrammar iri_to_uri", "not ASCII"),
    Job("uri_to_iri", "map", "irigrammar uri_to_iri", "percent-encoded"),
    Job("normalize", "normalize", "irigrammar normalize", "not normal"),
    Job("resolve", "resolve", "irigrammar resolve", "references"),
    Job("parse, 66 characters", "parse", "irigrammar parse", "66 characters"),
    Job("parse, every node read", "parse", "irigrammar parse, all nodes", "66 characters, every node read"),
    Job("first match, with import", "compile", "irigrammar matches", "first match"),
)
# Figures without a peer: what to say, the row, of what, in which unit.
FIGURES = (
    ("import over bare Python, ms", "import", "milliseconds over bare Python"),
    ("MiB for the first verdict", "memory", "MiB for the first verdict, import included"),
)


def summary(reports: Mapping[str, Report], judged: list[Judged], corpus: tuple[str, ...]) -> str:
    """Return the Markdown; `reports` are by the name of their row, `corpus` the parts that verdicts mean."""
    lines = [*table(grid(judged)), ""]
    if "match" in reports:
        lines += [
            "Verdicts, one by one: time of `matches` / time of the other.",
            "",
            *table(verdicts(reports["match"], corpus)),
            "",
        ]
    jobs = [row for job in JOBS if (row := line(job, reports))]
    if jobs:
        lines += [*table(Grid("", ["job", "time of irigrammar / time of the other"], jobs, 1)), ""]
    lines += list(notes(reports))
    return "\n".join([*lines, ""])


def verdicts(report: Report, corpus: tuple[str, ...]) -> Grid:
    """Return a row for each peer that took part in all heats."""
    own = [measure for measure in report.measures if measure.ours == "irigrammar matches"]
    pure = {(measure.peer, measure.part): measure for measure in report.measures if measure.ours == "irigrammar pure"}
    rows = []
    for peer in dict.fromkeys(measure.peer for measure in own):
        by_part = {measure.part: measure for measure in own if measure.peer == peer}
        if "mixed" not in by_part:
            continue
        cells = [number(by_part[part].ratio.middle) if part in by_part else "–" for _, part in PARTS]
        without = mean([pure[peer, part] for part in corpus if (peer, part) in pure])
        here = [by_part[part] for part in corpus if part in by_part]
        rows.append([peer, mean(here), str(by_part["mixed"].ratio), *cells, without, differing(here)])
    head = ["", "corpus", "mixed", *(title for title, _ in PARTS), "corpus, pure", "another job"]
    return Grid("match", head, rows, 1)


def mean(measures: list[Measure]) -> str:
    """Return the geometric mean of the ratios."""
    return number(geometric_mean([measure.ratio.middle for measure in measures])) if measures else "–"


def differing(measures: list[Measure]) -> str:
    """Say how many verdicts are others, of how many."""
    differ, strings = sum(measure.differ for measure in measures), sum(measure.strings for measure in measures)
    return f"{differ:,} of {strings:,}" if differ else "yes" if any(measure.job for measure in measures) else ""


def line(job: Job, reports: Mapping[str, Report]) -> list[str]:
    """Return the line of a job with its peers, nothing where it was not measured."""
    if job.row not in reports:
        return []
    measures = [
        measure
        for measure in reports[job.row].measures
        if measure.ours == job.ours and measure.part == job.part and measure.peer not in REFERENCES
    ]
    if not measures:
        return [job.title, "–"] if job.ours in reports[job.row].missing else []
    return [job.title, ", ".join(map(shown, measures))]


def shown(measure: Measure) -> str:
    """Return a peer with the ratio, and how many results differ."""
    mark = f" {DAGGER}{measure.differ or ''}" if measure.differ or measure.job else ""
    return f"{measure.peer} {number(measure.ratio.middle)}{mark}"


def notes(reports: Mapping[str, Report]) -> Iterator[str]:
    """Yield further notes, a line each."""
    for title, row, unit in FIGURES:
        values = [figure for figure in reports[row].figures if figure.unit == unit] if row in reports else []
        if values:
            yield escape(f"- {title}: {', '.join(f'{figure.of} {number(figure.value)}' for figure in values)}.")
    yield f"- {DAGGER}: another job; the number says how many results differ. “–” was not measured."
    missing: dict[str, str] = {}
    for report in reports.values():
        missing.update(report.missing)
    if missing:
        reasons = "; ".join(f"{names}: {reason}" for reason, names in grouped(missing).items())
        yield escape(f"- Missing: {reasons}.")
