"""The package that an integration is for."""

from __future__ import annotations

import importlib
from typing import Any

from irigrammar.errors import MissingExtra

__all__ = ["package"]


def package(name: str, extra: str, what: str) -> Any:
    """Return a module of the package that an integration is for; raise `MissingExtra` where it is not installed.

    >>> package("nothing.there", "nothing", "a test")
    Traceback (most recent call last):
    irigrammar.errors.MissingExtra: a test needs nothing: install it with pip install 'irigrammar[nothing]'
    """
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingExtra(what, extra, name.partition(".")[0]) from None
