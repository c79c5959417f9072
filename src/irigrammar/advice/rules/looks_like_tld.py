r"""The last label looks like a top-level domain, and is none.

what        A last label that is no top-level domain and can be mistaken for one: in letters of another script, or
            such as "corn" for "com". The list of top-level domains has a date, which `grammar/registries.toml` tells.
why         Readers take the host for another's. Nobody but a local network can have such a name, so it is a slip or a
            trap.
example     http://example.c\u{43E}m/
            http://example.corn/
instead     http://example.com/
see         UTS #39, 4; draft-ietf-iri-3987bis-04, 8.5 and 10
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from irigrammar.advice.context import Context
from irigrammar.advice.registries import top_level_domains
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.advice.scripts import skeleton
from irigrammar.text.names import quoted

_LONGEST = 63  # octets of a label


def _check(context: Context) -> Iterator[Flaw]:
    if len(context.labels) < 2:
        return
    last = context.labels[-1]
    text = last.text.lower()
    if not text or len(text) > _LONGEST or text in top_level_domains():
        return
    meant = _by_look().get(skeleton(text).lower())
    if meant is not None:
        yield Flaw(
            last.start, last.end, f"{quoted(last.text)} is no top-level domain, and looks like {quoted(meant)}", meant
        )


@cache
def _by_look() -> dict[str, str]:
    return {skeleton(name).lower(): name for name in sorted(top_level_domains(), reverse=True)}


RULE = Rule(
    "H004", "looks-like-tld", "warning", "UTS #39, 4", __doc__ or "", _check, profiles=("accept",), needs_data=True
)
