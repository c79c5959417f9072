"""Where a regular expression differs from a rule, part by part."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from irigrammar.automata.algebra import NO_STRING, marks, rebuilt
from irigrammar.automata.charset import Ranges, difference, union
from irigrammar.automata.dfa import DEAD, Dfa, common_string, determinize, product
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import Alternate, Capture, CharSet, Concat, Regular, Repeat
from irigrammar.dataclass import dataclass
from irigrammar.errors import GrammarError
from irigrammar.faults.fault import Fault
from irigrammar.language.regex.pattern import ALL
from irigrammar.matching.grammar import grammar_of
from irigrammar.matching.matcher import Matcher

_ASCII: Ranges = ((0, 0x7F),)
BEYOND_ASCII = "a character beyond ASCII"


@dataclass(frozen=True)
class Extra:
    """A shortest string that a pattern accepts and the rule does not, with its fault."""

    text: str
    fault: Fault


@dataclass(frozen=True)
class Missing:
    """A shortest string of the rule that a pattern does not accept, and the rule of the grammar that it is shortest
    with: "" for the rule as a whole.
    """

    text: str
    rule: str = ""


@dataclass(frozen=True)
class Comparison:
    """How a pattern lies to a rule: true where both match the same strings, which is proved.

    `extra` and `missing` have the shortest strings, one for each part of the rule that they show something of.
    `absent` are the rules of the grammar that no string of the rule needs which the pattern accepts; the last may be
    `BEYOND_ASCII`.
    """

    extra: tuple[Extra, ...]
    missing: tuple[Missing, ...]
    absent: tuple[str, ...]

    def __bool__(self) -> bool:
        return not (self.extra or self.missing)


def compare_with_rule(pattern: Matcher, rule: Matcher) -> Comparison:
    """Return how a pattern, as `from_regex` gives it, lies to a rule, proved on their automata. Raises `GrammarError`
    for a rule without an automaton.

    >>> import irigrammar
    >>> from irigrammar.language import from_regex
    >>> digits = from_regex("^[0-9]+$", dialect="re2")
    >>> found = compare_with_rule(digits, irigrammar.grammar("rfc3986")["port"])
    >>> bool(found), found.extra, found.missing
    (False, (), (Missing(text='', rule=''),))
    """
    own, other = pattern.automaton, rule.automaton
    if own == other:
        return Comparison((), (), ())
    names = _names(rule) if rule._production.is_expression else []
    return Comparison(
        tuple(_extra_strings(own, rule, names)),
        tuple(_missing_strings(own, rule, names)),
        tuple(_absent(own, rule, names)),
    )


def _names(rule: Matcher) -> list[str]:
    """Return the rules that a rule needs which have a name in messages, or are components; the first are the outer
    ones.
    """
    entry = rule.grammar.entry
    known = {name.lower() for name in (*entry.words, *entry.components)}
    core = {name.lower() for name in grammar_of("rfc5234")}
    each_rule = [each.name for each in rule.grammar.rules.reach(rule.rule).values() if each.name.lower() not in core]
    return [name for name in each_rule if name.lower() in known and name != rule.rule] or each_rule[1:]


def _expression(rule: Matcher, name: str) -> Regular:
    """Return a rule as an expression in which one that it refers to is marked."""
    return rule.grammar._production(rule.rule).with_marks(frozenset({name.lower()}))


def _is_repeated(item: Regular) -> bool:
    """Return whether a marked part of an expression can be repeated."""
    match item:
        case Repeat(inner, _, high):
            return (high != 1 and any(marks(inner))) or _is_repeated(inner)
        case Concat(items) | Alternate(items):
            return any(map(_is_repeated, items))
    return False


def _automaton_with(rule: Matcher, names: Collection[str], form: Regular) -> Dfa:
    """Return the automaton of a rule with another expression in place of some that it refers to."""
    keys = frozenset(name.lower() for name in names)
    expression = rule.grammar._production(rule.rule).with_marks(keys)
    result = rebuilt(expression, lambda item: form if isinstance(item, Capture) and item.name.lower() in keys else None)
    return determinize(compile_program(result))


def _extra_strings(own: Dfa, rule: Matcher, names: list[str]) -> Iterator[Extra]:
    """Yield shortest strings that the pattern accepts and the rule does not, one for each rule in which the fault is:
    the shortest of all, and one with anything in place of each of the named rules.
    """
    wrong = product(own, rule.automaton, lambda first, second: first and not second)
    shortest = common_string(wrong, wrong)
    if shortest is None:
        return
    anything = Repeat(CharSet(ALL), 0, None)
    outer = [name for name in names if not _is_repeated(_expression(rule, name))]
    texts: list[str | None] = [shortest]
    for name in outer:
        with suppress(GrammarError):  # with anything in a place, automata can be too large
            texts.append(common_string(wrong, _automaton_with(rule, (name,), anything)))
    found: dict[str, Extra] = {}
    for text in texts:
        fault = None if text is None else rule.check(text).fault
        if text is not None and fault is not None:
            found.setdefault(fault.code, Extra(text, fault))
    yield from found.values()


def _missing_strings(own: Dfa, rule: Matcher, names: list[str]) -> Iterator[Missing]:
    """Yield shortest strings of the rule that the pattern does not accept: of all, and of those that need each of the
    named rules, unless the string has been yielded.
    """
    missing = product(rule.automaton, own, lambda first, second: first and not second)
    known = {}
    shortest = common_string(missing, missing)
    if shortest is None:
        return
    known[shortest] = ""
    for name in names:
        text = common_string(missing, _needing(rule, name))
        if text is not None:
            known.setdefault(text, name)
    yield from (Missing(text, name) for text, name in known.items())


def _needing(rule: Matcher, name: str, left_out: Sequence[str] = ()) -> Dfa:
    """Return the automaton of the strings of a rule that need another rule, but none of those left out."""
    whole = _automaton_with(rule, left_out, NO_STRING) if left_out else rule.automaton
    without = _automaton_with(rule, (*left_out, name), NO_STRING)
    return product(whole, without, lambda first, second: first and not second)


def _absent(own: Dfa, rule: Matcher, names: list[str]) -> Iterator[str]:
    """Yield the named rules that no string needs which both accept, but not those that only such rules need; and
    whether none has a character beyond ASCII, though strings of the rule do.
    """
    common = product(own, rule.automaton, lambda first, second: first and second)
    absent: list[str] = []
    for name in names:
        needing = _needing(rule, name, absent)
        if common_string(needing, needing) is not None and common_string(common, _needing(rule, name)) is None:
            absent.append(name)
            yield name
    if difference(_characters(rule.automaton), _ASCII) and not difference(_characters(common), _ASCII):
        yield BEYOND_ASCII


def _characters(dfa: Dfa) -> Ranges:
    """Return the characters that strings of a language have in them."""
    numbers = {number for row in dfa.rows[DEAD + 1 :] for number, to in enumerate(row) if to != DEAD}
    return union(*(dfa.classes.ranges(number) for number in numbers))
