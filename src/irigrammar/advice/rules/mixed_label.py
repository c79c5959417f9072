r"""A host label mixes scripts.

what        A label, in Unicode or as an A-label, whose letters are of several scripts that are not written together.
            Latin may stand beside Japanese, Korean or Chinese writing: UTS #39 calls that highly restrictive.
why         Letters of another script that look the same make the name look like one that somebody else has.
example     http://p\u{430}ypal.example/
            http://xn--pypal-4ve.example/
instead     http://paypal.example/
            http://wi-fi接続.example/
see         UTS #39, 5.1 and 5.2; draft-ietf-iri-3987bis-04, 8.5 and 10
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.advice.scripts import is_highly_restrictive, script_names
from irigrammar.text.names import quoted


def _check(context: Context) -> Iterator[Flaw]:
    for label in context.labels:
        if not label.text.isascii() and not is_highly_restrictive(label.text):
            names = " and ".join(script_names(label.text))
            yield Flaw(label.start, label.end, f"the label {quoted(label.text[:63])} mixes {names}")


RULE = Rule("U001", "mixed-scripts-label", "warning", "UTS #39, 5.2", __doc__ or "", _check, needs_data=True)
