"""Load irigrammar's and peers' modules on first use.

They are typed as `Any`, because many have no types.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tools.bench.timing import Missing

__all__ = ["GRAMMAR", "RULE", "abnf_rule", "engine", "load", "matcher", "ours", "rdflib", "rfc3987", "yarl"]

GRAMMAR, RULE = "rfc3987", "IRI"


def load(module: str) -> Any:
    """Return a module, or say that it is missing."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Missing(f"not installed ({error})") from None


def ours(name: str) -> Any:
    """Return a public name of irigrammar, or say that this irigrammar has none."""
    try:
        return getattr(load("irigrammar"), name)
    except AttributeError:
        raise Missing(f"this irigrammar has no {name}") from None


def engine() -> str:
    """Return which engine answers: "kernel" or "pure"."""
    try:
        return str(ours("engine")())
    except Missing:
        return "pure"


def matcher() -> Any:
    """Return the production that all rows are about."""
    return ours("grammar")(GRAMMAR)[RULE]


def rfc3987(name: str) -> Any:
    """Return a function of the package on the standard library's `re`, as without the package `regex`."""
    if "rfc3987" not in sys.modules:
        with _without("regex"):
            load("rfc3987")
    return getattr(load("rfc3987"), name)


@contextmanager
def _without(module: str) -> Iterator[None]:
    """Make a module as if it were not installed."""
    absent: Any = None  # this is how an import is refused
    before = sys.modules.get(module)
    sys.modules[module] = absent
    try:
        yield
    finally:
        if before is None:
            del sys.modules[module]
        else:
            sys.modules[module] = before


def yarl() -> Any:
    """Return `yarl.URL` without its caches: what each wraps is put in its place, so that every text is new to it."""
    url = load("yarl").URL
    for module in (load("yarl._url"), load("yarl._parse")):
        for name, value in list(vars(module).items()):
            if hasattr(value, "cache_info") and hasattr(value, "__wrapped__"):
                setattr(module, name, value.__wrapped__)
    return url


def rdflib(name: str) -> Any:
    """Return a name of `rdflib`, whose warnings of each odd URI go nowhere."""
    module = load("rdflib")
    logging.getLogger("rdflib").setLevel(logging.CRITICAL)
    return getattr(load("rdflib.util"), name) if name.startswith("_") else getattr(module, name)


def abnf_rule(backend: str) -> tuple[Any, type[Exception]]:
    """Return the package's own rule IRI and its error, if the wanted back end is the one of this process."""
    module = load("abnf")
    here = "python" if type(load("abnf.parser").Literal("a")).__module__.startswith("abnf.") else "rust"
    if here != backend:
        off = "switched off" if os.environ.get("ABNF_NO_RUST") else "not installed"
        raise Missing(f"abnf-rust is {off}" if backend == "rust" else "abnf-rust is in use")
    return load("abnf.grammars.rfc3987").Rule(RULE), module.ParseError
