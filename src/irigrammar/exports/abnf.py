"""Export a rule as self-contained ABNF (RFC 5234).

It has all rules that are used, with the catalog's changes applied.
"""

from __future__ import annotations

from irigrammar.exports.rules import heading
from irigrammar.grammars.authors.format import format_text
from irigrammar.grammars.expr import Concatenation, Expr, Literal, Prose, Ref, map_items
from irigrammar.grammars.expr import abnf as written
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import load


def abnf(matcher: Matcher) -> str:
    """Return the rule and all that it uses, itself first, in lines that end in a line feed.

    The core rules of RFC 5234, appendix B, are left out where they mean what they mean there: every reader has them.
    Rules that the catalog replaces are written under the name of what replaces them. Case-sensitive strings are written
    as numbers, since not every reader knows RFC 7405. Raises `GrammarError` for a reference that no rule defines.
    """
    rules = matcher.grammar.rules
    core = load("rfc5234")
    reachable = rules.reach(matcher.rule)
    texts = [
        f"{rule.name} = {written(_resolve(rule.expr, rules))}\n"
        for name, rule in reachable.items()
        if name == matcher.rule or core.find(name) is not rule
    ]
    return format_text(f"; {heading(matcher)}\n\n{''.join(texts)}", "abnf")


def _resolve(expr: Expr, rules: Rulelist) -> Expr:
    """Return an expression in which each reference has the name of the rule that it leads to, and longer case-sensitive
    strings are written character by character.
    """
    match expr:
        case Ref(name) | Prose(name) if target := rules.find(name):
            return Ref(target.name)
        case Literal(text, True) if len(text) > 1 and text.lower() != text.upper():
            return Concatenation(tuple(Literal(char, True) for char in text))
    return map_items(expr, lambda part: _resolve(part, rules))
