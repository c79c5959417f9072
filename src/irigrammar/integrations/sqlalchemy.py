"""A column type for SQLAlchemy."""

from __future__ import annotations

from typing import Any

from irigrammar.errors import MissingExtra
from irigrammar.integrations._wanted import find
from irigrammar.matching.grammar import Grammar

try:
    from sqlalchemy import ColumnElement, Dialect, String, type_coerce
    from sqlalchemy.sql import operators
    from sqlalchemy.sql.operators import OperatorType
    from sqlalchemy.types import TypeDecorator, TypeEngine
except ImportError:
    raise MissingExtra("a column type", "sqlalchemy", "SQLAlchemy") from None

__all__ = ["MatchingString"]

_OF_WHOLES = {operators.eq, operators.ne, operators.in_op, operators.not_in_op}


class _Comparator(TypeDecorator.Comparator[str], String.Comparator[str]):
    """The operators of a column: the results of `+` and others on its strings are text like any."""

    __slots__ = ()

    def operate(self, op: OperatorType, *other: Any, **options: Any) -> ColumnElement[Any]:
        """Return the expression, typed as plain text if it would be a `MatchingString`, since its results need not
        match.

        A collated or negated one keeps its type.
        """
        expression = super().operate(op, *other, **options)
        if other and op is not operators.collate and isinstance(expression.type, MatchingString):
            return type_coerce(expression, expression.type.impl_instance)
        return expression


class MatchingString(TypeDecorator[str]):
    """A string that matches a production: of a grammar, a catalog name or an ABNF file, and of its rule (by default the
    grammar's first start rule); `length` is that of the column.

    What is written, and what is compared by `==`, `!=`, `in_` and `not_in`, is checked and kept unchanged. What is read
    is not checked, nor are other operators' values (`like`, `contains`, `<`, `+`), literals and functions in SQL. A
    string that does not match is a `StatementError` of SQLAlchemy, whose `orig` is a `NoMatch` with the fault; a value
    that is not a string is a `TypeError` there. Raises `UnknownGrammar`, `UnknownRule` and `GrammarError` as
    `irigrammar.grammar` and `Grammar` do.

    >>> MatchingString("rfc3987", "IRI").process_bind_param("http://b c/", None)
    Traceback (most recent call last):
    irigrammar.faults.fault.NoMatch: not IRI (RFC 3987), offset 8: a space is not allowed in a host name
    """

    impl = String
    cache_ok = True
    comparator_factory = _Comparator

    def __init__(self, grammar: str | Grammar, rule: str | None = None, length: int | None = None) -> None:
        super().__init__(length)
        self.grammar, self.rule, self.length = grammar, rule, length
        self._matcher = find(grammar, rule)

    def __repr__(self) -> str:
        """Return the expression that makes it again, as migrations write it."""
        return f"{type(self).__name__}({self.grammar!r}, {self.rule!r}, length={self.length!r})"

    def coerce_compared_value(self, op: OperatorType | None, value: Any) -> TypeEngine[Any]:
        """Return the type of a value beside the column: this one where they are compared as wholes."""
        return self if op in _OF_WHOLES else self.impl_instance.coerce_compared_value(op, value)

    def process_bind_param(self, value: Any, dialect: Dialect | None) -> str | None:  # noqa: ARG002  # SQLAlchemy gives it
        """Return a value that matches, or None, unchanged.

        Raises `NoMatch`, and `TypeError` for other types than str.
        """
        if value is None:
            return None
        if not isinstance(value, str):
            raise TypeError(f"a value must be a str, not {type(value).__name__}")
        return self._matcher.require(str.__str__(value))  # a driver may ask the methods of a subclass
