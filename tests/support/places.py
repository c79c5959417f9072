"""Folders of the checkout, and the names of the package's modules."""

from __future__ import annotations

import os
import pkgutil
from pathlib import Path

import irigrammar

__all__ = ["DATA", "GOLDEN", "MODULES", "ROOT", "SHARED", "TESTS"]

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
DATA = TESTS / "data"
GOLDEN = TESTS / "golden"

# Files that are too large for the checkout; without them, their tests are skipped.
SHARED = Path(os.environ.get("IRIGRAMMAR_DATA") or ROOT.parent / "shared" / "data")

MODULES = [
    info.name
    for info in pkgutil.walk_packages(irigrammar.__path__, "irigrammar.")
    if not info.name.startswith("irigrammar._")
]
