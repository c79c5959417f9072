"""A percent-encoded octet is written in lower case.

what        A hexadecimal digit from "a" to "f" in a percent-encoded octet.
why         Both cases mean the same, and programs that compare strings take them for different identifiers. Upper
            case is what the documents ask of those who write.
example     http://example.org/r%c3%a9
instead     http://example.org/r%C3%A9
            http://example.org/ré
see         RFC 3986, 2.1 and 6.2.2.1; RFC 3987, 5.3.2.1
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.processing.percent import triplets
from irigrammar.text.names import quoted


def _check(context: Context) -> Iterator[Flaw]:
    if "%" not in context.text:
        return
    for start, end in triplets(context.text):
        written = context.text[start:end]
        if written != written.upper():
            yield Flaw(start, end, f"{quoted(written)} has a hexadecimal digit in lower case", written.upper())


RULE = Rule("P003", "lower-case-hex", "advice", "RFC 3986, 2.1", __doc__ or "", _check, profiles=("publish",))
