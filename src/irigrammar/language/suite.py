"""Complete test suites: strings on which no wrong implementation of a bounded size can agree with the production."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from irigrammar.automata.readable import most_readable
from irigrammar.engines import table
from irigrammar.language.identify import Word, access, identifiers
from irigrammar.language.letters import letters
from irigrammar.matching.matcher import Matcher


class Case(NamedTuple):
    """A string, whether it matches, and the fault offset in code points when it does not (None when it does)."""

    text: str
    valid: bool
    offset: int | None


def suite(m: Matcher, extra_states: int = 0, *, seed: int = 0, each: str = "interval") -> Iterator[Case]:
    """Yield a complete suite for a production, by the HSI method (Luo, Petrenko and von Bochmann, 1994).

    An implementation that behaves as an automaton with at most n + `extra_states` states (n counts the refusing state)
    and treats code points of one letter alike, and that agrees on every string, accepts exactly the language. Letters
    are, with `each="interval"`, each interval's low end, high end and one inside drawn by `seed`, plus suspects; with
    `each="class"` one for each class of code points. No string comes twice; the same seed gives the same suite.

    >>> import irigrammar
    >>> cases = suite(irigrammar.grammar("rfc3986")["port"], each="class")
    >>> [case.text for case in cases if case.valid]
    ['', '0']
    """
    dfa = m.automaton
    spelled = [chr(most_readable(dfa.classes.ranges(number))) for number in range(dfa.classes.count)]
    alphabet = letters(dfa, seed, each=each)
    tails = [["".join(spelled[number] for number in word) for word in words] for words in identifiers(dfa)]
    seen: set[str] = set()
    for length in range(extra_states + 2):
        for state, word in access(dfa).items():
            head = _spell(word, spelled)
            for middle in product(alphabet, repeat=length):
                at = state
                for letter in middle:
                    at = dfa.rows[at][letter.number]
                start = head + "".join(letter.char for letter in middle)
                for tail in tails[at] or [""]:
                    text = start + tail
                    if text not in seen:
                        seen.add(text)
                        offset = table.fault_offset(dfa, text)
                        yield Case(text, offset is None, offset)


def guarantee(m: Matcher, extra_states: int = 0, *, each: str = "interval") -> str:
    """Return what agreement on the whole suite proves, in one sentence."""
    states = m.automaton.states + extra_states
    count = len(letters(m.automaton, each=each))
    return (
        f"An implementation that behaves as an automaton with at most {states} states (the refusing state counted) and "
        f"treats code points of one of the {count} letters alike, and that agrees on every string, accepts exactly "
        f"{m.rule} of {m.grammar.name}."
    )


def _spell(word: Word, spelled: list[str]) -> str:
    return "".join(spelled[number] for number in word)
