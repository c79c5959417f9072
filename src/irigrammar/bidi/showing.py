"""What a screen cannot show, percent-encoded (draft-ietf-iri-3987bis-04, 8.6)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from functools import cache

from irigrammar.bidi.components import components
from irigrammar.matching.grammar import Grammar
from irigrammar.processing.percent import encode
from irigrammar.processing.ucs import charset_codec
from irigrammar.text.bidi_classes import RIGHT_TO_LEFT, bidi_class


def showable(s: str, can_show: str | Callable[[str], bool], *, grammar: str | Grammar = "rfc3987") -> str:
    """Return a reference with what a screen cannot show percent-encoded as UTF-8 (draft-ietf-iri-3987bis-04, 8.6).

    `can_show` is a charset, or tells of a character outside ASCII whether it can be shown. A letter is encoded with
    the marks on it. Of a component with right-to-left characters (see `components`) all is encoded or nothing, since a
    part of it would be shown elsewhere (RFC 3987, 4.2). Raises `NoMatch`, `GrammarError` and `UnknownGrammar` as
    `components` does, and `ConversionError` for a charset that is not known.

    >>> showable("r\\xe9sum\\xe9/\\u0416", "latin-1") == "r\\xe9sum\\xe9/%D0%96"
    True
    """
    told = cache(_encodes(can_show) if isinstance(can_show, str) else can_show)

    def stays(char: str) -> bool:
        return char.isascii() or told(char)

    made: list[str] = []
    done = 0
    for one in components(s, grammar=grammar):
        part = s[one.start : one.end]
        if not all(map(stays, part)):
            whole = any(bidi_class(char) in RIGHT_TO_LEFT for char in part)
            pieces = [part] if whole else _with_marks(part)
            shown = (piece if all(map(stays, piece)) else encode(piece, str.isascii) for piece in pieces)
            made += [s[done : one.start], *shown]
            done = one.end
    return "".join([*made, s[done:]])


def _encodes(charset: str) -> Callable[[str], bool]:
    name = charset_codec(charset).name

    def can_encode(char: str) -> bool:
        try:
            char.encode(name)
        except UnicodeEncodeError:
            return False
        return True

    return can_encode


def _with_marks(text: str) -> Iterator[str]:
    """Yield the characters of a text, each with the marks that follow it."""
    start = 0
    for at, char in enumerate(text):
        if at and not unicodedata.category(char).startswith("M"):
            yield text[start:at]
            start = at
    yield text[start:]
