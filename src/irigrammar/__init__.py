"""Validate and process IRIs exactly as the RFC grammars say.

Importing this package loads nothing else; each name is imported when it is first used. Type checkers
read `__init__.pyi`.
"""

from __future__ import annotations

import os
import sys
from _thread import get_ident

__version__ = "0.2.0"

_PACKAGES = ("bidi", "hosts", "html", "language")

_HOMES = {
    "Applicability": "finding",
    "AuthorityChoice": "processing.browser",
    "Change": "processing.liberal",
    "CharsetErrors": "processing.ucs",
    "CharsetEscape": "processing.carrying",
    "Comparison": "processing.compare",
    "Components": "matching.grammar",
    "ConversionError": "errors",
    "Deviation": "processing.deviations",
    "ExportError": "errors",
    "Fault": "faults.fault",
    "Finding": "finding",
    "Fix": "finding",
    "Form": "processing.liberal",
    "Grammar": "matching.grammar",
    "GrammarError": "errors",
    "GrammarLimits": "grammars.reader",
    "HostForm": "processing.to_iri",
    "HostPolicy": "processing.labels",
    "Identifier": "scan.find",
    "Ignored": "processing.carrying",
    "Interpretation": "processing.carrying",
    "IrigrammarError": "errors",
    "Label": "finding",
    "Level": "processing.normalize",
    "Liberal": "processing.liberal",
    "Matcher": "matching.matcher",
    "MissingExtra": "errors",
    "NoMatch": "faults.fault",
    "Node": "engines.node",
    "ParseLimit": "errors",
    "Profile": "advice.rule",
    "References": "processing.prepare",
    "RuledOut": "faults.explain",
    "Rung": "processing.compare",
    "RungName": "processing.compare",
    "Scheme": "processing.schemes",
    "SchemeCheck": "processing.scheme_rules.check",
    "Schemes": "processing.schemes",
    "Severity": "finding",
    "Source": "processing.ucs",
    "Spaces": "processing.prepare",
    "Step": "processing.trace",
    "Trace": "processing.trace",
    "Traced": "processing.trace",
    "UnknownCode": "errors",
    "UnknownDialect": "errors",
    "UnknownGrammar": "errors",
    "UnknownRule": "errors",
    "Verdict": "matching.matcher",
    "advise": "advice.advise",
    "canonical_key": "processing.conversions",
    "catalog": "matching.grammar",
    "check": "matching.grammar",
    "check_scheme": "processing.scheme_rules.check",
    "compare": "processing.compare",
    "convert_many": "processing.bulk",
    "encode": "processing.build",
    "engine": "engines.kernel",
    "export": "exports.registry",
    "find": "scan.find",
    "for_charset": "processing.carrying",
    "grammar": "matching.grammar",
    "interpret": "processing.carrying",
    "iri_to_uri": "processing.conversions",
    "leiri_to_iri": "processing.conversions",
    "link_target": "processing.link",
    "map_component": "processing.build",
    "matches": "matching.grammar",
    "normalize": "processing.conversions",
    "parse": "matching.grammar",
    "prepare": "processing.prepare",
    "prepare_list": "processing.prepare",
    "relativize": "processing.resolve",
    "resolve": "processing.conversions",
    "schemes": "processing.schemes",
    "split": "processing.split",
    "split_liberal": "processing.liberal",
    "to_ucs": "processing.ucs",
    "traced": "processing.trace",
    "uri_to_iri": "processing.conversions",
    "web_address_to_iri": "processing.conversions",
}

__all__ = sorted([*_PACKAGES, *_HOMES])  # noqa: PLE0605  # a list


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return __import__(f"{__name__}.{name}", fromlist=["_"])
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(__import__(f"{__name__}.{_HOMES[name]}", fromlist=["_"]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def _forget_imports() -> None:
    """Forget, in a forked process, what other threads were importing: they are gone, and the locks of their modules
    would never be released. What is half loaded is imported again.
    """
    locks = getattr(sys.modules.get("_frozen_importlib"), "_module_locks", {})
    for name, reference in list(locks.items()):
        if getattr(reference(), "owner", None) not in (None, get_ident()):
            del locks[name]
            if getattr(getattr(sys.modules.get(name), "__spec__", None), "_initializing", False):
                del sys.modules[name]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_imports)
