"""Random small grammars with recursion, and their strings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from hypothesis import strategies as st

from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Range, Ref, Repetition
from irigrammar.matching.grammar import Grammar

__all__ = ["Language", "language_of", "nested_grammars", "recursive_grammars"]

_TERMINALS = ['"a"', '"b"', '"c"', '"ab"', '""', "%x61-62"]
_BRACKETS = [("(", ")"), ("[", "]"), ("(*", "*)")]
_REPEATS = ["", "", "", "", "*", "1*", "*1", "2", "*2"]


@st.composite
def nested_grammars(draw: st.DrawFn, max_rules: int = 3) -> str:
    """Draw a recursive grammar with brackets around most of its parts."""
    count = draw(st.integers(1, max_rules))
    lines = []
    for index in range(count):
        parts = []
        for opens, closes in draw(st.lists(st.sampled_from(_BRACKETS), min_size=1, max_size=3)):
            before, after = (draw(st.sampled_from(['"a" ', '*"b" ', "", "", ""])) for _ in range(2))
            parts.append(f'{before}"{opens}" ( {_alternation(draw, count, 1)} ) "{closes}" {after}')
        loop = draw(st.sampled_from(["( {} )", "*( {} )", '1*( {} ) "c"', '"a" / {}', "{}"]))
        lines.append(f"r{index} = {loop.format(' / '.join(parts))}\n")
    return "".join(lines)


@st.composite
def recursive_grammars(draw: st.DrawFn, max_rules: int = 3) -> str:
    """Draw the ABNF of a grammar whose start rule is `r0` and whose rules refer to any of its rules."""
    count = draw(st.integers(1, max_rules))
    return "".join(f"r{index} = {_alternation(draw, count, 1)}\n" for index in range(count))


def _alternation(draw: st.DrawFn, count: int, depth: int) -> str:
    return " / ".join(_concatenation(draw, count, depth) for _ in range(draw(st.integers(1, 3))))


def _concatenation(draw: st.DrawFn, count: int, depth: int) -> str:
    items = draw(st.integers(1, 3))
    return " ".join(draw(st.sampled_from(_REPEATS)) + _element(draw, count, depth) for _ in range(items))


def _element(draw: st.DrawFn, count: int, depth: int) -> str:
    match draw(st.sampled_from(["terminal", "terminal", "reference", "reference", *["group", "option"] * (depth > 0)])):
        case "reference":
            return f"r{draw(st.integers(0, count - 1))}"
        case "group":
            return f"( {_alternation(draw, count, depth - 1)} )"
        case "option":
            return f"[ {_alternation(draw, count, depth - 1)} ]"
    return draw(st.sampled_from(_TERMINALS))


@dataclass(frozen=True)
class Language:
    """The strings of a language, and the prefixes of its strings, up to a length."""

    strings: frozenset[str] = frozenset()
    prefixes: frozenset[str] = frozenset()


_EMPTY = Language(frozenset([""]), frozenset([""]))


def language_of(grammar: Grammar, rule: str, size: int) -> Language:
    """Return what a rule matches, up to `size` characters: the least sets that the rules describe."""
    reached = grammar.rules.reach(rule)
    known = dict.fromkeys(reached, Language())

    def joined(left: Language, right: Language) -> Language:
        before = left.prefixes if right.prefixes else frozenset()
        return Language(
            _joined(left.strings, right.strings, size), before | _joined(left.strings, right.prefixes, size)
        )

    def language(expr: Expr) -> Language:
        match expr:
            case Literal(text, sensitive):
                variants = {""}
                prefixes = {""}
                for char in text:
                    cases = {char} if sensitive else {char.lower(), char.upper()}
                    variants = {variant + case for variant in variants for case in cases}
                    prefixes |= variants
                return Language(_short(variants, size), _short(prefixes, size))
            case Range(low, high):
                chars = frozenset(map(chr, range(low, high + 1)))
                return Language(chars, chars | {""})
            case Concatenation(items):
                return reduce(joined, map(language, items), _EMPTY)
            case Alternation(items):
                return reduce(_either, map(language, items), Language())
            case Repetition(item, low, high):
                item_language = language(item)
                rounds = reduce(joined, [item_language] * low, _EMPTY)
                longer = rounds
                for _ in range(2 * size + 2 if high is None else high - low):
                    longer = joined(longer, item_language)
                    rounds = _either(rounds, longer)
                return rounds
            case Ref(name) | Prose(name):
                return known[grammar.rules[name].name]

    changed = True
    while changed:
        changed = False
        for name, definition in reached.items():
            new = language(definition.expr)
            changed = changed or new != known[name]
            known[name] = new
    return known[rule]


def _short(texts: set[str], size: int) -> frozenset[str]:
    return frozenset(text for text in texts if len(text) <= size)


def _joined(left: frozenset[str], right: frozenset[str], size: int) -> frozenset[str]:
    return frozenset(first + second for first in left for second in right if len(first) + len(second) <= size)


def _either(left: Language, right: Language) -> Language:
    return Language(left.strings | right.strings, left.prefixes | right.prefixes)
