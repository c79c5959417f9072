"""Search for the shortest string of a rule that has two derivations."""

from __future__ import annotations

from typing import Any

from irigrammar.automata.dfa import letters
from irigrammar.errors import ParseLimit
from irigrammar.faults.steps import steps_of
from irigrammar.matching.matcher import Matcher

_LONGEST = 64  # characters: rules with few strings of each length would be tried with ever longer ones


def ambiguous(m: Matcher, limit: int = 1_000) -> str | None:
    """Return the shortest string that has two derivations, of the first `limit` beginnings of strings (default: 1,000).

    They are tried by length, up to 64 characters, with one letter for each class of characters that the rule tells
    apart. None says that none of them is ambiguous, which proves nothing about others: whether a recursive rule is
    ambiguous is undecidable. `m.parses(text)` has both trees.

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
