"""A `type=` for argparse."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from irigrammar.dataclass import dataclass
from irigrammar.faults.fault import NoMatch
from irigrammar.integrations._wanted import find, refusal

if TYPE_CHECKING:
    from irigrammar.matching.grammar import Grammar
    from irigrammar.matching.matcher import Matcher

__all__ = ["MatchingType", "matching"]


@dataclass(frozen=True, slots=True)
class MatchingType:
    """A `type` for argparse: returns its argument, or raises `ArgumentTypeError` with the fault. Made by `matching`."""

    matcher: Matcher

    def __call__(self, text: str) -> str:
        """Return an argument that matches. Raises `ArgumentTypeError` for another."""
        if not isinstance(text, str):
            raise argparse.ArgumentTypeError(f"a str is needed, not {type(text).__name__}")
        try:
            return self.matcher.require(text)
        except NoMatch as error:
            raise argparse.ArgumentTypeError(refusal(text, error)) from error

    def __repr__(self) -> str:
        return self.matcher.rule


def matching(grammar: str | Grammar, rule: str | None = None) -> MatchingType:
    """Return the `type` of arguments that match a production: of a grammar, a catalog name or an ABNF file, and of its
    rule (by default the grammar's first start rule).

    Raises `UnknownGrammar`, `UnknownRule` and `GrammarError` as `irigrammar.grammar` and `Grammar` do.

    >>> parser = argparse.ArgumentParser()
    >>> _ = parser.add_argument("target", type=matching("rfc3987", "IRI"))
    >>> parser.parse_args(["http://résumé.example.org/"]).target
    'http://résumé.example.org/'
    """
    return MatchingType(find(grammar, rule))
