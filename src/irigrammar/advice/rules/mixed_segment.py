r"""A segment of the path mixes scripts.

what        A segment with words of several scripts that are not written together, though each word is in one script.
why         The document asks that all of a component be used together in one language; typing it needs more than one
            keyboard. Words that mix scripts by themselves have a rule of their own.
example     http://example.org/история-windows
instead     http://example.org/история/windows
            http://example.org/windowsの歴史
see         UTS #39, 5.1 and 5.2; draft-ietf-iri-3987bis-04, 8.5
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context, decoded
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.advice.scripts import is_highly_restrictive, script_names


def _check(context: Context) -> Iterator[Flaw]:
    if not context.alphabet:
        return
    mixed = [word.start for word in context.words if not word.text.isascii() and not is_highly_restrictive(word.text)]
    at = 0
    for segment in context.segments:
        while at < len(mixed) and mixed[at] < segment.start:
            at += 1
        if at < len(mixed) and mixed[at] < segment.end:
            continue
        text = decoded(segment.text).text
        if not text.isascii() and not is_highly_restrictive(text):
            yield Flaw(segment.start, segment.end, f"the segment mixes {' and '.join(script_names(text))}")


RULE = Rule(
    "U003",
    "mixed-scripts-segment",
    "advice",
    "UTS #39, 5.2",
    __doc__ or "",
    _check,
    profiles=("publish",),
    needs_data=True,
)
