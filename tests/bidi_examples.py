"""The documents' examples of bidirectional IRIs: `data/bidi/examples.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

__all__ = ["DATA", "EXAMPLES"]

DATA = Path(__file__).resolve().parent / "data" / "bidi"
EXAMPLES: list[dict[str, Any]] = tomllib.loads((DATA / "examples.toml").read_text(encoding="utf-8"))["example"]
