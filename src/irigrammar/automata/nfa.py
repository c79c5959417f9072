"""Construction of nondeterministic automata with choices and marks.

Choices are ordered. Every other automaton is made from these. Nodes are numbers. A node reads one code point (of the
classes in its mask), or it reads nothing and leads on to its successors, the preferred one first. Node 0 is the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from irigrammar.automata.charset import Ranges, partition
from irigrammar.automata.program import FINAL, Program
from irigrammar.automata.regular import Alternate, Call, Capture, CharSet, Concat, Regular, Repeat, nullable
from irigrammar.errors import GrammarError
from irigrammar.grammars.work import spent

_NODE_LIMIT = 200_000


def compile_program(regular: Regular, prefer: str | None = None) -> Program:
    """Return the automaton of a regular expression, which may have more than one way for a text; reading nodes inside
    the rule `prefer` are the preferred ones. Raises `GrammarError` for one that is too large.
    """
    sets: set[Ranges] = set()
    _collect(regular, sets)
    builder = _Builder(Program(partition(sets)), prefer)
    builder.program.start = builder.build(regular, FINAL)
    spent(len(builder.program.masks))
    return builder.program


def compile_network(regulars: Sequence[Regular], inner: Sequence[Regular] = ()) -> tuple[Program, list[int], list[int]]:
    """Return one automaton of several rules that call each other by number, and the first and the last node of each.

    The rules `inner`, whose numbers follow, are parts of those that call them: once for each continuation, so that `a
    *("," a)` has one copy of `a`. They may call each other in a circle only where they end (`recurs_at_ends`). Raises
    `GrammarError` where it is too large.
    """
    sets: set[Ranges] = set()
    for regular in (*regulars, *inner):
        _collect(regular, sets)
    builder = _Builder(Program(partition(sets)), None, dict(enumerate(inner, len(regulars))))
    exits = [builder.node(FINAL) for _ in regulars]
    starts = [builder.build(regular, node) for regular, node in zip(regulars, exits, strict=True)]
    builder.finish()
    spent(len(builder.program.masks))
    builder.program.start = starts[0]
    return builder.program, starts, exits


def _collect(regular: Regular, sets: set[Ranges]) -> None:
    """Add the character sets of an expression, each part looked at once, to the set."""
    known: set[int] = set()
    stack = [regular]
    while stack:
        item = stack.pop()
        if id(item) in known:
            continue
        known.add(id(item))
        match item:
            case CharSet(ranges):
                sets.add(ranges)
            case Concat(items) | Alternate(items):
                stack.extend(items)
            case Repeat(inner, _, _) | Capture(_, inner):
                stack.append(inner)


class _Builder:
    """Builds from the end to the start: each part is made with the node that comes after it."""

    def __init__(self, program: Program, prefer: str | None, inner: Mapping[int, Regular] | None = None) -> None:
        self.program = program
        self._inlined = inner or {}
        self._copies: dict[tuple[int, int, int], int] = {}
        self._unbuilt: list[tuple[int, Regular, int, int | None]] = []
        self._prefer = prefer
        self._inside = 0
        self._mask = cache(program.classes.mask)
        self._marks: dict[str, int] = {}

    def node(self, *after: int, event: int = 0) -> int:
        """Add a node that reads nothing, with its successors in order of preference and the event of passing it, and
        return its number. Raises `GrammarError` where the program has more than 200,000 nodes.
        """
        program = self.program
        if len(program.masks) > _NODE_LIMIT:
            raise GrammarError(
                "its automaton is too large: loops in loops, all of which may be empty, multiply", limit=True
            )
        program.masks.append(0)
        program.leaf.append(False)
        program.next.append(after)
        program.event.append(event)
        return len(program.masks) - 1

    def build(self, item: Regular, after: int) -> int:
        """Build an expression before a node, and return the number of its first node."""
        match item:
            case Call():
                return self._call(item, after, after)
            case CharSet(ranges, leaf):
                return self._read(ranges, leaf, after)
            case Concat(items):
                for part in reversed(items):
                    after = self.build(part, after)
                return after
            case Alternate(items):
                return self.node(*[self.build(part, after) for part in items])
            case Repeat(inner, low, high):
                return self._loop(inner, low, high, after)
            case Capture(name, inner):
                return self._mark(name, inner, after)

    def _read(self, ranges: Ranges, leaf: bool, after: int) -> int:
        """Add the node that reads a character of the ranges, and return its number. Inside the preferred rule it is a
        preferred node; `leaf` says that a leaf of the tree begins there.
        """
        node = self.node(after)
        self.program.masks[node] = self._mask(ranges)
        self.program.leaf[node] = leaf
        if self._inside:
            self.program.preferred_nodes.add(node)
        return node

    def _loop(self, inner: Regular, low: int, high: int | None, after: int) -> int:
        """Build a repetition before a node, longest match first, and return its first node; a maximum of None is
        unbounded.
        """
        if high is not None:
            entry = after
            for _ in range(high - low):
                entry = self.node(self.build(inner, entry), after)
        elif low and not nullable(inner):
            # One pass through the body and then the choice: the first of the passes that must be needs no copy.
            again = self.node()
            entry = self.build(inner, again)
            self.program.next[again] = (entry, after)
            low -= 1
        else:
            entry = self._any_number(inner, after)
        for _ in range(low):
            entry = self.build(inner, entry)
        return entry

    def _any_number(self, inner: Regular, after: int) -> int:
        """Build an unbounded repetition from 0 before a node, and return its first node; if the body may be empty, only
        passes that read something come back.
        """
        again = self.node()
        body = self.reading(inner, self.node(), again) if nullable(inner) else self.build(inner, again)
        self.program.next[again] = (body, after)
        return again

    def reading(self, item: Regular, empty: int, read: int) -> int:
        """Build an item twice over, to go on at `empty` when it has read nothing and at `read` when it has; return its
        first node.

        So a pass of an unbounded loop that reads nothing leads nowhere, and no way without reading comes back to where
        it was.
        """
        match item:
            case Call():
                return self._call(item, read, empty)
            case CharSet(ranges, leaf):
                return self._read(ranges, leaf, read)
            case Concat(items):
                for part in reversed(items):
                    empty = self.reading(part, empty, read)
                    read = self.build(part, read)
                return empty
            case Alternate(items):
                return self.node(*[self.reading(part, empty, read) for part in items])
            case Repeat(inner, low, high):
                if high is None:
                    then = self._any_number(inner, read)
                    first = self.node(self.reading(inner, self.node(), then), empty)
                else:
                    first, then = empty, read
                    for _ in range(high - low):
                        first = self.node(self.reading(inner, first, then), empty)
                        then = self.node(self.build(inner, then), read)
                for _ in range(low):
                    first = self.reading(inner, first, then)
                    then = self.build(inner, then)
                return first
            case Capture(name, inner):
                return self._mark(name, inner, empty, read)

    def _call(self, call: Call, read: int, empty: int) -> int:
        """Build the call of a rule before `read`, or `empty` where it matches nothing, and return its first node; small
        rules are inlined, once for each pair.
        """
        if call.number in self._inlined:
            key = call.number, read, empty
            if key not in self._copies:
                self._copies[key] = self.node()
                splits = call.empty and read != empty
                self._unbuilt.append((self._copies[key], self._inlined[call.number], read, empty if splits else None))
            return self._copies[key]
        node = self.node(read, empty) if call.empty else self.node(read)
        self.program.masks[node] = 1 << self.program.classes.count + call.number
        self.program.calls[node] = call.number
        return node

    def finish(self) -> None:
        """Build the rules that were called where they are inlined."""
        while self._unbuilt:
            node, form, read, empty = self._unbuilt.pop()
            self.program.next[node] = (self.build(form, read) if empty is None else self.reading(form, empty, read),)

    def _mark(self, name: str, inner: Regular, *after: int) -> int:
        """Build a marked expression before one node, or before two, one for a match that reads and one for an empty
        one, with the events of its start and end; return its first node.
        """
        if name not in self._marks:
            self._marks[name] = len(self.program.marks)
            self.program.marks.append(name)
        number = self._marks[name]
        is_preferred = name == self._prefer
        self._inside += is_preferred
        closes = [self.node(target, event=-number) for target in after]
        body = self.build(inner, *closes) if len(closes) == 1 else self.reading(inner, *closes)
        self._inside -= is_preferred
        return self.node(body, event=number)
