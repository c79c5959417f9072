"""What an integration is asked for: a production by names, and the sentence of its refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irigrammar.matching.grammar import Grammar, open_grammar
from irigrammar.text.names import visible

if TYPE_CHECKING:
    from irigrammar.faults.fault import NoMatch
    from irigrammar.matching.matcher import Matcher

__all__ = ["find", "sentence"]


def find(grammar: str | Grammar, rule: str | None = None) -> Matcher:
    """Return the matcher of a production: of a grammar, a catalog name or an ABNF file, and of its rule (by default the
    grammar's first start rule).

    Raises `UnknownGrammar`, `UnknownRule` and `GrammarError` as `irigrammar.grammar` and `Grammar` do.

    >>> find("rfc3986", "port"), find("rfc3987")
    (<Matcher rfc3986 port>, <Matcher rfc3987 IRI-reference>)
    """
    found = open_grammar(grammar) if isinstance(grammar, str) else grammar
    return found.start if rule is None else found[rule]


def sentence(error: NoMatch) -> str:
    """Return why a string is refused in one line, with the first string that would be right where one is known.

    >>> print(sentence(find("rfc3987", "IRI").no_match("http://b c/")))
    not IRI (RFC 3987), offset 8: U+0020 SPACE cannot stand in ireg-name; try http://b%20c/
    """
    repairs = error.fault.repairs
    return f"{error}; try {visible(repairs[0].text) or '(empty)'}" if repairs else str(error)
