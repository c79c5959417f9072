"""Percent-encoded octets are not UTF-8.

what        Octets that UTF-8 has not, in a segment, or in a name or value of a query. The message names legacy
            charsets in which they could be text.
why         No IRI shows them as characters; who decodes them has to guess the charset, and two who guess differently
            read different names.
example     http://example.org/D%FCrst
            http://example.org/?q=%83e%83X%83g
instead     http://example.org/D%C3%BCrst
            http://example.org/Dürst
see         RFC 3987, 3.2.1 and 6.4; draft-ietf-iri-3987bis-04, 3.7, 6.4 and 10
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.octets import OVERLONG, readings, units
from irigrammar.advice.rule import Flaw, Rule

_LONGEST = 30  # characters that are shown of a reading


def _check(context: Context) -> Iterator[Flaw]:
    for unit in units(context):
        if OVERLONG.search(unit.octets):  # a rule of its own
            continue
        written = context.text[unit.bad_start : unit.bad_end]
        shown = written if len(written) <= _LONGEST else f"{written[:_LONGEST]}..."
        found = " or ".join(f"{_cut(text)} ({', '.join(names)})" for text, names in readings(unit.octets))
        yield Flaw(unit.bad_start, unit.bad_end, f"{shown} is not UTF-8; " + (f"it may be {found}" if found else _NONE))


def _cut(text: str) -> str:
    return repr(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}...")


_NONE = "no common legacy charset has it either"

RULE = Rule("P001", "not-utf-8", "warning", "RFC 3987, 6.4", __doc__ or "", _check)
