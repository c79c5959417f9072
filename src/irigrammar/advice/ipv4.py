"""Hosts that browsers read as IPv4 addresses.

Implements the IPv4 parser and the ends-in-a-number checker (URL Standard, 3.5).
"""

from __future__ import annotations

from ipaddress import IPv4Address

from irigrammar.dataclass import NamedTuple
from irigrammar.matching.grammar import grammar
from irigrammar.text.names import quoted

_MOST_PARTS = 4
_BYTE = 256
_LONGEST = 16  # digits without leading zeros: any number so long is too large


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
    parts = host.split(".")
    if parts[-1] == "" and len(parts) > 1:
        parts.pop()
    last = parts[-1]
    if not (_is_digits(last) or _number(last) is not None):
        return None
    if len(parts) > _MOST_PARTS:
        return Reading(None, "it has more than four parts")
    numbers: list[int] = []
    for part in parts:
        number = _number(part)
        if number is None:
            is_octal = _is_digits(part)  # with 8 or 9
            return Reading(None, f"{quoted(part)} is not {'an octal' if is_octal else 'a'} number")
        numbers.append(number)
    *leading, rest = numbers
    large = next((part for part, number in zip(parts, leading, strict=False) if number >= _BYTE), None)
    if large is not None:
        return Reading(None, f"{quoted(large)} is greater than 255")
    if rest >= _BYTE ** (_MOST_PARTS + 1 - len(parts)):
        return Reading(None, f"{quoted(parts[-1])} is too large")
    value = rest + sum(byte * _BYTE ** (_MOST_PARTS - 1 - index) for index, byte in enumerate(leading))
    return Reading(str(IPv4Address(value)), "")


def _number(part: str) -> int | None:
    """Return the value of a part, None where it is not a number; one that is too large anyway may be any such."""
    digits, base = part, 10
    if part[:2].lower() == "0x":
        digits, base = part[2:], 16
        if not digits:
            return 0
    elif len(part) > 1 and part.startswith("0"):
        digits, base = part[1:], 8
    is_digit = grammar("rfc5234")["HEXDIG" if base > 10 else "DIGIT"].matches
    if not digits or not all(map(is_digit, digits)):
        return None
    digits = digits.lstrip("0")
    try:
        return int(digits[:_LONGEST] or "0", base)
    except ValueError:  # 8 and 9 are not octal digits
        return None


def _is_digits(part: str) -> bool:
    return bool(part) and grammar("rfc3986")["port"].matches(part)
