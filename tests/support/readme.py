"""README: its text, and the rows of its tables."""

from __future__ import annotations

import re

from places import ROOT

__all__ = ["README", "rows"]

README = (ROOT / "README.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading, without its head."""
    section = README.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


README = (ROOT / "README.md").read_text(encoding="utf-8")

SECTION = README.split("## Columns: ")[1].split("\n## ")[0]

EXAMPLES = re.findall(r"^```python\n(.*?)^```$", SECTION, re.DOTALL | re.MULTILINE)
