"""Verify that an `re` pattern matches exactly a production's language.

By what `re` documents of its patterns. The pattern is read back by the standard library's own parser, and its meaning
made an automaton that reads from the end of the text to its start: knowing all that can come after a place, it says of
each part of the pattern whether `match`, begun there, would succeed; of a choice, the first alternative that does not
fail, so that atomic groups and possessive repetitions, which keep the first way out and no other, mean exactly what
they mean to re. That automaton is walked beside the production's, read from the end too: either no string distinguishes
them, which is the proof, or a shortest one does. What is not proved is that re does what it documents, or how long
that takes it.
"""

from __future__ import annotations

from collections import deque
from functools import cache

from irigrammar.automata.charset import EMPTY, Ranges, partition
from irigrammar.automata.dfa import Dfa
from irigrammar.automata.naming import most_readable, rank
from irigrammar.exports.backward import PatternState, reverse_pattern
from irigrammar.exports.notation import refusal
from irigrammar.exports.reading import Nodes, Unreadable, read
from irigrammar.matching.matcher import Matcher

_STATE_LIMIT = 100_000
_FAILED = "cannot be compared with the pattern for"
_LINE_FEED = 0x0A

# The state of a place on both sides, by the text after it; and of each pair that was reached the one before it on the
# way, which is that of the place to the right, and the code point between them; None for the end of the text.
Pair = tuple[PatternState, int]
Origins = dict[Pair, tuple[Pair, int] | None]


def verify(pattern: str, matcher: Matcher) -> str | None:
    """Return a shortest string that a pattern matches and a production does not, or the other way round; None where
    there is none, which proves them equal.

    A pattern matches what `re.compile(pattern).match` does. Raises `ExportError` for a pattern that `re` cannot read,
    or with more in it than sets, groups, repetitions, lookaheads and the ends of the text, and where the comparison
    takes more than 100,000 states; `GrammarError` for a rule without an automaton.

    >>> import irigrammar
    >>> port = irigrammar.grammar("rfc3986")["port"]
    >>> verify(irigrammar.exports.export(port, to="python"), port) is None
    True
    >>> verify("[0-9]*$", port)
    '\\n'
    """
    try:
        nodes = read(pattern)
        letters = _letters(nodes, matcher.automaton)
        end, further_left = reverse_pattern(nodes, [point for point, _ in letters])
    except Unreadable as error:
        raise refusal(matcher, "python", str(error), _FAILED) from None
    dfa = matcher.automaton

    @cache
    def predecessor(live: int, number: int) -> int:
        """Return the states from which those of `live`, which are bits, are reached by a character of a class."""
        return sum(1 << state for state, row in enumerate(dfa.rows) if live >> row[number] & 1)

    start = (end, sum(1 << state for state, ends in enumerate(dfa.accepting) if ends))
    origins: Origins = {start: None}
    transitions: dict[PatternState, list[PatternState]] = {}
    todo = deque([start])
    while todo:
        pair = todo.popleft()
        state, live = pair
        if state.matches != bool(live >> dfa.start & 1):
            return _text_after(origins, pair)
        if state not in transitions:
            transitions[state] = further_left(state)
        for (point, number), pattern_state in zip(letters, transitions[state], strict=True):
            before = (pattern_state, predecessor(live, number))
            if before not in origins:
                origins[before] = (pair, point)
                todo.append(before)
        if len(origins) > _STATE_LIMIT:
            raise refusal(matcher, "python", "its automaton has too many states", _FAILED)
    return None


def _text_after(origins: Origins, pair: Pair) -> str:
    """Return the text after the place of a pair, by the code points on the way to it from the end of the text."""
    points = []
    step = origins[pair]
    while step is not None:
        points.append(chr(step[1]))
        step = origins[step[0]]
    return "".join(points)


def _letters(nodes: Nodes, dfa: Dfa) -> list[tuple[int, int]]:
    """Return a code point of each class that pattern and production keep apart, with its class in the production."""
    families: set[Ranges] = {dfa.classes.ranges(number) for number in range(1, dfa.classes.count)}
    classes = partition({*nodes.sets.values(), *families, ((_LINE_FEED, _LINE_FEED),)} - {EMPTY})
    points = [most_readable(classes.ranges(number)) for number in range(classes.count) if classes.ranges(number)]
    return [(point, dfa.classes.of(point)) for point in sorted(points, key=rank)]
