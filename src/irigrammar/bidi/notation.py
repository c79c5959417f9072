"""Bidi Notation: upper case letters represent right-to-left letters.

Draft-ietf-iri-bidi-guidelines-03, 1.3; draft-ietf-iri-3987bis-04, 1.4.
"""

# typed: gen-delims, pct-encoded, sub-delims, unreserved, DIGIT: the table of the guidelines, appendix A
# typed: ALPHA: whose upper case letters stand for others
from __future__ import annotations

from functools import cache
from itertools import count, islice
from typing import Literal, get_args

from irigrammar.bidi.classes import derived_class
from irigrammar.bidi.components import components, in_ascii, matcher_of
from irigrammar.dataclass import NamedTuple
from irigrammar.errors import check_text
from irigrammar.matching.grammar import Grammar, grammar, grammar_of
from irigrammar.processing.characters import alphabet, group_of
from irigrammar.processing.percent import outside
from irigrammar.text.choices import check_choice
from irigrammar.text.splice import splice
from irigrammar.unicode import character_name, general_category, is_printable

_RULES = ("gen-delims", "pct-encoded", "sub-delims", "unreserved")
_EXCLUDED = "excluded"


class Symbol(NamedTuple):
    """A symbol: the character, its name and bidi class in Unicode, and its role in a URI.

    `syntax` is the production of RFC 3986 that holds it, or "excluded" and the group of draft-ietf-iri-3987bis-04, 7.3.
    """

    char: str
    name: str
    bidi_class: str
    syntax: str


@cache
def symbols() -> tuple[Symbol, ...]:
    """Return the symbols of ASCII, those of one kind together (draft-ietf-iri-bidi-guidelines-03, appendix A).

    >>> [(symbol.char, symbol.bidi_class, symbol.syntax) for symbol in symbols()][:2]
    [('#', 'ET', 'gen-delims'), ('/', 'CS', 'gen-delims')]
    """
    symbols = [
        Symbol(char, character_name(char), derived_class(char), syntax)
        for char in map(chr, range(128))
        if is_printable(char) and (syntax := _syntax(char)) is not None
    ]
    order = (*_RULES, _EXCLUDED)
    return tuple(
        sorted(symbols, key=lambda symbol: (order.index(symbol.syntax.split(",")[0]), symbol.syntax, symbol.char))
    )


def _syntax(char: str) -> str | None:
    """Return the production of RFC 3986 that holds a symbol, or "excluded" and its group, as `Symbol.syntax` has it;
    None for a letter or a digit.
    """
    uri = grammar("rfc3986")
    if char in alphabet(uri["ALPHA"]) or char in alphabet(uri["DIGIT"]):
        return None
    rule = next((rule for rule in _RULES if char in alphabet(uri[rule])), None)
    group = group_of(char)
    return rule or (f"{_EXCLUDED}, {group.name}" if group else _EXCLUDED)


Notation = Literal["BN"]
Script = Literal["hebrew", "arabic"]

_FIRST = {"hebrew": "\N{HEBREW LETTER ALEF}", "arabic": "\N{ARABIC LETTER ALEF}"}


def from_notation(s: str, /, *, script: Script = "hebrew", grammar: str | Grammar = "rfc3987") -> str:
    """Return a reference in Bidi Notation with right-to-left letters (draft-ietf-iri-bidi-guidelines-03, 1.3;
    draft-ietf-iri-3987bis-04, 1.4).

    Each upper case letter of ASCII becomes a letter of the script ("hebrew", the default, or "arabic"), in alphabetical
    order of the code points. Schemes, addresses and percent-encoded bytes are kept. The result has the same
    length. Raises `NoMatch` where the string is not a reference of the grammar, `GrammarError`, `UnknownGrammar`, and
    `ValueError` for another script.

    >>> from_notation("HTTP://a.ABC/%2F") == "HTTP://a.\\u05d0\\u05d1\\u05d2/%2F"
    True
    """
    check_text(s)
    table = {ord(char): point for char, point in _pairs(script)}
    loaded_grammar = matcher_of(grammar).grammar
    edits = (
        (part.start, part.end, outside(s[part.start : part.end], lambda text: text.translate(table)))
        for part in components(s, components="grammar", grammar=loaded_grammar)
        if not in_ascii(loaded_grammar, part.rule)
    )
    return splice(s, edits)


def to_notation(s: str, /, *, script: Script = "hebrew") -> str:
    """Return any text with the letters of a script that `from_notation` uses as upper case letters again.

    >>> to_notation("\\u05d2\\u05d1\\u05d0.b")
    'CBA.b'
    """
    check_text(s)
    return s.translate({point: ord(char) for char, point in _pairs(script)})


@cache
def _pairs(script: Script) -> list[tuple[str, int]]:
    """Return the upper case letters of ASCII, each with the code point of the letter of the script that it stands for.
    Raises `ValueError` for an unknown script.
    """
    check_choice("script", script, get_args(Script))
    upper = [char for char in alphabet(grammar_of("rfc5234")["ALPHA"]) if char.isupper()]
    letters = (point for point in count(ord(_FIRST[script])) if general_category(chr(point)) == "Lo")
    return [*zip(upper, islice(letters, len(upper)), strict=True)]
