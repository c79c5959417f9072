"""Where the Unicode Bidirectional Algorithm shows each character of a line (UAX #9).

The algorithm is python-bidi's, which gives the line as it is shown and neither levels nor places. So each character is
given a tail of characters of class BN, which the algorithm ignores and shows beside the character (UAX #9, 5.2), and
which spell its place: before the character they come out backwards, and its level is odd.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Callable, Iterator
from itertools import product
from typing import Literal, NamedTuple

from irigrammar.bidi.classes import derived_class
from irigrammar.errors import MissingExtra
from irigrammar.text.bidi_classes import moves

Base = Literal["ltr", "rtl", "auto"]


class Place(NamedTuple):
    """What is shown at a place: the offset of the character, and whether it is written from right to left there."""

    offset: int
    rtl: bool


# Tags: the digits of a place. The first digit is one of the first half, all others are of the second one, so that the
# direction in which a tail is written is known.
_DIGITS = [chr(point) for point in range(0xE0020, 0xE0080)]
_HALF = len(_DIGITS) // 2
_FIRST, _OTHERS = _DIGITS[:_HALF], _DIGITS[_HALF:]
_FIRSTS = frozenset(_FIRST)
_VALUES = {char: index % _HALF for index, char in enumerate(_DIGITS)}
_FEWEST = 3  # digits; with two, the last but one would be the first

# At the end of a line, of a paragraph and before a tab the algorithm takes tails for white space (rule L1) and moves
# them away from their character; a mark behind them, which belongs to the same character, prevents that.
_STOP, _SAME = "\N{COMBINING GRAVE ACCENT}", "\N{COMBINING ACUTE ACCENT}"
_LETTER = "a"
_LETTERS = {"R": "\N{HEBREW LETTER ALEF}", "AL": "\N{ARABIC LETTER ALEF}"}
_PARAGRAPH = "B"
_SEPARATORS = {"S", _PARAGRAPH}
_LIKE_SPACE = {"WS", "BN", "FSI", "LRI", "RLI", "PDI", "LRE", "RLE", "LRO", "RLO", "PDF"}

_DIRECTIONS = {"ltr": "L", "rtl": "R", "auto": None}


def ordering(text: str, base: Base = "ltr") -> list[Place]:
    """Return what is shown at each place from left to right, for a line of any characters (UAX #9, rules P1 to L2).

    `base` is the direction of the paragraph; with "auto" its first letter decides (rules P2 and P3). Characters that
    are not shown, such as formatting characters, have places too. Lone surrogates are taken for left-to-right
    characters, and separators of paragraphs for what is of the direction of `base`. Classes are those of the version of
    Unicode that python-bidi has; characters that Python's version lacks have those of their blocks.

    Raises `MissingExtra` where python-bidi is needed and is not installed: a left-to-right line without right-to-left
    characters, Arabic digits and formatting characters is shown as it is.

    >>> [place.offset for place in ordering("a/\\u05d0\\u05d11")]
    [0, 1, 4, 3, 2]
    """
    if base == "ltr" and not moves(text):
        return [Place(index, rtl=False) for index in range(len(text))]
    size = _FEWEST
    while _HALF**size < len(text):
        size += 1
    tails = map("".join, product(_FIRST, *[_OTHERS] * (size - 1)))
    pieces = [f"{char}{tail}" for char, tail in zip(_plain(text), tails, strict=False)]
    separators: dict[str, deque[int]] = {}
    for offset, char in enumerate(text):
        if derived_class(char) == _PARAGRAPH:  # a tail would be in the next paragraph
            pieces[offset] = char
            separators.setdefault(char, deque()).append(offset)
    for offset in _stops(text):
        pieces[offset] += _STOP
    shown = _get_display()("".join(pieces), base_dir=_DIRECTIONS[base]).replace(_STOP, "")
    return [*_places(shown, size + 1, separators, base)]


def _places(shown: str, width: int, separators: dict[str, deque[int]], base: Base) -> Iterator[Place]:
    """Yield what is shown at each place: characters with their tails, and separators."""
    start = 0
    while start < len(shown):
        if shown[start] in separators:
            yield Place(separators[shown[start]].popleft(), base == "rtl")
            start += 1
        else:
            yield _place(shown[start : start + width])
            start += width


def _plain(text: str) -> str:
    """Return a text of the same classes that has no stop, has bytes, and is in python-bidi's version of Unicode."""
    if _STOP in text:
        text = text.replace(_STOP, _SAME)
    unknown = {char: _stand_in(char) for char in set(text) if unicodedata.category(char) in ("Cs", "Cn")}
    return "".join([unknown.get(char, char) for char in text]) if unknown else text


def _stand_in(char: str) -> str:
    """Return a character for a surrogate, which has no bytes, or for one that is not assigned: one of its class."""
    surrogate = unicodedata.category(char) == "Cs"
    return _LETTER if surrogate else _LETTERS.get(derived_class(char), char)


def _place(chunk: str) -> Place:
    """Return what a character with its tail, in either direction, says."""
    rtl = chunk[1] not in _FIRSTS
    tail = chunk[-2::-1] if rtl else chunk[1:]
    offset = 0
    for char in tail:
        offset = offset * _HALF + _VALUES[char]
    return Place(offset, rtl)


def _stops(text: str) -> Iterator[int]:
    """Yield the offsets of the last characters before separators and the end that are not like white space."""
    kinds = [*map(derived_class, text)]
    start = 0
    for end in (*(offset for offset, kind in enumerate(kinds) if kind in _SEPARATORS), len(kinds)):
        last = next((offset for offset in range(end - 1, start - 1, -1) if kinds[offset] not in _LIKE_SPACE), None)
        if last is not None:
            yield last
        start = end + 1


def _get_display() -> Callable[..., str]:
    try:
        from bidi import get_display
    except ImportError:
        raise MissingExtra("showing right-to-left characters in their order", "bidi", "python-bidi") from None
    return get_display  # type: ignore[no-any-return]  # python-bidi ships no types
