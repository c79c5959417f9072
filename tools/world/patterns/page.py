"""The page on engines of regular expressions, from measured rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from irigrammar.language.regex.tables import named_points, names_in, points_of, values_of
from tools.world.rows import ROOT, Row
from tools.writing import replaced

PAGE = ROOT / "docs" / "reference" / "regex-engines.md"
_LONG = 60  # characters of a cell


def pages(rows: Sequence[Row]) -> dict[Path, str]:
    """Return the text of the page, with the tables of the rows."""
    text = PAGE.read_text(encoding="utf-8")
    for name, lines in (("classes", _classes(rows)), ("case", _case(rows)), ("unicode", _unicode(rows))):
        text = replaced(text, name, "\n".join(lines) + "\n")
    return {PAGE: text}


def _classes(rows: Sequence[Row]) -> list[str]:
    """Return the classes: for each pattern and set, the engines that have it."""
    subjects: dict[tuple[str, str], dict[str, None]] = {}
    for row in rows:
        if row.operation in ("class", "line"):
            flags = row.example.get("flags", "")
            with_flags = f"{row.subject} {row.version}{f' with `{flags}`' if flags else ''}"
            subjects.setdefault((row.example["input"], row.example["result"]), {})[with_flags] = None
    lines = ["| pattern | characters | engines |", "|---|---|---|"]
    return lines + [
        f"| `{pattern}` | {_short(text)} | {', '.join(names)} |" for (pattern, text), names in subjects.items()
    ]


def _case(rows: Sequence[Row]) -> list[str]:
    lines = ["| engine | matches, too | does not match |", "|---|---|---|"]
    for row in rows:
        if row.operation == "case" and (row.subject, row.example["flags"]) != ("Node.js", "iu"):
            added, _, removed = f" {row.example['result']}".partition(" - ")
            cells = (_short(added.replace("+", "").strip()), _short(removed))
            lines.append(f"| {row.subject} {row.version} with `{row.example['flags']}` | {' | '.join(cells)} |")
    return lines


def _unicode(rows: Sequence[Row]) -> list[str]:
    """Return how many characters have another category than in our tables, and how many scripts are unknown."""
    unknown: dict[str, str] = {}
    for row in rows:
        if row.operation == "names" and row.example.get("kind") == "scripts":
            names = values_of("scripts")
            missing = sorted({*names} - names_in(row.example["result"], names))
            if len(missing) < len(names):
                unknown[row.subject] = f"{len(missing)}"
    lines = ["| engine | characters of another category | scripts that it does not know |", "|---|---|---|"]
    for row in rows:
        if row.operation == "categories":
            sets = map(points_of, named_points(row.example["result"]).values())
            count = sum(high - low + 1 for ranges in sets for low, high in ranges)
            lines.append(f"| {row.subject} {row.version} | {count:,} | {unknown.get(row.subject, '0')} |")
    return lines


def _short(text: str) -> str:
    cut = text if len(text) <= _LONG else f"{text[:_LONG].rpartition(' ')[0]} ..."
    return f"`{cut}`" if cut else "none"
