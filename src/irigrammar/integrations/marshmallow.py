"""A validator for fields of marshmallow schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irigrammar.errors import MissingExtra
from irigrammar.faults.fault import NoMatch
from irigrammar.integrations._wanted import find

try:
    from marshmallow import ValidationError
    from marshmallow.validate import Validator
except ImportError:
    raise MissingExtra("a validator for schemas", "marshmallow", "marshmallow") from None

if TYPE_CHECKING:
    from irigrammar.matching.grammar import Grammar
    from irigrammar.matching.matcher import Matcher

__all__ = ["MatchesGrammar", "matching"]


class MatchesGrammar(Validator):
    """A validator by a production: it raises marshmallow's `ValidationError` with the reason. Made by `matching`."""

    def __init__(self, matcher: Matcher, error: str | None = None) -> None:
        self.matcher = matcher
        self.error = error

    def __call__(self, value: Any) -> Any:
        """Return a value that matches. Raises `ValidationError` for another."""
        if not isinstance(value, str):
            raise ValidationError("not a string")
        try:
            return self.matcher.require(value)
        except NoMatch as error:
            reason = error.sentence
            raise ValidationError(self.error.format(input=value, reason=reason) if self.error else reason) from error

    def _repr_args(self) -> str:
        return f"grammar={self.matcher.grammar.name!r}, rule={self.matcher.rule!r}"


def matching(grammar: str | Grammar, rule: str | None = None, *, error: str | None = None) -> MatchesGrammar:
    """Return a validator by a production: of a grammar, a catalog name or an ABNF file, and of its rule (by default the
    grammar's first start rule).

    `error` is another message, in which `{input}` and `{reason}` are replaced. Raises `UnknownGrammar`, `UnknownRule`
    and `GrammarError` as `irigrammar.grammar` and `Grammar` do.

    >>> from marshmallow import Schema, fields
    >>> class Link(Schema):
    ...     target = fields.String(validate=matching("rfc3987", "IRI"))
    >>> Link().validate({"target": "http://b/c d"})
    {'target': ['not IRI (RFC 3987), offset 10: a reference cannot contain a space; try http://b/c%20d']}
    """
    return MatchesGrammar(find(grammar, rule), error)
