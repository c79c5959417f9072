"""A control or bidi formatting character hides in percent-encoded octets.

what        A character of C0 or C1, DEL, or a character that sets the writing direction, percent-encoded. Line ends
            and tabs in a query are what forms and mail write there, and are passed over.
why         What decodes the octets gets a line end, an end of the string, or a display in another order, and may
            stop, write another line into a log, or show something else.
example     http://example.org/a%0D%0Ab
            http://example.org/%00
            http://example.org/%E2%80%AEgpj.exe
instead     http://example.org/ab
see         draft-ietf-iri-3987bis-04, 7.3; RFC 3986, 7.3; RFC 3987, 4.1; RFC 6068, 5
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.processing.characters import characters, group_of
from irigrammar.processing.percent import encoded
from irigrammar.text.names import character, quoted


def _check(context: Context) -> Iterator[Flaw]:
    if "%" not in context.text:
        return
    at = 0
    for one in encoded(context.text):
        written = one if isinstance(one, str) else one.written
        if not isinstance(one, str) and one.char and _is_control(one.char) and not _is_of_form(one.char, at, context):
            yield Flaw(at, at + len(written), f"{quoted(written)} is {character(one.char)}")
        at += len(written)


def _is_control(char: str) -> bool:
    group = group_of(char)
    return (group is not None and group.name == "control") or char in characters("bidi-control")


def _is_of_form(char: str, at: int, context: Context) -> bool:
    """Tell whether a character at an offset is what text of several lines has in a query."""
    return char in "\t\n\r" and context.field_at(at) == "query"


RULE = Rule("P007", "hidden-control", "warning", "draft-ietf-iri-3987bis-04, 7.3", __doc__ or "", _check)
