"""Recognition of recursive rules by Earley's algorithm.

It runs over states of automata, with tail calls instead of returns. An item is a state of a rule's automaton and the
origin of the match: what comes after it, which is the same object for all matches after which the same may come. A call
after which its rule must end returns to where the caller would: so right recursion takes constant time for each
character (Leo 1991, 10.1016/0304-3975(91)90180-A, by another way). What is called may not be empty: states have empty
matches in them (Aycock and Horspool 2002, 10.1093/comjnl/45.6.620).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from irigrammar.automata.network import Network, State
from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ParseLimit

# The limit of work for a text: a number of items, and a number for each of its characters.
BASE_LIMIT = 2_000_000
CHARACTER_LIMIT = 200

_CACHE_LIMIT = 4_096


class Union:
    """Offsets at which matches began, as a union of what is known already; two are equal when they are the same."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Starts]) -> None:
        self.parts = parts


Starts = int | Union | None  # None where starts are not recorded, or are those of what is called


def offsets(starts: Starts) -> Iterator[int]:
    """Yield the offsets of a union, each once."""
    todo = [starts]
    seen: set[Starts] = set()
    while todo:
        part = todo.pop()
        if part not in seen:
            seen.add(part)
            if isinstance(part, Union):
                todo.extend(part.parts)
            elif part is not None:
                yield part


class Return(NamedTuple):
    """The continuation after a match, None at the end of all, and the offset where it began."""

    state: State | None
    origin: Origin | None
    starts: Starts


class Caller(NamedTuple):
    """A rule that calls another one, when it began (None: both begin together), and whether it ends with that."""

    rule: int
    starts: Starts
    tail: bool


class Origin:
    """The possible calls at an offset: the first states of rules, where each rule returns to, and who calls it."""

    __slots__ = ("callers", "predicted", "returns")

    def __init__(self) -> None:
        self.predicted: tuple[State, ...] = ()
        self.returns: dict[int, dict[Return, None]] = {}
        self.callers: dict[int, dict[Caller, None]] = {}


Item = tuple[State, Origin]
Items = dict[Item, Starts]


class Live(NamedTuple):
    """The live state at an offset: the items, what they call, and whether the text may end there."""

    items: Items
    origin: Origin | None
    matched: bool


class Chart:
    """The chart of a text: `fault` is the end of its longest viable prefix, None where it matches.

    `items` are those after its last character. When it is recorded, `states` has those of the items at each offset,
    `origins` what was called at an offset, and `done` which rules were matched up to an offset, and from where on.
    """

    __slots__ = ("done", "fault", "items", "origins", "states")

    def __init__(self) -> None:
        self.fault: int | None = None
        self.items: Items = {}
        self.states: list[tuple[State, ...]] = []
        self.origins: dict[int, Origin] = {}
        self.done: dict[int, list[tuple[int, Starts]]] = {}


