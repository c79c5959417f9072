"""Comparison of two rules, string by string up to a length.

The search for a string with two derivations is here, too.
"""

from __future__ import annotations

from typing import Any

from irigrammar.automata.dfa import letters
from irigrammar.dataclass import dataclass
from irigrammar.errors import GrammarError, ParseLimit
from irigrammar.faults.steps import steps_of
from irigrammar.matching.matcher import Matcher

_MOST = 200_000  # prefixes of a length that are looked at
_LONGEST = 64  # characters: rules with few strings of each length would be tried with ever longer ones


@dataclass(frozen=True, slots=True)
class Compared:
    """The comparison of two rules on all strings of at most `length` letters: one for each class of characters that
    the two tell apart.

    `strings` is their number; `only_a` and `only_b` are shortest strings that one rule matches and the other does not,
    None where there is none up to that length, which proves nothing about longer ones.
    """

    length: int
    strings: int
    only_a: str | None
    only_b: str | None

    def __bool__(self) -> bool:
        return self.only_a is None and self.only_b is None

    def __str__(self) -> str:
        """Return "equal up to length 6 (1,234 strings)", or that they are different."""
        words = "equal" if self else "different"
        return f"{words} up to length {self.length} ({self.strings:,} strings)"


def equal_up_to(a: Matcher, b: Matcher, length: int) -> Compared:
    """Compare two rules, of any kind, on all strings of at most `length` letters; the result is true where they match
    the same ones, and else has a shortest string that only one of them matches.

    What cannot be decided for all strings can be looked at so. Prefixes that neither rule can go on with are not
    continued, and those that lead to the same states are one. Raises `GrammarError` where they are too many.

    >>> from irigrammar import Grammar
    >>> sums = Grammar.from_text('a = a "+" a / "1"\\nb = "1" *( "+" "1" )\\nc = "1" *( "+" b )\\n')
    >>> print(equal_up_to(sums["a"], sums["b"], 5))
    equal up to length 5 (63 strings)
    """
    a_steps, b_steps = steps_of(a._production), steps_of(b._production)
    alphabet = letters(a_steps.classes, b_steps.classes)
    only_a: str | None = None
    only_b: str | None = None
    level: dict[object, tuple[str, Any, Any]] = {0: ("", a_steps.start, b_steps.start)}
    for size in range(length + 1):
        further: dict[object, tuple[str, Any, Any]] = {}
        for text, first, second in level.values():
            verdicts = a_steps.accepts(first), b_steps.accepts(second)
            if verdicts == (True, False) and only_a is None:
                only_a = text
            if verdicts == (False, True) and only_b is None:
                only_b = text
            for point, number, other in alphabet if size < length else ():
                after = a_steps.step(first, number), b_steps.step(second, other)
                if after != (None, None):
                    further.setdefault(_key(*after), (text + chr(point), *after))
        if len(further) > _MOST:
            raise GrammarError(f"{a.rule} and {b.rule} cannot be compared up to {length}: too many strings of {size}")
        level = further
    return Compared(length, sum(len(alphabet) ** size for size in range(length + 1)), only_a, only_b)


def _key(first: Any, second: Any) -> object:
    """Return a key of two states that pairs with equal continuations share: the states, or their identities if
    unhashable.
    """
    try:
        hash((first, second))
    except TypeError:
        return id(first), id(second)
    return first, second


def ambiguous(m: Matcher, limit: int = 1_000) -> str | None:
    """Return the shortest string that has two derivations, of the first `limit` beginnings of strings (default: 1,000).

    They are tried by length, up to 64 characters, with one letter for each class of characters that the rule tells
    apart. A string whose parses take too much work is returned, too, without proof. None says that none of them is
    ambiguous, which proves nothing about others: whether a recursive rule is ambiguous is undecidable. `m.parses(text)`
    has both trees.

    >>> from irigrammar import Grammar
    >>> sums = Grammar.from_text('sum = sum "+" sum / "1"\\nlist = "1" *( "+" list )\\n')
    >>> ambiguous(sums["sum"]), ambiguous(sums["list"]), ambiguous(Grammar.from_text('a = "(" *a ")"\\n')["a"])
    ('1+1+1', '1+1+1', None)
    """
    steps = steps_of(m._production)
    alphabet = letters(steps.classes, steps.classes)
    level: list[tuple[str, Any]] = [("", steps.start)]
    while level and len(level[0][0]) <= _LONGEST:
        further: list[tuple[str, Any]] = []
        for text, state in level:
            limit -= 1
            if limit < 0:
                return None
            try:
                if steps.accepts(state) and len(m.parses(text)) > 1:
                    return text
            except ParseLimit:
                return text
            after = ((text + chr(point), steps.step(state, number)) for point, number, _ in alphabet)
            further += [row for row in after if row[1] is not None]
        level = further
    return None
