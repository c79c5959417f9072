"""Bidirectional IRIs: structure and display.

RFC 3987, 4; draft-ietf-iri-bidi-guidelines-03.

findings, components                  the restrictions on their structure, and what they are about
display, displayed_alike              the visual order, and whether two are shown alike
showable                              a reference with what a screen lacks percent-encoded
embed, needs_embedding                within other text
from_notation, to_notation            Bidi Notation, in which the documents give their examples
symbols                               the symbols of ASCII with their bidi classes
"""

from __future__ import annotations

from irigrammar.bidi.components import Component, components
from irigrammar.bidi.display import display, displayed_alike, embed, needs_embedding, showable
from irigrammar.bidi.notation import Symbol, from_notation, symbols, to_notation
from irigrammar.bidi.structure import CODES, findings
from irigrammar.finding import Finding

__all__ = [
    "CODES",
    "Component",
    "Finding",
    "Symbol",
    "components",
    "display",
    "displayed_alike",
    "embed",
    "findings",
    "from_notation",
    "needs_embedding",
    "showable",
    "symbols",
    "to_notation",
]


def __dir__() -> list[str]:
    return __all__
