"""Validate and process IRIs exactly as the RFC grammars say.

Importing this package loads nothing else; each name is imported when it is first used.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # as in typing, whose import would cost more than all the rest
if TYPE_CHECKING:
    from typing import Any

    from irigrammar import language
    from irigrammar.engines.node import Node
    from irigrammar.errors import (
        ConversionError,
        GrammarError,
        IrigrammarError,
        NoMatch,
        UnknownGrammar,
        UnknownRule,
    )
    from irigrammar.faults.fault import Fault
    from irigrammar.matching.components import Components
    from irigrammar.matching.grammar import Grammar, catalog, grammar
    from irigrammar.matching.matcher import Matcher, Verdict

__version__ = "0.1.0"

_PACKAGES = ("language",)

_HOMES = {
    "Components": "matching.components",
    "ConversionError": "errors",
    "Fault": "faults.fault",
    "Grammar": "matching.grammar",
    "GrammarError": "errors",
    "IrigrammarError": "errors",
    "Matcher": "matching.matcher",
    "NoMatch": "errors",
    "Node": "engines.node",
    "UnknownGrammar": "errors",
    "UnknownRule": "errors",
    "Verdict": "matching.matcher",
    "catalog": "matching.grammar",
    "grammar": "matching.grammar",
}

__all__ = [
    "Components",
    "ConversionError",
    "Fault",
    "Grammar",
    "GrammarError",
    "IrigrammarError",
    "Matcher",
    "NoMatch",
    "Node",
    "UnknownGrammar",
    "UnknownRule",
    "Verdict",
    "catalog",
    "grammar",
    "language",
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
