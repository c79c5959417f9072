"""A port is the scheme's default.

what        The port that the scheme means anyway, as 80 for http.
why         It means what an absent port means, so the identifier has a shorter equal; those who make identifiers
            should leave it out.
example     http://example.org:80/
            wss://example.org:443/
instead     http://example.org/
            https://example.org:80/
see         RFC 3986, 3.2.3 and 6.2.3; RFC 3987, 5.3.3
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.processing.schemes import schemes


def _check(context: Context) -> Iterator[Flaw]:
    port, known = context.part("port"), schemes().find(context.components.scheme)
    if port is not None and known is not None and port.text.lstrip("0") == str(known.default_port):
        yield Flaw(port.start - 1, port.end, f"{port.text} is the default port of {known.name}", "")


RULE = Rule("R004", "default-port", "advice", "RFC 3986, 3.2.3", __doc__ or "", _check)
