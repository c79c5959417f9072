"""The symbols of ASCII with their bidi classes (draft-ietf-iri-bidi-guidelines-03, appendix A)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from irigrammar.matching.grammar import grammar
from irigrammar.processing.characters import alphabet
from irigrammar.processing.groups import group_of
from irigrammar.text.bidi_classes import bidi_class

_RULES = ("gen-delims", "pct-encoded", "sub-delims", "unreserved")
_EXCLUDED = "excluded"


class Symbol(NamedTuple):
    """A symbol: the character, its name and bidi class by Python's version of Unicode, and what it is in a URI.

    `syntax` is the production of RFC 3986 that holds it, or "excluded" and the group of draft-ietf-iri-3987bis-04, 7.3.
    """

    char: str
    name: str
    bidi_class: str
    syntax: str


@cache
def symbols() -> tuple[Symbol, ...]:
    """Return the symbols of ASCII, those of one kind together (draft-ietf-iri-bidi-guidelines-03, appendix A).

    >>> [(one.char, one.bidi_class, one.syntax) for one in symbols()][:2]
    [('#', 'ET', 'gen-delims'), ('/', 'CS', 'gen-delims')]
    """
    found = [
        Symbol(char, unicodedata.name(char), bidi_class(char), syntax)
        for char in _printable()
        if (syntax := _syntax(char)) is not None
    ]
    order = (*_RULES, _EXCLUDED)
    return tuple(sorted(found, key=lambda one: (order.index(one.syntax.split(",")[0]), one.syntax, one.char)))


def _printable() -> Iterator[str]:
    return (char for char in map(chr, range(128)) if char.isprintable())


def _syntax(char: str) -> str | None:
    """Return what a symbol is in a URI, None for a letter or a digit."""
    uri = grammar("rfc3986")
    if char in alphabet(uri["ALPHA"]) or char in alphabet(uri["DIGIT"]):
        return None
    rule = next((rule for rule in _RULES if char in alphabet(uri[rule])), None)
    group = group_of(char)
    return rule or (f"{_EXCLUDED}, {group.name}" if group else _EXCLUDED)
