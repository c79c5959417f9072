"""Parse Python `re` patterns to nodes with their meaning in `re`.

The parser is the standard library's. Nodes are numbers. Each is of one of the kinds below; `after` are the nodes that
it leads to. Groups that are atomic and lookaheads have a separate entry and end at an `END`; a possessive
repetition is an atomic group.
"""

from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Callable
from typing import Any

from irigrammar.automata.charset import MAX, Ranges, difference, union
from irigrammar.dataclass import dataclass, field
from irigrammar.errors import IrigrammarError

# re's own parser has no types.
_PARSER: Any = importlib.import_module("re._parser")
_CONSTANTS: Any = importlib.import_module("re._constants")

SPLIT, READ, GROUP, AHEAD, END, AT_END, AT_LINE_END, FAIL = range(8)

_NODE_LIMIT = 50_000
_BEGINS = ("AT_BEGINNING", "AT_BEGINNING_STRING")
_ENDS = {"AT_END": AT_LINE_END, "AT_END_STRING": AT_END}
_ALL: Ranges = ((0, MAX),)
_LINE_FEED: Ranges = ((0x0A, 0x0A),)


class Unreadable(IrigrammarError):
    """The pattern has an unsupported construct; the message says which."""


@dataclass(slots=True)
class Nodes:
    """A pattern: kinds and successors of its nodes, and where it starts.

    A `SPLIT` tries its successors in order. A `READ` reads one code point of `sets[node]`. A `GROUP` is left the first
    way in which its entry, the first successor, comes to its end, and goes on at the second; an `AHEAD` goes on at the
    second where the first comes to an end, or, with `negations`, does not. The `END` of a group goes on, for the value
    of the group, at its successor; that of a lookahead, and of the pattern, has none.
    """

    start: int = 0
    kinds: list[int] = field(default_factory=list)
    after: list[tuple[int, ...]] = field(default_factory=list)
    sets: dict[int, Ranges] = field(default_factory=dict)
    negations: set[int] = field(default_factory=set)

    def add(self, kind: int, *after: int) -> int:
        """Add a node of a kind with its successors, and return its number. Raises `Unreadable` for more than 50,000
        nodes.
        """
        if len(self.kinds) >= _NODE_LIMIT:
            raise Unreadable("its repetitions, written out, are too many")
        self.kinds.append(kind)
        self.after.append(after)
        return len(self.kinds) - 1

    def row(self, items: Any, after: int) -> int:
        """Add the nodes of a sequence of Python's parsed items before a node, and return the first."""
        for operation, argument in reversed(list(items)):
            after = self._item(str(operation), argument, after)
        return after

    def _item(self, operation: str, argument: Any, after: int) -> int:
        """Add the nodes of one item of Python's parsed pattern before a node, and return the first. Raises `Unreadable`
        for flags in groups, lookbehind, positions at the beginning, and other operations.
        """
        match operation:
            case "LITERAL" | "NOT_LITERAL" | "RANGE" | "IN" | "ANY":
                node = self.add(READ, after)
                self.sets[node] = _ranges(operation, argument)
                return node
            case "BRANCH":
                return self.add(SPLIT, *(self.row(branch, after) for branch in argument[1]))
            case "SUBPATTERN":
                _, add, remove, body = argument
                if add or remove:
                    raise Unreadable("a group of it sets flags")
                return self.row(body, after)
            case "MAX_REPEAT" | "MIN_REPEAT":
                low, high, body = argument
                return self._repeat(low, high, body, after, lazy=operation == "MIN_REPEAT")
            case "POSSESSIVE_REPEAT":
                low, high, body = argument
                return self._group(lambda end: self._repeat(low, high, body, end, lazy=False), after)
            case "ATOMIC_GROUP":
                return self._group(lambda end: self.row(argument, end), after)
            case "ASSERT" | "ASSERT_NOT":
                direction, body = argument
                if direction < 0:
                    raise Unreadable("it looks behind")
                node = self.add(AHEAD, self.row(body, self.add(END)), after)
                if operation == "ASSERT_NOT":
                    self.negations.add(node)
                return node
            case "AT":
                if str(argument) not in _ENDS:
                    raise Unreadable(f"it has {argument} where the text may have begun")
                return self.add(_ENDS[str(argument)], after)
            case "FAILURE":
                return self.add(FAIL)
        raise Unreadable(f"it has {operation}")

    def _repeat(self, low: int, high: Any, body: Any, after: int, *, lazy: bool) -> int:
        """Add the nodes of a repetition before a node, its body once per count, and return the first; lazy ones prefer
        to end. A `high` of MAXREPEAT is none. Raises `Unreadable` for more than 50,000 nodes.
        """
        entry = after
        if high == _CONSTANTS.MAXREPEAT:
            entry = self.add(SPLIT)
            inner = self.row(body, entry)
            self.after[entry] = (after, inner) if lazy else (inner, after)
        else:
            for _ in range(high - low):
                inner = self.row(body, entry)
                entry = self.add(SPLIT, *((after, inner) if lazy else (inner, after)))
        for _ in range(low):
            entry = self.row(body, entry)
        return entry

    def _group(self, inside: Callable[[int], int], after: int) -> int:
        return self.add(GROUP, inside(self.add(END, after)), after)


def read(pattern: str) -> Nodes:
    """Return the nodes of a pattern without flags; raise `Unreadable` for any other text. Anchors to the beginning of a
    text at the start of the pattern, where `match` begins anyway, are left out.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parse_result = _PARSER.parse(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise Unreadable(f"it is not a pattern of re: {error}") from None
    if parse_result.state.flags & ~re.UNICODE:
        raise Unreadable("it sets flags")
    items = list(parse_result)
    while items and str(items[0][0]) == "AT" and str(items[0][1]) in _BEGINS:  # where match begins anyway
        del items[0]
    nodes = Nodes()
    nodes.start = nodes.row(items, nodes.add(END))
    return nodes


def _ranges(operation: str, argument: Any) -> Ranges:
    """Return the characters of a parsed literal, range, dot or set, as ranges. Raises `Unreadable` for others, as
    categories.
    """
    match operation:
        case "LITERAL":
            return ((argument, argument),)
        case "NOT_LITERAL":
            return difference(_ALL, ((argument, argument),))
        case "RANGE":
            return (tuple(argument),)
        case "ANY":
            return difference(_ALL, _LINE_FEED)
        case "IN":
            is_negation = str(argument[0][0]) == "NEGATE"
            ranges = union(*(_ranges(str(kind), value) for kind, value in argument[is_negation:]))
            return difference(_ALL, ranges) if is_negation else ranges
    raise Unreadable(f"a set of it has {operation}")
