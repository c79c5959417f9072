"""Languages ordered by inclusion, each inclusion proved on minimal automata.

An order of languages, which differ from one another and are numbered from 0, is held as `above`: bit j of `above[i]` is
set where language i lies strictly within language j.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from irigrammar.automata.dfa import Dfa
from irigrammar.automata.product import included

Above = tuple[int, ...]

# Pairs of states: a proof within the catalog takes at most two hundred, one between a user's automaton of the largest
# size and the catalog's some 50,000; between two of that size it could be the square.
_PAIR_LIMIT = 200_000


def ordered(automata: Sequence[Dfa]) -> Above:
    """Return the order of languages, of which no two are equal."""
    above: Above = ()
    for number, dfa in enumerate(automata):
        above = inserted(above, automata[:number], dfa)
    return above


def inserted(above: Above, automata: Sequence[Dfa], dfa: Dfa) -> Above:
    """Return an order with one more language, the last, which differs from those of `automata`.

    What includes a language that includes it, and what lies within one that it includes, needs no proof of its own. An
    inclusion counts as none where the proof would take too long, which no two automata of ordinary size do.
    """
    smaller_first = sorted(range(len(above)), key=lambda number: -above[number].bit_count())
    larger = smaller = 0
    for number in smaller_first:
        if not larger >> number & 1 and included(dfa, automata[number], _PAIR_LIMIT):
            larger |= 1 << number | above[number]
    for number in reversed(smaller_first):
        if not larger >> number & 1 and (above[number] & smaller or included(automata[number], dfa, _PAIR_LIMIT)):
            smaller |= 1 << number
    after = 1 << len(above) | larger  # all of it follows for what lies within, even what was too long to prove before
    return (*(row | after if smaller >> number & 1 else row for number, row in enumerate(above)), larger)


def covers(above: Above) -> tuple[tuple[int, ...], ...]:
    """Return, for each language, those that include it with no other between: the Hasse diagram."""
    found: list[tuple[int, ...]] = []
    for row in above:
        beyond = 0
        for number in bits(row):
            beyond |= above[number]
        found.append(tuple(bits(row & ~beyond)))
    return tuple(found)


def closed(diagram: Sequence[Iterable[int]]) -> Above:
    """Return the order of a Hasse diagram, as `covers` gives it."""
    above = [sum(1 << number for number in row) for row in diagram]
    changed = True
    while changed:  # as many rounds as the longest chain has links, at most
        changed = False
        for number, row in enumerate(above):
            for at in bits(row):
                above[number] |= above[at]
            changed = changed or above[number] != row
    return tuple(above)


def transposed(above: Above) -> Above:
    """Return, for each language, those that lie strictly within it, as bits."""
    below = [0] * len(above)
    for number, row in enumerate(above):
        for at in bits(row):
            below[at] |= 1 << number
    return tuple(below)


def restricted(above: Above, numbers: Sequence[int]) -> Above:
    """Return the order of some of the languages, numbered anew as they are given."""
    place = {number: 1 << at for at, number in enumerate(numbers)}
    return tuple(sum(place[at] for at in bits(above[number]) if at in place) for number in numbers)


def linear(above: Above, key: Callable[[int], tuple[int, ...]]) -> list[int]:
    """Return all languages, none before one that lies within it.

    The line is made from its end: last comes the greatest by the key of those that no other includes. So a language of
    a small key is early, after what lies within it: it waits for nothing else.
    """
    waiting = (1 << len(above)) - 1
    line: list[int] = []
    while waiting:
        chosen = max((number for number in bits(waiting) if not above[number] & waiting), key=key)
        waiting ^= 1 << chosen
        line.append(chosen)
    return line[::-1]


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, the least first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
