"""Validate and process IRIs exactly as the RFC grammars say.

Importing this package loads nothing else; each name is imported when it is first used. Type checkers
read `__init__.pyi`.
"""

from __future__ import annotations

import os
import sys
from _thread import get_ident

__version__ = "0.2.0"

# Modules of one subject each, which are loaded when they are first used, too.
_MODULES = ("atlas", "bidi", "build", "convert", "exports", "hosts", "html", "language", "schemes", "types")

_HOMES = {
    "Components": "matching.grammar",
    "ConversionError": "errors",
    "ExportError": "errors",
    "Fault": "faults.fault",
    "Finding": "finding",
    "Fix": "finding",
    "Grammar": "matching.grammar",
    "GrammarError": "errors",
    "IrigrammarError": "errors",
    "Matcher": "matching.matcher",
    "MissingExtra": "errors",
    "NoMatch": "faults.fault",
    "Node": "engines.node",
    "ParseLimit": "errors",
    "RewriteError": "errors",
    "UnknownCode": "errors",
    "UnknownDialect": "errors",
    "UnknownGrammar": "errors",
    "UnknownRule": "errors",
    "Verdict": "matching.matcher",
    "advise": "advice.advise",
    "catalog": "matching.grammar",
    "check": "matching.grammar",
    "compare": "processing.compare",
    "encode": "processing.support.build",
    "find": "scan.find",
    "grammar": "matching.grammar",
    "iri_to_uri": "processing.conversions",
    "matches": "matching.grammar",
    "normalize": "processing.conversions",
    "parse": "matching.grammar",
    "repair": "processing.repair",
    "require": "matching.grammar",
    "rewrite": "matching.grammar",
    "relativize": "processing.resolve",
    "resolve": "processing.conversions",
    "split": "processing.split",
    "unicode_version": "unicode",
    "uri_to_iri": "processing.conversions",
}

__all__ = sorted(_HOMES)  # noqa: PLE0605  # a list


def __getattr__(name: str) -> object:
    """Import and return a public name or module at its first use. Raises `AttributeError` for any other name."""
    if name in _MODULES:
        return __import__(f"{__name__}.{name}", fromlist=["_"])
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(__import__(f"{__name__}.{_HOMES[name]}", fromlist=["_"]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


def _forget_imports() -> None:
    """Forget, in a forked process, the module locks that other threads held, which would never be released, and modules
    that are half loaded, which are then imported again.
    """
    locks = getattr(sys.modules.get("_frozen_importlib"), "_module_locks", {})
    for name, reference in list(locks.items()):
        if getattr(reference(), "owner", None) not in (None, get_ident()):
            del locks[name]
            if getattr(getattr(sys.modules.get(name), "__spec__", None), "_initializing", False):
                del sys.modules[name]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_imports)
