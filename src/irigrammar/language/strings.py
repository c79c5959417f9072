"""Count, enumerate and sample the strings of a production."""

from __future__ import annotations

import random
from bisect import bisect_right
from builtins import enumerate as enumerate_
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import accumulate, islice
from itertools import count as numbers

from irigrammar.automata.charset import MAX
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.automata.naming import readable
from irigrammar.language.derived import Draw, writer
from irigrammar.matching.matcher import Matcher

_READABLE_SHARE = 0.9
_MISSED = 1_000


def count(m: Matcher, length: int) -> int:
    """Return how many strings of that length, in code points, match. Raises `GrammarError` for a rule without an
    automaton.

    >>> import irigrammar
    >>> uri = irigrammar.grammar("rfc3986")
    >>> count(uri["dec-octet"], 3), count(uri["h16"], 4) == 22**4
    (156, True)
    """
    dfa = m.automaton
    weights = [sum(high - low + 1 for low, high in dfa.classes.ranges(number)) for number in range(dfa.classes.count)]
    return _completions(dfa, weights, length)[length].get(dfa.start, 0)


def lengths(m: Matcher) -> tuple[int, int | None]:
    """Return the length of the shortest and of the longest string that match, in code points; None means no limit.
    Raises `GrammarError` for a rule without an automaton, and `ValueError` where no string matches.

    >>> import irigrammar
    >>> uri = irigrammar.grammar("rfc3986")
    >>> lengths(uri["IPv6address"]), lengths(uri["URI"])
    ((2, 45), (2, None))
    """
    if m.automaton.start == DEAD:
        raise ValueError(f"no string matches {m.rule}")
    return _shortest(m.automaton), _longest(m.automaton)


def enumerate(m: Matcher) -> Iterator[str]:  # noqa: A001  # the design's name, used as language.enumerate
    """Yield every string that matches, shorter ones first, those of one length in code point order.

    Ends when the language is finite. Raises `GrammarError` for a rule without an automaton.

    >>> import irigrammar, itertools
    >>> list(itertools.islice(enumerate(irigrammar.grammar("rfc3986")["dec-octet"]), 9, 12))
    ['9', '10', '11']
    """
    dfa = m.automaton
    longest = _longest(dfa)
    finishing: list[set[int]] = [{state for state in range(dfa.states) if dfa.accepting[state]}]
    for length in numbers() if longest is None else range(longest + 1):
        if length:  # the states from which some string of this length is read to the end
            last = finishing[-1]
            finishing.append({state for state in range(1, dfa.states) if not last.isdisjoint(dfa.rows[state])})
        yield from _of_length(dfa, finishing, length)


def sample(m: Matcher, n: int, seed: int, *, max_length: int = 40) -> list[str]:
    """Return `n` strings that match, the same ones for the same seed.

    The length is drawn uniformly from those, up to `max_length` code points, that some string has; the path through the
    minimal automaton uniformly from those of that length; and of each class of code points one that is readable, nine
    times in ten. A language whose strings are all longer gives its shortest length. Strings of a rule without an
    automaton are written by its rules, alternatives that were taken least first. The list is empty where no string
    matches, and may be shorter for such a rule.

    >>> import irigrammar
    >>> ipv4 = irigrammar.grammar("rfc3986")["IPv4address"]
    >>> drawn = sample(ipv4, 3, seed=1)
    >>> all(ipv4.matches_many(drawn)), drawn == sample(ipv4, 3, seed=1)
    (True, True)
    """
    if not m._production.is_regular:
        return list(islice(derive(m, random.Random(seed).randrange, max_length), n))
    dfa = m.automaton
    if dfa.start == DEAD:
        return []
    shortest = _shortest(dfa)
    ways = _completions(dfa, [1] * dfa.classes.count, max(max_length, shortest), shortest_only=shortest >= max_length)
    lengths = [length for length, row in enumerate_(ways) if dfa.start in row]
    draw = random.Random(seed)
    candidates = [readable(dfa.classes.ranges(number)) if number else () for number in range(dfa.classes.count)]
    samples: list[str] = []
    for _ in range(n):
        state = dfa.start
        points: list[int] = []
        for rest in range(draw.choice(lengths) - 1, -1, -1):
            weights = list(accumulate(ways[rest].get(to, 0) for to in dfa.rows[state]))
            number = bisect_right(weights, draw.randrange(weights[-1]))
            if draw.random() < _READABLE_SHARE:
                points.append(draw.choice(candidates[number]))
            else:
                low, high = draw.choice(dfa.classes.ranges(number))
                points.append(draw.choice((low, high, draw.randint(low, high))))
            state = dfa.rows[state][number]
        samples.append("".join(map(chr, points)))
    return samples


