"""Random texts near a language.

Strings of its suite changed, and its loops read long, broken off or broken.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import NamedTuple

from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.automata.naming import most_readable
from irigrammar.language.suite import access

__all__ = ["STORAGES", "Loop", "changed", "encoded", "loops", "raw", "stretched"]

# What makes Python store a text with one, two or four bytes a character, added behind its fault.
STORAGES = ("", "ÿ", "\u2028", "\U0010ffff")

_STRANGE = "\0\t\n %%%4Ff[]\\^\x7f\x80\xa0\xad\xff\u0130\u017f\u2028\ud7ff\ud800\udfff\ue000\uffff\U00010000\U0010ffff"
_SIZES = (1, 2, 3, 7, 8, 9, 13, 14, 15, 16, 17, 31, 32, 33, 47, 48, 49, 61, 62, 63, 64, 65, 66, 79, 127, 128, 129)


class Loop(NamedTuple):
    """A state in a loop: what leads to it, characters that leave it unchanged, rows that come back to it."""

    start: str
    singles: tuple[str, ...]
    rows: tuple[str, ...]


def loops(dfa: Dfa, rng: Random, most: int = 200) -> list[Loop]:
    """Return the loops of a limited number of states: a few characters of each class that stays, and rows of three."""
    spelled = [chr(most_readable(dfa.classes.ranges(number))) for number in range(dfa.classes.count)]
    words = [(state, word) for state, word in access(dfa).items() if state != DEAD]
    loops: list[Loop] = []
    for state, word in rng.sample(words, min(most, len(words))):
        singles = tuple(char for number in _leading(dfa, state, state) for char in _some(dfa, number, rng))
        rows = tuple("".join(_step(dfa, *step, rng) for step in pairwise(way)) for way in _ways_back(dfa, state, rng))
        if singles or rows:
            loops.append(Loop("".join(spelled[number] for number in word), singles, rows))
    return loops


def _leading(dfa: Dfa, here: int, there: int) -> list[int]:
    """Return the classes that lead from one state to another."""
    return [number for number, to in enumerate(dfa.rows[here]) if to == there]


def _step(dfa: Dfa, here: int, there: int, rng: Random) -> str:
    return rng.choice(_some(dfa, rng.choice(_leading(dfa, here, there)), rng))


def _ways_back(dfa: Dfa, state: int, rng: Random) -> list[tuple[int, int, int, int]]:
    """Return up to four ways from a state back to it through two others."""
    ways = [
        (state, first, second, state)
        for first in _others(dfa, state, state, rng)
        for second in _others(dfa, first, state, rng)
        if state in dfa.rows[second]
    ]
    return rng.sample(ways, min(4, len(ways)))


def _others(dfa: Dfa, here: int, state: int, rng: Random) -> list[int]:
    states = sorted({*dfa.rows[here]} - {DEAD, state})
    return rng.sample(states, min(12, len(states)))


def stretched(loop: Loop, rng: Random, strange: str = _STRANGE) -> str:
    """Return a text that reads long in a loop, with up to two characters changed, and maybe cut."""
    text = loop.start
    for _ in range(rng.randint(1, 3)):
        size = rng.choice(_SIZES)
        if loop.singles and (not loop.rows or rng.random() < 0.6):
            pieces = rng.choices(loop.singles, k=rng.choice((1, 1, 3)))
            text += "".join(rng.choice(pieces) for _ in range(size))
        elif loop.rows:
            text += "".join(rng.choices(loop.rows, k=1 + size // 3))
    for _ in range(rng.choice((0, 1, 1, 2))):
        offset = rng.randint(0, len(text))
        text = text[:offset] + rng.choice(strange) + text[offset + rng.randint(0, 1) :]
    return (text[: rng.randint(0, len(text))] if rng.random() < 0.2 else text) + rng.choice(("", "", *STORAGES))


def changed(text: str, rng: Random, others: list[str]) -> str:
    """Return a text with up to four changes: characters added, left out, replaced, moved, repeated; parts of others."""
    for _ in range(rng.randint(1, 4)):
        start, end = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        match rng.randrange(7):
            case 0:
                text = text[:start] + rng.choice(_STRANGE) + text[start:]
            case 1:
                text = (
                    text[:start] + chr(rng.choice((rng.randrange(0x80), rng.randrange(0x110000)))) + text[start + 1 :]
                )
            case 2:
                text = text[:start] + text[end:]
            case 3:
                text = text[:start] + text[start:end] * rng.randint(2, 30) + text[end:]
            case 4:
                text = text[:start] + text[end:] + text[start:end]
            case 5:
                text = text[:start] + rng.choice(others)[-rng.randint(1, 40) :] + text[end:]
            case _:
                text = text[:start] + rng.choice(("%C3%A9", "a%20bc", "日本語", "👩", "é", "/", "")) * rng.choice(
                    _SIZES
                )
    return text[:2000]


def encoded(text: str) -> bytes:
    """Return a text in UTF-8; surrogates give bytes that are none."""
    return text.encode("utf-8", "surrogatepass")


def raw(text: str, rng: Random) -> bytes:
    """Return the bytes of a text, some of them changed."""
    data = bytearray(encoded(text))
    for _ in range(rng.randint(0, 3)):
        offset = rng.randint(0, len(data))
        data[offset : offset + rng.randint(0, 2)] = rng.randbytes(rng.randint(0, 3))
    return bytes(data)


def _some(dfa: Dfa, number: int, rng: Random) -> list[str]:
    """Return up to four characters of a class, of every size of storage that it has."""
    low = (0, 0x80, 0x100, 0x10000)
    high = (0x7F, 0xFF, 0xFFFF, 0x10FFFF)
    chars: list[str] = []
    for least, most in zip(low, high, strict=True):
        parts = [(max(a, least), min(b, most)) for a, b in dfa.classes.ranges(number) if a <= most and b >= least]
        if parts:
            chars.append(chr(rng.randint(*rng.choice(parts))))
    return chars
