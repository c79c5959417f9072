"""A column type for SQLAlchemy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irigrammar.errors import MissingExtra
from irigrammar.integrations.wanted import find

try:
    from sqlalchemy import String
    from sqlalchemy.types import TypeDecorator
except ImportError:
    raise MissingExtra("a column type", "sqlalchemy", "SQLAlchemy") from None

if TYPE_CHECKING:
    from sqlalchemy import Dialect

__all__ = ["MatchingString"]


class MatchingString(TypeDecorator[str]):
    """A string that matches a production: of a grammar, a catalog name or an ABNF file, and of its rule (by default the
    grammar's first start rule); `length` is that of the column.

    What is written is checked and kept as it is; what is read is not checked. A string that does not match is a
    `StatementError` of SQLAlchemy, whose `orig` is a `NoMatch` with the fault; a value that is not a string is a
    `TypeError` there. Raises `UnknownGrammar`, `UnknownRule` and `GrammarError` as `irigrammar.grammar` and `Grammar`
    do.

    >>> MatchingString("rfc3987", "IRI").process_bind_param("http://b c/", None)
    Traceback (most recent call last):
    irigrammar.faults.fault.NoMatch: not IRI (RFC 3987), offset 8: a space is not allowed in a host name
    """

    impl = String
    cache_ok = True

    def __init__(self, grammar: str, rule: str | None = None, length: int | None = None) -> None:
        super().__init__(length)
        self.grammar, self.rule = grammar, rule
        self._matcher = find(grammar, rule)

    def process_bind_param(self, value: Any, dialect: Dialect | None) -> str | None:  # noqa: ARG002  # SQLAlchemy gives it
        """Return a value as it is, None too; raise `NoMatch` or `TypeError`."""
        if value is None:
            return None
        if not isinstance(value, str):
            raise TypeError(f"a value must be a str, not {type(value).__name__}")
        if not self._matcher.matches(value):
            raise self._matcher._no_match(value)
        return value
