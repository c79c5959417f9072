"""Exercises: strings at the border of a language, half of them in it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, zip_longest
from typing import NamedTuple

from irigrammar.language import cover, examples, near_misses
from irigrammar.matching.matcher import Matcher

_NEAR = 12  # near misses of the production's examples, beside those of the small suite


class Question(NamedTuple):
    """A string, whether it matches, and what it was made for: the rule and the part of it that it touches."""

    text: str
    valid: bool
    rule: str
    part: str


def questions(m: Matcher, count: int = 10, seed: int = 0) -> list[Question]:
    """Return `count` strings at the border of a production's language, fewer where it has fewer, in an order that the
    seed decides; the same seed gives the same ones.

    Half of them match, or one more or less, where there are as many. They come from the small suite (`language.cover`),
    whose near misses are one edit away from a string that matches, and from the production's examples and their near
    misses; the parts of all rules have their turn. Raises `GrammarError` for a production that has no automaton.

    >>> import irigrammar
    >>> [(question.text, question.valid) for question in questions(irigrammar.grammar("rfc3986")["dec-octet"], 4)]
    [('', False), ('250', True), ('100', True), ('C', False)]
    """
    drawn = random.Random(seed)
    pools: dict[bool, dict[str, list[Question]]] = {True: {}, False: {}}
    seen: set[str] = set()
    for question in _candidates(m):
        if question.text not in seen:
            seen.add(question.text)
            pools[question.valid].setdefault(question.rule, []).append(question)
    valid, invalid = (_in_turn(pools[kind], drawn) for kind in (True, False))
    few = min(len(valid), max(count // 2 + drawn.randrange(count % 2 + 1), count - len(invalid)))
    chosen = valid[:few] + invalid[: count - few]
    drawn.shuffle(chosen)
    return chosen


def _candidates(m: Matcher) -> Iterator[Question]:
    for case in cover(m):
        yield Question(case.text, case.valid, case.site.rule, case.site.label)
    for text in examples(m):
        yield Question(text, True, m.rule, "an example")
    for miss in near_misses(m, _NEAR):
        yield Question(miss.text, False, m.rule, "a near miss of an example")


def _in_turn(pool: dict[str, list[Question]], drawn: random.Random) -> list[Question]:
    """Return questions in an order in which each rule has its turn."""
    rows = list(pool.values())
    drawn.shuffle(rows)
    for row in rows:
        drawn.shuffle(row)
    return [question for question in chain.from_iterable(zip_longest(*rows)) if question is not None]
