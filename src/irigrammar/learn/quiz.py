"""Exercises by topic and difficulty.

Realistic strings and strings at the border of a language, half of them in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Literal

from irigrammar.dataclass import NamedTuple
from irigrammar.faults.hinting import hints
from irigrammar.grammars.expr import abnf
from irigrammar.language import cover, examples, near_misses
from irigrammar.matching.matcher import Matcher

_NEAR = 12  # near misses of the production's examples, beside those of the small suite

Difficulty = Literal["easy", "medium", "hard"]


class Question(NamedTuple):
    """A string, whether it matches, and the rule and the part of it that the string touches.

    `topic` is the component that it is about ("around" for what surrounds an identifier, "" where that is not known).
    Realistic strings are "easy", examples and their near misses "medium", strings at the border of a rule "hard".
    """

    text: str
    valid: bool
    rule: str
    part: str
    topic: str = ""
    difficulty: Difficulty = "hard"
    hint: str = ""


def questions(
    m: Matcher, count: int = 10, seed: int = 0, *, topic: str | None = None, difficulty: Difficulty | None = None
) -> list[Question]:
    """Return `count` strings on a production, fewer where it has fewer, in an order that the seed decides; the same
    seed gives the same ones. With `topic` or `difficulty`, only those.

    Half of them match, or one more or less, where there are as many. They come from the small suite (`language.cover`),
    whose near misses are one edit away from a string that matches, and from the production's examples and their near
    misses; for references also from the mistakes that diagnostics have an example of, and their fixes. The parts of all
    rules have their turn. Raises `GrammarError` for prose and undefined names.

    >>> import irigrammar
    >>> [(question.text, question.valid) for question in questions(irigrammar.grammar("rfc3986")["dec-octet"], 4)]
    [('', False), ('250', True), ('100', True), ('C', False)]
    """
    drawn = random.Random(seed)
    pools: dict[bool, dict[str, list[Question]]] = {True: {}, False: {}}
    known_texts: set[str] = set()
    for question in _candidates(m):
        if (topic or question.topic) != question.topic or (difficulty or question.difficulty) != question.difficulty:
            continue
        if question.text not in known_texts:
            known_texts.add(question.text)
            pools[question.valid].setdefault(question.rule, []).append(question)
    valid, invalid = (_in_turn(pools[kind], drawn) for kind in (True, False))
    few = min(len(valid), max(count // 2 + drawn.randrange(count % 2 + 1), count - len(invalid)))
    selection = valid[:few] + invalid[: count - few]
    drawn.shuffle(selection)
    return selection


@lru_cache(maxsize=4)
def _candidates(m: Matcher) -> tuple[Question, ...]:
    """Return all questions, which take seconds to find for a reference, whatever is then chosen."""
    return tuple(_all_questions(m))


def _all_questions(m: Matcher) -> Iterator[Question]:
    """Yield the questions about a rule, with repetitions: realistic ones (for a rule of references), branches,
    examples, near misses.
    """
    topics = _topics(m)
    if m.grammar._references(m.rule):
        yield from _realistic(m, topics)
    for case in cover(m):
        rule = case.site.rule
        topic = topics.get(rule, "")
        yield Question(case.text, case.valid, rule, case.site.label, topic, "hard", _hint(m, rule, topic))
    for text in examples(m):
        yield Question(text, True, m.rule, "an example", "", "medium", _hint(m, m.rule))
    for miss in near_misses(m, _NEAR):
        yield Question(miss.text, False, m.rule, "a near miss of an example", "", "medium", _hint(m, m.rule))


def _realistic(m: Matcher, topics: dict[str, str]) -> Iterator[Question]:
    """Yield a question for each mistake that hints have an example of and the rule refuses, and one for
    its first fix.
    """
    for row in hints().fault:
        fault = m.check(row.wrong).fault if row.wrong else None
        if fault is None or fault.explanation is None:
            continue
        shown = fault.shown_rule
        rule = shown[0] if shown else m.rule
        topic = topics.get(rule, "") if shown else "around"
        hint = _hint(m, rule, topic) if shown else _AROUND
        yield Question(row.wrong, False, rule, f"a mistake ({fault.code})", topic, "easy", hint)
        for fix in fault.fixes[:1]:
            yield Question(fix.text, True, rule, "a mistake that was fixed", topic, "easy", hint)


_AROUND = "look at what is before and after the identifier"


def _topics(m: Matcher) -> dict[str, str]:
    """Return the component's field by the name of each rule that is a component, or occurs inside one
    component only: "host" also for an authority. Only rules that the matcher's uses are there.
    """
    whole = {"host_kind": "host", "authority": "host"}
    fields = {rule: whole.get(field, field) for rule, field in m.grammar.entry.components.items()}
    rules_by_name = m.grammar.rules.reach(m.rule)
    inside: dict[str, set[str]] = {}
    for rule, field in fields.items():
        if rule in rules_by_name:
            for name in m.grammar.rules.reach(rule):
                inside.setdefault(name, set()).add(field)
    return {name: min(parts) for name, parts in inside.items() if len(parts) == 1} | {
        rule: field for rule, field in fields.items() if rule in rules_by_name
    }


def _hint(m: Matcher, rule: str, topic: str = "") -> str:
    definition = f"{rule} = {abnf(m.grammar.rules[rule].expr)}"
    return f"look at the {topic}: {definition}" if topic else f"look at {definition}"


def _in_turn(pool: dict[str, list[Question]], drawn: random.Random) -> list[Question]:
    """Return the questions in rounds, with one of each rule in a round; `drawn` decides the order, and shuffles the
    lists in place.
    """
    rows = list(pool.values())
    drawn.shuffle(rows)
    for row in rows:
        drawn.shuffle(row)
    return [question for question in chain.from_iterable(zip_longest(*rows)) if question is not None]
