r"""A word mixes scripts.

what        A run of letters and digits, in user information, path, query or fragment, whose letters are of several
            scripts that are not written together, percent-encoded ones too.
why         No language writes a word so. Letters of another script that look the same make the word look like
            another, which who types the identifier again will type.
example     http://example.org/p\u{430}ypal
instead     http://example.org/paypal
            http://example.org/история-windows
see         UTS #39, 5.1 and 5.2; draft-ietf-iri-3987bis-04, 8.5
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.advice.scripts import is_highly_restrictive, script_names
from irigrammar.text.names import quoted

_LONGEST = 60  # characters that are shown


def _check(context: Context) -> Iterator[Flaw]:
    if not context.alphabet:
        return
    for word in context.words:
        if not word.text.isascii() and not is_highly_restrictive(word.text):
            names = " and ".join(script_names(word.text))
            yield Flaw(word.start, word.end, f"the word {quoted(word.text[:_LONGEST])} mixes {names}")


RULE = Rule("U002", "mixed-scripts-word", "warning", "UTS #39, 5.2", __doc__ or "", _check, needs_data=True)
