"""Percent-encoded octets: written, read, and decoded where that is allowed (RFC 3986, 2.1; RFC 3987, 3.1 and 3.2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from irigrammar.matching.grammar import grammar

__all__ = ["encode", "encode_octets", "triplets", "unescape"]


def encode_octets(octets: bytes) -> str:
    """Return octets percent-encoded, hexadecimal digits in upper case (RFC 3986, 2.1).

    >>> encode_octets(b"\\xc3\\xa9")
    '%C3%A9'
    """
    return "".join(f"%{octet:02X}" for octet in octets)


def encode(text: str, may_stay: Callable[[str], bool], charset: str = "utf-8") -> str:
    """Return a text with each character percent-encoded, as the octets of a charset, that may not stay.

    Raises `UnicodeEncodeError` for a character that the charset lacks; surrogates are such in every charset.

    >>> encode("a é", str.isascii)
    'a %C3%A9'
    """
    return "".join(char if may_stay(char) else encode_octets(char.encode(charset)) for char in text)


def triplets(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the percent-encoded octets of a text stand (RFC 3986, 2.1): starts and exclusive ends."""
    return (found.span() for found in _triplet().finditer(text))


def unescape(text: str) -> bytes:
    """Return the octets of a text: those of percent-encoded octets, of other characters those of UTF-8.

    >>> unescape("a%C3%A9")
    b'a\\xc3\\xa9'
    """
    octets = bytearray()
    done = 0
    for start, end in triplets(text):
        octets += text[done:start].encode() + bytes.fromhex(text[start + 1 : end])
        done = end
    return bytes(octets + text[done:].encode())


@cache
def _triplet() -> re.Pattern[str]:
    pattern = grammar("rfc3986").production("pct-encoded").pattern
    assert pattern is not None
    return re.compile(pattern.ascii)
