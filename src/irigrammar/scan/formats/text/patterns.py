"""Patterns of `grammar/documents/beginnings.abnf`, for the `re` module.

They match a prefix of what follows in a text. Those of the shipped rules are generated from these functions; those of
another rule `scheme` are made when it is used.
"""

from __future__ import annotations

from irigrammar.automata.algebra import alphabet, first, simplify
from irigrammar.automata.charset import MAX, Ranges, difference
from irigrammar.automata.regular import Regular, lower
from irigrammar.dataclass import replace
from irigrammar.engines.charset_text import complement_text, set_text
from irigrammar.engines.compile import piece_text
from irigrammar.engines.linear import linear, plain
from irigrammar.grammars.expr import SURROGATES, Concatenation, Literal, Ref, Rule, parts
from irigrammar.grammars.rulelist import Rulelist


def scheme_patterns(scheme: Regular) -> tuple[str, str]:
    r"""Return patterns of the characters that schemes have, any number of them, and of those with which none begins.

    `scheme` is the analysable form of the rule.

    >>> import irigrammar
    >>> scheme_patterns(irigrammar.grammar("rfc3986")._production("scheme").with_marks(frozenset()))
    ('[+\\-.0-9A-Za-z]*+', '[+\\-.0-9]*+')
    """
    characters = alphabet(scheme)
    return _run(characters), _run(difference(characters, first(scheme)))


def _run(characters: Ranges) -> str:
    return f"{set_text(characters)}*+" if characters else ""


def scheme_rules(rules: Rulelist) -> dict[str, Rule]:
    """Return, by the names of single schemes, the rules of the text after the colon."""
    names = [item.name for item in parts(rules["beginning"].expr) if isinstance(item, Ref)]
    return {rule.name: _after_colon(rule) for rule in map(rules.__getitem__, names) if _literal(rule) is not None}


def _literal(rule: Rule) -> Literal | None:
    """Return the literal at the start of a rule, scheme, colon and fixed text after them; None for another start."""
    head = parts(rule.expr)[0]
    return head if isinstance(head, Literal) and head.text.startswith(f"{rule.name}:") else None


def _after_colon(rule: Rule) -> Rule:
    """Return a scheme's rule without the "NAME:" that its expression begins with."""
    head, *others = parts(rule.expr)
    assert isinstance(head, Literal)
    rest = head.text.removeprefix(f"{rule.name}:")
    items = (*([replace(head, text=rest)] if rest else ()), *others)
    return replace(rule, expr=Concatenation(items))


def prefix_pattern(rules: Rulelist, name: str) -> str:
    """Return a pattern that matches where some prefix of a text matches a rule."""
    return piece_text(plain(simplify(lower(rules, name, lambda _: False))), _set_text)


def _set_text(ranges: Ranges) -> str:
    """Return a pattern of a set, a complement if it goes to the last code point; surrogates do not matter."""
    if ranges[-1][1] < MAX:
        return set_text(ranges)
    low, high = SURROGATES
    return complement_text(difference(((0, low - 1), (high + 1, MAX)), ranges))


def longest_pattern(rules: Rulelist, name: str) -> str:
    """Return a pattern of the longest prefix of a text that matches a rule; it takes linear time. Raises
    `AssertionError` for a rule for which `linear` finds no such pattern.
    """
    piece = linear(simplify(lower(rules, name, lambda _: False)))
    assert piece is not None, f"{name} can be read in several ways"
    return piece_text(piece)
