"""The folders of the checkout that tests read."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["DATA", "GOLDEN", "ROOT", "SHARED", "TESTS"]

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
DATA = TESTS / "data"
GOLDEN = TESTS / "golden"

# Files that are too large for the checkout; without them, their tests are skipped.
SHARED = Path(os.environ.get("IRIGRAMMAR_DATA") or ROOT.parent / "shared" / "data")
