r"""A character looks like a space.

what        A space other than U+0020, such as the no-break or the ideographic one, or a character that fonts show as
            nothing but room, percent-encoded ones too.
why         It cannot be told from a space, which no IRI has; who types the identifier again will type that, or
            nothing, and a line may be broken there.
example     http://example.org/a\u{A0}b
            http://example.org/a%E3%80%80b
instead     http://example.org/a-b
            http://example.org/a%20b
see         RFC 3987, 6.1; draft-ietf-iri-3987bis-04, 6.1
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.compatibility import kind_of
from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.advice.runs import kind_flaws
from irigrammar.processing.percent import encode
from irigrammar.text.names import character


def _instead(run: str) -> str:
    return encode(" " * len(run), lambda _: False)


def _check(context: Context) -> Iterator[Flaw]:
    says = "{} looks like a space".format
    return kind_flaws(context, lambda char: kind_of(char) == "space", lambda char: says(character(char)), _instead)


RULE = Rule("C015", "space-look-alike", "warning", "draft-ietf-iri-3987bis-04, 6.1", __doc__ or "", _check)
