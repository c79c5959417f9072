"""A regular expression of any dialect as a matcher."""

from __future__ import annotations

from irigrammar.errors import GrammarError, RegexError
from irigrammar.language.regex import rules
from irigrammar.language.regex.pattern import ALL, Part
from irigrammar.language.regex.python import read_python
from irigrammar.language.regex.reading import DIALECTS as GRAMMARS
from irigrammar.language.regex.reading import read
from irigrammar.language.regex.tables import tables
from irigrammar.language.regex.units import UNITS
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.text.choices import check_choice

DIALECTS = ("python", *GRAMMARS)
"""The dialects that are read."""

_STATES = 20_000
_WHOLE = ("xsd", "i-regexp")  # that match whole texts only
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
    in_units = dialect == "ecmascript" and not {"u", "v"} & {*flags}
    if dialect in _WHOLE:
        anchored = True
    part = rules.whole(read_parts(pattern, dialect, flags), anchored=anchored, every=UNITS if in_units else ALL)
    part = rules.without_atomic_groups(part)
    try:
        text = rules.rules_of(part, max_states, in_units=in_units)
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
    if dialect == "python":
        return read_python(pattern, flags, tables)
    engine = "ecmascript" if dialect == "json-schema" else dialect
    of_engine = "u" if dialect == "json-schema" else flags
    known = "".join(letter for letter in "iuv" if letter in of_engine) if engine == "ecmascript" else ""
    return read(pattern, dialect, flags, tables(engine, known))
