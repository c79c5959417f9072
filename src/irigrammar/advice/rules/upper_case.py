"""Upper-case letters stand outside the host.

what        A letter in upper case in user information, path, query or fragment, percent-encoded ones too.
why         There case makes another identifier. Readers do not say it aloud and forget it when they type; and
            capitals of Latin, Greek and Cyrillic look more alike than small letters do.
example     http://example.org/PopularPage.html
            http://example.org/%C3%89t%C3%A9
instead     http://example.org/popular-page.html
see         draft-ietf-iri-3987bis-04, 8.5 and 10
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.text.names import quoted


def _check(context: Context) -> Iterator[Flaw]:
    for word in context.words:
        if word.text != word.text.lower():
            first = next(char for char in word.text if char != char.lower())
            yield Flaw(word.start, word.end, f"{quoted(first)} is in upper case")


RULE = Rule(
    "C017",
    "upper-case",
    "advice",
    "draft-ietf-iri-3987bis-04, 8.5",
    __doc__ or "",
    _check,
    profiles=("publish",),
    sees_whole=True,
)
