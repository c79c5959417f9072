"""Example strings that show how a production is built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random

from irigrammar.automata.algebra import first, marks
from irigrammar.automata.dfa import common_string
from irigrammar.automata.naming import blocks, most_readable, rank, readable
from irigrammar.automata.regular import Alternate, Capture, CharSet, Concat, Regular, Repeat
from irigrammar.language.derived import writer
from irigrammar.language.strings import enumerate, sample  # noqa: A004  # the design's name
from irigrammar.matching.matcher import Matcher

_CHARACTERS = 3  # of a run of characters
_ROUNDS = 2  # of another repetition
_BOUND = 4  # the most repetitions in a rich string
_WORD = 10  # characters of a string that is easy to read
_TRIED = 8  # strings for one that is new
_LONG = 40  # characters, or steps, after which a string is brought to its end
_STEPS = 2_000

_WORK = 1_000_000  # where strings are so long, and so are the tables of their ends, no more of them are drawn


def examples(m: Matcher, n: int = 3) -> list[str]:
    """Return `n` strings that match, shorter ones first, always the same; fewer where the language has fewer, or where
    its strings are very long.

    They are a shortest string, as readable as can be; one in which each option is taken, each repetition goes round
    a few times and, of alternatives, the one with the most components or else the most readable one is taken; and
    richer ones, in which alternatives and kinds of characters take turns, the largest first. Of a rule without an
    automaton they are a shortest one and longer ones, in which alternatives take turns.

    >>> import irigrammar
    >>> uri = irigrammar.grammar("rfc3986")
    >>> examples(uri["dec-octet"]), examples(uri["port"])
    (['0', '1', '251'], ['', '123', '234'])
    """
    texts: dict[str, None] = {}
    for text in _candidates(m, n) if m._production.is_expression else _write_examples(m, n):
        if len(texts) == n:
            break
        texts.setdefault(text)
    return sorted(texts, key=lambda text: (len(text), text))


def _write_examples(m: Matcher, n: int) -> Iterator[str]:
    """Yield strings that are written by the rules and match: a shortest one, and then longer ones; nothing where no
    string matches.
    """
    string_writer, draw, counts = writer(m), Random(0).randrange, Counter[tuple[int, int]]()
    if not string_writer.is_empty:
        lengths = (0, *(_WORD + number * _WORD // n for number in range(_TRIED * n)))
        yield from filter(m.matches, (string_writer.text(draw, length, counts) for length in lengths))


def _candidates(m: Matcher, n: int) -> Iterator[str]:
    """Yield strings of a matcher, some of them twice: a shortest one, readable and rich ones, and where its strings are
    not too long random ones and the first of the language; nothing if it has none.
    """
    shortest = common_string(m.automaton, m.automaton)
    if shortest is None:
        return
    yield shortest
    fields = {rule.lower(): field for rule, field in m.grammar.entry.components.items()}
    regular = m.grammar._production(m.rule).with_marks(frozenset(fields))
    for turn in (None, *range(n)):
        yield _Writing(fields, turn).text(regular)
    if len(shortest) * m.automaton.states <= _WORK:
        yield from sample(m, 4 * n, seed=0)
        yield from islice(enumerate(m), n)


class _Writing:
    """Writes one string of a form from left to right.

    A rich string takes, with each `turn` from another one on, in turns the alternatives of a choice, the largest first
    (those of a run of characters in their order), the kinds of characters of a set, and an option or not.
    """

    def __init__(self, fields: Mapping[str, str], turn: int | None = None) -> None:
        """Take the fields of rules, and the number of a rich string, None for a plain one."""
        self._fields = fields
        self._is_rich = turn is not None
        self._turn = turn or 0
        self._drawn = Counter[tuple[int, ...]]()
        self._choices: dict[int, Regular] = {}
        self._visits = Counter[int]()
        self._in_order: set[int] = set()
        self._char_count = 0
        self._steps = 0

    def text(self, item: Regular) -> str:
        """Return a string of an expression, and count its steps and characters."""
        self._steps += 1
        match item:
            case CharSet():
                self._char_count += 1
                return self.character(item)
            case Concat(items):
                return "".join(map(self.text, items))
            case Alternate():
                return self.text(self.choice(item))
            case Repeat(inner):
                return "".join(self.text(inner) for _ in range(self.rounds(item)))
            case Capture(_, inner):
                return self.text(inner)

    def character(self, item: CharSet) -> str:
        """Return a character of a set: the next readable one, or for a rich string one of the next block."""
        if not self._is_rich or self.is_long():
            return self._next(readable(item.ranges))
        kinds = blocks(item.ranges)
        return self._next(kinds[self._visit(item) % len(kinds)])

    def choice(self, item: Alternate) -> Regular:
        """Return an alternative: for a rich string the next one, else the one with most components and least that is
        not readable, always the same.
        """
        if self._is_rich and not self.is_long():
            items = item.items if id(item) in self._in_order else sorted(item.items, key=lambda part: part.size)[::-1]
            return items[self._visit(item) % len(items)]
        if id(item) not in self._choices:
            best = min(item.items, key=lambda branch: (-self._components(branch), _unreadable(branch)))
            self._choices[id(item)] = best
        return self._choices[id(item)]

    def rounds(self, item: Repeat) -> int:
        """Return how often the body of a repetition is written, by the kind of its body; at least its minimum and at
        most its maximum.
        """
        if self.is_long():
            return _within(item, 1)
        if self._is_rich and (item.low, item.high) == (0, 1):
            return 1 - self._visit(item) % 2
        if self._is_rich and item.high is not None and item.high <= _BOUND:
            return item.high
        if self._is_rich and isinstance(item.item, Alternate) and _reads_characters(item.item):
            self._in_order.add(id(item.item))
            return _within(item, len(item.item.items) + 1)
        return _within(item, _CHARACTERS if _reads_characters(item.item) else _ROUNDS)

    def is_long(self) -> bool:
        return self._char_count > _LONG or self._steps > _STEPS

    def _next(self, points: tuple[int, ...]) -> str:
        """Return the next of some characters, in turn at each call; digits begin with 1, for 0 looks like a special
        case.
        """
        drawn = self._drawn[points] + self._turn + (chr(points[0]) == "0")
        self._drawn[points] += 1
        return chr(points[drawn % len(points)])

    def _components(self, item: Regular) -> int:
        """Return how many different components a form has, kinds of hosts aside."""
        return len({self._fields[name.lower()] for name in marks(item)} - {"host_kind"})

    def _visit(self, item: Regular) -> int:
        # What a rule reads is one object wherever the rule is used, and lives as long as the form does.
        self._visits[id(item)] += 1
        return self._visits[id(item)] - 1 + self._turn


def _within(item: Repeat, count: int) -> int:
    return max(item.low, count if item.high is None else min(item.high, count))


def _reads_characters(item: Regular) -> bool:
    """Return whether an expression is a set of characters, or has one as an alternative; a capture is as its item."""
    match item:
        case CharSet():
            return True
        case Alternate(items):
            return any(isinstance(part, CharSet) for part in items)
        case Capture(_, inner):
            return _reads_characters(inner)
    return False


def _unreadable(item: Regular) -> tuple[bool, int]:
    """Return a sort key of forms: the rank of the most readable character with which a form can begin."""
    starts = first(item)
    return (False, rank(most_readable(starts))[0]) if starts else (True, 0)
