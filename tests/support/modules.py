"""The names of the package's modules."""

from __future__ import annotations

import pkgutil

import irigrammar

MODULES = [
    found.name
    for found in pkgutil.walk_packages(irigrammar.__path__, "irigrammar.")
    if not found.name.startswith("irigrammar._")
]
