"""References that are sure to be their own normal form, by the automaton that says so."""

from __future__ import annotations

from random import Random

import pytest

import irigrammar
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.engines import walk
from irigrammar.engines.compiled import compiled_rules
from irigrammar.engines.packing import unpack
from irigrammar.processing.normalize import Level
from irigrammar.processing.support.rewriters import SHIPPED, STAYING
from irigrammar.processing.trace import recorded

LEVELS: tuple[Level, ...] = ("syntax", "scheme")
# As they ship; that they are what is made of the grammars now, `python tools/plans.py --check` says.
AUTOMATA = {(name, level): unpack(compiled_rules(name, STAYING)[level].packed) for name in SHIPPED for level in LEVELS}


def strings(dfa: Dfa, count: int, drawn: Random) -> list[str]:
    """Return strings of an automaton's language, by ways through it that are drawn."""
    texts: list[str] = []
    while len(texts) < count:
        state, text = dfa.start, ""
        while len(text) < 60 and not (dfa.accepting[state] and drawn.random() < 0.1):
            numbers = [number for number, after in enumerate(dfa.rows[state]) if after != DEAD]
            if not numbers:
                break
            number = drawn.choice(numbers)
            first, last = drawn.choice(dfa.classes.ranges(number))
            text += chr(drawn.choice((first, last, drawn.randint(first, last))))
            state = dfa.rows[state][number]
        if dfa.accepting[state]:
            texts.append(text)
    return texts


@pytest.mark.parametrize(("grammar", "level"), AUTOMATA)
def test_the_steps_leave_them_as_they_are(grammar: str, level: Level) -> None:
    for text in strings(AUTOMATA[grammar, level], 400, Random(7)):
        assert recorded([], irigrammar.normalize, text, level=level, grammar=grammar) == text


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("http://h/a-b/?x=/./%20#A", LEVELS),
        ("https://u@[::1]/\xe9", LEVELS),
        ("../b", LEVELS),
        ("a/../b", []),
        ("//h:/", LEVELS),
        ("http://h", ["syntax"]),  # gets a path
        ("http://h:80/", ["syntax"]),  # loses the port
        ("http://\xe9/", ["syntax"]),  # labels are looked at
        ("urn:a:b", ["syntax"]),  # has a form of its own
        ("HTTP://h/", []),
        ("http://h/%7e", []),
        ("http://h/%2f", []),
        ("http://h/./", []),
        ("http://xn--r-bga/", []),
        ("http:/h", []),  # browsers read a host
    ],
)
def test_which_they_are(text: str, levels: list[Level]) -> None:
    assert [level for level in LEVELS if walk.matches(AUTOMATA["rfc3987", level], text)] == [*levels]
