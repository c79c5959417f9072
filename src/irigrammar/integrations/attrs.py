"""A validator for fields of attrs' classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from irigrammar.integrations.wanted import find

if TYPE_CHECKING:
    from attrs import Attribute

    from irigrammar.matching.grammar import Grammar
    from irigrammar.matching.matcher import Matcher

__all__ = ["MatchingValidator", "matching"]


@dataclass(frozen=True, slots=True)
class MatchingValidator:
    """A validator as attrs calls it: it raises `NoMatch` (a `ValueError`) for a string that does not match, `TypeError`
    for what is not a string. Made by `matching`.
    """

    matcher: Matcher

    def __call__(self, instance: object, attribute: Attribute[Any], value: object) -> None:
        """Check the value of an attribute."""
        if not isinstance(value, str):
            raise TypeError(f"{attribute.name!r} must be a str, not {type(value).__name__}")
        if not self.matcher.matches(value):
            error = self.matcher._no_match(value)
            error.add_note(f"the value of {attribute.name!r} in {type(instance).__name__}")
            raise error


def matching(grammar: str | Grammar, rule: str | None = None) -> MatchingValidator:
    """Return a validator by a production: of a grammar, a catalog name or an ABNF file, and of its rule (by default the
    grammar's first start rule).

    It goes with attrs' own: `optional(matching("rfc3987"))`, `deep_iterable(matching("rfc3987"))`. Raises
    `UnknownGrammar`, `UnknownRule` and `GrammarError` as `irigrammar.grammar` and `Grammar` do.

    >>> import attrs
    >>> @attrs.frozen
    ... class Link:
    ...     target: str = attrs.field(validator=matching("rfc3987", "IRI"))
    >>> Link("http://b c/")
    Traceback (most recent call last):
    irigrammar.faults.fault.NoMatch: not IRI (RFC 3987), offset 8: a space is not allowed in a host name
    the value of 'target' in Link
    """
    return MatchingValidator(find(grammar, rule))
