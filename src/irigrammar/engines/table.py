"""The minimal automaton, walked one code point at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irigrammar.automata.dfa import Dfa

_DEAD = 0  # Dfa's; the module that says so compiles, and is not loaded to walk


def fault_offset(dfa: Dfa, text: str) -> int | None:
    """Return where a text leaves the language, or None where it is in it.

    That is the end of the longest viable prefix, in code points from 0: the first character that no string of the
    language has there, or the length of the text where it only lacks something.
    """
    rows = dfa.rows
    state = dfa.start
    if state == _DEAD:
        return 0
    for offset, number in enumerate(dfa.classes.encode(text)):
        state = rows[state][number]
        if state == _DEAD:
            return offset
    return None if dfa.accepting[state] else len(text)


def matches(dfa: Dfa, text: str) -> bool:
    """Tell whether a text is in the language, as a whole."""
    rows = dfa.rows
    state = dfa.start
    for number in dfa.classes.encode(text):
        state = rows[state][number]
        if state == _DEAD:
            return False
    return bool(dfa.accepting[state])


def matches_once(dfa: Dfa, text: str) -> bool:
    """Tell what `matches` tells, sooner where an automaton sees few texts: its pages of classes are not made."""
    rows = dfa.rows
    state = dfa.start
    numbers: dict[str, int] = {}
    for char in text:
        number = numbers.get(char)
        if number is None:
            number = numbers[char] = dfa.classes.of(ord(char))
        state = rows[state][number]
        if state == _DEAD:
            return False
    return bool(dfa.accepting[state])
