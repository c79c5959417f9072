"""Random walks along a minimal automaton, for strategies.

They yield strings of the language, and near misses. Each step takes two draws, and the second is the character itself:
what is drawn stays what it is when draws before it are left out, so that a string is shortened as if it were plain
text.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from math import isqrt
from typing import Any

from irigrammar.automata.charset import MAX, Ranges, difference, intersection, union
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.automata.naming import readable
from irigrammar.dataclass import NamedTuple
from irigrammar.integrations._wanted import strategies
from irigrammar.language.suite import SURROGATES, accepts
from irigrammar.unicode import is_printable

_LIKED = 4  # characters beyond ASCII of a class that are offered one by one
_ASCII: Ranges = ((0, 0x7F),)
_ANY = 3  # the transition by any character


class Draw:
    """Draws by hypothesis, within one string, which shrink to small numbers and simple characters."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self._draw = draw

    def number(self, count: int, least: int = 0) -> int:
        """Return a drawn number of at least `least` and below `count`."""
        return int(self._draw(_numbers(least, count)))

    def character(self, alphabet: str) -> str:
        """Return a drawn character of the alphabet."""
        return str(self._draw(_characters(alphabet)))


@lru_cache(maxsize=4096)
def _numbers(least: int, count: int) -> Any:
    return strategies().integers(least, count - 1)


@lru_cache(maxsize=4096)
def _characters(alphabet: str) -> Any:
    return strategies().characters(categories=(), include_characters=alphabet)


class _Transitions(NamedTuple):
    """The possible steps in a state: end, where it `ends`; take one of the characters that lead to an end `soonest`
    (where it ends, every one), one of `every` character that is offered, or any of the `ranges` at all; or go one of
    the `ways`, each there as often as it weighs: characters that lead to one state.
    """

    ends: bool
    soonest: str
    every: str
    ranges: Ranges
    ways: tuple[str, ...]


