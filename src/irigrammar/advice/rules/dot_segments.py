"""A path that begins with "/" has dot segments.

what        "." or ".." as a segment of a path that is complete in itself. Relative paths, as "../a", need them.
why         Resolving removes them, and those before ".." with them. So the identifier has a shorter equal, and
            programs that compare strings, or look for the beginning of a path, take them for two.
example     http://example.org/a/../b
            /./a
instead     http://example.org/b
            ../b
see         RFC 3986, 5.2.4 and 6.2.2.3; RFC 3987, 5.3.2.4
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context, without_dot_segments
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.processing.path import is_dots
from irigrammar.text.names import quoted


def _check(context: Context) -> Iterator[Flaw]:
    if without_dot_segments(context) in (None, context.text):  # as "/.//a", which needs its dot
        return
    for one in context.segments:
        if is_dots(one.text):
            yield Flaw(one.start, one.end, f"{quoted(one.text)} is a dot segment, which resolving removes")


RULE = Rule(
    "R001",
    "dot-segments",
    "advice",
    "RFC 3986, 6.2.2.3",
    __doc__ or "",
    _check,
    mend=without_dot_segments,
    sees_whole=True,
)
