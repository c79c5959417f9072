"""IANA has not registered the scheme.

what        A scheme that is not in IANA's registry of schemes, or is there as historical. The list that comes with
            the package has a date, which the message names.
why         Others may give the name another meaning, or none; it may also be a slip of the pen, or a host and port
            without a scheme, as "localhost:8080".
example     htp://example.org/
            localhost:8080/
instead     http://example.org/
            //localhost:8080/
see         RFC 7595, 3; RFC 3986, 3.1
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from irigrammar.advice.context import Context
from irigrammar.advice.registries import historical_schemes, registered_schemes, schemes_as_of
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.text.names import quoted

_LONGEST = 40  # characters that are shown, and compared with others


def _check(context: Context) -> Iterator[Flaw]:
    scheme = context.part("scheme")
    if scheme is None or scheme.text.lower() in registered_schemes():
        return
    name = scheme.text.lower()[:_LONGEST]
    if name in historical_schemes():
        yield Flaw(0, scheme.end, f"IANA's registry has {quoted(name)} as historical")
        return
    near = get_close_matches(name, _COMMON, n=1, cutoff=0.7)
    question = f"; did you mean {quoted(near[0])}?" if near else ""
    message = f"IANA has not registered the scheme {quoted(name)} (list of {schemes_as_of()}){question}"
    yield Flaw(0, scheme.end, message, near[0] if near else None)


# Those that people type, among hundreds that resemble anything.
_COMMON = ("http", "https", "ftp", "file", "mailto", "urn", "data", "tel", "ws", "wss", "ssh", "ldap")

RULE = Rule("R006", "unknown-scheme", "advice", "RFC 7595, 3", __doc__ or "", _check)
