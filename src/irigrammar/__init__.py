"""Validate and process IRIs exactly as the RFC grammars say.

Importing this package loads nothing else; each name is imported when it is first used.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # as in typing, whose import would cost more than all the rest
if TYPE_CHECKING:
    from typing import Any

    from irigrammar import bidi, language
    from irigrammar.advice.advise import advise
    from irigrammar.engines.kernel import engine
    from irigrammar.engines.node import Node
    from irigrammar.errors import (
        ConversionError,
        ExportError,
        GrammarError,
        IrigrammarError,
        MissingExtra,
        UnknownDialect,
        UnknownGrammar,
        UnknownRule,
    )
    from irigrammar.exports.registry import export
    from irigrammar.faults.fault import Fault, NoMatch
    from irigrammar.finding import Finding
    from irigrammar.grammars.reader import GrammarLimits
    from irigrammar.matching.grammar import Grammar, catalog, grammar
    from irigrammar.matching.matcher import Matcher, Verdict
    from irigrammar.matching.parts import Components
    from irigrammar.processing.build import encode, map_component
    from irigrammar.processing.compare import Comparison, Rung, compare
    from irigrammar.processing.html import hostport, hostspecific
    from irigrammar.processing.leiri import leiri_to_iri
    from irigrammar.processing.liberal import Liberal, Repair, split_liberal
    from irigrammar.processing.normalize import normalize
    from irigrammar.processing.prepare import prepare
    from irigrammar.processing.resolve import relativize, resolve
    from irigrammar.processing.schemes import Scheme, Schemes, schemes
    from irigrammar.processing.to_iri import uri_to_iri
    from irigrammar.processing.to_uri import iri_to_uri
    from irigrammar.processing.trace import Step
    from irigrammar.processing.ucs import to_ucs
    from irigrammar.processing.web_address import web_address_to_iri

__version__ = "0.1.0"

_PACKAGES = ("bidi", "language")

_HOMES = {
    "Comparison": "processing.compare",
    "Components": "matching.parts",
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
    "Repair": "processing.liberal",
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
    "normalize": "processing.normalize",
    "prepare": "processing.prepare",
    "relativize": "processing.resolve",
    "resolve": "processing.resolve",
    "schemes": "processing.schemes",
    "split_liberal": "processing.liberal",
    "to_ucs": "processing.ucs",
    "uri_to_iri": "processing.to_iri",
    "web_address_to_iri": "processing.web_address",
}

__all__ = [
    "Comparison",
    "Components",
    "ConversionError",
    "ExportError",
    "Fault",
    "Finding",
    "Grammar",
    "GrammarError",
    "GrammarLimits",
    "IrigrammarError",
    "Liberal",
    "Matcher",
    "MissingExtra",
    "NoMatch",
    "Node",
    "Repair",
    "Rung",
    "Scheme",
    "Schemes",
    "Step",
    "UnknownDialect",
    "UnknownGrammar",
    "UnknownRule",
    "Verdict",
    "advise",
    "bidi",
    "catalog",
    "compare",
    "encode",
    "engine",
    "export",
    "grammar",
    "hostport",
    "hostspecific",
    "iri_to_uri",
    "language",
    "leiri_to_iri",
    "map_component",
    "normalize",
    "prepare",
    "relativize",
    "resolve",
    "schemes",
    "split_liberal",
    "to_ucs",
    "uri_to_iri",
    "web_address_to_iri",
]


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return importlib.import_module(f"{__name__}.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
