"""Precompiled automata and patterns of the catalog's rules.

They are a part of the grammar's file: for each rule its automaton, as the kernel reads it, and its patterns.
"""

from __future__ import annotations

from irigrammar.lazy import cache
from irigrammar.shipped.loader import value

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from irigrammar.engines.values import Packed

    # The compiled data of a rule: its minimal automaton, and the texts of its patterns, if it has any.
    Shipped = tuple[Packed, tuple[str, str] | None]

CORE = "rfc5234"
QUIET = "quiet"  # the file of what `irigrammar.advice.quiet` asks


@cache
def compiled_rules(grammar: str, name: str = "automata") -> dict[str, Shipped]:
    """Return the compiled automata of a catalog grammar by rule name; rules that mean the same in its parent are
    absent.

    With another `name`, the automata of that part of the file.
    """
    rules: dict[str, Shipped] = value(grammar, name)
    return rules


def condition_name(grammar: str, key: str) -> str:
    """Return the name of a condition in the file; the grammar is `CORE` where the condition needs no other rules."""
    return f"{grammar} {key}"


@cache
def compiled_conditions() -> dict[str, Packed]:
    """Return the automata of the conditions of hints, by `condition_name`."""
    return {name: automaton for names, automaton in value("hints", "automata").items() for name in names.split(",")}
