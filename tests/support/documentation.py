"""Pages of the documentation, rows of their tables, their examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from places import ROOT

__all__ = ["INTEGRATIONS", "PAGES", "PROGRAMS", "page", "programs", "rows"]

# README, and the pages that are written by hand.
PAGES: list[Path] = [
    ROOT / "README.md",
    *sorted(
        path
        for path in (ROOT / "docs").rglob("*.md")
        if "_build" not in path.parts and "Written by python -m tools.pages" not in path.read_text("utf-8")
    ),
]


def page(name: str) -> str:
    """Return the text of a page of docs, by its path there without the ending."""
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def rows(name: str) -> list[list[str]]:
    """Return the cells of the first table of a page, without its head."""
    lines = [line for line in page(name).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def programs(text: str) -> list[str]:
    """Return the examples in Python of a page that are programs, not sessions."""
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [block for block in blocks if not block.startswith(">>>")]


def _programs_of_integrations() -> Iterator[tuple[str, str]]:
    for path in PAGES:
        if path.stem == "spark":  # its program needs a session: test_spark.py
            continue
        for program in programs(path.read_text("utf-8")):
            if match := re.search(r"^(?:from|import) irigrammar\.integrations\.(\w+)", program, re.MULTILINE):
                yield match[1], program


# The examples of the integrations, each with its module, in the order of the pages; and the first one of each.
PROGRAMS: list[tuple[str, str]] = list(_programs_of_integrations())
INTEGRATIONS: dict[str, str] = dict(reversed(PROGRAMS))
