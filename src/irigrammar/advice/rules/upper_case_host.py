"""The host has upper-case letters of ASCII.

what        A letter of ASCII in upper case in the host.
why         Case makes no other host, but programs that compare strings take them for different identifiers. Lower
            case is the form of the documents.
example     http://Example.ORG/
instead     http://example.org/
see         RFC 3986, 3.2.2 and 6.2.2.1; RFC 3987, 5.3.2.1
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.text.names import quoted

_LABEL_OR_OCTET = re.compile(r"%..|\w+")


def _check(context: Context) -> Iterator[Flaw]:
    host = context.part("host")
    if host is None:
        return
    for found in _LABEL_OR_OCTET.finditer(host.text):
        written = found[0]
        lower = "".join(char.lower() if char.isascii() else char for char in written)
        if written != lower and not written.startswith("%"):
            message = f"{quoted(written)} is in upper case, which makes no other host; lower case is its usual form"
            yield Flaw(host.start + found.start(), host.start + found.end(), message, lower)


RULE = Rule("H001", "upper-case-host", "advice", "RFC 3986, 3.2.2", __doc__ or "", _check)
