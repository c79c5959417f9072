"""The page on engines of regular expressions, from the rows of `grammar/world/regex.toml`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tools.world.rows import Row


def pages(rows: Sequence[Row]) -> dict[Path, str]:
    return {}
