"""Data of frequent faults: why a string does not match.

`grammar/hints.toml` is the source and describes the fields; a running program loads what is generated from it.
"""

from __future__ import annotations

from collections.abc import Mapping

from irigrammar.dataclass import dataclass
from irigrammar.grammars.expr import Concatenation, Expr, Rule


@dataclass(frozen=True, slots=True)
class Hint:
    """One row; the fields are described at the head of `grammar/hints.toml`."""

    name: str
    section: str
    code: str = ""
    message: str = ""
    help: str = ""
    why: str = ""
    wrong: str = ""
    grammar: str = "rfc3987"
    rule: str | None = None
    says: str = ""
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
    has: str = ""
    then: Expr | None = None
    rest: Expr | None = None
    cut: Expr | None = None
    around: tuple[Expr, ...] = ()
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

    @property
    def conditions(self) -> dict[str, Expr]:
        """The conditions by field; those of `around` are `before`, `middle` and `after`, the last two `following`."""
        fields = {"found": self.found, "part": self.part, "then": self.then, "rest": self.rest, "cut": self.cut}
        around = dict(zip(("before", "middle", "after"), self.around, strict=False))
        following = {"following": Concatenation(self.around[1:])} if around else {}
        return {field: expr for field, expr in fields.items() if expr is not None} | around | following


@dataclass(frozen=True, slots=True)
class Hints:
    """All rows in the file's order; `rules` are those that their conditions
    use beside a grammar's own, by lower-case name; `names` and `spaces` are how messages call characters.
    """

    rules: Mapping[str, Rule]
    names: Mapping[str, str]
    spaces: Mapping[str, str]
    fault: tuple[Hint, ...]
