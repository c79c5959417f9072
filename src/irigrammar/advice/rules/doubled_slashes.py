"""A path has an empty segment.

what        Two slashes or more in a row in a path that begins with "/", but for those after a colon, as where one
            identifier stands within another.
why         By the documents it is another path than the one with one slash. Most servers treat them alike, others do
            not, and it is seldom meant.
example     http://example.org/a//b
instead     http://example.org/a/b
            http://example.org/from/http://example.com/
see         RFC 3986, 3.3 (segment)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from irigrammar.advice.context import Context, with_path
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.text.names import quoted

_SLASHES = re.compile("//+")


def _check(context: Context) -> Iterator[Flaw]:
    path = context.part("path")
    if path is not None:
        for found in _doubled(path.text):
            message = (
                f"{quoted(found[0])} makes an empty segment"
                if len(found[0]) == 2
                else f"{quoted(found[0])} makes empty ones"
            )
            yield Flaw(path.start + found.start(), path.start + found.end(), message)


def _doubled(path: str) -> Iterator[re.Match[str]]:
    if path.startswith("/"):
        yield from (found for found in _SLASHES.finditer(path) if path[found.start() - 1] != ":" or not found.start())


def _mend(context: Context) -> str:
    path = context.components.path or ""
    ends = [0, *(found.end() for found in _doubled(path))]
    starts = [*(found.start() + 1 for found in _doubled(path)), len(path)]
    return with_path(context, "".join(path[end:start] for end, start in zip(ends, starts, strict=True)))


RULE = Rule("R002", "doubled-slashes", "advice", "RFC 3986, 3.3", __doc__ or "", _check, mend=_mend, sees_whole=True)