class Earley:
    """Recognizes with one network; thread-safe: its only state is a cache."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def fault_offset(self, text: str) -> int | None:
        """Return where a text leaves the language, in code points from 0; None where it is in it."""
        return self.chart(text, record=False).fault

    def chart(self, text: str, *, record: bool) -> Chart:
        """Return what is known of a text; raise `ParseLimit` where that takes too long."""
        return Run(self.network, self.network.program.classes.encode(text), record).chart


class Run:
    """One text, from left to right."""

    def __init__(self, network: Network, numbers: Sequence[int] = (), record: bool = False) -> None:
        """Give the classes of its characters."""
        self._network = network
        self._record = record
        self._origins: dict[object, Origin] = {}
        self._offset = 0
        self._work = self._limit = BASE_LIMIT + CHARACTER_LIMIT * len(numbers)
        self.chart = Chart()
        self._read(numbers)

    def _spend(self, steps: int) -> None:
        self._work -= steps
        if self._work < 0:
            raise ParseLimit(self._offset)

    def renew(self) -> None:
        """Allow the whole of the work again, for another text."""
        self._work = self._limit

    def _read(self, numbers: Sequence[int]) -> None:
        chart, record = self.chart, self._record
        items, origin, matched = self.begin()
        if record:
            chart.states.append(())
            if origin is not None:
                chart.origins[0] = origin
        offset, end = 0, len(numbers)
        while offset < end:
            live = self.step(Live(items, origin, matched), numbers[offset], offset)
            if live is None:
                chart.fault = offset
                return
            items, origin, matched = live
            offset += 1
            if record:
                chart.states.append(tuple([state for state, _ in items]))
                if origin is not None:
                    chart.origins[offset] = origin
            if len(items) == 1:
                ((state, _),) = items
                if state.plain:
                    offset, items = self._run(numbers, offset, items)
        chart.fault = None if matched else end
        chart.items = items

    def begin(self) -> Live:
        """Return what is live before the first character."""
        origin = self._origin({(0, Return(None, None, None)): None}, {})
        return Live({}, origin, self._network.empty[0])

    def step(self, live: Live, number: int, offset: int = 0) -> Live | None:
        """Return what is live after a character, given by its class and its offset; None if nothing is."""
        record = self._record
        self._offset = offset
        items, origin, _ = live
        new: dict[Item, list[Starts]] = {}
        for (state, source), starts in items.items():
            try:
                after = state.rows[number]
            except KeyError:
                after = state.step(number)
            if after is not None:
                _add(new, (after, source), starts)
        if origin is not None:
            for state in origin.predicted:
                rows = state.rows  # another thread may put an empty one in its place
                after = rows[number] if number in rows else state.step(number)
                if after is not None:
                    _add(new, (after, origin), offset if record else None)
        if not new:
            return None
        matched = self._complete(new, offset + 1)
        items = {item: Union(parts) if len(parts) > 1 else parts[0] for item, parts in new.items()}
        self._spend(len(items))
        return Live(items, self._calls(items), matched)

    def _run(self, numbers: Sequence[int], offset: int, items: Items) -> tuple[int, Items]:
        """Read on with a single item in which nothing is called and nothing ends; return the offset and the item."""
        (((state, source), starts),) = items.items()
        record = self._record
        add = self.chart.states.append
        states = (state,)
        end = len(numbers)
        while offset < end:
            number = numbers[offset]
            try:
                after = state.rows[number]
            except KeyError:
                after = state.step(number)
            if after is not state:
                if after is None or not after.plain:
                    break
                state = after
                items = {(state, source): starts}
                states = (state,)
            offset += 1
            if record:
                add(states)
        return offset, items

    def _complete(self, new: dict[Item, list[Starts]], offset: int) -> bool:
        """Add what comes after the rules that end here; return whether the text may."""
        matched = False
        done: list[tuple[int, Starts]] = []
        todo = [(item, starts) for item, parts in new.items() if item[0].ends for starts in parts]
        for (state, source), starts in todo:  # grows during the loop
            done.append((state.rule, starts))
            self._spend(1 + len(source.returns.get(state.rule, ())))
            for after, beyond, before in source.returns.get(state.rule, ()):
                if after is None:
                    matched = True
                    continue
                assert beyond is not None
                item = (after, beyond)
                began = starts if before is None else before
                if _add(new, item, began) and after.ends:
                    todo.append((item, began))
        if self._record and done:
            self.chart.done[offset] = done
        return matched

    def _calls(self, items: Items) -> Origin | None:
        """Return the origin of what the items call, None where they call nothing."""
        content: dict[tuple[int, Return], None] = {}
        callers: dict[tuple[int, Caller], None] = {}
        for (state, source), starts in items.items():
            for rule, after in state.calls if state.calls is not None else state.called():
                if self._record:
                    callers[rule, Caller(state.rule, starts, after.ends)] = None
                if not after.tail:
                    content[rule, Return(after, source, starts)] = None
                    continue
                self._spend(len(source.returns.get(state.rule, ())))
                for further in source.returns.get(state.rule, ()):
                    together = further.starts is None and further.state is not None
                    content[rule, further._replace(starts=starts) if together else further] = None
            self._spend(1)
        return self._origin(content, callers) if content else None

    def _origin(self, content: dict[tuple[int, Return], None], callers: dict[tuple[int, Caller], None]) -> Origin:
        self._spend(len(content))
        key = frozenset(content), frozenset(callers)
        origin = self._origins.get(key)
        if origin is None:
            if len(self._origins) >= _CACHE_LIMIT:
                self._origins.clear()
            origin = self._origins[key] = self._predict(content, callers)
        return origin

    def _predict(self, content: Iterable[tuple[int, Return]], callers: Iterable[tuple[int, Caller]]) -> Origin:
        """Return the origin at which these rules are called, with all that they begin with."""
        network = self._network
        origin = Origin()
        returns = origin.returns
        for rule, further in content:
            returns.setdefault(rule, {})[further] = None
        for rule, caller in callers:
            origin.callers.setdefault(rule, {})[caller] = None
        predicted: list[State] = []
        units: list[tuple[int, int]] = []
        todo = list(returns)
        seen = set(todo)
        for rule in todo:  # grows during the loop
            start = network.start(rule)
            if start is None:
                continue
            predicted.append(start)
            for called, after in start.called():
                origin.callers.setdefault(called, {})[Caller(rule, None, after.ends)] = None
                if after.tail:
                    units.append((rule, called))
                else:
                    returns.setdefault(called, {})[Return(after, origin, None)] = None
                if called not in seen:
                    seen.add(called)
                    todo.append(called)
        origin.predicted = tuple(predicted)
        changed = bool(units)
        while changed:
            changed = False
            for rule, called in units:
                inherited = returns.setdefault(called, {})
                self._spend(len(returns.get(rule, ())))
                before = len(inherited)
                inherited.update(returns.get(rule, {}))
                changed = changed or len(inherited) > before
        return origin


def _add(items: dict[Item, list[Starts]], item: Item, starts: Starts) -> bool:
    """Add an item, or when it began; return whether that is new."""
    parts = items.get(item)
    if parts is None:
        items[item] = [starts]
        return True
    if starts in parts:
        return False
    parts.append(starts)
    return True
