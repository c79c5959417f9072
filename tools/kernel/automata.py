"""Random automata and grammars that are hard on the kernel.

Long loops, rows of three, wide tables, odd sets.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

from irigrammar.automata.charset import MAX, Classes
from irigrammar.automata.dfa import DEAD, Dfa

__all__ = ["random_automaton", "random_grammar"]

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
