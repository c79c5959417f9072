"""Percent-encoded octets: written, read, and decoded where that is allowed (RFC 3986, 2.1; RFC 3987, 3.1 and 3.2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from irigrammar.matching.grammar import grammar

_MOST = 1 << 14  # characters that an `Encoding` remembers


def encode_octets(octets: bytes) -> str:
    """Return octets percent-encoded, hexadecimal digits in upper case (RFC 3986, 2.1).

    >>> encode_octets(b"\\xc3\\xa9")
    '%C3%A9'
    """
    return f"%{octets.hex('%').upper()}" if octets else ""


def encode(text: str, may_stay: Callable[[str], bool]) -> str:
    """Return a text with each character percent-encoded, as its octets in UTF-8, that may not stay.

    Raises `UnicodeEncodeError` for a surrogate, which has none.

    >>> encode("a é", str.isascii)
    'a %C3%A9'
    """
    return Encoding(may_stay).encode(text)


class Encoding(dict[int, str]):
    """Characters percent-encoded as their octets in UTF-8, by code point, but for those that may stay.

    It remembers what it was asked, so that one which is kept asks seldom.

    >>> Encoding(str.isascii).encode("a é")
    'a %C3%A9'
    """

    def __init__(self, may_stay: Callable[[str], bool]) -> None:
        super().__init__()
        self._may_stay = may_stay

    def encode(self, text: str) -> str:
        """Return a text with what may not stay encoded; raise `UnicodeEncodeError` for a surrogate."""
        return text.translate(self)

    def __missing__(self, point: int) -> str:
        char = chr(point)
        made = char if self._may_stay(char) else encode_octets(char.encode())
        if len(self) < _MOST:
            self[point] = made
        return made


def triplets(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the percent-encoded octets of a text stand (RFC 3986, 2.1): starts and exclusive ends.

    >>> list(triplets("a%41%4"))
    [(1, 4)]
    """
    return (found.span() for found in _triplet().finditer(text))


def outside(text: str, function: Callable[[str], str]) -> str:
    """Return a text with what stands between its percent-encoded octets given to a function; these stay.

    >>> outside("a%41b", str.upper)
    'A%41B'
    """
    made: list[str] = []
    done = 0
    for start, end in triplets(text):
        made += [function(text[done:start]), text[start:end]]
        done = end
    return "".join([*made, function(text[done:])])


def upper(text: str) -> str:
    """Return a text with its percent-encoded octets in upper case (RFC 3986, 6.2.2.1).

    >>> upper("a%c3%a9")
    'a%C3%A9'
    """
    return _triplet().sub(lambda found: found[0].upper(), text)


def encode_strays(text: str) -> str:
    """Return a text with each "%" that begins no percent-encoded octet written "%25".

    >>> encode_strays("50%, %41%4")
    '50%25, %41%254'
    """
    return outside(text, lambda part: part.replace("%", encode_octets(b"%")))


def runs(text: str) -> Iterator[tuple[int, int]]:
    """Yield where rows of percent-encoded octets stand, each as long as it can be: starts and exclusive ends.

    >>> list(runs("%41%42a%43"))
    [(0, 6), (7, 10)]
    """
    return (found.span() for found in _run().finditer(text))


def replace_runs(text: str, function: Callable[[str], str]) -> str:
    """Return a text with each row of percent-encoded octets given to a function, each as long as it can be.

    >>> replace_runs("%41%42a%43", lambda run: f"<{run}>")
    '<%41%42>a<%43>'
    """
    return _run().sub(lambda found: function(found[0]), text) if "%" in text else text


def has_triplets(text: str) -> bool:
    """Tell whether a text has percent-encoded octets.

    >>> has_triplets("a%41"), has_triplets("100%")
    (True, False)
    """
    return "%" in text and _triplet().search(text) is not None


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
def _run() -> re.Pattern[str]:
    return re.compile(f"(?:{_triplet().pattern})+")


@cache
def _triplet() -> re.Pattern[str]:
    pattern = grammar("rfc3986").production("pct-encoded").pattern
    assert pattern is not None
    return re.compile(pattern.ascii)
