"""A regular expression of any dialect as a matcher."""

from __future__ import annotations

from irigrammar.errors import GrammarError, RegexError, check_text
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

_WHOLE = ("xsd", "i-regexp")  # that match whole texts only
LONGEST = 200_000  # characters of a pattern


def from_regex(
    pattern: str, *, dialect: str, flags: str = "", anchored: bool = False, max_states: int = 20_000
) -> Matcher:
    """Return the matcher of a regular expression: of the texts in which the engine of its dialect finds it, or with
    `anchored` those that it matches from the start to the end, as it always is in "xsd" and "i-regexp".

    `dialect` is "python", "ecmascript" (without the flags u and v, on 16-bit units), "json-schema" (ECMA-262 with u),
    "rust", "re2" (also Go), "xsd" (1.1), "i-regexp" (RFC 9485); `flags` are its letters, as "im". Sets such as that of
    `\\w` are those of the engine, as measured (`docs/reference/regex-engines.md`). Lookarounds, boundaries of words,
    anchors, atomic groups and possessive repetitions are decided exactly. Texts are sequences of characters: lone
    surrogates match nothing, as everywhere. Its one rule is called "pattern"; one without lookarounds keeps its form.

    Raises `RegexError`, with the place in the pattern where there is one: for a pattern that the dialect does not have,
    unknown flags, references to what a group matched, conditionals, a pattern that no text matches, and, with `limit`,
    for one beyond 200,000 characters or whose automaton takes more than `max_states` states (default 20,000).
    `ValueError` for an unknown dialect, `TypeError` for a pattern that is not a str.

    >>> matcher = from_regex(r"^https?://(?!-)[\\w-]+$", dialect="python")
    >>> matcher.matches("http://a-b"), matcher.matches("http://-b")
    (True, False)
    >>> from_regex("a**", dialect="re2")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    irigrammar.errors.RegexError: no pattern of re2 at offset 2 ('*'): ...
    """
    check_text(pattern)
    check_choice("dialect", dialect, DIALECTS)
    if len(pattern) > LONGEST:
        raise RegexError(f"it has more than {LONGEST:,} characters", pattern, dialect=dialect, limit=True)
    in_units = dialect == "ecmascript" and not {"u", "v"} & {*flags}
    if dialect in _WHOLE:
        anchored = True
    try:
        part = rules.whole(read_parts(pattern, dialect, flags), is_whole=anchored, every=UNITS if in_units else ALL)
        part = rules.without_atomic_groups(part)
        text = rules.rules_of(part, max_states, in_units=in_units)
        matcher = Grammar.from_text(text, name=f"{dialect} pattern").start if text is not None else None
        states = matcher.automaton.states if matcher is not None else 0
    except RecursionError:
        raise RegexError("its groups nest too deep", pattern, dialect=dialect, limit=True) from None
    except RegexError:
        raise
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
