"""How browsers read hosts that end in a number (URL Standard, 3.5)."""

from __future__ import annotations

from irigrammar.dataclass import NamedTuple
from irigrammar.matching.browser import ends_in_a_number, ipv4_address, ipv4_number
from irigrammar.matching.grammar import grammar
from irigrammar.text.names import quoted

_MOST_PARTS = 4
_BYTE = 256


class Reading(NamedTuple):
    """A browser's reading of a host that ends in a number: an address in its usual form, or why it is refused."""

    address: str | None
    reason: str


def read_ipv4(host: str) -> Reading | None:
    """Return how browsers read a host in ASCII whose last label is a number; None for another host.

    >>> [reading.address for reading in map(read_ipv4, ("0x7f.1", "2130706433", "010.0.0.1.")) if reading]
    ['127.0.0.1', '127.0.0.1', '8.0.0.1']
    >>> read_ipv4("1.2.3.256").reason, read_ipv4("a.1b"), read_ipv4("a.1").reason
    ('"256" is too large', None, '"a" is not a number')
    """
    if not ends_in_a_number(host):
        return None
    parts = host.removesuffix(".").split(".")
    if len(parts) > _MOST_PARTS:
        return Reading(None, "it has more than four parts")
    numbers: list[int] = []
    for part in parts:
        number = ipv4_number(part)
        if number is None:
            is_octal = bool(part) and grammar("rfc3986")["port"].matches(part)  # with 8 or 9
            return Reading(None, f"{quoted(part)} is not {'an octal' if is_octal else 'a'} number")
        numbers.append(number)
    *leading, rest = numbers
    large = next((part for part, number in zip(parts, leading, strict=False) if number >= _BYTE), None)
    if large is not None:
        return Reading(None, f"{quoted(large)} is greater than 255")
    if rest >= _BYTE ** (_MOST_PARTS + 1 - len(parts)):
        return Reading(None, f"{quoted(parts[-1])} is too large")
    return Reading(ipv4_address(host), "")
