"""Rules in the notations of other engines.

Regex dialects, schemas, grammars, and the table of the automaton. One module for each family of dialects; `registry`
lists them. `validators` writes source code: a validator in another language.
"""

from __future__ import annotations

from irigrammar.exports.registry import DIALECTS, Dialect, export
from irigrammar.exports.validators import generate

__all__ = ["DIALECTS", "Dialect", "export", "generate"]


def __dir__() -> list[str]:
    return __all__
