"""Regular expressions of JSON Schemas, searched for in time linear in the text: all ways to match are followed at once.

They are read by the parser of Python's re and mean what they mean there. What looks around itself or back at what a
group matched is not regular and is refused.
"""

from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from irigrammar.errors import IrigrammarError

# re's own parser has no types.
_PARSER: Any = importlib.import_module("re._parser")
_MOST_NODES = 5_000
_MOST_STEPS = 20_000

_Node = tuple[str, Any, tuple[int, ...]]
_Test = Callable[[str], bool]

_CATEGORIES = {
    "CATEGORY_DIGIT": re.compile(r"\d"),
    "CATEGORY_NOT_DIGIT": re.compile(r"\D"),
    "CATEGORY_SPACE": re.compile(r"\s"),
    "CATEGORY_NOT_SPACE": re.compile(r"\S"),
    "CATEGORY_WORD": re.compile(r"\w"),
    "CATEGORY_NOT_WORD": re.compile(r"\W"),
}
_IS_WORD = _CATEGORIES["CATEGORY_WORD"].match


class UnsupportedPattern(IrigrammarError, ValueError):
    """A regular expression that is not searched for in linear time; the message says why."""


class _Place(NamedTuple):
    """What assertions ask of a place in the text."""

    first: bool
    last: bool
    before_last_line_feed: bool
    at_word_end: bool


@lru_cache(maxsize=512)
def searcher(pattern: str) -> Callable[[str], bool]:
    """Return the function that says whether a pattern matches anywhere in a text.

    Raises `UnsupportedPattern`.

    >>> search = searcher("^(a+)+$")
    >>> search("a" * 50), search("a" * 50 + "!")
    (True, False)
    """
    nodes, start = _nodes(pattern)
    closures: dict[tuple[frozenset[int], _Place], tuple[tuple[int, ...], bool]] = {}
    steps: dict[tuple[tuple[int, ...], str], frozenset[int]] = {}

    def closure(reached: frozenset[int], place: _Place) -> tuple[tuple[int, ...], bool]:
        """Return the characters that may come next, and whether the pattern has matched."""
        seen: set[int] = set()
        todo = [*reached, start]
        reading: list[int] = []
        while todo:
            number = todo.pop()
            if number in seen:
                continue
            seen.add(number)
            kind, argument, after = nodes[number]
            if kind == "match":
                return (), True
            if kind == "read":
                reading.append(number)
            elif kind == "split" or _holds(argument, place):
                todo += after
        return tuple(sorted(reading)), False

    def search(text: str) -> bool:
        reached: frozenset[int] = frozenset()
        was_word = False
        for offset in range(len(text) + 1):
            char = text[offset : offset + 1]
            is_word = bool(char and _IS_WORD(char))
            place = _Place(offset == 0, not char, offset == len(text) - 1 and char == "\n", was_word != is_word)
            was_word = is_word
            if len(closures) + len(steps) > _MOST_STEPS:
                closures.clear()
                steps.clear()
            entry = closures.get((reached, place))
            if entry is None:
                entry = closures[reached, place] = closure(reached, place)
            reading, matched = entry
            if matched:
                return True
            if not char:
                break
            after = steps.get((reading, char))
            if after is None:
                after = frozenset(nodes[node][2][0] for node in reading if nodes[node][1](char))
                steps[reading, char] = after
            reached = after
        return False

    return search


def is_cheap(pattern: str) -> bool:
    """Return whether Python's re, too, takes linear time for a pattern.

    That is so if it has no unbounded repetition, or one of single characters in a pattern that begins with "^".

    >>> is_cheap("^x-"), is_cheap("^[a-z]+$"), is_cheap("a+b"), is_cheap("^(a+)+$")
    (True, True, False, False)
    """
    parsed = _parsed(pattern)
    unbounded = 0
    todo = [(parsed, False)]
    while todo:
        items, repeated = todo.pop()
        for operation, argument in items:
            match str(operation):
                case "SUBPATTERN":
                    todo.append((argument[3], repeated))
                case "BRANCH":
                    todo += [(branch, repeated) for branch in argument[1]]
                case "MAX_REPEAT" | "MIN_REPEAT":
                    low, high, body = argument
                    is_single = len(body) == 1 and str(body[0][0]) in ("LITERAL", "NOT_LITERAL", "ANY", "IN")
                    if repeated or not is_single:
                        return False
                    unbounded += high != low
    return not unbounded or (unbounded == 1 and len(parsed) > 0 and str(parsed[0][1]) == "AT_BEGINNING")


