"""Results of a row, and the report as plain text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tools.bench.timing import Spread

__all__ = ["Figure", "Grid", "Measure", "Report", "escape", "grouped", "markdown", "plain", "table"]


@dataclass(frozen=True)
class Grid:
    """A table: what it shows, its head, its rows; the first column is words, and so are the last `words` of them."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 0

    def is_words(self, column: int) -> bool:
        """Return whether a column is to begin at the left."""
        return column == 0 or column >= len(self.head) - self.words


@dataclass(frozen=True)
class Measure:
    """The time of one of our ways over the time of a peer, for the strings of a part; how many results differ.

    `job` says that the peer is known to do another one, whatever its results.
    """

    part: str
    ours: str
    peer: str
    ratio: Spread
    differ: int = 0
    strings: int = 0
    job: bool = False


@dataclass(frozen=True)
class Figure:
    """A number that is not a ratio of times: of what, over which part, in which unit."""

    part: str
    of: str
    unit: str
    value: float


@dataclass(frozen=True)
class Report:
    """A row's report: tables for a reader, what was measured for bars and summaries, notes, who is missing and why."""

    title: str
    details: list[Grid]
    measures: list[Measure] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)

    def said(self) -> list[str]:
        """Return the notes, with those who are missing."""
        return [*self.notes, *(f"{names}: missing, {reason}." for reason, names in grouped(self.missing).items())]


def grouped(missing: Mapping[str, str]) -> dict[str, str]:
    """Return who is missing by the reason."""
    reasons: dict[str, list[str]] = {}
    for name, reason in missing.items():
        reasons.setdefault(reason, []).append(name)
    return {reason: ", ".join(names) for reason, names in reasons.items()}


def plain(report: Report) -> str:
    """Return a report as text in columns."""
    lines = [f"== {report.title}"]
    for grid in report.details:
        rows = [grid.head, *grid.rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines += ["", grid.title]
        for row in rows:
            cells = (
                f"{cell:{'<' if grid.is_words(column) else '>'}{widths[column]}}" for column, cell in enumerate(row)
            )
            lines.append("  ".join(["", *cells]).rstrip())
    notes = report.said()
    if notes:
        lines += ["", *(f"  - {note}" for note in notes)]
    return "\n".join([*lines, ""])


def markdown(report: Report) -> str:
    """Return a report as Markdown."""
    lines = [f"## {report.title}", ""]
    for grid in report.details:
        lines += [f"**{escape(grid.title)}**", "", *table(grid), ""]
    notes = report.said()
    if notes:
        lines += [*(f"- {escape(note)}" for note in notes), ""]
    return "\n".join(lines)


def table(grid: Grid) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    yield _row(grid.head)
    yield "".join("|---" if grid.is_words(column) else "|---:" for column in range(len(grid.head))) + "|"
    yield from map(_row, grid.rows)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(escape, cells)) + " |"


def escape(text: str) -> str:
    """Return text as Markdown that shows it."""
    for mark in "\\|<[*`":
        text = text.replace(mark, f"\\{mark}")
    return text
