"""A regular expression of any dialect as a matcher."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Self

from irigrammar.automata.dfa import Dfa
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.production import Production
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
from irigrammar.matching.reading import store_of
from irigrammar.text.choices import check_choice

DIALECTS = ("python", *GRAMMARS)
"""The dialects that are read."""

_WHOLE = ("xsd", "i-regexp")  # that match whole texts only
LONGEST = 200_000  # characters of a pattern


def from_regex(
    pattern: str, *, dialect: str, flags: str = "", anchored: bool = False, max_states: int = 50_000
) -> Matcher:
    """Return the matcher of a regular expression: of the texts in which the engine of its dialect finds it, or with
    `anchored` those that it matches from the start to the end, as it always is in "xsd" and "i-regexp".

    `dialect` is "python", "ecmascript" (without the flags u and v, on 16-bit units), "json-schema" (ECMA-262 with u),
    "rust", "re2" (also Go), "xsd" (1.1), "i-regexp" (RFC 9485); `flags` are its letters, as "im". Sets such as that of
    `\\w` are those of the engine, as measured (`docs/reference/regex-engines.md`). Lookarounds, boundaries of words,
    anchors, atomic groups and possessive repetitions are decided exactly. Texts are sequences of characters: lone
    surrogates match nothing, as everywhere. Its first rule is called "pattern"; one without lookarounds keeps its form,
    and a large automaton of another is rules that go on in each other, which a matcher has, and an export as one
    expression has not.

    Raises `RegexError`, with the place in the pattern where there is one: for a pattern that the dialect does not have,
    unknown flags, references to what a group matched, conditionals, and, with `limit`, for one beyond 200,000
    characters or whose automaton takes more than `max_states` states (default 50,000).
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
    source = Source(pattern, dialect, flags, anchored or dialect in _WHOLE, max_states)
    try:
        matcher = matcher_of(source.whole(read_parts(pattern, dialect, flags)), source)
        states = matcher.automaton.states
    except RecursionError:
        raise RegexError("its groups nest too deep", pattern, dialect=dialect, limit=True) from None
    except RegexError:
        raise
    except GrammarError as error:
        raise RegexError(error.reason, pattern, dialect=dialect, limit=error.limit) from None
    if states > max_states:
        reason = f"its automaton has {states:,} states, and the limit is {max_states:,} (max_states)"
        raise RegexError(reason, pattern, dialect=dialect, limit=True)
    return matcher


class Source(NamedTuple):
    """The arguments of `from_regex`."""

    pattern: str
    dialect: str
    flags: str
    anchored: bool
    max_states: int

    @property
    def in_units(self) -> bool:
        """Whether it is of 16-bit units."""
        return self.dialect == "ecmascript" and not {"u", "v"} & {*self.flags}

    def whole(self, part: Part) -> Part:
        """Return its parts as a pattern for whole texts, of characters where it can be."""
        whole = rules.whole(part, is_whole=self.anchored, every=UNITS if self.in_units else ALL)
        return rules.without_atomic_groups(whole)


def matcher_of(part: Part, source: Source) -> Matcher:
    """Return the matcher of a pattern for whole texts. Raises `GrammarError` where its automaton is too large."""
    return _OfPattern.of(rules.rules_of(part, source.max_states, in_units=source.in_units), source).start


def source_of(matcher: Matcher) -> Source:
    """Return the arguments of which `from_regex` has made a matcher. Raises `ValueError` for another matcher."""
    if not isinstance(matcher.grammar, _OfPattern):
        raise ValueError(f"{matcher.rule} is not a regular expression")
    return matcher.grammar.source


class _OfPattern(Grammar):
    """The grammar of a pattern, which keeps its automaton where there is one."""

    __slots__ = ("_automaton", "source")

    source: Source
    _automaton: Dfa | None

    @classmethod
    def of(cls, form: rules.Written, source: Source) -> Self:
        """Return the grammar of the rules of a pattern."""
        options = _options() | {"name": f"{source.dialect} pattern"}
        result = cls._of(form.rules, form.text, options, store_of(None))
        result.source, result._automaton = source, form.automaton
        return result

    def _compile(self, name: str) -> Production:
        production = super()._compile(name)
        if name == rules.RULE and self._automaton is not None:
            production._minimal = self._automaton
        return production

    def __reduce__(self) -> tuple[Callable[..., Grammar], tuple[Any, ...]]:
        return _grammar_of, tuple(self.source)


def _grammar_of(*arguments: Any) -> Grammar:
    pattern, *options = arguments
    return from_regex(pattern, **dict(zip(Source._fields[1:], options, strict=True))).grammar


@cache
def _options() -> dict[str, Any]:
    """Return the options of a grammar without any."""
    return dict(Grammar.from_text(f'{rules.RULE} = ""\n')._recipe[1])


def read_parts(pattern: str, dialect: str, flags: str) -> Part:
    """Return the parts of a pattern. Raises `RegexError`."""
    if dialect == "python":
        return read_python(pattern, flags, tables)
    engine = "ecmascript" if dialect == "json-schema" else dialect
    of_engine = "u" if dialect == "json-schema" else flags
    known = "".join(letter for letter in "iuv" if letter in of_engine) if engine == "ecmascript" else ""
    return read(pattern, dialect, flags, tables(engine, known))
