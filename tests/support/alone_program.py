"""Import every module, resolve every public name, run every doctest.

It is run where nothing but irigrammar, abnf and idna is installed. The command and the integrations are left out.
"""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import sys

import irigrammar

TOPS = ("irigrammar.cli", "irigrammar.integrations", "irigrammar.__main__")
# Modules whose examples read documents, which needs what the command has.
READS_DOCUMENTS = (
    "irigrammar.scan.formats.markdown_reader",
    "irigrammar.scan.formats.types",
    "irigrammar.scan.formats.yaml_values",
    "irigrammar.views.results",
)


def main() -> int:
    tried = failed = names = 0
    for info in pkgutil.walk_packages(irigrammar.__path__, "irigrammar."):
        if info.name.startswith((*TOPS, "irigrammar._generated")):
            continue
        found = importlib.import_module(info.name)
        if not info.name.startswith(READS_DOCUMENTS):
            result = doctest.testmod(found)
            tried, failed = tried + result.attempted, failed + result.failed
    for module in (irigrammar, *(getattr(irigrammar, name) for name in irigrammar._MODULES)):
        names += len([getattr(module, name) for name in module.__all__])
    print(f"{names} names, {tried} examples, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
