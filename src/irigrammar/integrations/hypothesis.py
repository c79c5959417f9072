"""Strategies for hypothesis: matches, near misses, components.

Strings are drawn along the minimal automaton, so that none has to be thrown away, and one number is drawn for each
character: what hypothesis shrinks to is a shortest string, as readable as can be.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from irigrammar.integrations._wanted import find, strategies
from irigrammar.matching.parts import Components

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from irigrammar.integrations._walk import Draw, Walker
    from irigrammar.matching.matcher import Matcher

__all__ = ["components", "deferred_strings", "near_misses", "register", "strings"]

_LONGEST = 40  # code points, as for language.sample


def strings(matcher: Matcher, *, max_length: int = _LONGEST) -> SearchStrategy[str]:
    """Return the strategy of the strings that match, of at most `max_length` code points (or as few as there are).

    Each character is of a class that the automaton distinguishes, one of a few readable ones or any of the class; lone
    surrogates, which match nothing, never come. Strings of a rule without an automaton, as of a recursive one, are
    written by its rules. A language without strings gives `nothing()`. Raises `MissingExtra` where hypothesis is not
    installed.

    >>> import hypothesis, irigrammar
    >>> iri = irigrammar.grammar("rfc3987")["IRI"]
    >>> iri.matches(hypothesis.find(strings(iri), lambda text: "@" in text))
    True
    """
    if not matcher._production.is_regular:
        return _by_derivations(matcher, max_length)
    walker = _walker(matcher)
    return _drawn((lambda draw: walker.text(draw, max_length)) if walker else None)


def near_misses(matcher: Matcher, *, max_length: int = _LONGEST) -> SearchStrategy[str]:
    """Return the strategy of strings that do not match: a string of `strings` with one character left out, exchanged or
    put in; where no such edit leads outside, a shortest string that does not match.

    `max_length` is for the string before the edit. Lone surrogates are not put in. `nothing()` where every string
    matches, or none. Raises `GrammarError` for a rule without an automaton, and `MissingExtra` where hypothesis is not
    installed.

    >>> import hypothesis, irigrammar
    >>> byte = irigrammar.grammar("rfc3986")["dec-octet"]
    >>> byte.matches(hypothesis.find(near_misses(byte), lambda text: text.startswith("25")))
    False
    """
    walker = _walker(matcher)
    return _drawn((lambda draw: walker.near_miss(draw, max_length)) if walker and walker.has_near_misses else None)


def components(
    matcher: Matcher, *, max_length: int = _LONGEST, **field_values: str | None
) -> SearchStrategy[Components]:
    """Return the strategy of the `Components` of references that match, of at most `max_length` code points together.

    `field_values` are the components that all of them have, by field: strings, or None for one that is absent. `str()`
    of what is drawn is the reference. Raises `ValueError` for an unknown field, a string that its component does not
    allow, and where no reference has these components; `GrammarError` for a production that is not a reference;
    `MissingExtra` where hypothesis is not installed.

    >>> import hypothesis, irigrammar
    >>> iri = irigrammar.grammar("rfc3987")["IRI"]
    >>> parts = hypothesis.find(components(iri, scheme="http", query=None), lambda parts: parts.port)
    >>> parts.scheme, parts.query, iri.matches(str(parts))
    ('http', None, True)
    """
    from irigrammar.faults.fault import NoMatch

    with suppress(NoMatch):
        matcher.split("")  # raises for a production that is not a reference
    walker = _walker(matcher, tuple(sorted(field_values.items())))
    return _drawn((lambda draw: walker.text(draw, max_length)) if walker else None).map(matcher.split)


def deferred_strings(matcher: Matcher) -> SearchStrategy[str]:
    """Return a strategy that is `strings(matcher)`, which is only made when it is first drawn from."""
    strategy: SearchStrategy[str] = strategies().deferred(lambda: strings(matcher))
    return strategy


def register() -> None:
    """Register with hypothesis how to draw `Components`; it calls this when it is imported (entry point `hypothesis`).

    What is annotated with a production, such as `irigrammar.integrations.pydantic.IRI`, needs no registration.

    >>> from hypothesis import find, strategies
    >>> isinstance(find(strategies.from_type(Components), lambda parts: parts.port), Components)
    True
    """
    strategies().register_type_strategy(Components, lambda _: components(find("rfc3987")))


@lru_cache(maxsize=64)
def _walker(matcher: Matcher, field_values: tuple[tuple[str, str | None], ...] = ()) -> Walker | None:
    """Return a walker along the automaton of a matcher, None for a language without strings. Raises `GrammarError` for
    a rule without an automaton, and `ValueError` as `with_components` does.
    """
    from irigrammar.automata.dfa import DEAD
    from irigrammar.integrations._walk import Walker

    if field_values:
        from irigrammar.integrations._fixed import with_components

        return Walker(with_components(matcher, dict(field_values)))
    dfa = matcher.automaton
    return Walker(dfa) if dfa.start != DEAD else None


def _drawn(make: Callable[[Draw], str] | None) -> SearchStrategy[str]:
    """Return the strategy of strings that a function makes with draws; the empty strategy for None."""
    from irigrammar.integrations._walk import Draw

    strategy: SearchStrategy[str] = (
        strategies().composite(lambda draw: make(Draw(draw)))() if make else strategies().nothing()
    )
    return strategy


def _by_derivations(matcher: Matcher, max_length: int) -> SearchStrategy[str]:
    """Return a strategy that derives matching strings from the rules; of no strings if the rule matches none."""
    from irigrammar.language.derived import writer

    text_writer = writer(matcher)
    if text_writer.is_empty:
        return _drawn(None)
    return _drawn(lambda draw: text_writer.text(draw.number, draw.number(max_length + 1))).filter(matcher.matches)