def derive(m: Matcher, draw: Draw, max_length: int) -> Iterator[str]:
    """Yield strings that are written by the rules, each of which matches; without end, but none where there are none,
    and no more after 1,000 that did not match. The length that is aimed at is drawn for each, at most `max_length`.
    """
    string_writer = writer(m)
    counts = Counter[tuple[int, int]]()
    failures = 0
    while not string_writer.is_empty and failures < _MISSED:
        text = string_writer.text(draw, draw(max_length) + 1, counts)
        if m.matches(text):
            yield text
        else:  # a grammar may write lone surrogates, which match nothing
            failures += 1


def _completions(dfa: Dfa, weights: list[int], length: int, *, shortest_only: bool = False) -> list[dict[int, int]]:
    """Return, for each number of characters up to `length`, the weight of the completions of each state that has any.

    With `shortest_only` that is the length of the shortest string, and only its states count: each is at one distance
    from the start, so that the table is as large as the automaton.
    """
    before = [Counter[int]() for _ in dfa.rows]
    for state, row in enumerate_(dfa.rows):
        for to, weight in zip(row, weights, strict=True):
            before[to][state] += weight
    distances = _distances(dfa) if shortest_only else {}
    table: list[dict[int, int]] = [{state: 1 for state, ends in enumerate_(dfa.accepting) if ends}]
    for size in range(1, length + 1):
        completing = Counter[int]()
        for to, finishing in table[-1].items():
            for state, weight in before[to].items():
                if not shortest_only or distances.get(state) == length - size:
                    completing[state] += weight * finishing
        table.append(completing)
    return table


def _shortest(dfa: Dfa) -> int:
    """Return the length of the shortest string of a language that is not empty."""
    return min(distance for state, distance in _distances(dfa).items() if dfa.accepting[state])


def _distances(dfa: Dfa) -> dict[int, int]:
    """Return how many characters lead to each state at least; the dead one is none. States to which nothing leads are
    left out, too.
    """
    distances = {dfa.start: 0}
    for state in (order := [dfa.start]):  # grows during the loop
        for to in dfa.rows[state]:
            if to != DEAD and to not in distances:
                distances[to] = distances[state] + 1
                order.append(to)
    return distances


def _longest(dfa: Dfa) -> int | None:
    """Return the length of the longest string, None if it is unlimited: then some state comes back. For the empty
    language it is 0.
    """
    after = {state: {*row} - {DEAD} for state, row in enumerate_(dfa.rows) if state != DEAD}
    depth: dict[int, int] = {}
    try:
        for state in TopologicalSorter(after).static_order():  # each after those that it leads to
            depth[state] = max((depth[to] + 1 for to in after[state]), default=0)
    except CycleError:
        return None
    return depth.get(dfa.start, 0)


def _of_length(dfa: Dfa, finishing: list[set[int]], length: int) -> Iterator[str]:
    """Yield the strings of one length in the order of their code points, by a walk that enters only states from which
    the rest can be read.
    """
    edges = (*dfa.classes.starts[1:], MAX + 1)
    intervals = [
        (low, end, number) for low, end, number in zip(dfa.classes.starts, edges, dfa.classes.ids, strict=True)
    ]

    def points(state: int, rest: int) -> Iterator[tuple[int, int]]:
        """Yield the code points, with the states after them, from which the automaton accepts after `rest` more
        characters.
        """
        for low, end, number in intervals:
            to = dfa.rows[state][number]
            if to in finishing[rest]:
                for point in range(low, end):
                    yield point, to

    if dfa.start not in finishing[length]:
        return
    if length == 0:
        yield ""
        return
    stack = [points(dfa.start, length - 1)]
    text: list[str] = []
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
            if text:
                text.pop()
            continue
        point, to = step
        if len(stack) == length:
            yield "".join(text) + chr(point)
        else:
            text.append(chr(point))
            stack.append(points(to, length - len(stack) - 1))
