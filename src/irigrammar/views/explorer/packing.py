"""Sets and automata as the page carries them: as distances, which are compressed far better than numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from irigrammar.automata.charset import Ranges


def distances(ranges: Ranges) -> list[int]:
    """Return how far each range begins behind the end of the one before, and ends behind its beginning, by turns.

    >>> distances(((3, 5), (7, 7)))
    [3, 2, 2, 0]
    """
    made: list[int] = []
    end = 0
    for low, high in ranges:
        made += (low - end, high - low)
        end = high
    return made


def gaps(numbers: Sequence[int]) -> list[int]:
    """Return how much greater each number is than the one before.

    >>> gaps([3, 5, 9])
    [3, 2, 4]
    """
    return [number - before for before, number in pairwise([0, *numbers])]


def packed(sets: Mapping[str, Ranges]) -> dict[str, list[int]]:
    """Return sets by name, each as its distances."""
    return {name: distances(ranges) for name, ranges in sets.items()}


def steps(rows: Sequence[Sequence[int]]) -> str:
    """Return the steps of an automaton, class by class, as characters: "0" leads to state 0; those after it, further or
    back by turns, say how far it is to the next state. So they are compressed far better than the numbers of states.

    The states are in another order than in `rows`, in which more steps are alike; those of `rows` are numbered breadth
    first, from which the page numbers them anew.
    """
    order = _reverse_postorder(rows)
    places = {state: place for place, state in enumerate(order)}
    columns = zip(*(rows[state] for state in order), strict=True)
    numbers = (1 + _folded(places[to] - place) if to else 0 for column in columns for place, to in enumerate(column))
    return "".join(
        chr(_FIRST_STEP + number + (_SURROGATES if number + _FIRST_STEP >= 0xD800 else 0)) for number in numbers
    )


def _reverse_postorder(rows: Sequence[Sequence[int]]) -> list[int]:
    """Return state 0, then the others from state 1 on in reverse postorder of a search depth first.

    >>> _reverse_postorder([[0, 0], [2, 3], [4, 0], [0, 0], [0, 3]])
    [0, 1, 2, 4, 3]
    """
    finished: list[int] = []
    seen = {0, 1}
    path = [(1, iter(rows[1]))] if len(rows) > 1 else []
    while path:
        state, targets = path[-1]
        target = next((target for target in targets if target not in seen), None)
        if target is None:
            finished.append(state)
            path.pop()
        else:
            seen.add(target)
            path.append((target, iter(rows[target])))
    return [0, *reversed(finished)]


def _folded(number: int) -> int:
    return 2 * number if number >= 0 else -2 * number - 1


_FIRST_STEP, _SURROGATES = ord("0"), 0x800
