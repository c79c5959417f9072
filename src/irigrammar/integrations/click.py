"""A parameter type for click."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from irigrammar.integrations.wanted import find, refusal

if TYPE_CHECKING:
    from irigrammar.matching.grammar import Grammar
    from irigrammar.matching.matcher import Matcher

__all__ = ["MatchingParamType", "matching"]


class MatchingParamType(click.ParamType):  # type: ignore[type-arg]  # it takes arguments from click 8.5 on
    """The type of a parameter that must match a production; `matcher` is it. Made by `matching`."""

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher
        self.name = matcher.rule

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return a str that matches unchanged; fail, as click's types do, for any other value."""
        if not isinstance(value, str):
            self.fail(f"a str is needed, not {type(value).__name__}", param, ctx)
        if not self.matcher.matches(value):
            self.fail(refusal(value, self.matcher._no_match(value)), param, ctx)
        return value

    def __repr__(self) -> str:
        return f"matching({self.matcher.grammar.name!r}, {self.matcher.rule!r})"


def matching(grammar: str | Grammar, rule: str | None = None) -> MatchingParamType:
    """Return the type of parameters that match a production: of a grammar, a catalog name or an ABNF file, and of its
    rule (by default the grammar's first start rule).

    Raises `UnknownGrammar`, `UnknownRule` and `GrammarError` as `irigrammar.grammar` and `Grammar` do.

    >>> from click.testing import CliRunner
    >>> @click.command()
    ... @click.argument("target", type=matching("rfc3987", "IRI"))
    ... def visit(target: str) -> None:
    ...     click.echo(target)
    >>> print(CliRunner().invoke(visit, ["http://b/c d"]).output.splitlines()[-1])  # doctest: +NORMALIZE_WHITESPACE
    Error: Invalid value for 'TARGET': "http://b/c d": not IRI (RFC 3987), offset 10: a reference cannot contain
    a space; try http://b/c%20d
    """
    return MatchingParamType(find(grammar, rule))
