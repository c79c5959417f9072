"""The examples of a module about another package run where that package is."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

_FOLDER = Path("src") / "irigrammar" / "integrations"

collect_ignore = [
    str(path)
    for path in (Path(__file__).parent / _FOLDER).glob("*.py")
    if path.stem in ("annotation", "attrs", "hypothesis", "jsonschema", "pydantic", "pydantic_schema", "rdflib")
    and find_spec("pydantic" if path.stem in ("annotation", "pydantic_schema") else path.stem) is None
]

# Diagrams are laid out by a package that is an extra.
if find_spec("railroad") is None:
    collect_ignore += [
        str(Path(__file__).parent / "src" / "irigrammar" / "views" / name)
        for name in ("railroad.py", "railroad_page.py")
    ]
