"""What patterns are written from: the production, simplified, and in pieces."""

from __future__ import annotations

from irigrammar.automata.algebra import simplify
from irigrammar.automata.regular import Regular
from irigrammar.engines.linear import Piece, linear, plain
from irigrammar.errors import ExportError
from irigrammar.matching.matcher import Matcher


def refusal(matcher: Matcher, dialect: str, reason: str, failed: str = "cannot be written for") -> ExportError:
    """Return the error that says why a production cannot be written for a dialect."""
    return ExportError(reason, dialect=dialect, grammar=matcher.grammar.name, rule=matcher.rule, failed=failed)


def simple_form(matcher: Matcher, dialect: str) -> Regular:
    """Return the simplified form; raise `GrammarError` for a grammar that is recursive or cannot be compiled."""
    try:
        return simplify(matcher.grammar.production(matcher.rule).marked(frozenset()))
    except RecursionError:
        raise refusal(matcher, dialect, "alternatives nest too deep to be simplified") from None


def linear_pieces(matcher: Matcher, dialect: str) -> Piece:
    """Return the pieces of a pattern that an engine which backtracks runs in linear time; raise `ExportError`."""
    found = linear(simple_form(matcher, dialect))
    if found is None:
        raise refusal(
            matcher,
            dialect,
            "its engine backtracks, and no pattern is known that it runs in linear time, because one character can be "
            "read by two parts of the grammar; re2, rust and table have no such limit",
        )
    return found


def any_pieces(matcher: Matcher, dialect: str) -> Piece:
    """Return the pieces of a pattern for an engine that does not backtrack."""
    try:
        return plain(simple_form(matcher, dialect))
    except RecursionError:
        raise refusal(matcher, dialect, "alternatives nest too deep to be written") from None
