"""An unreserved character is percent-encoded.

what        A letter or digit of ASCII, "-", ".", "_" or "~" as a percent-encoded octet.
why         It means the same as the character itself, and programs that compare strings take them for different
            identifiers; normalizing decodes it. Dot segments that hide so have a rule of their own.
example     http://example.org/%7Euser
            http://example.org/%61
instead     http://example.org/~user
see         RFC 3986, 2.3 and 6.2.2.2
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from irigrammar.advice.context import Context, hidden_dots
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.matching.grammar import grammar
from irigrammar.processing.percent import triplets
from irigrammar.text.names import quoted

_NOWHERE = (sys.maxsize, sys.maxsize)


def _check(context: Context) -> Iterator[Flaw]:
    if "%" not in context.text:
        return
    is_unreserved = grammar("rfc3986")["unreserved"].matches
    hidden = iter([(one.start, one.end) for one in hidden_dots(context)])
    dots_start, dots_end = next(hidden, _NOWHERE)
    for start, end in triplets(context.text):
        while dots_end <= start:
            dots_start, dots_end = next(hidden, _NOWHERE)
        written = context.text[start:end]
        char = chr(int(written[1:], 16))
        if is_unreserved(char) and not dots_start <= start < dots_end:
            yield Flaw(
                start, end, f"{quoted(written)} is percent-encoded without need: {quoted(char)} means the same", char
            )


RULE = Rule("P004", "encoded-unreserved", "advice", "RFC 3986, 2.3", __doc__ or "", _check)
