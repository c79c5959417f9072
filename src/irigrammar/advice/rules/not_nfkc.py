"""A character changes under Normalization Form KC.

what        A compatibility character, such as a superscript digit, a circled letter or an ellipsis, that Form KC
            replaces with others. Spaces, ligatures, full-width and half-width forms have rules of their own.
why         New names should be in Form KC: such a character is a variant of others for the sake of typography, looks
            like them, and many programs that search or compare replace it.
example     http://example.org/m²
            http://example.org/№5
instead     http://example.org/m2
see         draft-ietf-iri-3987bis-04, 8.5; UAX #15
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from irigrammar.advice.compatibility import kind_of, plain
from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.advice.runs import kind_flaws
from irigrammar.text.names import character, quoted


def _says(char: str) -> str:
    return f"{character(char)} is {quoted(unicodedata.normalize('NFKC', char))} in Normalization Form KC"


def _check(context: Context) -> Iterator[Flaw]:
    return kind_flaws(context, lambda char: kind_of(char) == "other", _says, plain)


RULE = Rule(
    "C011", "not-nfkc", "advice", "draft-ietf-iri-3987bis-04, 8.5", __doc__ or "", _check, profiles=("publish",)
)
