"""The names of the package's modules."""

from __future__ import annotations

import pkgutil

import irigrammar

MODULES = [
    info.name
    for info in pkgutil.walk_packages(irigrammar.__path__, "irigrammar.")
    if not info.name.startswith("irigrammar._")
]
