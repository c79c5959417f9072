"""The automaton of a pattern of `re` that reads a text from its end.

The value of a node is what begins there, at one place of the text,
comes to: 0 where it fails, inside the group in which the node stands. Else, in no group, 1; in a group, one more than
the value of what comes after the group. So the value of a choice is that of its first alternative that does not fail,
and a group that is left has one way out.

All letters are read at once. A value is written as one integer for each number that it may reach: bit `n` of the first
is set where, after letter `n`, the value is at least 1, of the second where it is at least 2, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from irigrammar.automata.charset import Ranges, intersection
from irigrammar.automata.dfa import bits as set_bits
from irigrammar.dataclass import NamedTuple
from irigrammar.exports.reading import AHEAD, AT_END, AT_LINE_END, END, GROUP, READ, SPLIT, Nodes, Unreadable

_LINE_FEED = 0x0A

Value = tuple[int, ...]

# The text after a place: nothing, one line feed, or something else.
_NOTHING, _LINE_FEED_ONLY, _MORE = range(3)


class PatternState(NamedTuple):
    """Knowledge about the text after a place: its kind, the value of each node that comes after a character, and
    whether the pattern matches where the text begins there.
    """

    rest: int
    values: bytes
    matches: bool


def reverse_pattern(
    nodes: Nodes, letters: Sequence[int]
) -> tuple[PatternState, Callable[[PatternState], list[PatternState]]]:
    """Return the automaton of a pattern over some letters, which are code points: the state after the last character,
    and the function from a state to the states one character further left, one for each letter.
    """
    kinds, after, negations, everywhere = nodes.kinds, nodes.after, nodes.negations, (1 << len(letters)) - 1
    order = _dependencies_first(nodes)
    line_feed = _bits(letters, ((_LINE_FEED, _LINE_FEED),))
    read = sorted({after[node][0] for node in order if node in nodes.sets})
    number = {node: index for index, node in enumerate(read)}
    bits_of = {ranges: _bits(letters, ranges) for ranges in set(nodes.sets.values())}
    # For each node that reads: what it reads, and the place of its successor's value in a state.
    chars = {node: (bits_of[ranges], number[after[node][0]]) for node, ranges in nodes.sets.items() if node in order}

    def predecessors(state: PatternState) -> list[PatternState]:
        """Return the state one character further left of a state, for each letter."""
        result = states(_MORE, values_before(state))
        if state.rest == _NOTHING and line_feed:
            index = line_feed.bit_length() - 1
            result[index] = result[index]._replace(rest=_LINE_FEED_ONLY)
        return result

    def states(rest: int, values: list[Value]) -> list[PatternState]:
        """Return one state for each letter, from the values of the nodes; it matches if the start's value has the
        letter. `rest` is the kind of the text after the place: nothing, one line feed, or something else.
        """
        columns = [bytearray(len(read)) for _ in letters]
        for index, node in enumerate(read):
            for accepting in values[node]:
                for letter in set_bits(accepting):
                    columns[letter][index] += 1
        start = values[nodes.start][:1]
        matches = start[0] if start else 0
        return [PatternState(rest, bytes(column), bool(matches >> index & 1)) for index, column in enumerate(columns)]

    def values_before(before: PatternState | None) -> list[Value]:
        """Return the value of every node one character further left of a state, for each letter; None is the end of the
        text.
        """
        values = before.values if before else bytes(len(read))
        at_end = everywhere if before is None else 0
        at_line_end = at_end or (line_feed if before and before.rest == _NOTHING else 0)
        results: list[Value] = [()] * len(kinds)
        for node in order:
            kind = kinds[node]
            if kind == READ:
                bits, successor = chars[node]
                if before is not None and values[successor] and bits:
                    results[node] = (bits,) * values[successor]
            elif kind == SPLIT:
                value: Value = ()
                for target in after[node]:
                    value = _or_else(value, results[target], everywhere)
                results[node] = value
            elif kind == END:
                results[node] = (everywhere, *(results[after[node][0]] if after[node] else ()))
            elif kind == GROUP:
                results[node] = results[after[node][0]][1:]
            elif kind == AHEAD:
                held = results[after[node][0]][0] if results[after[node][0]] else 0
                results[node] = _within(results[after[node][1]], everywhere & ~held if node in negations else held)
            elif kind == AT_END:
                results[node] = _within(results[after[node][0]], at_end)
            elif kind == AT_LINE_END:
                results[node] = _within(results[after[node][0]], at_line_end)
        return results

    return states(_NOTHING, values_before(None))[0], predecessors


def _or_else(first: Value, second: Value, everywhere: int) -> Value:
    """Return, letter by letter, the first value where it is not 0, else the second; `everywhere` has the bits of all
    letters.
    """
    if not first or not second:
        return first or second
    fallback = everywhere & ~first[0]
    if not fallback:
        return first
    return tuple(a | (b & fallback) for a, b in zip_longest(first, second, fillvalue=0))


def _within(value: Value, letters: int) -> Value:
    """Return a value where these letters are read, 0 elsewhere."""
    result = tuple(bits & letters for bits in value)
    return result if result and result[0] else ()


def _bits(letters: Sequence[int], ranges: Ranges) -> int:
    return sum(1 << index for index, point in enumerate(letters) if intersection(ranges, ((point, point),)))


def _dependencies_first(nodes: Nodes) -> list[int]:
    """Return the nodes that the start leads to, each after those whose values at the same place it depends on. Raises
    `Unreadable` for a pattern that repeats without end a part that may be empty.
    """
    order: list[int] = []
    is_done: dict[int, bool] = {}  # true once left
    roots = [nodes.start]
    for root in roots:  # grows during the loop
        stack = [(root, False)]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                is_done[node] = True
                order.append(node)
            elif node not in is_done:
                is_done[node] = False
                stack.append((node, True))
                if nodes.kinds[node] == READ:
                    roots.append(nodes.after[node][0])
                else:
                    # a group comes to what follows it through its end
                    for successor in nodes.after[node][:1] if nodes.kinds[node] == GROUP else nodes.after[node]:
                        if is_done.get(successor) is False:
                            raise Unreadable("it repeats without end what may be empty")
                        stack.append((successor, False))
    return order
