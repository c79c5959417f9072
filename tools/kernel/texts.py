"""Random automata and grammars that are hard on the kernel.

Long loops, rows of three, wide tables, odd sets; strings of a suite changed, and loops read long or broken off.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import NamedTuple

from irigrammar.automata.charset import MAX, Classes
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.automata.naming import most_readable
from irigrammar.language.suite import access

__all__ = ["STORAGES", "Loop", "changed", "encoded", "loops", "random_automaton", "random_grammar", "raw", "stretched"]

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


_EDGES = (
    *(1, 0x20, 0x25, 0x26, 0x30, 0x3A, 0x41, 0x47, 0x7F, 0x80, 0x81, 0x90, 0xC0, 0xFF, 0x100, 0x101, 0x800),
    *(0xD800, 0xE000, 0xFFFF, 0x10000, 0x10001, 0x10FFFF),
)
_PARTS = ((0x21, 0x7E), (0x30, 0x39), (0x41, 0x5A), (0x80, 0xFF), (0xA0, 0x2FF), (0x4E00, 0x9FFF), (0x10000, MAX))


def random_automaton(rng: Random) -> Dfa:
    """Return an automaton, not minimal, whose states often stay, or come back after three characters."""
    edges = rng.sample(_EDGES, rng.randint(0, min(12, len(_EDGES))))
    starts = (0, *sorted({*edges, *(rng.randrange(1, 0x180) for _ in range(rng.randint(0, 8)))}))
    if rng.random() < 0.05:  # cells of two bytes
        starts = tuple(sorted({*starts, *range(0x300, 0x300 + rng.randint(240, 300))}))
    count = len(starts) if len(starts) > 200 or rng.random() < 0.1 else rng.randint(1, min(len(starts), 9))
    ids = [*range(count), *(rng.randrange(count) for _ in starts[count:])]
    rng.shuffle(ids)
    classes = Classes(starts, tuple(ids))
    states = rng.choice((1, 2, 4, 6, 9, 300))
    rows = [[rng.choice(_nexts(state, states, rng)) for _ in range(classes.count)] for state in range(states)]
    for state in range(1, states):
        if rng.random() < 0.4:  # a row of three
            way = [state, rng.randrange(states), rng.randrange(states), state]
            for here, there in pairwise(way):
                for number in rng.sample(range(classes.count), rng.randint(1, classes.count)):
                    rows[here][number] = there
    rows[0] = [DEAD] * classes.count
    accepting = bytes([0, *(rng.choice((0, 1, 1)) for _ in range(states - 1))])
    packed = tuple(bytes(row) if states <= 256 else tuple(row) for row in rows)
    return Dfa(classes, rng.choice((rng.randrange(states), min(1, states - 1))), packed, accepting)


def _nexts(state: int, states: int, rng: Random) -> tuple[int, ...]:
    return 0, state, state, rng.randrange(states)


def random_grammar(rng: Random) -> str:
    """Return ABNF text, the start rule `r`: loops over sets and escapes, now and then of many states or classes."""
    loops = " ".join(_loop(rng) for _ in range(rng.randint(1, 3)))
    tail = rng.choice(("", "", ' "x"', f" {rng.randint(250, 300)}({_set(rng)})" if rng.random() < 0.3 else ""))
    if rng.random() < 0.08:  # many classes
        many = " / ".join(f'%x{0x4E00 + index:X} {index % 7}"a" "b"' for index in range(rng.randint(250, 300)))
        tail += f" [{many}]"
    head = rng.choice(("", '%s"a:" '))
    return f"r = {head}{loops}{tail}\n"


def _loop(rng: Random) -> str:
    parts = [_set(rng) for _ in range(rng.randint(0, 2))]
    for size in rng.choices((2, 3, 3, 3, 4), k=rng.choice((0, 1, 1, 2))):
        row = " ".join(f"({_set(rng)})" for _ in range(size))
        parts.append(f"({row})")
    return f"*({' / '.join(parts or ['%x61'])})" + rng.choice(("", ' "/"', f" ({_set(rng)})"))


def _set(rng: Random) -> str:
    ranges: list[str] = []
    for _ in range(rng.randint(1, 2)):
        low, high = rng.choice(_PARTS)
        ends = sorted((rng.randint(low, high), rng.randint(low, high)))
        ranges.append(f"%x{ends[0]:X}-{ends[1]:X}" if rng.random() < 0.7 else f"%x{ends[0]:X}")
    return " / ".join(ranges)
