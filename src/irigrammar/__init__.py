"""Validate and process IRIs exactly as the RFC grammars say.

Importing this package loads nothing else; each name is imported when it is first used. Type checkers
read `__init__.pyi`.
"""

from __future__ import annotations

import importlib

__version__ = "0.1.0"

_PACKAGES = ("bidi", "language")

_HOMES = {
    "Comparison": "processing.compare",
    "Components": "matching.grammar",
    "ConversionError": "errors",
    "ExportError": "errors",
    "Fault": "faults.fault",
    "Finding": "finding",
    "Grammar": "matching.grammar",
    "GrammarError": "errors",
    "GrammarLimits": "grammars.reader",
    "IrigrammarError": "errors",
    "Liberal": "processing.liberal",
    "Matcher": "matching.matcher",
    "MissingExtra": "errors",
    "NoMatch": "faults.fault",
    "Node": "engines.node",
    "Change": "processing.liberal",
    "Rung": "processing.compare",
    "Scheme": "processing.schemes",
    "Schemes": "processing.schemes",
    "Step": "processing.trace",
    "UnknownDialect": "errors",
    "UnknownGrammar": "errors",
    "UnknownRule": "errors",
    "Verdict": "matching.matcher",
    "advise": "advice.advise",
    "catalog": "matching.grammar",
    "check": "matching.grammar",
    "compare": "processing.compare",
    "encode": "processing.build",
    "engine": "engines.kernel",
    "export": "exports.registry",
    "grammar": "matching.grammar",
    "hostport": "processing.html",
    "hostspecific": "processing.html",
    "iri_to_uri": "processing.to_uri",
    "leiri_to_iri": "processing.leiri",
    "map_component": "processing.build",
    "matches": "matching.grammar",
    "normalize": "processing.normalize",
    "parse": "matching.grammar",
    "prepare": "processing.prepare",
    "prepare_list": "processing.prepare",
    "relativize": "processing.resolve",
    "resolve": "processing.resolve",
    "schemes": "processing.schemes",
    "split": "matching.grammar",
    "split_liberal": "processing.liberal",
    "to_ucs": "processing.ucs",
    "uri_to_iri": "processing.to_iri",
    "web_address_to_iri": "processing.web_address",
}

__all__ = sorted([*_PACKAGES, *_HOMES])  # noqa: PLE0605  # a list


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return importlib.import_module(f"{__name__}.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
