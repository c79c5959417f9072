"""Percent-encoded octets are an overlong form.

what        Octets that would be a character if UTF-8 allowed more of them than it takes: "%C0%AF" for "/".
why         Decoders that do not check read them as that character, after those who looked for it have passed them.
            That is how attacks hide "/.." and the like.
example     http://example.org/a%C0%AF..%C0%AFb
            http://example.org/%E0%80%AE
instead     http://example.org/a/b
see         RFC 3987, 8; draft-ietf-iri-3987bis-04, 10; RFC 3629, 3 and 10
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.octets import OVERLONG, units
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.processing.percent import encode_octets
from irigrammar.text.names import character

_CONTINUATION = 6  # bits of a character in each octet after the first


def _check(context: Context) -> Iterator[Flaw]:
    for unit in units(context):
        found = OVERLONG.search(unit.octets)
        if found:
            written = encode_octets(found[0])
            meant = character(chr(_value(found[0])))
            yield Flaw(unit.bad_start, unit.bad_end, f"{written} is an overlong form of {meant}, and no UTF-8")


def _value(octets: bytes) -> int:
    """Return the code point that a decoder which does not check would read."""
    first = octets[0] & ((1 << (_CONTINUATION - len(octets) + 1)) - 1)
    for octet in octets[1:]:
        first = first << _CONTINUATION | octet & ((1 << _CONTINUATION) - 1)
    return first


RULE = Rule("P002", "overlong", "error", "RFC 3987, 8", __doc__ or "", _check)
