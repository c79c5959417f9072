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
_LONGEST = 200_000  # characters of a pattern


def from_regex(
    pattern: str, *, dialect: str, flags: str = "", anchored: bool = False, max_states: int = _STATES
) -> Matcher:
    """Return the matcher of a regular expression: of the texts in which the engine of its dialect finds it, or with
    `anchored` those that it matches as a whole.

    Raises `RegexError`.
    """
    check_choice("dialect", dialect, DIALECTS)
    if len(pattern) > _LONGEST:
        raise RegexError(f"it has more than {_LONGEST:,} characters", pattern, dialect=dialect, limit=True)
    part = rules.whole(read_parts(pattern, dialect, flags), anchored=anchored)
    plain = rules.without_atomic_groups(part)
    try:
        text = rules.rules_of(plain, max_states)
    except GrammarError as error:
        raise RegexError(error.reason, pattern, dialect=dialect, limit=error.limit) from None
    if text is None:
        raise RegexError("no text matches it", pattern, dialect=dialect)
    return Grammar.from_text(text, name=f"{dialect} pattern").start


def read_parts(pattern: str, dialect: str, flags: str) -> Part:
    """Return the parts of a pattern. Raises `RegexError`."""
    return read_python(pattern, flags, tables)