def _parsed(pattern: str) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = _PARSER.parse(pattern)
    except (re.error, OverflowError) as error:
        raise UnsupportedPattern(f"Python does not read it: {error}") from None
    except RecursionError:
        raise UnsupportedPattern("its groups are nested too deeply") from None
    if parsed.state.flags & ~re.UNICODE:
        raise UnsupportedPattern("it sets flags")
    return parsed


def _nodes(pattern: str) -> tuple[list[_Node], int]:
    """Return the nodes of a pattern, each with its kind, what it asks, and the nodes behind it; and the first one."""
    nodes: list[_Node] = [("match", None, ())]

    def add(kind: str, argument: Any, *after: int) -> int:
        if len(nodes) >= _MOST_NODES:
            raise UnsupportedPattern("its repetitions, written out, are too many")
        nodes.append((kind, argument, after))
        return len(nodes) - 1

    def row(items: Any, after: int) -> int:
        for operation, argument in reversed(list(items)):
            after = item(str(operation), argument, after)
        return after

    def item(operation: str, argument: Any, after: int) -> int:
        match operation:
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                return add("read", _test(operation, argument), after)
            case "AT":
                return add("assert", str(argument), after)
            case "BRANCH":
                return add("split", None, *(row(branch, after) for branch in argument[1]))
            case "SUBPATTERN":
                _, flags, no_flags, body = argument
                if flags or no_flags:
                    raise UnsupportedPattern("a group of it sets flags")
                return row(body, after)
            case "MAX_REPEAT" | "MIN_REPEAT":
                low, high, body = argument
                return repeat(low, high, body, after)
        names = {"ASSERT": "looks around", "ASSERT_NOT": "looks around", "GROUPREF": "refers back to a group"}
        raise UnsupportedPattern(f"it {names.get(operation, f'has {operation}')}")

    def repeat(low: int, high: Any, body: Any, after: int) -> int:
        entry = after
        if high == _PARSER.MAXREPEAT:
            entry = add("split", None)
            nodes[entry] = ("split", None, (after, row(body, entry)))
        else:
            for _ in range(high - low):
                entry = add("split", None, after, row(body, entry))
        for _ in range(low):
            entry = row(body, entry)
        return entry

    try:
        return nodes, row(_parsed(pattern), 0)
    except RecursionError:
        raise UnsupportedPattern("its groups are nested too deeply") from None


def _test(operation: str, argument: Any) -> _Test:
    """Return the test of a single character."""
    match operation:
        case "LITERAL":
            return chr(argument).__eq__
        case "NOT_LITERAL":
            return chr(argument).__ne__
        case "ANY":
            return "\n".__ne__
        case "RANGE":
            low, high = map(chr, argument)
            return lambda char: low <= char <= high
        case "CATEGORY":
            category = _CATEGORIES[str(argument)]
            return lambda char: category.match(char) is not None
    negated = str(argument[0][0]) == "NEGATE"
    tests = [_test(str(kind), value) for kind, value in argument[negated:]]
    return lambda char: any(test(char) for test in tests) != negated


def _holds(assertion: str, place: _Place) -> bool:
    match assertion:
        case "AT_BEGINNING" | "AT_BEGINNING_STRING":
            return place.first
        case "AT_END":
            return place.last or place.before_last_line_feed
        case "AT_END_STRING":
            return place.last
        case "AT_BOUNDARY":
            return place.at_word_end
        case _:
            return not place.at_word_end
