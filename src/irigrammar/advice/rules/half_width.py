"""Half-width Katakana stand in the text.

what        Katakana, or their marks, in the narrow forms of early terminals.
why         They look like the common ones and are others; who types the identifier again will type the common ones.
example     http://example.org/ｶﾀｶﾅ
instead     http://example.org/カタカナ
see         RFC 3987, 6.1; draft-ietf-iri-3987bis-04, 6.1
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.compatibility import kind_of, plain
from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.advice.runs import kind_flaws
from irigrammar.text.names import character


def _says(char: str) -> str:
    return f"{character(char)} has a full-width form, which is the usual one"


def _check(context: Context) -> Iterator[Flaw]:
    return kind_flaws(context, lambda char: kind_of(char) == "half-width", _says, plain)


RULE = Rule("C013", "half-width-katakana", "advice", "draft-ietf-iri-3987bis-04, 6.1", __doc__ or "", _check)
