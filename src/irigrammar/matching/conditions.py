"""Conditions in words: rules of ABNF that are called like them.

`grammar/world/NAME.toml` has rows of facts, each with its condition; `grammar/world/NAME.abnf` has the rules.
"""

from __future__ import annotations

from functools import cache

from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex
from irigrammar.matching.grammar import Grammar, open_grammar
from irigrammar.matching.matcher import Matcher

_BETWEEN_NAMES = regex(r"[\W_]+")
_COMMENT = regex(r"([^:]+): ?(.*)")
_ESCAPE = regex(r"\\u\{(\w+)\}")


class Condition(NamedTuple):
    """A condition: its words, the smallest example, the rule of texts that meet it, and the rule of exceptions.

    >>> [condition.words for condition in conditions("ecosystems") if condition.meets("http://[::1]")][:1]
    ['an IPv6 address']
    """

    words: str
    example: str
    rule: Matcher
    exception: Matcher | None

    def meets(self, text: str) -> bool:
        """Return whether a text meets the condition."""
        return self.rule.matches(text) and not (self.exception and self.exception.matches(text))


def rule_name(words: str) -> str:
    """Return the name of the rule of a condition: its words with hyphens, in lower case.

    >>> rule_name("a fragment, by a base with a fragment")
    'a-fragment-by-a-base-with-a-fragment'
    """
    return _BETWEEN_NAMES.sub("-", words).strip("-").lower()


def condition(name: str, words: str) -> Matcher:
    """Return the rule of a condition in words, of `grammar/world/NAME.abnf`.

    Raises `GrammarError` where these files are not installed, and `UnknownRule` for other words.

    >>> condition("readers", "a query alone").matches("http://e.example/a ?b")
    True
    """
    return _grammar(name)[rule_name(words)]


@cache
def conditions(name: str) -> tuple[Condition, ...]:
    r"""Return the conditions of `grammar/world/NAME.abnf`, in its order: the rules whose comment has the words and an
    example, with a colon between; in it `\u{HEX}` is a code point. The strings of a rule NAME-not do not meet NAME.
    Raises `GrammarError` where these files are not installed.
    """
    grammar = _grammar(name)
    own = grammar.rules.own
    rows = []
    for key, rule in own.items():
        match = _COMMENT.fullmatch(rule.comment)
        if match and rule_name(match[1]) == key:
            example = _ESCAPE.sub(lambda code: chr(int(code[1], 16)), match[2])
            exception = grammar[f"{key}-not"] if f"{key}-not" in own else None
            rows.append(Condition(match[1], example, grammar[key], exception))
    return tuple(rows)


@cache
def _grammar(name: str) -> Grammar:
    return open_grammar(f"world/{name}")
