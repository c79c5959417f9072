"""Percent-encode and decode where allowed.

RFC 3986, 2.1; RFC 3987, 3.1 and 3.2.
"""

# typed: pct-encoded: what the module is about
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from irigrammar.dataclass import NamedTuple
from irigrammar.matching.grammar import grammar

_MOST = 1 << 14  # characters that an `Encoding` remembers


def encode_bytes(data: bytes) -> str:
    """Return bytes percent-encoded, hexadecimal digits in upper case (RFC 3986, 2.1).

    >>> encode_bytes(b"\\xc3\\xa9")
    '%C3%A9'
    """
    return f"%{data.hex('%').upper()}" if data else ""


def encode(text: str, may_stay: Callable[[str], bool]) -> str:
    """Return a text with each character that may not stay percent-encoded as UTF-8.

    Raises `UnicodeEncodeError` for a surrogate.

    >>> encode("a é", str.isascii)
    'a %C3%A9'
    """
    return Encoding(may_stay).encode(text)


class Encoding(dict[int, str]):
    """A table from code points to percent-encoded UTF-8, except for characters that may stay.

    It caches the answers of the predicate.

    >>> Encoding(str.isascii).encode("a é")
    'a %C3%A9'
    """

    def __init__(self, may_stay: Callable[[str], bool]) -> None:
        super().__init__()
        self._may_stay = may_stay

    def encode(self, text: str) -> str:
        """Return a text with the characters that may not stay encoded; raise `UnicodeEncodeError` for a surrogate."""
        return text.translate(self)

    def __missing__(self, point: int) -> str:
        """Return the text for a code point, as `str.translate` asks for it, and keep it while fewer than 16,384 are
        kept. Raises `UnicodeEncodeError` for a surrogate that may not stay.
        """
        char = chr(point)
        encoded = char if self._may_stay(char) else encode_bytes(char.encode())
        if len(self) < _MOST:
            self[point] = encoded
        return encoded


def triplets(text: str) -> Iterator[tuple[int, int]]:
    """Yield the starts and exclusive ends of the percent-encoded bytes of a text (RFC 3986, 2.1).

    >>> list(triplets("a%41%4"))
    [(1, 4)]
    """
    return (match.span() for match in _triplet().finditer(text))


def outside(text: str, function: Callable[[str], str]) -> str:
    """Return a text with a function applied to everything between its percent-encoded bytes.

    >>> outside("a%41b", str.upper)
    'A%41B'
    """
    parts = re.split(f"({triplet_pattern()})", text)
    return "".join(part if place % 2 else function(part) for place, part in enumerate(parts))


def upper(text: str) -> str:
    """Return a text with its percent-encoded bytes in upper case (RFC 3986, 6.2.2.1).

    >>> upper("a%c3%a9")
    'a%C3%A9'
    """
    return _triplet().sub(lambda match: match[0].upper(), text)


def small(text: str) -> str:
    """Return a text with its letters of ASCII in lower case, and no others (RFC 3987, 5.3.2.1).

    >>> small("A\u0130\u00c9")
    'aİÉ'
    """
    return text.lower() if text.isascii() else "".join(char.lower() if char.isascii() else char for char in text)


def encode_strays(text: str) -> str:
    """Return a text with each "%" that begins no percent-encoded byte written "%25".

    >>> encode_strays("50%, %41%4")
    '50%25, %41%254'
    """
    return outside(text, lambda part: part.replace("%", encode_bytes(b"%")))


def replace_runs(text: str, function: Callable[[str], str]) -> str:
    """Return a text with a function applied to the longest runs of percent-encoded bytes.

    >>> replace_runs("%41%42a%43", lambda run: f"<{run}>")
    '<%41%42>a<%43>'
    """
    return _run().sub(lambda match: function(match[0]), text) if "%" in text else text


def has_triplets(text: str) -> bool:
    """Return whether a text has percent-encoded bytes.

    >>> has_triplets("a%41"), has_triplets("100%")
    (True, False)
    """
    return "%" in text and _triplet().search(text) is not None


def triplet_pattern() -> str:
    """Return the regular expression of a percent-encoded byte (RFC 3986, 2.1).

    >>> re.findall(triplet_pattern(), "a%41%4")
    ['%41']
    """
    return _triplet().pattern


def unescape(text: str) -> bytes:
    """Return the bytes of a text: percent-encoded bytes decoded, other characters as UTF-8.

    >>> unescape("a%C3%A9")
    b'a\\xc3\\xa9'
    """
    from irigrammar.text.percent import decoded_bytes

    return decoded_bytes(text.encode())


