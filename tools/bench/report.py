"""What a row found, as plain text and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

__all__ = ["Grid", "Report", "markdown", "plain"]


@dataclass(frozen=True)
class Grid:
    """A table: what it shows, its head, its rows."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Report:
    """A row's report: `details` for the terminal, `summary` (ratios only) for README, `notes` for both."""

    title: str
    details: list[Grid]
    summary: list[Grid]
    notes: list[str] = field(default_factory=list)


def plain(report: Report) -> str:
    """Return a report as text in columns."""
    lines = [f"== {report.title}"]
    for grid in report.details:
        rows = [grid.head, *grid.rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines += ["", grid.title]
        for row in rows:
            first, *others = (f"{cell:{'<' if at == 0 else '>'}{widths[at]}}" for at, cell in enumerate(row))
            lines.append("  ".join(["", first, *others]).rstrip())
    if report.notes:
        lines += ["", *(f"  - {note}" for note in report.notes)]
    return "\n".join([*lines, ""])


def markdown(report: Report) -> str:
    """Return a report's summary as Markdown."""
    lines: list[str] = []
    for grid in report.summary:
        lines += [f"**{grid.title}**", "", _row(grid.head), "|---" + "|---:" * (len(grid.head) - 1) + "|"]
        lines += [*map(_row, grid.rows), ""]
    if report.notes:
        lines += [*(f"- {_escape(note)}" for note in report.notes), ""]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_escape, cells)) + " |"


def _escape(text: str) -> str:
    for mark in "\\|<[*`":
        text = text.replace(mark, f"\\{mark}")
    return text
