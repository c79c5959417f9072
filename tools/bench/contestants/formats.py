"""Contestants that check the format iri of JSON Schema.

irigrammar's checker, and those that the package jsonschema ships. jsonschema takes the check of whichever package it
finds when it is imported, so that its module of formats is loaded once for each, as if that were the only one that is
installed.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from typing import Any

from tools.bench.contestants.loading import load
from tools.bench.loops import verdict
from tools.bench.timing import Local, Missing

__all__ = ["CHECKS", "MAKERS", "OTHER_JOB"]

# The packages from which jsonschema may take its check of a format.
CHECKS = ("rfc3987", "rfc3987_syntax", "rfc3986_validator", "regex")
OTHER_JOB = {"jsonschema with rfc3986-validator": "URIs only"}


def ours() -> Local:
    """The checker of the integration."""
    load("jsonschema")
    conforms = load("irigrammar.integrations.jsonschema").format_checker().conforms
    return verdict("irigrammar format_checker", "conforms(text, 'iri')", {"conforms": conforms})


def shipped(name: str, module: str, kind: str = "iri") -> Local:
    """Return the checker that jsonschema has where only this package is installed."""
    load(module)
    conforms = _formats(module).draft202012_format_checker.conforms
    if conforms("no scheme", kind):
        raise Missing(f"jsonschema does not use {name} here")
    return verdict(f"jsonschema with {name}", f"conforms(text, '{kind}')", {"conforms": conforms})


def _formats(module: str) -> Any:
    """Return a copy of jsonschema's module of formats that finds one package alone."""
    load("jsonschema")
    spec = importlib.util.find_spec("jsonschema._format")
    if spec is None or spec.loader is None:
        raise Missing("jsonschema has no module _format")
    absent: Any = None  # this is how an import is refused
    before = {name: sys.modules.get(name) for name in CHECKS}
    try:
        for name in {*CHECKS} - {module}:
            sys.modules[name] = absent
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
    finally:
        for name, value in before.items():
            sys.modules.pop(name, None)
            if value is not None:
                sys.modules[name] = value
    return loaded


def jsonschema_rs() -> Local:
    """Another implementation of JSON Schema: a validator of the format and of nothing else."""
    call = load("jsonschema_rs").validator_for({"format": "iri"}, validate_formats=True).is_valid
    return verdict("jsonschema_rs", "is_valid(text)", {"is_valid": call})


MAKERS: dict[str, Callable[[], Local]] = {
    "irigrammar format_checker": ours,
    "jsonschema_rs": jsonschema_rs,
    "jsonschema with rfc3987": lambda: shipped("rfc3987", "rfc3987"),
    "jsonschema with rfc3986-validator": lambda: shipped("rfc3986-validator", "rfc3986_validator", "uri"),
    "jsonschema with rfc3987-syntax": lambda: shipped("rfc3987-syntax", "rfc3987_syntax"),
}
