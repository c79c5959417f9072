"""Data of frequent faults: why a string does not match.

`grammar/hints.toml` is the source and describes the fields; a running program loads what is generated from it.
"""

from __future__ import annotations

from collections.abc import Mapping

from irigrammar.dataclass import dataclass
from irigrammar.grammars.expr import Expr, Rule


@dataclass(frozen=True, slots=True)
class Hint:
    """One row; the fields are described at the head of `grammar/hints.toml`.

    `conditions` are the fields that have ABNF, which `Conditions` holds.
    """

    name: str
    section: str
    code: str = ""
    message: str = ""
    help: str = ""
    why: str = ""
    wrong: str = ""
    right: str = ""
    title: str = ""
    grammar: str = "rfc3987"
    rule: str | None = None
    says: str = ""
    references: bool = False
    lacks: str | None = None
    category: str | None = None
    open: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    early: bool = False
    complete: bool = False
    begins: str = ""
    whole: bool = False
    has: str = ""
    conditions: tuple[str, ...] = ()
    at: str = ""
    label: str = ""
    opened: str = ""
    fixes: tuple[str, ...] = ()
    how: str = ""
    instead: str | None = None
    before: bool = False
    only: bool = False
    applicability: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Hints:
    """All rows in the file's order; `names` and `spaces` are how messages call characters.

    `refers` has the rule that a condition is, by `condition_key`, where it is a rule of the grammar itself.
    """

    names: Mapping[str, str]
    spaces: Mapping[str, str]
    refers: Mapping[str, str]
    fault: tuple[Hint, ...]


@dataclass(frozen=True, slots=True)
class Conditions:
    """The ABNF of the rows' conditions by `condition_key`, and the rules that they use beside a grammar's own, by
    lower-case name.
    """

    rules: Mapping[str, Rule]
    exprs: Mapping[str, Expr]


def condition_key(code: str, field: str) -> str:
    """Return the key of a condition of a row.

    The fields are those of the file; of `around` they are `before`, `middle`, `after`, and `following` for the last two
    together.
    """
    return f"{code} {field}"
