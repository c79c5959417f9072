"""Rules in the notations of other engines.

Regex dialects, schemas, grammars, and the table of the automaton. One module for each family of dialects; `registry`
lists them.
"""

from __future__ import annotations

from irigrammar.exports.registry import DIALECTS, Dialect, export

__all__ = ["DIALECTS", "Dialect", "export"]


def __dir__() -> list[str]:
    return __all__
