"""Compatibility characters by kind, one kind for each rule (UAX #15; draft-ietf-iri-3987bis-04, 6.1 and 8.5)."""

from __future__ import annotations

import unicodedata
from functools import cache

from irigrammar.matching.grammar import grammar
from irigrammar.processing.characters import characters


@cache
def kind_of(char: str) -> str | None:
    """Return the kind of a character that changes under NFKC, or looks like a space; None for any other.

    Kinds: "space", "full-width" (of ASCII), "half-width" (of Katakana), "ligature" and "other". Characters that
    ordinary words of Thai, Lao and Armenian are written with have none (UAX #31, 5.1; `grammar/characters.toml`).

    >>> [kind_of(char) for char in "\\u3000Ａｶﬁ²é\\u0e33"]
    ['space', 'full-width', 'half-width', 'ligature', 'other', None, None]
    """
    if char in characters("space-look-alike"):
        return "space"
    mapping = unicodedata.decomposition(char)
    if not mapping.startswith("<") or char in characters("plain-letter"):
        return None
    name = unicodedata.name(char, "")
    if name.startswith("FULLWIDTH ") and unicodedata.normalize("NFKC", char).isascii():
        return "full-width"
    if name.startswith("HALFWIDTH KATAKANA "):
        return "half-width"
    return "ligature" if " LIGATURE " in f" {name} " else "other"


def plain(text: str) -> str | None:
    """Return a text in NFKC, None where that has characters which could end a component or are in no IRI.

    >>> plain("ﬁ²"), plain("？") is None
    ('fi2', True)
    """
    made = unicodedata.normalize("NFKC", text)
    stays = grammar("rfc3987")["iunreserved"].matches
    return made if all(map(stays, made)) else None
