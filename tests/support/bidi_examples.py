"""The documents' examples of bidirectional IRIs."""

from __future__ import annotations

import tomllib
from typing import Any

import places

__all__ = ["DATA", "EXAMPLES"]

DATA = places.DATA / "bidi"
EXAMPLES: list[dict[str, Any]] = tomllib.loads((DATA / "examples.toml").read_text(encoding="utf-8"))["example"]
