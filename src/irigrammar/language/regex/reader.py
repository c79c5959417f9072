"""A regular expression of any dialect as a matcher."""

from __future__ import annotations

from irigrammar.errors import GrammarError, RegexError
from irigrammar.language.regex import rules
from irigrammar.language.regex.pattern import Part
from irigrammar.language.regex.python import read_python
from irigrammar.language.regex.tables import tables
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.text.choices import check_choice

DIALECTS = ("python",)
"""The dialects that are read."""

_STATES = 20_000
LONGEST = 200_000  # characters of a pattern


def from_regex(
    pattern: str, *, dialect: str, flags: str = "", anchored: bool = False, max_states: int = _STATES
) -> Matcher:
    """Return the matcher of a regular expression: of the texts in which the engine of its dialect finds it, or with
    `anchored` those that it matches as a whole.

    Raises `RegexError`.
    """
    check_choice("dialect", dialect, DIALECTS)
    if len(pattern) > LONGEST:
        raise RegexError(f"it has more than {LONGEST:,} characters", pattern, dialect=dialect, limit=True)
    part = rules.without_atomic_groups(rules.whole(read_parts(pattern, dialect, flags), anchored=anchored))
    try:
        text = rules.rules_of(part, max_states)
        matcher = Grammar.from_text(text, name=f"{dialect} pattern").start if text is not None else None
        states = matcher.automaton.states if matcher is not None else 0
    except RecursionError:
        raise RegexError("its groups nest too deep", pattern, dialect=dialect, limit=True) from None
    except GrammarError as error:
        raise RegexError(error.reason, pattern, dialect=dialect, limit=error.limit) from None
    if matcher is None:
        raise RegexError("no text matches it", pattern, dialect=dialect)
    if states > max_states:
        reason = f"its automaton has {states:,} states, and the limit is {max_states:,} (max_states)"
        raise RegexError(reason, pattern, dialect=dialect, limit=True)
    return matcher


def read_parts(pattern: str, dialect: str, flags: str) -> Part:
    """Return the parts of a pattern. Raises `RegexError`."""
    return read_python(pattern, flags, tables)
