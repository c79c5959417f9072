"""A bidirectional IRI within other text: embedded, and whether that is needed (RFC 3987, 4.1)."""

from __future__ import annotations

import html
from typing import Literal

from irigrammar.bidi.components import check_choice, matcher_of
from irigrammar.bidi.display import arranged
from irigrammar.bidi.ordering import Base
from irigrammar.errors import ConversionError
from irigrammar.matching.grammar import Grammar
from irigrammar.processing.characters import characters
from irigrammar.text.bidi_classes import bidi_class
from irigrammar.text.names import character

Embedding = Literal["controls", "html"]

_LRE, _PDF = "\N{LEFT-TO-RIGHT EMBEDDING}", "\N{POP DIRECTIONAL FORMATTING}"
_PARAGRAPH = "B"


def embed(s: str, form: Embedding = "controls", *, grammar: str | Grammar = "rfc3987") -> str:
    """Return a reference in a left-to-right embedding, to be put into any text (RFC 3987, 4.1).

    "controls" (the default) puts LRE before it and PDF after it, which are no part of the IRI; "html" makes it a `span`
    with `dir="ltr"`, all that HTML gives a meaning escaped. Raises `NoMatch` where the string is no reference of the
    grammar, `ConversionError` where it holds a formatting character or a paragraph separator, which could end the
    embedding, `GrammarError`, `UnknownGrammar`, and `ValueError` for another form.

    >>> embed("a/\\u05d0?b&c", "html")
    '<span dir="ltr">a/\u05d0?b&amp;c</span>'
    >>> embed("a/\\u05d0") == "\\u202aa/\\u05d0\\u202c"
    True
    """
    check_choice("form", form, Embedding)
    matcher = matcher_of(grammar)
    if not matcher.matches(s):
        raise matcher.no_match(s)
    controls = characters("bidi-control")
    at = next((at for at, char in enumerate(s) if char in controls or bidi_class(char) == _PARAGRAPH), None)
    if at is not None:
        raise ConversionError(
            f"{character(s[at])} at offset {at} could end an embedding (RFC 3987, 4.1): percent-encode it before"
        )
    return f"{_LRE}{s}{_PDF}" if form == "controls" else f'<span dir="ltr">{html.escape(s)}</span>'


def needs_embedding(
    s: str, before: str = "", after: str = "", base: Base = "ltr", *, grammar: str | Grammar = "rfc3987"
) -> bool:
    """Tell whether a reference between two texts is shown in another way, or they are, than when it is embedded.

    `before` and `after` are the rest of its paragraph, and `base` the direction of that ("auto": its first letter
    decides). The documents recommend to embed wherever one is not completely sure (RFC 3987, 4.1). Raises `NoMatch`
    where the string is no reference of the grammar, and else what `display` does.

    >>> needs_embedding("http://e/\\u05d0", "see ", " there"), needs_embedding("http://e/\\u05d0", "see ", " \\u05d1")
    (False, True)
    """
    check_choice("base", base, Base)
    matcher = matcher_of(grammar)
    if not matcher.matches(s):
        raise matcher.no_match(s)
    start, end = len(before), len(before) + len(s)
    embedded = arranged(f"{before}{_LRE}{s}{_PDF}{after}", base)
    moved = [shown._replace(at=shown.at - (shown.at > start) - (shown.at > end + 1)) for shown in embedded]
    return arranged(f"{before}{s}{after}", base) != moved
