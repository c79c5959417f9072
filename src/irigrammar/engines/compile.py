"""Compile rules to automata, their packed form and `re` patterns."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from irigrammar.automata.algebra import simplify, within
from irigrammar.automata.charset import Ranges
from irigrammar.automata.dfa import Dfa, determinize
from irigrammar.automata.network import program_of
from irigrammar.automata.regular import Regular, callees_first, lower
from irigrammar.engines.charset_text import set_text
from irigrammar.engines.linear import Alt, Atomic, Chars, Committed, Piece, Repetition, Seq, linear
from irigrammar.engines.values import Pattern
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Expr, Rule
from irigrammar.grammars.rulelist import Rulelist

_ASCII: Ranges = ((0, 0x7F),)


def pattern(regular: Regular) -> Pattern | None:
    """Return the texts of patterns that `re.fullmatch` runs in linear time, or None where this way leads to none."""
    try:
        simple = simplify(regular)
    except RecursionError:  # alternatives that nest as deep as their number
        return None
    whole, inside = linear(simple), linear(within(simple, _ASCII))
    return Pattern(piece_text(inside), piece_text(whole)) if whole and inside else None


def piece_text(piece: Piece, charset: Callable[[Ranges], str] = set_text) -> str:
    """Return a piece as a pattern of Python's `re`; sure repetitions are possessive. `charset` writes sets."""

    def text(piece: Piece) -> str:
        """Return a piece as a pattern of Python's `re`."""
        match piece:
            case Chars(ranges):
                return charset(ranges)
            case Seq(items):
                return "".join(map(text, items))
            case Alt(()):
                return "(?!)"
            case Alt(items):
                return f"(?:{'|'.join(map(text, items))})"
            case Repetition(item, low, high, possessive):
                body = text(item)
                alone = isinstance(item, Chars | Alt | Atomic)
                return (body if alone else f"(?:{body})") + count_text(low, high) + "+" * possessive
            case Committed(item, alphabet):
                return f"(?>{text(item)}(?!{charset(alphabet)}))"
            case Atomic(item):
                return f"(?>{text(item)})"

    return text(piece)


def count_text(low: int, high: int | None) -> str:
    """Return the suffix for a count of repetitions that every dialect has: "", "?", "*", "+" or a count in braces; None
    is unbounded.
    """
    match low, high:
        case 1, 1:
            return ""
        case 0, 1:
            return "?"
        case 0 | 1, None:
            return "+" if low else "*"
        case _, None:
            return f"{{{low},}}"
    return f"{{{low}}}" if low == high else f"{{{low},{high}}}"


def compile_dfa(rules: Rulelist, name: str) -> Dfa:
    """Return the minimal automaton of a production. Raises `GrammarError` for a rule that recurs elsewhere than where
    it ends, prose, undefined names, and one that is too large.
    """
    return determinize(program_of(rules, name))


def too_large(rules: Rulelist, name: str, error: GrammarError) -> GrammarError:
    """Return the error for a rule whose automaton is too large: it names the first rule below that is too large as
    well, or the rule itself, with a remedy where the error has no place.
    """
    for rule in callees_first(rules, name, ()):
        if rule.name != rules[name].name:
            try:
                compile_dfa(rules, rule.name)
                continue
            except GrammarError as smaller:
                if not smaller.limit:
                    continue
                error = smaller
        if error.line is not None:
            break
        help_ = "smaller bounds of repetitions, or alternatives that share fewer strings, make it smaller"
        return GrammarError(f"{rule.name}: {error.reason}; {help_}", source=rule.source, line=rule.line, limit=True)
    return error


def compile_condition(condition: Expr, own: Mapping[str, Rule], rules: Rulelist) -> Dfa:
    """Return the minimal automaton of an expression that refers to the given rules (lower-case names) and others.
    Raises `GrammarError` as `compile_dfa` does.
    """
    rule = Rule("condition", condition, rules.name, 1, 1)
    return compile_dfa(Rulelist(rules.name, {**own, "condition": rule}, rules), "condition")


def compile_pattern(rules: Rulelist, name: str) -> Pattern | None:
    """Return patterns of the `re` module that match a production in linear time, or None where there are none, as of a
    rule that recurs. Raises `GrammarError` for prose and undefined names.
    """
    try:
        return pattern(lower(rules, name, lambda _: False))
    except GrammarError as error:
        if error.limit or error.cycle:
            return None
        raise
