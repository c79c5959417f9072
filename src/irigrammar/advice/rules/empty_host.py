"""A URI of http or https has no host.

what        The scheme http or https, and a host that is empty or an authority that is absent.
why         The generic grammar allows it and the scheme does not: there is nobody to ask. Browsers take what comes
            next for the host, so "http:///a" leads them to "a".
example     http:///a
            http:a
instead     http://a/
see         RFC 9110, 4.2.1 and 4.2.2
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule

_SCHEMES = ("http", "https")


def _check(context: Context) -> Iterator[Flaw]:
    name = (context.components.scheme or "").lower()
    if name not in _SCHEMES or context.components.host:
        return
    host, path = context.part("host"), context.part("path")
    if host is not None:
        yield Flaw(host.start, host.end, f"the host is empty, and {name} needs one")
    elif path is not None:
        yield Flaw(path.start, path.start, f"there is no authority, and {name} needs a host")


RULE = Rule("R008", "empty-host", "error", "RFC 9110, 4.2.1", __doc__ or "", _check)
