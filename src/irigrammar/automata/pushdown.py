"""Visibly pushdown automata of recursive rules.

A rule may recur between two of its characters, a bracket: the one that opens pushes, the one that closes pops, and what
is between them, a body, is a separate level, over characters and whole brackets. Every level is regular, so that the
automaton can be determinized (Alur and Madhusudan 2004, 10.1145/1007352.1007390), as long as no character could both
open or close a bracket and be something else: not in general, but after the same prefix, which the states decide.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from typing import TypeVar

from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.automata.network import Network
from irigrammar.automata.stacked import Stacked
from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.grammars.rulelist import cyclic
from irigrammar.grammars.work import spent

T = TypeVar("T")

_STATE_LIMIT = 20_000
_WORK_LIMIT = 5_000_000  # positions that are looked at: a few seconds
_CHOICES = 32  # of brackets, tried one after the other
_NEAR = 8  # characters on either side that are tried as brackets

ROOT = 0  # the context of the outermost level

# A place of a level: a node that reads, or the exit of the production, and its context.
Position = tuple[int, int]


class Numbers(dict[T, int]):
    """The numbers of items, counted from 0 as they are first asked for; `order` has the items."""

    def __init__(self, *items: T) -> None:
        super().__init__(zip(items, range(len(items)), strict=True))
        self.order = [*items]

    def __missing__(self, item: T) -> int:
        """Return a new number for an item, one more than the last, and append the item to the order."""
        number = self.setdefault(item, len(self))
        if number == len(self.order):
            self.order.append(item)
        return number


class _NotNested(Exception):
    """The rule has no pushdown automaton; the message says why."""


class _Conflict(_NotNested):
    """A character could be two things: some nodes open or close brackets there, others do not."""

    def __init__(self, reason: str, brackets: frozenset[int], others: frozenset[int]) -> None:
        super().__init__(reason)
        self.brackets = brackets
        self.others = others


class Context(NamedTuple):
    """The continuation of a level after a rule: after the node `call`, in the context `around`.

    A body has neither of them (-1), but the node `closes` that reads its last character; the outermost level has none.
    """

    call: int
    around: int
    closes: int


class Closure(NamedTuple):
    """A way without reading: the node, the context, and the calls on it of rules that have read nothing yet."""

    node: int
    context: int
    fresh: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pushdown(Stacked):
    """The automaton of a shape: `levels`, `frames`, `completions` are the positions behind states, pushes, pops."""

    levels: tuple[frozenset[Position], ...]
    frames: tuple[frozenset[Position], ...]
    completions: tuple[frozenset[int], ...]
    shape: Shape


def pushdown(network: Network) -> Pushdown | str:
    """Return the automaton of a network; a string with the reason, where there is none or it would be too large."""
    try:
        return _pushdown(network)
    except _NotNested as reason:
        return str(reason)


def _pushdown(network: Network) -> Pushdown:
    """Return the automaton of a network, with the first choice of brackets that no other reading of the same character
    contradicts. Raises `_NotNested`, with the reason, if none of the 32 choices that are tried is one.
    """
    finder = _Brackets(network)
    choices = finder.choices()
    numbers_of_choices = dict.fromkeys(choices, 0)
    more: dict[int, int] = {}  # brackets in which nothing recurs
    everywhere = True  # what looks like a bracket is one, also outside of what recurs: so that rules are comparable
    for _ in range(_CHOICES):
        pairs = {
            opens: closes for call, at in numbers_of_choices.items() for opens, closes in choices[call][at : at + 1]
        }
        brackets = {**more, **pairs}
        try:
            finder.refuse_crossing(brackets)
            if everywhere:
                readers = (node for rule in network.rules for node in sorted(network.nodes(rule)))
                brackets |= finder.alike(brackets, brackets.keys(), readers)
            return _Builder(Shape(network, brackets)).build()
        except _Conflict as conflict:
            if everywhere:
                everywhere = False
                continue
            alike = finder.alike(brackets, conflict.brackets, conflict.others)
            more |= alike
            if alike:
                continue
            rules_with_calls = [
                call
                for call, at in numbers_of_choices.items()
                if at + 1 < len(choices[call]) and not conflict.brackets.isdisjoint(choices[call][at])
            ]
            if not rules_with_calls:
                raise
            for call in rules_with_calls:
                numbers_of_choices[call] += 1
    raise _NotNested("no choice of brackets distinguishes them from other characters")


class _Brackets:
    """Finds the brackets of a network: a node that opens, and one that reads on every way from there to the end."""

    def __init__(self, network: Network) -> None:
        """Take a network; which nodes may close a bracket is found when it is asked for."""
        self._network = network
        self._after = [after[0] if after else 0 for after in network.program.next]
        self._rule_of = {node: rule for rule in network.rules for node in network.nodes(rule)}
        # The nodes that read a character on every way from one to the end of its rule, in order.
        self._closers = cache(lambda node: self._between(self._after[node], network.exits[self._rule_of[node]]))
        self._body = cache(self._find_body)

    def choices(self) -> dict[int, list[tuple[int, int]]]:
        """Return, for each call of a recursive rule, the brackets that it is always in, the nearest first; on each side
        about 8 characters are tried.
        """
        network = self._network
        choices: dict[int, list[tuple[int, int]]] = {}
        calls = network.program.calls
        graph = {rule: {calls[node] for node in network.nodes(rule) if node in calls} for rule in network.rules}
        for rule, component in cyclic(graph).items():
            for call in sorted(network.nodes(rule)):
                if calls.get(call) in component and network.is_live(call):
                    opening = self._between(network.starts[rule], call)[: -_NEAR - 1 : -1]
                    choices[call] = [
                        (opens, closes)
                        for opens in opening
                        for closes in self._closers(call)[:_NEAR]
                        if self._is_bracket(opens, closes)
                    ]
        return choices

    def refuse_crossing(self, brackets: Mapping[int, int]) -> None:
        """Raise `_Conflict` where a bracket that opens inside another one does not close there."""
        for pair in brackets.items():
            for other in brackets.items():
                if self._crosses(pair, other):
                    raise _Conflict("brackets cross", frozenset(other), frozenset())

    def alike(self, brackets: Mapping[int, int], opening: Container[int], nodes: Iterable[int]) -> dict[int, int]:
        """Return, by opening node, the closing nodes of further brackets among `nodes`: they have the same characters
        as given ones that open at `opening`, and cross no other bracket. Of each, 8 closing nodes are tried.
        """
        masks = self._network.program.masks
        known = {(masks[opens], masks[closes]) for opens, closes in brackets.items() if opens in opening}
        first = {mask for mask, _ in known}
        alike: dict[int, int] = {}
        for opens in nodes:
            if opens in brackets or masks[opens] not in first:
                continue
            for closes in self._closers(opens)[:_NEAR]:
                if (masks[opens], masks[closes]) in known and self._is_bracket(opens, closes):
                    pair = opens, closes
                    others = (*brackets.items(), *alike.items())
                    if not any(self._crosses(pair, other) or self._crosses(other, pair) for other in others):
                        alike[opens] = closes
                    break
        return alike

    def _is_bracket(self, opens: int, closes: int) -> bool:
        return closes in self._closers(opens) and opens not in self._body(opens, closes)

    def _crosses(self, pair: tuple[int, int], other: tuple[int, int]) -> bool:
        """Return whether the second bracket opens inside the first one and does not close there."""
        (opens, closes), (inner, end) = pair, other
        if inner == opens or inner not in self._body(opens, closes):
            return False
        order = self._closers(inner)  # both are in it
        return end == closes or order.index(end) > order.index(closes)

    def _find_body(self, opens: int, closes: int) -> frozenset[int]:
        """Return the nodes between an opening and a closing node, with neither."""
        network = self._network
        start = self._after[opens]
        todo, known = [start] if start != closes else [], {start, closes}
        while todo:
            for node in network.program.next[todo.pop()]:
                if node not in known and network.is_live(node):
                    known.add(node)
                    todo.append(node)
        return frozenset(known - {closes})

    def _between(self, start: int, goal: int) -> list[int]:
        """Return the nodes that read a character themselves, without a call, on every way from one node of a rule to
        another, in order: the first one may be among them, the last is not; [] if no way leads there.
        """
        network, program = self._network, self._network.program
        came = {start: start}
        todo = [start]
        for node in todo:  # grows during the loop
            for after in program.next[node]:
                if after not in came and network.is_live(after):
                    came[after] = node
                    todo.append(after)
        if goal not in came:
            return []
        way = [goal]
        while way[-1] != start:
            way.append(came[way[-1]])
        way.reverse()
        place = {node: number for number, node in enumerate(way)}
        known: set[int] = set()
        farthest = 0  # on the way, from what comes before
        between: list[int] = []
        for number, node in enumerate(way[:-1]):
            if number >= farthest and program.masks[node] and node not in program.calls:
                between.append(node)
            todo = [node]
            while todo:
                for after in program.next[todo.pop()]:
                    if after in place:
                        farthest = max(farthest, place[after])
                    elif after not in known and network.is_live(after):
                        known.add(after)
                        todo.append(after)
        return between


def _tails(network: Network) -> Iterator[int]:
    """Yield the calls at the end of a rule, after which it reads nothing more, of rules that lead back to this one by
    such calls.
    """
    program, exits = network.program, frozenset(network.exits)
    last: dict[int, dict[int, int]] = {rule: {} for rule in network.rules}
    for rule in network.rules:
        for call in network.nodes(rule) & program.calls.keys():
            nodes = network.reach(program.next[call][0])
            if len(nodes) == 1 and not exits.isdisjoint(nodes):
                last[rule][call] = program.calls[call]
    loops = cyclic({rule: {*calls.values()} for rule, calls in last.items()})
    for rule, component in loops.items():
        yield from (call for call, callee in last[rule].items() if callee in component)


class Shape:
    """The levels of a network with brackets: where rules begin and end in each other.

    A call after which its rule must end does not make a context, if it
    can come back: right recursion is a loop. So is a rule that begins with itself.
    """

    def __init__(self, network: Network, brackets: Mapping[int, int]) -> None:
        """Take a network and its brackets, closing nodes by opening ones, and find tail calls and left recursion."""
        self.network = network
        self.brackets = brackets
        self._numbers = Numbers(Context(-1, -1, -1))
        self.contexts = self._numbers.order
        self.accept: Position = network.exits[0], ROOT
        self.closure = cache(self._closure)
        self._exits = frozenset(network.exits)
        self._tails = frozenset(_tails(network))
        # By the exit of a rule, the calls with which it may begin with itself: what it matched goes on after them.
        self.left_calls: dict[int, tuple[int, ...]] = {}
        for rule, (start, exit_) in enumerate(zip(network.starts, network.exits, strict=True)):
            if own := [call for call in sorted(network.reach(start)) if network.program.calls.get(call) == rule]:
                self.left_calls[exit_] = tuple(own)

    def body(self, node: int) -> int:
        """Return the context of the body of the bracket that a node opens."""
        return self._numbers[Context(-1, self.network.program.next[node][0], self.brackets[node])]

    def begins(self, body: int) -> frozenset[Position]:
        """Return the positions at the beginning of a level: of a body, given its context by number, or for `ROOT` of
        the production.
        """
        start = self.contexts[body].around if body else self.network.starts[0]
        return self.closure(start, body)

    def _closure(self, node: int, context: int) -> frozenset[Position]:
        """Return the positions that a node leads to without reading."""
        return frozenset(map(self.position, filter(self.is_position, self.ways(Closure(node, context, ())))))

    def ways(self, start: Closure) -> Iterator[Closure]:
        """Yield the epsilon closure of one step: all steps reachable without reading, itself first. Raises `_NotNested`
        for a rule that begins with itself by way of others.
        """
        todo, known = [start], {start}
        while todo:
            step = todo.pop()
            spent(1)
            yield step
            for after in self.after(step):
                if after not in known:
                    known.add(after)
                    todo.append(after)

    def is_position(self, step: Closure) -> bool:
        """Return whether a way ends here: with a node that reads a character, or at the end of the text."""
        node, context, fresh = step
        program = self.network.program
        if node in self._exits:
            return not fresh and context == ROOT
        return bool(program.masks[node]) and node not in program.calls

    def position(self, step: Closure) -> Position:
        """Return the position at the end of a way: the rules on it are in its context from now on. Raises `_NotNested`
        for a rule that recurs outside of brackets.
        """
        node, context, fresh = step
        if node in self._exits:
            return self.accept
        for call in fresh:
            if not self.is_tail(call):
                context = self._inside(call, context)
        return node, context

    def after(self, step: Closure) -> tuple[Closure, ...]:
        """Return the epsilon successors of a step, the first choice first. Raises `_NotNested` for a rule that begins
        with itself by way of others.
        """
        node, context, fresh = step
        network = self.network
        program = network.program
        if node in self._exits:
            if fresh:
                return tuple(
                    Closure(after, context, fresh[:-1])
                    for after in program.next[fresh[-1]][1:]
                    if network.is_live(after)
                )
            call, around, _ = self.contexts[context]
            after = (Closure(program.next[call][0], around, ()),) if call >= 0 else ()
            again = (Closure(program.next[call][0], context, ()) for call in self.left_calls.get(node, ()))
            return (*after, *again)
        if node in program.calls:
            if fresh and node in self.left_calls.get(network.exits[program.calls[fresh[-1]]], ()):
                return tuple(Closure(after, context, fresh) for after in program.next[node][1:])
            if node in fresh:
                raise _NotNested(f"{self._rule(node)} begins with itself")
            start = network.starts[program.calls[node]]
            return (Closure(start, context, (*fresh, node)),) if network.is_live(start) else ()
        if program.masks[node]:
            return ()
        return tuple(Closure(after, context, fresh) for after in program.next[node] if network.is_live(after))

    def is_tail(self, call: int) -> bool:
        """Return whether a rule calls with its end a rule that may call it with its end: a loop."""
        return call in self._tails

    def is_closing(self, position: Position) -> bool:
        """Return whether a position is at the end of a body."""
        return self.contexts[position[1]].closes == position[0]

    def _inside(self, call: int, context: int) -> int:
        """Return the context of a call within a context, as a number. Raises `_NotNested` if the call is already open
        since the last bracket.
        """
        around = context
        while self.contexts[around].call >= 0:
            if self.contexts[around].call == call:
                raise _NotNested(f"{self._rule(call)} recurs outside of brackets")
            around = self.contexts[around].around
        return self._numbers[Context(call, context, -1)]

    def _rule(self, call: int) -> str:
        return self.network.names[self.network.program.calls[call]]


class _Builder:
    """Determinizes a shape; states are numbered when they are first met, from 1 on."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._work = 0
        self._states = Numbers[tuple[frozenset[int], frozenset[Position]]]()
        self._frames = Numbers[tuple[frozenset[int], frozenset[Position]]]()
        self._completions = Numbers[frozenset[int]]()
        self._actions = Numbers[tuple[int, int]]()
        self._around: dict[frozenset[int], dict[int, None]] = {}  # of a level: the frames that it may be in
        self._ends: dict[frozenset[int], dict[int, None]] = {}  # of a level: what may be finished in it
        self._pops: dict[tuple[int, int], int] = {}
        self._after = cache(self._target)

    def build(self) -> Pushdown:
        """Return the automaton of all states that are reached from the start. Raises `_Conflict` for a character that
        is a bracket and is not one, `_NotNested` where it would be too large.
        """
        shape = self._shape
        classes = shape.network.program.classes
        start = shape.begins(ROOT)
        first = self._state(frozenset([ROOT]), start) if start else DEAD
        rows: list[list[int]] = []
        for level, positions in self._states.order:  # grows during the loop
            rows.append([*self._row(level, positions, classes.count)])
        actions = len(rows) + 1
        width = [DEAD] * classes.count
        table = [width, *([actions - 1 - to if to < 0 else to for to in row] for row in rows)]
        table += [width] * len(self._actions)
        accepting = [0, *(int(shape.accept in positions) for _, positions in self._states), *[0] * len(self._actions)]
        pops = [[DEAD] * len(self._frames) for _ in self._completions]
        for (number, frame), to in self._pops.items():
            pops[number][frame] = to
        small = len(table) <= 256
        return Pushdown(
            Dfa(classes, first, tuple(bytes(row) if small else tuple(row) for row in table), bytes(accepting)),
            actions,
            tuple(self._actions),
            tuple(map(tuple, pops)),
            (frozenset(), *(positions for _, positions in self._states)),
            tuple(opening for _, opening in self._frames),
            tuple(self._completions),
            shape,
        )

    def _state(self, level: frozenset[int], positions: frozenset[Position]) -> int:
        """Return the number of a state, a new one at its first use. Raises `_NotNested` for more than 20,000 states."""
        number = self._states[level, positions] + 1
        if number > _STATE_LIMIT:
            raise _NotNested("its automaton with a stack would have too many states")
        return number

    def _row(self, level: frozenset[int], positions: frozenset[Position], count: int) -> Iterator[int]:
        """Yield the transition of a state on each class: a state, or -1 minus the number of an action. Raises
        `_Conflict` for a class that is a bracket and is not one, `_NotNested` for too much work.
        """
        shape = self._shape
        masks = shape.network.program.masks
        readers: list[list[Position]] = [[] for _ in range(count)]
        for position in positions:
            mask = masks[position[0]] if position != shape.accept else 0
            while mask:
                low = mask & -mask
                readers[low.bit_length() - 1].append(position)
                mask ^= low
        steps = count + sum(map(len, readers))
        self._work += steps
        spent(steps)
        if self._work > _WORK_LIMIT:
            raise _NotNested("its automaton with a stack would take too many steps to be made")
        for number, reading in enumerate(readers):
            if not reading:
                yield DEAD
                continue
            opening = frozenset(position for position in reading if position[0] in shape.brackets)
            closing = frozenset(position for position in reading if shape.is_closing(position))
            if len(opening) == len(reading) and not closing:
                yield self._push(level, opening)
            elif len(closing) == len(reading) and not opening:
                yield self._pop(level, frozenset(context for _, context in closing))
            elif not opening and not closing:
                yield self._state(level, self._after(tuple(reading)))
            else:
                raise self._conflict(number, reading, opening | closing)

    def _target(self, reading: tuple[Position, ...]) -> frozenset[Position]:
        """Return the positions after a character that some positions read."""
        shape, after = self._shape, self._shape.network.program.next
        closures = [shape.closure(after[node][0], context) for node, context in reading]
        self._work += sum(map(len, closures))
        return frozenset[Position]().union(*closures)

    def _push(self, level: frozenset[int], opening: frozenset[Position]) -> int:
        """Return the action, as -1 minus its number, that pushes the frame of opening positions and goes to the
        beginning of the body; note the states after its known ends.
        """
        shape = self._shape
        frame = self._frames[level, opening]
        inside = frozenset(shape.body(node) for node, _ in opening)
        state = self._state(inside, frozenset[Position]().union(*map(shape.begins, inside)))
        frames = self._around.setdefault(inside, {})
        if frame not in frames:
            frames[frame] = None
            for number in self._ends.get(inside, ()):
                self._return(number, frame)
        return -1 - self._actions[frame, state]

    def _pop(self, level: frozenset[int], stops: frozenset[int]) -> int:
        """Return the action, as -1 minus its number, that pops a frame when the bodies of these contexts end; note the
        states after it for the known frames.
        """
        number = self._completions[stops]
        ends = self._ends.setdefault(level, {})
        if number not in ends:
            ends[number] = None
            for frame in self._around.get(level, ()):
                self._return(number, frame)
        return -1 - self._actions[-1, number]

    def _return(self, number: int, frame: int) -> None:
        """Note the state after a body that is finished in some ways, inside a frame."""
        ends, (level, opening) = self._completions.order[number], self._frames.order[frame]
        shape = self._shape
        after = shape.network.program.next
        positions: set[Position] = set()
        for node, context in opening:
            body = shape.body(node)
            if body in ends:
                positions |= shape.closure(after[shape.contexts[body].closes][0], context)
        self._pops[number, frame] = self._state(level, frozenset(positions))

    def _conflict(self, number: int, reading: Iterable[Position], brackets: Iterable[Position]) -> _Conflict:
        """Return the error for a class of characters that both is a bracket and is read otherwise, with the nodes of
        each.
        """
        from irigrammar.automata.naming import most_readable

        network = self._shape.network
        nodes = {node for node, _ in reading}
        names = sorted({network.names[rule] for rule in network.rules if not nodes.isdisjoint(network.nodes(rule))})
        char = chr(most_readable(network.program.classes.ranges(number)))
        own = {node for node, _ in brackets}
        closers = {self._shape.brackets[node] for node in own if node in self._shape.brackets}
        reason = f"{char!r} both is a bracket and is not one, after the same text, in {', '.join(names)}"
        return _Conflict(reason, frozenset(own | closers), frozenset(nodes - own))
