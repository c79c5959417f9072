"""Conditions in words: rules of ABNF that are called like them.

`grammar/world/NAME.toml` has rows of facts, each with its condition; `grammar/world/NAME.abnf` has the rules.
"""

from __future__ import annotations

from functools import cache

from irigrammar.lazy import regex
from irigrammar.matching.grammar import Grammar, open_grammar
from irigrammar.matching.matcher import Matcher

_BETWEEN_NAMES = regex("[^A-Za-z]+")


def rule_name(condition: str) -> str:
    """Return the name of the rule of a condition: its words with hyphens, in lower case.

    >>> rule_name("a fragment, by a base with a fragment")
    'a-fragment-by-a-base-with-a-fragment'
    """
    return _BETWEEN_NAMES.sub("-", condition).lower()


def condition(name: str, words: str) -> Matcher:
    """Return the rule of a condition in words, of `grammar/world/NAME.abnf`.

    Raises `GrammarError` where these files are not installed, and `UnknownRule` for other words.

    >>> condition("readers", "a query alone").matches("http://e.example/a ?b")
    True
    """
    return _grammar(name)[rule_name(words)]


@cache
def _grammar(name: str) -> Grammar:
    return open_grammar(f"world/{name}")
