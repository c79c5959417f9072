"""The identifier is longer than 2,000 characters.

what        More than 2,000 characters, but in a URI of the scheme data, which is never asked for.
why         The grammar has no limit, and software has. HTTP asks for 8,000 octets at least; some browsers, tools and
            databases had and have room for some 2,000.

example     http://example.org/?q={a*2000}
instead     http://example.org/?q=a
see         RFC 9110, 4.1; RFC 2397, 2
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule

_LONGEST = 2_000


def _check(context: Context) -> Iterator[Flaw]:
    if len(context.text) > _LONGEST and (context.components.scheme or "").lower() != "data":
        yield Flaw(_LONGEST, len(context.text), f"it has {len(context.text):,} characters, more than {_LONGEST:,}")


RULE = Rule("R009", "too-long", "warning", "RFC 9110, 4.1", __doc__ or "", _check, profiles=("publish",))
