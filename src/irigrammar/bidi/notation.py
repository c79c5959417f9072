"""Bidi Notation: upper case letters stand for letters that are written from right to left.

Draft-ietf-iri-bidi-guidelines-03, 1.3; draft-ietf-iri-3987bis-04, 1.4.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import count, islice
from typing import Literal

from irigrammar.bidi.components import check_choice, components, in_ascii, matcher_of
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.grammar import grammar as named_grammar
from irigrammar.processing.characters import alphabet
from irigrammar.processing.percent import outside

Notation = Literal["BN"]
Script = Literal["hebrew", "arabic"]

_FIRST = {"hebrew": "\N{HEBREW LETTER ALEF}", "arabic": "\N{ARABIC LETTER ALEF}"}


def from_notation(s: str, *, script: Script = "hebrew", grammar: str | Grammar = "rfc3987") -> str:
    """Return a reference in Bidi Notation with right-to-left letters (draft-ietf-iri-bidi-guidelines-03, 1.3).

    Each upper case letter of ASCII becomes a letter of the script ("hebrew", the default, or "arabic"), in alphabetical
    order of the code points. That is where such letters may stand: not in schemes, addresses and percent-encoded
    octets. The result has the same length. Raises `NoMatch` where the string is no reference of the grammar,
    `GrammarError`, `UnknownGrammar`, and `ValueError` for another script.

    >>> from_notation("HTTP://a.ABC/%2F") == "HTTP://a.\\u05d0\\u05d1\\u05d2/%2F"
    True
    """
    table = _table(script)
    found = matcher_of(grammar).grammar
    made: list[str] = []
    done = 0
    for one in components(s, components="grammar", grammar=found):
        if not in_ascii(found, one.rule):
            made += [s[done : one.start], outside(s[one.start : one.end], lambda text: text.translate(table))]
            done = one.end
    return "".join([*made, s[done:]])


def to_notation(s: str, *, script: Script = "hebrew") -> str:
    """Return any text with the letters of a script that `from_notation` uses as upper case letters again.

    >>> to_notation("\\u05d2\\u05d1\\u05d0.b")
    'CBA.b'
    """
    return s.translate({point: ord(char) for char, point in _pairs(script)})


def check_notation(notation: str | None) -> None:
    """Raise `ValueError` for a notation that there is not; None is none."""
    if notation is not None:
        check_choice("notation", notation, Notation)


@cache
def _table(script: Script) -> Mapping[int, int]:
    return {ord(char): point for char, point in _pairs(script)}


@cache
def _pairs(script: Script) -> list[tuple[str, int]]:
    """Return the upper case letters, each with the code point of the letter that it stands for."""
    check_choice("script", script, Script)
    upper = [char for char in alphabet(named_grammar("rfc5234")["ALPHA"]) if char.isupper()]
    letters = (point for point in count(ord(_FIRST[script])) if unicodedata.category(chr(point)) == "Lo")
    return [*zip(upper, islice(letters, len(upper)), strict=True)]
