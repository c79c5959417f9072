"""The examples of a module about another package run where that package is."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

_FOLDER = Path(__file__).parent / "src" / "irigrammar"

# A module that cannot be imported would be left half made in sys.modules, where tests would find it.
_NEEDS = {
    "annotation": "pydantic",
    "arrow": "pyarrow",
    "columns": "pyarrow",
    "django": "django",
    "duckdb": "duckdb",
    "hypothesis": "hypothesis",
    "jsonschema": "jsonschema",
    "marshmallow": "marshmallow",
    "pandas": "pandas",
    "polars": "polars",
    "pyarrow": "pyarrow",
    "pydantic": "pydantic",
    "pydantic_schema": "pydantic",
    "rdflib": "rdflib",
    "sqlalchemy": "sqlalchemy",
}

collect_ignore = [
    str(_FOLDER / "integrations" / f"{module}.py") for module, package in _NEEDS.items() if find_spec(package) is None
]

# Diagrams are laid out by a package that is an extra.
if find_spec("railroad") is None:
    collect_ignore += [str(_FOLDER / "views" / name) for name in ("railroad.py", "railroad_page.py")]
