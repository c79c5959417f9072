"""Doctests of modules about another package need that package."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

_FOLDER = Path(__file__).parent / "src" / "irigrammar"

# A module that cannot be imported would be left half made in sys.modules, where tests would find it.
_NEEDS = {
    "_arrow": "pyarrow",
    "aiohttp": "aiohttp",
    "columns": "pyarrow",
    "django": "django",
    "duckdb": "duckdb",
    "fastapi": "fastapi",
    "httpx": "httpx",
    "hypothesis": "hypothesis",
    "jsonschema": "jsonschema",
    "lsp": "pygls",
    "marshmallow": "marshmallow",
    "pandas": "pandas",
    "polars": "polars",
    "pyarrow": "pyarrow",
    "pydantic": "pydantic",
    "rdflib": "rdflib",
    "requests": "requests",
    "sqlalchemy": "sqlalchemy",
    "urllib3": "urllib3",
}

_MODULES = {_FOLDER / "integrations" / f"{name}.py": package for name, package in _NEEDS.items()}
if absent := [module.name for module in _MODULES if not module.exists()]:
    raise SystemExit(f"conftest.py names modules that are not there: {', '.join(absent)}")

collect_ignore = [str(module) for module, package in _MODULES.items() if find_spec(package) is None]
