"""The scheme has upper-case letters.

what        A scheme that is not in lower case.
why         Case makes no other scheme, but programs that compare strings take them for different identifiers. Lower
            case is the form of the documents.
example     HTTP://example.org/
instead     http://example.org/
see         RFC 3986, 3.1 and 6.2.2.1; RFC 3987, 5.3.2.1
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.text.names import quoted


def _check(context: Context) -> Iterator[Flaw]:
    scheme = context.part("scheme")
    if scheme is not None and scheme.text != scheme.text.lower():
        shown = quoted(scheme.text)
        yield Flaw(0, scheme.end, f"the scheme is written {shown}; lower case is its usual form", scheme.text.lower())


RULE = Rule("R005", "upper-case-scheme", "advice", "RFC 3986, 3.1", __doc__ or "", _check)
