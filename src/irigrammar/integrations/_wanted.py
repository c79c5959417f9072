"""Helpers for integrations: rules by name, checks of text, refusals."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from irigrammar.errors import MissingExtra

if TYPE_CHECKING:
    from irigrammar.faults.fault import NoMatch
    from irigrammar.matching.grammar import Grammar
    from irigrammar.matching.matcher import Matcher


def package(name: str, extra: str, purpose: str) -> Any:
    """Return a module of the package that an integration is for; raise `MissingExtra` where it is not installed.

    >>> package("nothing.there", "nothing", "a test")
    Traceback (most recent call last):
    irigrammar.errors.MissingExtra: a test needs nothing: install it with pip install 'irigrammar[nothing]'
    """
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingExtra(purpose, extra, name.partition(".")[0]) from None


def strategies() -> Any:
    """Return the module of hypothesis' strategies."""
    return package("hypothesis.strategies", "hypothesis", "a strategy")


def find(grammar: str | Grammar, rule: str | None = None) -> Matcher:
    """Return the matcher of a production: of a grammar, a catalog name or an ABNF file, and of its rule (by default the
    grammar's first start rule).

    Raises `UnknownGrammar`, `UnknownRule` and `GrammarError` as `irigrammar.grammar` and `Grammar` do.

    >>> find("rfc3986", "port"), find("rfc3987")
    (<Matcher rfc3986 port>, <Matcher rfc3987 IRI-reference>)
    """
    from irigrammar.matching.grammar import open_grammar

    owner = open_grammar(grammar) if isinstance(grammar, str) else grammar
    return owner.start if rule is None else owner[rule]


def refusal(text: str, error: NoMatch) -> str:
    """Return which string is refused and why, in one line; passwords are masked.

    >>> from irigrammar import NoMatch
    >>> try:
    ...     find("rfc3987", "IRI").require("http://u:secret@h/|")
    ... except NoMatch as error:
    ...     print(refusal("http://u:secret@h/|", error))
    "http://u:***@h/|": not IRI (RFC 3987), offset 18: "|" (vertical bar) has never been allowed in URIs; try http://u:***@h/%7C
    """
    from irigrammar.masking import redact
    from irigrammar.text.names import quoted, visible

    return f"{quoted(redact(str.__str__(text), whole=True).text, visible)}: {error.sentence}"