class Walker:
    """Walks along one automaton, whose language must not be empty."""

    def __init__(self, dfa: Dfa) -> None:
        self.dfa = dfa
        surrogates = ((SURROGATES.start, SURROGATES.stop - 1),)
        self._ranges = [difference(dfa.classes.ranges(number), surrogates) for number in range(dfa.classes.count)]
        self._offered = [_choices(ranges) for ranges in self._ranges]
        self._distance = _distances(dfa)
        self._reach = _reaches(dfa)
        beyond = difference(union(*self._ranges[1:]), _ASCII)
        self._first = readable(beyond)[0] if beyond else 0
        self._far = max(distance for distance in self._distance if distance is not None)
        self._transitions = lru_cache(maxsize=4096)(self._find_transitions)
        self._wrong = lru_cache(maxsize=1024)(self._find_wrong)

    def text(self, draw: Draw, max_length: int) -> str:
        """Return a string of the language of at most `max_length` code points, or a shortest one."""
        state = self.dfa.start
        remaining = max(max_length, self._distance[state] or 0)
        text = ""
        while True:
            transitions = self._transitions(state, min(remaining, self._far + 1))
            # The end has a separate number: else a draw would mean something else after others before it are left out.
            choice = draw.number(4 + len(transitions.ways), 0 if transitions.ends else 1) if transitions.every else 0
            if not choice:
                return text
            char = self._character(transitions, choice, draw)
            text += char
            state = self.dfa.rows[state][self.dfa.classes.of(ord(char))]
            remaining -= 1

    def near_miss(self, draw: Draw, max_length: int) -> str:
        """Return a string that is not of the language, and one character left out, exchanged or put in away from one
        that `text` would return.

        Where one edit leads nowhere outside, it is a shortest string that is not of the language. Raises `ValueError`
        where every string is.
        """
        text = self.text(draw, max_length)
        numbers = [self.dfa.classes.of(ord(char)) for char in text]
        rows = self.dfa.rows
        states = list(accumulate(numbers, lambda state, number: rows[state][number], initial=self.dfa.start))
        edits = self._edits(states, numbers)
        if not edits:
            return self._nearest()
        edit, index = edits[draw.number(len(edits))]
        if edit == "omit":
            return text[:index] + text[index + 1 :]
        wrong = self._wrong(states[index])
        put = self._character(wrong, draw.number(4 + len(wrong.ways), 1), draw)
        return text[:index] + put + text[index + (edit == "exchange") :]

    @property
    def has_near_misses(self) -> bool:
        """Whether some string, of characters that are not surrogates, is not of the language."""
        states = range(1, self.dfa.states)
        return any(self._wrong(state).every or not self.dfa.accepting[state] for state in states)

    def _find_transitions(self, state: int, remaining: int) -> _Transitions:
        """Return the transitions from a state with at most `remaining` characters to the end, this one included.

        Only characters that are offered count. Weights prefer states from which more can be reached.
        """
        ways: dict[int, str] = {}
        ranges: list[Ranges] = []
        for number, to in enumerate(self.dfa.rows[state]):
            distance = self._distance[to]
            if distance is not None and distance < remaining and self._offered[number]:
                ways[to] = ways.get(to, "") + self._offered[number]
                ranges.append(self._ranges[number])
        weights: list[str] = []
        for to, alphabet in ways.items():  # what opens more of the language comes more often: an authority, a literal
            weights += [alphabet] * isqrt(self._reach[to])
        ends, every = bool(self.dfa.accepting[state]), "".join(ways.values())
        least = min((self._distance[to] or 0 for to in ways), default=0)
        soonest = "".join(alphabet for to, alphabet in ways.items() if self._distance[to] == least)
        return _Transitions(ends, every if ends else soonest, every, union(*ranges), tuple(weights))

    def _find_wrong(self, state: int) -> _Transitions:
        """Return the characters that are not allowed in a state, with one way for each class of them."""
        numbers = [number for number, to in enumerate(self.dfa.rows[state]) if to == DEAD and self._offered[number]]
        ways = tuple(self._offered[number] for number in numbers)
        every = "".join(ways)
        return _Transitions(False, every, every, union(*(self._ranges[number] for number in numbers)), ways)

    def _character(self, transitions: _Transitions, choice: int, draw: Draw) -> str:
        """Return a drawn character: by `choice` one that leads soonest to the end, any, any of its sets, or of one
        way.
        """
        if choice != _ANY:
            few = transitions.every if choice > 1 else transitions.soonest
            return draw.character(transitions.ways[choice - 4] if choice > _ANY else few)
        # Any code point, counted from one that can be read, so that it is that to which it shrinks.
        number = draw.number(MAX + 1)
        point = (self._first + number) % (MAX + 1)
        if any(low <= point <= high for low, high in transitions.ranges):
            return chr(point)
        return transitions.every[number % len(transitions.every)]

    def _edits(self, states: list[int], numbers: list[int]) -> list[tuple[str, int]]:
        """Return pairs of "omit", "exchange" or "put in" and an index, for the edits that lead out of the language.

        Those that make a string shorter come first, and the end of the string before its beginning.
        """
        places = range(len(numbers) - 1, -1, -1)
        wrong = [bool(self._wrong(state).every) for state in states]
        return [
            *(("omit", index) for index in places if not accepts(self.dfa, states[index], numbers[index + 1 :])),
            *(("exchange", index) for index in places if wrong[index]),
            *(("put in", index) for index in (len(numbers), *places) if wrong[index]),
        ]

    def _nearest(self) -> str:
        """Return a shortest string that is not of the language.

        Raises `ValueError` where every string is of the language.
        """
        came = {self.dfa.start: ""}
        todo = deque(came)
        while todo:
            state = todo.popleft()
            if not self.dfa.accepting[state]:
                return came[state]
            if wrong := self._wrong(state).every:
                return came[state] + wrong[0]
            for number, to in enumerate(self.dfa.rows[state]):
                if to not in came and self._offered[number]:
                    came[to] = came[state] + self._offered[number][0]
                    todo.append(to)
        raise ValueError("every string is of the language")


def _distances(dfa: Dfa) -> list[int | None]:
    """Return how many characters at least lead from each state to the end, None where none do."""
    before: dict[int, set[int]] = {}
    for state, row in enumerate(dfa.rows):
        for to in row:
            before.setdefault(to, set()).add(state)
    distances: list[int | None] = [0 if ends else None for ends in dfa.accepting]
    todo = deque(state for state, ends in enumerate(dfa.accepting) if ends)
    while todo:
        to = todo.popleft()
        for state in before.get(to, ()):
            if distances[state] is None:
                distances[state] = (distances[to] or 0) + 1
                todo.append(state)
    return distances


def _reaches(dfa: Dfa) -> list[int]:
    """Return for each state the number of states reachable from it, itself included, the dead state not."""
    after = [set(row) - {DEAD} for row in dfa.rows]
    sizes = []
    for state in range(dfa.states):
        visited_states = {state}
        todo = [state]
        while todo:
            new = after[todo.pop()] - visited_states
            visited_states |= new
            todo.extend(new)
        sizes.append(len(visited_states))
    return sizes


def _choices(ranges: Ranges) -> str:
    """Return the ASCII characters of a set that can be read, or else all its ASCII ones; and a few beyond ASCII."""
    ascii_only = intersection(ranges, _ASCII)
    beyond = difference(ranges, _ASCII)
    points = [point for low, high in ascii_only for point in range(low, high + 1)]
    choices = [point for point in points if is_printable(chr(point))] or points
    if beyond:
        samples = readable(beyond)
        choices += dict.fromkeys([*samples[: _LIKED - 1], samples[-1]])
    return "".join(map(chr, choices))