@cache
def _run() -> re.Pattern[str]:
    return re.compile(f"(?:{_triplet().pattern})+")


@cache
def _triplet() -> re.Pattern[str]:
    pattern = grammar("rfc3986")._production("pct-encoded").pattern
    assert pattern is not None
    return re.compile(pattern.ascii)


class Encoded(NamedTuple):
    """A percent-encoded character: its triplets in the text, and the character; "" for a byte that is part of none."""

    triplets: str
    char: str


def decode(text: str, is_allowed: Callable[[str], bool]) -> str:
    """Return a text with each percent-encoded character decoded that is allowed (RFC 3987, 3.2; RFC 3986, 6.2.2.2).

    Bytes are read as strict UTF-8: overlong forms, surrogates and sequences cut short stay encoded. What stays encoded
    keeps its case if it is an ASCII character, and is written in upper case otherwise, as by encoding it again.
    `is_allowed` is called for every encoded character, ASCII or not.

    >>> decode("%2f%c3%bc%fc%41", lambda char: char != "/")
    '%2fü%FCA'
    """
    return replace_runs(text, lambda run: "".join([_decoded(unit, is_allowed) for unit in _decoded_run(run)]))


def stages(text: str, is_allowed: Callable[[str], bool]) -> tuple[str, str, str, str]:
    """Return the results of steps 2 to 5 of decoding (RFC 3987, 3.2); bytes are written as in 3.2.1.

    >>> stages("D%C3%BCrst %FC %e2%80%ae", "\\u202e".__ne__)[:3]
    ('D<c3><bc>rst <fc> <e2><80><ae>', 'D<c3><bc>rst %FC <e2><80><ae>', 'D<c3><bc>rst %FC %E2%80%AE')
    """
    rows: tuple[list[str], ...] = ([], [], [], [])
    for piece in encoded(text):
        columns = (piece,) * len(rows) if isinstance(piece, str) else _columns(piece, is_allowed)
        for row, column in zip(rows, columns, strict=True):
            row.append(column)
    second, third, fourth, fifth = map("".join, rows)
    return second, third, fourth, fifth


def encoded(text: str) -> Iterator[str | Encoded]:
    """Yield the parts of a text in order: parts without percent-encoding, and percent-encoded characters, "" for a byte
    that is part of none.

    >>> list(encoded("a%C3%A9%FF"))
    ['a', Encoded(triplets='%C3%A9', char='é'), Encoded(triplets='%FF', char='')]
    """
    done = 0
    for run in _run().finditer(text):
        if run.start() > done:
            yield text[done : run.start()]
        yield from _decoded_run(run[0])
        done = run.end()
    if done < len(text):
        yield text[done:]


def _decoded_run(run: str) -> Iterator[Encoded]:
    """Yield each character that a run of triplets encodes in UTF-8, with its triplets; a byte that is not UTF-8 with
    "".
    """
    offset = 0
    # A byte that is part of no character becomes a surrogate, which UTF-8 cannot encode.
    for char in bytes.fromhex(run.replace("%", "")).decode(errors="surrogateescape"):
        width = 1 if char.isascii() else len(char.encode(errors="surrogateescape"))
        triple = run[offset : offset + 3 * width]
        yield Encoded(triple, char if char.isascii() or width > 1 else "")
        offset += len(triple)


def _decoded(unit: Encoded, is_allowed: Callable[[str], bool]) -> str:
    """Return the result of step 5 for a percent-encoded character: the character if it is allowed, else its triplets,
    in upper case, but unchanged for an ASCII character.
    """
    if unit.char and is_allowed(unit.char):
        return unit.char
    return unit.triplets if unit.char and unit.char.isascii() else unit.triplets.upper()


def _columns(unit: Encoded, is_allowed: Callable[[str], bool]) -> tuple[str, str, str, str]:
    """Return the results of steps 2 to 5 for a percent-encoded character; for an ASCII character all are that of step
    5.
    """
    is_decodable = unit.char != "" and is_allowed(unit.char)
    if unit.char and unit.char.isascii():
        return (unit.char if is_decodable else unit.triplets,) * 4
    raw = "".join(f"<{byte}>" for byte in unit.triplets.lower().split("%")[1:])
    again = unit.triplets.upper()
    return raw, raw if unit.char else again, raw if is_decodable else again, unit.char if is_decodable else again
