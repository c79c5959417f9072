"""Walk and parse with a pushdown automaton, in time linear in the text.

A parse goes three times over the text: from the start, which states there are; from the end, which of the positions
behind them can finish; from the start again, the first way that can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from irigrammar.automata.pushdown import ROOT, Closure, Numbers, Position, Pushdown
from irigrammar.automata.tagged import Pick
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.stacked import fault_offset, in_kernel, walk
from irigrammar.lazy import cache

if TYPE_CHECKING:
    from irigrammar.automata.program import Program
    from irigrammar.automata.stacked import Configuration
    from irigrammar.engines import _kernel

_CACHE_LIMIT = 16_384


class Step(NamedTuple):
    """A decision: the pick to report, and the operations behind it.

    Operations are events, from the number of marks on the end of a call, and beyond that the node of a call that
    begins; `calls` are those that are not events.
    """

    pick: Pick
    operations: tuple[int, ...]
    calls: tuple[int, ...]


class Decision(NamedTuple):
    """A decision, and the number of the place where the pass goes on, -1 after a character that closes.

    `back` is the place after the body that begins here, -1 where none does.
    """

    step: Step
    place: int
    back: int


class Passes:
    """The two passes that find a tree, step by step, over the numbers of the sets and places that they meet.

    A live number is a set of positions of a level from which the rest of it can be read, 0 the end of the text. A place
    is a node and its context, 0 the start. The kernel asks each step once.
    """

    def __init__(self, automaton: Pushdown) -> None:
        self._automaton = automaton
        self._shape = shape = automaton.shape
        self._network = network = shape.network
        self._program = network.program
        self.leaves = len(self._program.marks)
        self.lives = Numbers(frozenset([shape.accept]))
        self._positions = self.lives.order
        self._places = Numbers((network.starts[0], ROOT))
        self.left = cache(self._predecessor)
        self.finished = cache(self._completion)
        self.opening = cache(self._opening)
        self.decide = cache(self._decide)

    def live(self, positions: Iterable[Position]) -> int:
        """Return the number of a set of positions, a new one at its first use."""
        return self.lives[frozenset(positions)]

    def _predecessor(self, live: int, state: int, number: int) -> int:
        """Return the live set before a character that neither opens nor closes a level, read in a state."""
        masks, following, closure, after = (
            self._program.masks,
            self._program.next,
            self._shape.closure,
            self._positions[live],
        )
        return self.live(
            (node, context)
            for node, context in self._automaton.levels[state]
            if masks[node] >> number & 1 and not closure(following[node][0], context).isdisjoint(after)
        )

    def _completion(self, number: int) -> int:
        """Return the live set before a closing character, by the number of its completion: the ends of bodies."""
        contexts = self._shape.contexts
        return self.live((contexts[body].closes, body) for body in self._automaton.completions[number])

    def _opening(self, live: int, frame: int, outer: int) -> int:
        """Return the live set before an opening character; `outer` is the live set after its closing one, -1
        for none.
        """
        shape, inside = self._shape, self._positions[live]

        def is_live(position: Position) -> bool:
            """Return whether the body that a position opens can be read from here, and the text after it can be read
            on.
            """
            body = shape.body(position[0])
            if shape.begins(body).isdisjoint(inside):
                return False
            after = self._program.next[shape.contexts[body].closes][0]
            return outer < 0 or not shape.closure(after, position[1]).isdisjoint(self._positions[outer])

        return self.live(filter(is_live, self._automaton.frames[frame]))

    def _decide(self, live: int, place: int) -> Decision:
        """Return the first decision that leads from a place into a live set, and the place it leads to. A place is -1
        where there is none.
        """
        shape, positions = self._shape, self._positions[live]
        way = self.first(
            Closure(*self._places.order[place], ()),
            lambda step: shape.is_position(step) and shape.position(step) in positions,
        )
        operations = [operation for step in way for operation in self._operations(step)]
        operations += [self.leaves + 1 + call for call in way[-1].fresh]
        events = tuple(operation for operation in operations if operation < self.leaves)
        calls = tuple(operation for operation in operations if operation >= self.leaves)
        node, context = position = shape.position(way[-1])
        step = Step(Pick(events, 0, self._program.leaf[node]), tuple(operations), calls)
        following = self._program.next[node][0] if position != shape.accept else node
        if node in shape.brackets:
            after = self._program.next[shape.brackets[node]][0]
            return Decision(step, self._places[following, shape.body(node)], self._places[after, context])
        return Decision(step, -1 if shape.is_closing(position) else self._places[following, context], -1)

    def first(self, start: Closure, is_goal: Callable[[Closure], bool]) -> list[Closure]:
        """Return the first way without reading to a goal, from the start on, by depth first. Raises `IndexError` where
        no way leads to one.
        """
        shape = self._shape
        way = [start]
        choices = [iter(shape.after(start))]
        known = {start}
        while not is_goal(way[-1]):
            step = next(choices[-1], None)
            if step is None:
                way.pop()
                choices.pop()
            elif step not in known:
                known.add(step)
                way.append(step)
                choices.append(iter(shape.after(step)))
        return way

    def _operations(self, step: Closure) -> Iterator[int]:
        """Yield the operations of a step: its event, if it has one, and the end of the call that it leaves."""
        if event := self._program.event[step.node]:
            yield event
        if step.node in self._network.exits and not step.fresh and self._shape.contexts[step.context].call >= 0:
            yield self.leaves


class Frame(NamedTuple):
    """A rule that is open, the offset at which it began, and the matches of rules that it is made of up to its end.

    `call` is the node that calls the next frame, -1 for the last one; a match is a rule, its start and its end.
    """

    rule: int
    start: int
    call: int
    complete: list[tuple[int, int, int]]


class Nested:
    """Parses with one automaton; thread-safe: its only state is a cache."""

    def __init__(self, automaton: Pushdown, *, in_kernel: bool = True) -> None:
        """Take an automaton with a stack, which the kernel walks if it is there and asked for."""
        self.automaton = automaton
        self._in_kernel = in_kernel
        self._shape = shape = automaton.shape
        self._network = shape.network
        self._closing = cache(self._events_after)
        self._leaves = len(self.program.marks)
        self._tails = frozenset(self._leaves + 1 + call for call in self.program.calls if shape.is_tail(call))
        self._renew()

    def _renew(self) -> None:
        passes = Passes(self.automaton)
        self._current = passes, in_kernel(self.automaton, passes) if self._in_kernel else None

    @property
    def has_trees(self) -> bool:
        """Whether it can parse: not where a rule begins with itself, which is read in another order than derived."""
        return not self._shape.left_calls

    @property
    def native(self) -> _kernel.Nested | None:
        """The automaton of the kernel, None without it."""
        return self._current[1]

    @property
    def program(self) -> Program:
        """The program whose marks the decisions are about."""
        return self._network.program

    def fault_offset(self, text: str) -> int | None:
        """Return where a text leaves the language, in code points from 0; None where it is in it."""
        native = self.native
        return native.fault_offset(text) if native else fault_offset(self.automaton, text)

    def picks(self, text: str) -> list[Pick] | None:
        """Return the decision at each offset of a text (n + 1 of them), None where it does not match.

        The parse is the one that trying alternatives in order with backtracking finds first, each repetition as long as
        it can be.
        """
        if len(self._current[0].lives) > _CACHE_LIMIT:
            self._renew()
        passes, native = self._current
        if native and not self._tails:
            return native.steps(text, len(text), 0, True)
        steps = self._steps(passes, native, text, 0)
        if steps is None:
            return None
        if not self._tails:
            return [step.pick for step in steps]
        picks: list[Pick] = []
        open_calls: list[int] = []
        for step in steps:
            pick = step.pick
            if step.calls:  # ends come before beginnings: on a way to a character, what begins does not end
                ends = step.calls.count(self._leaves)
                if ends and not self._tails.isdisjoint(open_calls[-ends:]):
                    pick = Pick((*self._events(step.operations, open_calls),), 0, pick.leaf)
                elif ends:
                    del open_calls[-ends:]
                open_calls += step.calls[ends:]
            picks.append(pick)
        if open_calls:
            last = [event for call in reversed(open_calls) for event in self._closing(call)]
            picks[-1] = Pick((*picks[-1].events, *last), 0, False)
        return picks

    def without_cycles(self, prefix: str) -> str:
        """Return a text that leads to the same state and stack as a viable prefix, with cycles through states cut out.

        Its length is at most that of the open brackets, each times the number of states.
        """
        configuration: Configuration | None = (self.automaton.dfa.start, None)
        pieces: list[str] = []
        levels = [{self.automaton.dfa.start: 0}]  # of each level, how much is kept at each state
        for char, number in zip(prefix, self.program.classes.encode(prefix), strict=True):
            assert configuration is not None  # the prefix is viable
            depth = configuration[1]
            configuration = self.automaton.step(configuration, number)
            assert configuration is not None
            pieces.append(char)
            state, stack = configuration
            if stack is not depth:
                if stack is not None and stack[1] is depth:
                    levels.append({})
                else:
                    levels.pop()
            level = levels[-1]
            if state in level:
                size = level[state]
                del pieces[size:]
                for other in [other for other, length in level.items() if length > size]:
                    del level[other]
            level[state] = len(pieces)
        return "".join(pieces)

    def frames(self, prefix: str) -> Iterator[tuple[list[Frame], frozenset[int]]]:
        """Yield live parses of a viable prefix, one for each last rule and bracket around it: the rules that are open,
        outermost first, and the nodes that come next in the last one.
        """
        shape, network, program = self._shape, self._network, self.program
        if not prefix:
            yield [Frame(0, 0, -1, [])], network.reach(network.starts[0])
            return
        passes, native = self._current
        number = program.classes.of(ord(prefix[-1]))
        states, stack = self._states(program.classes.encode(prefix[:-1]))
        reading: dict[tuple[int, int], list[Position]] = {}
        after: dict[tuple[int, int], set[Position]] = {}
        for node, context in sorted(self.automaton.levels[states[-1]]):
            if (node, context) == shape.accept or not program.masks[node] >> number & 1:
                continue
            rule = next(rule for rule in network.rules if node in network.nodes(rule))
            if not shape.is_closing((node, context)):
                reading.setdefault((rule, context), []).append((node, context))
                continue
            for opens, around in sorted(self.automaton.frames[stack[-1]]):
                if shape.body(opens) == context:
                    reading.setdefault((rule, around), []).append((node, context))
                    after.setdefault((rule, around), set()).update(shape.closure(program.next[node][0], around))
        for (rule, context), positions in reading.items():
            if (rule, context) in after:
                steps = self._steps(passes, native, prefix, passes.live(after[rule, context])) or []
            else:
                steps = self._steps(passes, native, prefix[:-1], passes.live(positions)) or []
            frames = self._open(steps[: len(prefix)])
            while frames and frames[-1].rule != rule:
                frames.pop()
            if not frames:  # another bracket that closes here, after which the same can come, is found first
                continue
            frames[-1] = frames[-1]._replace(call=-1)
            yield frames, frozenset[int]().union(*(network.reach(program.next[node][0]) for node, _ in positions))

    def _states(self, numbers: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the states before and after the characters, up to the first that no state reads, and the stack
        there.
        """
        stack: list[int] = []
        states = [*walk(self.automaton, numbers, stack)]
        return states, stack

    def _steps(self, passes: Passes, native: _kernel.Nested | None, text: str, live: int) -> list[Step] | None:
        """Return the decisions on a text, given the live set after it; None for a text that cannot be read to
        its end.
        """
        if native:
            return native.steps(text, len(text), live, False)
        numbers = self.program.classes.encode(text)
        states, _ = self._states(numbers)
        if len(states) <= len(numbers) or (live == 0 and not self.automaton.dfa.accepting[states[-1]]):
            return None
        place = 0
        around: list[int] = []
        steps: list[Step] = []
        for before in self._lives(passes, numbers, states, live):
            step, place, back = passes.decide(before, place)
            if back >= 0:
                around.append(back)
            elif place < 0:
                place = around.pop()
            steps.append(step)
        return steps

    def _lives(self, passes: Passes, numbers: Sequence[int], states: Sequence[int], live: int) -> list[int]:
        """Return the number of the live set at each offset (n + 1 of them), given the one after the last character."""
        first, pushes, rows = self.automaton.first_action, self.automaton.pushes, self.automaton.dfa.rows
        predecessor, ends_of, opening = passes.left, passes.finished, passes.opening
        lives = [live]
        add = lives.append
        beyond: list[int] = []
        for offset in range(len(numbers) - 1, -1, -1):
            state, number = states[offset], numbers[offset]
            action = rows[state][number]
            if action < first:
                live = predecessor(live, state, number)
            else:
                frame, to = pushes[action - first]
                if frame < 0:
                    beyond.append(live)
                    live = ends_of(to)
                else:
                    live = opening(live, frame, beyond.pop() if beyond else -1)
            add(live)
        lives.reverse()
        return lives

    def _events(self, operations: tuple[int, ...], open_calls: list[int]) -> Iterator[int]:
        """Yield the events of a decision, those at the end of calls after which their rules end, too; calls that end
        are taken off `open_calls`.
        """
        for operation in operations:
            if operation < self._leaves:
                yield operation
            elif operation == self._leaves:
                while (call := open_calls.pop()) in self._tails:
                    yield from self._closing(call)

    def _events_after(self, call: int) -> tuple[int, ...]:
        """Return the events that close marks after a call that is the last of its rule."""
        exits, event = self._network.exits, self.program.event
        start = Closure(self.program.next[call - self._leaves - 1][0], ROOT, ())
        way = self._current[0].first(start, lambda step: step.node in exits and not step.fresh)
        return tuple(event[step.node] for step in way if event[step.node])

    def _open(self, steps: Iterable[Step]) -> list[Frame]:
        """Return the frames of the rules that are open after some decisions, outermost first, each with its complete
        calls.
        """
        begins, calls = self._leaves + 1, self.program.calls
        rules, starts, callers = [0], [0], list[int]()
        complete: list[list[tuple[int, int, int]]] = [[]]
        for offset, step in enumerate(steps):
            for operation in step.calls:
                call = operation - begins
                if call >= 0:
                    callers.append(operation)
                    rules.append(calls[call])
                    starts.append(offset)
                    complete.append([])
                    continue
                while True:
                    complete.pop()
                    complete[-1].append((rules.pop(), starts.pop(), offset))
                    if callers.pop() not in self._tails:
                        break
        return list(map(Frame, rules, starts, (*(caller - begins for caller in callers), -1), complete))
