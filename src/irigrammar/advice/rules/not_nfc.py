r"""Characters are not in Normalization Form C.

what        A letter and a mark, or several marks, that Normalization Form C writes in another way, percent-encoded
            ones too.
why         Both look the same and are different identifiers. Form C is what keyboards and conversions give, so the
            other one is hard to type, and somebody else can have it.
example     http://example.org/re\u{301}sume\u{301}
            http://example.org/re%CC%81sume%CC%81
instead     http://example.org/résumé
            http://example.org/r%C3%A9sum%C3%A9
see         RFC 3987, 5.3.2.2; draft-ietf-iri-3987bis-04, 5.3.2.2; UAX #15
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from irigrammar.advice.characters import clusters
from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.matching.grammar import grammar


def _check(context: Context) -> Iterator[Flaw]:
    whole = context.decoded
    if whole.text.isascii():
        return
    for start, end in clusters(whole.text):
        text = whole.text[start:end]
        if not unicodedata.is_normalized("NFC", text):
            made = unicodedata.normalize("NFC", text)
            points = " ".join(f"U+{ord(char):04X}" for char in text)
            message = f"{points} is not in Normalization Form C; {' '.join(f'U+{ord(char):04X}' for char in made)} is"
            instead = whole.written(start, end, made) if _keeps_delimiter(text, made) else None
            yield Flaw(*whole.span(start, end), message, instead)


def _keeps_delimiter(text: str, made: str) -> bool:
    """Tell whether what may be a delimiter is still there: "=" and U+0338 are U+2260 in Form C."""
    first = text[0]
    return not first.isascii() or made.startswith(first) or grammar("rfc3986")["unreserved"].matches(first)


RULE = Rule("C010", "not-nfc", "warning", "RFC 3987, 5.3.2.2", __doc__ or "", _check)
