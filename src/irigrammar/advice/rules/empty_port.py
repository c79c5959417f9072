"""A port is empty.

what        A colon after the host and no digits.
why         It means what an absent port means, so the identifier has a shorter equal; those who make identifiers
            should leave the colon out.
example     http://example.org:/
instead     http://example.org/
see         RFC 3986, 3.2.3 and 6.2.3; RFC 3987, 5.3.3
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule


def _check(context: Context) -> Iterator[Flaw]:
    port = context.part("port")
    if port is not None and not port.text:
        yield Flaw(port.start - 1, port.end, "the colon has no port after it", "")


RULE = Rule("R003", "empty-port", "advice", "RFC 3986, 3.2.3", __doc__ or "", _check)
