"""What is known of frequent cases: why a string does not match, and what is worth a word in one that does.

`grammar/hints.toml` is the source and describes the fields; a running program loads what is generated from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Expr, Rule
from irigrammar.grammars.reader import read

__all__ = ["Hint", "Hints", "hints", "parse_hints"]

_SOURCE = "grammar/hints.toml"
_CONDITIONS = ("found", "part", "then", "rest", "cut")


@dataclass(frozen=True, slots=True)
class Hint:
    """One row; the fields are described at the head of `grammar/hints.toml`."""

    name: str
    says: str
    section: str
    references: bool = False
    lacks: str | None = None
    found: Expr | None = None
    category: str | None = None
    open: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    early: bool = False
    complete: bool = False
    part: Expr | None = None
    whole: bool = False
    then: Expr | None = None
    rest: Expr | None = None
    cut: Expr | None = None
    component: str | None = None
    kind: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    instead: str | None = None
    before: bool = False
    only: bool = False


@dataclass(frozen=True, slots=True)
class Hints:
    """All rows in the file's order: those of faults, those of what is valid; `rules` are those that their conditions
    use beside a grammar's own, by lower-case name.
    """

    rules: Mapping[str, Rule]
    fault: tuple[Hint, ...]
    valid: tuple[Hint, ...]


def hints() -> Hints:
    """Return the rows that come with the package.

    >>> hints().fault[0].says.startswith("a line end is a character like any other")
    True
    """
    from irigrammar._generated.hints import HINTS

    return HINTS


def parse_hints(text: str) -> Hints:
    """Return the rows of a text in TOML; raise `GrammarError` for a field that there is not, or a name used twice."""
    import tomllib

    parsed = tomllib.loads(text)
    known = {field.name for field in fields(Hint)}
    seen: set[str] = set()
    for row in (*parsed["fault"], *parsed["valid"]):
        unknown = row.keys() - known
        if unknown:
            raise GrammarError(f"the hint {row['name']!r} has a field that there is not: {min(unknown)}")
        if row["name"] in seen:
            raise GrammarError(f"two hints are called {row['name']!r}")
        seen.add(row["name"])
    return Hints(
        read(parsed["rules"], _SOURCE),
        tuple(Hint(**_plain(row)) for row in parsed["fault"]),
        tuple(Hint(**_plain(row)) for row in parsed["valid"]),
    )


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _value(key, value) for key, value in row.items()}


def _value(key: str, value: Any) -> Any:
    if key in _CONDITIONS:
        return read(f"condition = {value}\n", f"{_SOURCE}, {key}")["condition"].expr
    return tuple(value) if isinstance(value, list) else value
