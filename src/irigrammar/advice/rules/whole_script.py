r"""A host label of another script looks like a label in ASCII.

what        A label of letters outside ASCII, in one script other than Latin, each of which looks like a letter of
            ASCII. A label is left in peace where the last label of the host is in its script too.
why         UTS #39 calls it a whole-script confusable. It mixes nothing and looks like a name that somebody else has.
example     http://\u{440}\u{430}\u{443}\u{440}\u{430}\u{4CF}.example/
            http://\u{455}\u{441}\u{43E}\u{440}\u{435}.example/
instead     http://scope.example/
            http://роса.рф/
see         UTS #39, 4.1; draft-ietf-iri-3987bis-04, 8.5 and 10
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.advice.scripts import scripts, skeleton
from irigrammar.text.names import quoted

_LATIN = "Latn"
_LONGEST = 63  # octets of a label


def _check(context: Context) -> Iterator[Flaw]:
    labels = context.labels
    for label in labels[: max(len(labels) - 1, 1)]:
        if label.text.isascii() or len(label.text) > _LONGEST:
            continue
        own = scripts(label.text)
        if not own or _LATIN in own or (len(labels) > 1 and own & (scripts(labels[-1].text) or own - own)):
            continue
        shown = skeleton(label.text)
        if shown.isascii():
            yield Flaw(
                label.start, label.end, f"all of the label {quoted(label.text)} looks like ASCII: {quoted(shown)}", None
            )


RULE = Rule(
    "U004",
    "whole-script-confusable",
    "warning",
    "UTS #39, 4.1",
    __doc__ or "",
    _check,
    profiles=("accept",),
    needs_data=True,
)
