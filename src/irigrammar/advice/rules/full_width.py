"""A full-width form of an ASCII character stands in the text.

what        A letter, digit or sign of ASCII as wide as a Chinese character.
why         It looks like the common one and is another; who types the identifier again will type the common one.
example     http://example.org/ＡＢＣ
            http://example.org/%EF%BC%91
instead     http://example.org/ABC
            http://example.org/1
see         RFC 3987, 6.1; draft-ietf-iri-3987bis-04, 6.1
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
    return f"{character(char)} looks like {quoted(unicodedata.normalize('NFKC', char))}"


def _check(context: Context) -> Iterator[Flaw]:
    return kind_flaws(context, lambda char: kind_of(char) == "full-width", _says, plain)


RULE = Rule("C012", "full-width", "advice", "draft-ietf-iri-3987bis-04, 6.1", __doc__ or "", _check)
