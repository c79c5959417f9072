"""Walk the minimal automaton in Python.

One code point at a time, or by runs that the `re` module reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain, pairwise

from irigrammar.automata.charset import Ranges, union
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.engines.charset_text import set_text


def fault_offset(dfa: Dfa, text: str, *, once: bool = False) -> int | None:
    """Return where a text leaves the language, or None where it is in it.

    That is the end of the longest viable prefix, in code points from 0: the first character that no string of the
    language has there, or the length of the text where it only lacks something.
    """
    rows = dfa.rows
    state = dfa.start
    if state == DEAD:
        return 0
    for offset, number in enumerate((dfa.classes.encode_once if once else dfa.classes.encode)(text)):
        state = rows[state][number]
        if state == DEAD:
            return offset
    return None if dfa.accepting[state] else len(text)


def matches(dfa: Dfa, text: str) -> bool:
    """Return whether a text is in the language, as a whole."""
    return fault_offset(dfa, text) is None


def matches_once(dfa: Dfa, text: str) -> bool:
    """Return the same as `matches`, faster if an automaton sees few texts: its pages of classes are not made."""
    return fault_offset(dfa, text, once=True) is None


_MOST_ROWS = 4
_AHEAD = 16  # characters that are read first: most matches end at once
_SHORT = 64  # texts that are walked sooner one code point at a time


def ends(dfa: Dfa, text: str, start: int) -> list[int]:
    """Return where the matches that begin at an offset end, in code points from 0, the shortest first."""
    rows, accepting, state = dfa.rows, dfa.accepting, dfa.start
    found = [start] if accepting[state] else []
    offset = start
    for stop in (start + _AHEAD, len(text)):
        for number in dfa.classes.encode_once(text[offset:stop]):
            state = rows[state][number]
            offset += 1
            if accepting[state]:
                found.append(offset)
            elif state == DEAD:
                break
        if state == DEAD:
            break
    return found


Run = Callable[[str, int], "re.Match[str] | None"]


class Walker:
    """Walks one automaton; the runs of a state are compiled when it is first met."""

    def __init__(self, dfa: Dfa) -> None:
        self._dfa = dfa
        self._runs: dict[int, Run | None] = {}

    def fault_offset(self, text: str) -> int | None:
        """Return where a text leaves the language, None where it is in it, as the function `fault_offset` does."""
        dfa, runs = self._dfa, self._runs
        if len(text) < _SHORT:
            return fault_offset(dfa, text)
        rows = dfa.rows
        index, pages = dfa.classes.pages
        state = dfa.start
        if state == DEAD:
            return 0
        offset, end = 0, len(text)
        while offset < end:
            try:
                run = runs[state]
            except KeyError:
                run = self.run(state)
            if run is not None:
                match = run(text, offset)
                assert match is not None  # it may be empty
                offset = match.end()
                if offset == end:
                    break
            point = ord(text[offset])
            state = rows[state][pages[index[point >> 8]][point & 255]]
            if state == DEAD:
                return offset
            offset += 1
        return None if dfa.accepting[state] else end

    def run(self, state: int) -> Run | None:
        """Return the matcher of the loops of a few characters from a state back to itself, None for a state without
        one.
        """
        if state not in self._runs:
            self._runs[state] = self._make_run(state)
        return self._runs[state]

    def _make_run(self, state: int) -> Run | None:
        own = self._between(state, state)
        parts = [f"{set_text(own)}++"] if own else []
        parts += [f"{''.join(map(set_text, row))}" for row in self._rows(state)]
        if not parts:
            return None
        alone = len(parts) == 1 and own
        return re.compile(f"{set_text(own)}*+" if alone else f"(?>{'|'.join(parts)})*+").match

    def _rows(self, state: int) -> list[list[Ranges]]:
        """Return the rows of two or three sets that lead from a state back to it, not through it; [] where there are
        more than 4.
        """
        rows = self._dfa.rows
        range_rows: list[list[Ranges]] = []
        for successor in sorted({*rows[state]} - {DEAD, state}):
            for other in sorted({*rows[successor]} - {DEAD}):
                way = [state, successor, state] if other == state else [state, successor, other, state]
                if other == state or state in rows[other]:
                    range_rows.append([self._between(start, end) for start, end in pairwise(way)])
        return range_rows if len(range_rows) <= _MOST_ROWS else []

    def _between(self, start: int, end: int) -> Ranges:
        classes = self._dfa.classes
        numbers = (number for number, to in enumerate(self._dfa.rows[start]) if to == end and number)
        return union(*chain(map(classes.ranges, numbers)))
