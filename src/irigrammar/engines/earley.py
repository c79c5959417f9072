"""Recognition of recursive rules by Earley's algorithm.

It runs over states of automata, with tail calls instead of returns. An item is a state of a rule's automaton and the
origin of the match: what comes after it, which is the same object for all matches after which the same may come. A call
after which its rule must end returns to where the caller would: so right recursion takes constant time for each
character (Leo 1991, 10.1016/0304-3975(91)90180-A, by another way). What is called may not be empty: states have empty
matches in them (Aycock and Horspool 2002, 10.1093/comjnl/45.6.620).

Steps are kept. A live state is a shape, with numbers in place of origins and offsets, and registers, which have these.
A step from a shape depends only on the class of the character and on the templates of the origins that it returns to:
most characters take a few look-ups. Where there are many registers, and where texts do not repeat themselves, steps are
not kept, and origins and offsets are used in place of their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from irigrammar.automata.network import Network, State
from irigrammar.dataclass import NamedTuple, dataclass, field
from irigrammar.errors import ParseLimit

# The limit of work for a text: a number of items, and a number for each of its characters.
BASE_LIMIT = 2_000_000
CHARACTER_LIMIT = 200

_CACHE_LIMIT = 4_096  # origins of a text
_STEP_LIMIT = 16_384  # steps, shapes and templates that are kept
_WIDEST = 32  # registers of a step that is kept
_CREDIT = 4_096  # registers of the steps that are kept for a text before it takes known ones
_GAIN = 8  # registers more after a known step


class Work:
    """The work that is left for a text of a length, in steps; `offset` is how far it was read."""

    def __init__(self, length: int) -> None:
        self.offset = length
        self._left = BASE_LIMIT + CHARACTER_LIMIT * length

    def spend(self, steps: int) -> None:
        """Count steps; raise `ParseLimit` where there are too many."""
        self._left -= steps
        if self._left < 0:
            raise ParseLimit(self.offset)


@dataclass(slots=True, eq=False)
class Union:
    """The offsets at which matches began, as a union of earlier sets; equality is identity."""

    parts: Sequence[Starts]


Starts = int | Union | None  # None where starts are not recorded, or are those of what is called


def offsets(starts: Starts) -> Sequence[int]:
    """Return the offsets in a union, and in the unions in it, each once; a single offset alone. They are in no
    order.
    """
    if isinstance(starts, int):
        return (starts,)
    todo: list[Starts] = [starts]
    known: set[Starts] = set()
    for part in todo:  # grows during the loop
        if isinstance(part, Union) and part not in known:
            todo.extend(part.parts)
        known.add(part)
    return [part for part in known if isinstance(part, int)]


Registers = tuple[Any, ...]  # origins and starts, each once
Returns = dict[int, dict[tuple[State | None, int, int], None]]
Callers = dict[int, dict[tuple[int, int, bool], None]]


class Template:
    """An origin up to its registers: 0 is none, 1 the origin, from 2 on they are numbered.

    Of each rule, one after the other: `returns` has the state after a match (None at the end of all), its origin, and
    when that match began (0: when the rule does); `callers` has a rule that calls it, when that began (0: at the same
    offset), and whether it ends with that. `predictions` are the first states of the rules.
    """

    __slots__ = ("callers", "predictions", "returns")

    def __init__(self, predictions: tuple[State, ...], returns: Returns, callers: Callers) -> None:
        self.predictions = predictions
        self.returns = {rule: tuple(rows) for rule, rows in returns.items()}
        self.callers = {rule: tuple(rows) for rule, rows in callers.items()}


@dataclass(slots=True, eq=False)
class Origin:
    """The possible calls at an offset: the first states of rules, where each rule returns to, and who calls it."""

    template: Template
    registers: Registers
    expansion: tuple[Template, Registers] | None = None

    def returns(self, rule: int) -> list[tuple[State | None, Origin | None]]:
        """Return the states after a match of a rule, None at the end of all, and their origins."""
        values = (None, self, *self.registers)
        return [(after, values[beyond]) for after, beyond, _ in self.template.returns.get(rule, ())]

    def callers(self, rule: int, start: int) -> Iterator[tuple[int, Starts, bool]]:
        """Yield the rules that call one at an offset, when they began, and whether they end with it."""
        values = self.registers
        for outer, starts, tail in self.template.callers.get(rule, ()):
            yield outer, values[starts - 2] if starts else start, tail


@dataclass(slots=True, eq=False)
class Shape:
    """The live state at an offset without the values of its registers: the items, and the origin of the rules they
    call.

    `origin_rows` has origins in registers, with their templates and the registers that these number. `plain` has what
    comes after characters that do not change the registers, with the matches that end, `steps` all known steps. A shape
    that is not kept has no registers, but origins and starts in place of their numbers.
    """

    items: Collection[tuple[tuple[State, Any], Any]]
    origin: Any
    is_match: bool
    origin_rows: tuple[tuple[int, Template, tuple[int, ...]], ...] = ()
    is_kept: bool = True
    states: tuple[State, ...] = ()
    plain: dict[int, tuple[Shape, tuple[int, ...]]] = field(default_factory=dict)
    steps: dict[object, Look | Action] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.states = tuple([state for (state, _), _ in self.items])


class Steps(dict[object, Any]):
    """The shapes and templates that texts have in common, and the number of steps that are known."""

    count = 0

    def shrink(self) -> None:
        """Forget all steps once there are more than 16,384; a text under way keeps the shapes it holds."""
        if max(self.count, len(self)) > _STEP_LIMIT:
            self.clear()
            self.count = 0


class Look(NamedTuple):
    """A step that depends on the origin in a register: on its template, and on which registers hold the same value."""

    register: int
    steps: dict[object, Look | Action]


class Action(NamedTuple):
    """The effects of a step. Registers are renumbered: the offset, the looked-up values, then unions, and an origin.

    `completions` has the rules that end, each followed by the number of its starts. `ends` has the shape and what its
    registers are, by the number of the origin, which is -1 for one that is in no register.
    """

    unions: list[list[int]]
    template: Template | None
    places: tuple[int, ...]
    completions: tuple[int, ...]
    work: int
    ends: dict[int, tuple[Shape, tuple[int, ...]]]


class Live(NamedTuple):
    """The live state at an offset: its shape and its registers."""

    shape: Shape
    registers: Registers

    @property
    def items(self) -> dict[tuple[State, Origin], Starts]:
        """The items, pairs of state and origin, each with the starts of its matches."""
        names = _names(self.shape, self.registers, None)
        return {(state, names.value(source)): names.value(starts) for (state, source), starts in self.shape.items}

    @property
    def origin(self) -> Origin | None:
        """The origin of the rules that the items call, None where they call none."""
        origin: Origin | None = _names(self.shape, self.registers, None).value(self.shape.origin)
        return origin

    @property
    def is_match(self) -> bool:
        """Whether the text may end there."""
        return self.shape.is_match


@dataclass(slots=True, eq=False)
class Chart:
    """The chart of a text: `fault` is the end of its longest viable prefix (None for a match), `live` the live state
    after its last character, and `work` the number of steps.

    When it is recorded, `states` has those of the items at each offset, `origins` what was called there, and `done`
    which rules were matched up to there, each followed by when it began.
    """

    live: Live
    fault: int | None = None
    work: int = 0
    states: list[tuple[State, ...]] = field(default_factory=list)
    origins: list[Origin | None] = field(default_factory=list)
    done: list[tuple[Any, ...]] = field(default_factory=list)

    def add(self, states: tuple[State, ...], origin: Origin | None, done: tuple[Any, ...]) -> None:
        """Append the states, the origin and the finished matches at the next offset."""
        self.states.append(states)
        self.origins.append(origin)
        self.done.append(done)


class Earley:
    """Recognizes with one network; thread-safe: its only state is a cache."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._steps = Steps(), Steps()

    def fault_offset(self, text: str) -> int | None:
        """Return where a text leaves the language, in code points from 0; None where it is in it."""
        return self.chart(text, record=False).fault

    def chart(self, text: str, *, record: bool) -> Chart:
        """Return the chart of a text; raise `ParseLimit` for one that takes too long."""
        return Run(self.network, self.network.program.classes.encode(text), record, self._steps[record]).chart


class Run:
    """One text, from left to right."""

    def __init__(
        self, network: Network, numbers: Sequence[int] = (), record: bool = False, steps: Steps | None = None
    ) -> None:
        """Read a text, given by the classes of its characters, with the steps that are known; raise `ParseLimit` where
        it takes too much work. `record` says that the chart has the states at each offset, not only the fault and the
        live state.
        """
        self._network = network
        self._record = record
        self._steps = Steps() if steps is None else steps
        self._origins: dict[object, Origin] = {}
        self._templates: dict[object, Template] = {}
        self._offset = 0
        self._work = self._limit = BASE_LIMIT + CHARACTER_LIMIT * len(numbers)
        self._credit = _CREDIT
        self.chart = Chart(self.begin())
        self._read(numbers)
        self.chart.work = self._limit - self._work

    def _spend(self, steps: int) -> None:
        self._work -= steps
        if self._work < 0:
            raise ParseLimit(self._offset)

    def renew(self) -> None:
        """Allow the whole of the work again, for another text."""
        self._work = self._limit

    def begin(self) -> Live:
        """Return the live state before the first character."""
        template, _ = self._template({0: {(None, 0, 0): None}}, {}, 0)
        names = _Numbers((), (None, self._origin(template, ())), None)
        names[1]
        shape, _ = self._shape({}, 1, self._network.empty[0], names)
        return Live(shape, tuple(names.contents))

    def step(self, live: Live, number: int, offset: int = 0) -> Live | None:
        """Return the live state after a character, given by its class and its offset; None for a dead state."""
        after = self._known(*live, number, offset) or self._learn(*live, number, offset)
        return Live(*after) if after else None

    def _read(self, numbers: Sequence[int]) -> None:
        """Read the classes of a text's characters from the live state on, and record the chart; set its `fault`, an
        offset or None, and its live state after the last one, unless a character before the end is the fault. Raises
        `ParseLimit`.
        """
        chart, record = self.chart, self._record
        shape, registers = chart.live
        chart.add((), chart.live.origin, ())
        states, origins, done = chart.states.append, chart.origins.append, chart.done.append
        offset, end = 0, len(numbers)
        results: dict[tuple[int, ...], tuple[Any, ...]] = {}
        while offset < end:
            number = numbers[offset]
            plain = shape.plain.get(number)
            if plain is not None:
                shape, ends = plain
                if record:
                    if ends not in results:
                        results[ends] = _resolve(ends, registers.__getitem__)
                    states(shape.states)
                    origins(registers[shape.origin])
                    done(results[ends])
            else:
                after = self._known(shape, registers, number, offset) or self._learn(shape, registers, number, offset)
                if after is None:
                    chart.fault = offset
                    return
                shape, registers = after
                results.clear()
            offset += 1
        chart.fault = None if shape.is_match else end
        chart.live = Live(shape, registers)

    def _known(self, shape: Shape, registers: Registers, number: int, offset: int) -> tuple[Shape, Registers] | None:
        """Return the shape and the registers after a step that was kept, None where it was not; record the offset if
        asked for.
        """
        step = shape.steps.get(number)
        if step is None:
            return None
        values = [*registers, offset] if self._record else [*registers]
        if isinstance(step, Look):
            names = _Numbers((), registers, offset if self._record else None)
            while isinstance(step, Look):
                template, numbers = names[step.register]
                step = step.steps.get((template, *numbers))
            values = names.contents
        if step is None:
            return None
        values += [Union([values[part] for part in parts]) for parts in step.unions]
        place = 0
        if step.template:
            origin = self._origin(step.template, tuple([values[place] for place in step.places]))
            place = values.index(origin) if origin in values else -1
            values.append(origin)
        if place not in step.ends:
            return None
        self._offset = offset
        self._credit += _GAIN
        self._spend(step.work)
        shape, choice = step.ends[place]
        registers = tuple([values[register] for register in choice])
        if self._record:
            self.chart.add(shape.states, registers[shape.origin], _resolve(step.completions, values.__getitem__))
        return shape, registers

    def _learn(self, shape: Shape, registers: Registers, number: int, offset: int) -> tuple[Shape, Registers] | None:
        """Return the shape and the registers after a step, None if nothing is live. A step that leads on is kept for
        later texts while the credit lasts. Record the offset if asked for. Raises `ParseLimit`.
        """
        self._offset = offset
        work = self._work
        self._steps.shrink()
        names = _names(shape, registers, offset if self._record else None)
        new = _destinations(shape, names, number)
        if not new:
            return None
        is_match, ends = self._complete(new, names)
        for state, source in new:
            if state.calls is None:
                state.callee_states()
            if state.passes:
                names[source]  # what is looked up is numbered before unions
        lookups = [*names.items()][len(shape.origin_rows) :] if shape.is_kept else []
        items: dict[tuple[State, Any], Any]
        items = {item: names.union(parts) if len(parts) > 1 else parts[0] for item, parts in new.items()}
        self._spend(len(items))
        size = len(names.contents)
        origin: Any = names.none
        template: Template | None = None
        places: tuple[Any, ...] = ()
        returns, callers = self._calls(items, names)
        if returns:
            template, places = self._template(returns, callers, names.none)
            origin = names.number(self._origin(template, tuple(map(names.value, places))))
            if origin in names:  # it is the same one whatever is in the registers
                template = None
            names[origin]  # its registers are known
        if names.size(items) <= _WIDEST and (self._credit > 0 or len(items) == 1):
            further, sources = self._shape(items, origin, is_match, names)
            if isinstance(names, _Numbers):
                self._credit -= size
                self._steps.count += 1
                table: dict[object, Any] = shape.steps
                key: object = number
                for source, (known, numbers) in lookups:
                    table, key = table.setdefault(key, Look(source, {})).steps, (known, *numbers)
                action: Action | None = table.get(key)
                if action is None or action.template is not template:
                    action = table[key] = Action(names.unions, template, places, ends, work - self._work, {})
                action.ends[0 if template is None else origin if origin < size else -1] = further, sources
                if not lookups and not names.unions and not template and sources == tuple(range(len(registers))):
                    shape.plain[number] = further, ends
        else:
            if isinstance(names, _Numbers):
                values = names.contents
                items = {(state, values[source]): values[starts] for (state, source), starts in items.items()}
            further, sources = Shape(items.items(), names.value(origin), is_match, (), False), ()
        if self._record:
            self.chart.add(further.states, names.value(origin), _resolve(ends, names.value))
        return further, tuple(map(names.value, sources))

    def _shape(
        self, items: dict[tuple[State, Any], Any], origin: Any, is_match: bool, names: _Numbers | _Objects
    ) -> tuple[Shape, tuple[Any, ...]]:
        """Return the shape of the items and their origin, and the names that its registers hold."""
        numbers: dict[Any, int] = {names.none: 0}

        def register(name: Any) -> int:
            return numbers.setdefault(name, len(numbers))

        rows = tuple([((state, register(source)), register(starts)) for (state, source), starts in items.items()])
        number = register(origin)
        openings = tuple(
            [
                (register(source), template, tuple(map(register, parts)))
                for source, (template, parts) in names.items()
                if source in numbers
            ]
        )
        key = rows, number, is_match, openings
        return self._steps.get(key) or self._steps.setdefault(key, Shape(*key)), tuple(numbers)

    def _complete(
        self, new: dict[tuple[State, Any], list[Any]], names: _Numbers | _Objects
    ) -> tuple[bool, tuple[Any, ...]]:
        """Add to `new` the items that follow the rules that end here; return whether the text may end, and the finished
        matches, rule and start in turn. Raises `ParseLimit`.
        """
        is_match = False
        ends: list[Any] = []
        is_objects = isinstance(names, _Objects)
        todo = [(item, starts) for item, parts in new.items() if item[0].ends for starts in parts]
        for (state, source), starts in todo:  # grows during the loop
            ends += (state.rule, starts)
            template, numbers = source.expansion or names[source] if is_objects else names[source]
            returns = template.returns.get(state.rule)
            if returns is None:
                continue
            self._work -= 1 + len(returns)
            if self._work < 0:
                raise ParseLimit(self._offset)
            for after, beyond, before in returns:
                if after is None:
                    is_match = True
                    continue
                item = after, numbers[beyond]
                began = numbers[before] if before else starts
                if _add(new, item, began) and after.ends:
                    todo.append((item, began))
        return is_match, tuple(ends)

    def _calls(self, items: dict[tuple[State, Any], Any], names: _Numbers | _Objects) -> tuple[Returns, Callers]:
        """Return the items to which the calls of the items return, and the callers if they are recorded, by the rule
        that is called. Raises `ParseLimit`.
        """
        returns: Returns = {}
        callers: Callers = {}
        for (state, source), starts in items.items():
            for rule, after in state.calls or ():
                if self._record:
                    callers.setdefault(rule, {})[state.rule, starts, after.ends] = None
                content = returns.setdefault(rule, {})
                if not after.tail:
                    content[after, source, starts] = None
                    continue
                template, numbers = names[source]
                further = template.returns.get(state.rule, ())
                self._spend(len(further))
                for last, beyond, before in further:
                    content[last, numbers[beyond], numbers[before] if before or last is None else starts] = None
        return returns, callers

    def _origin(self, template: Template, registers: Registers) -> Origin:
        """Return an origin, which is the same object for all matches after which the same may come, unless more than
        4,096 were made: then all are forgotten.
        """
        key = template, registers
        origin = self._origins.get(key)
        if origin is None:
            if len(self._origins) >= _CACHE_LIMIT:
                self._origins.clear()
                self._templates.clear()
            origin = self._origins[key] = Origin(template, registers)
        return origin

    def _template(self, returns: Returns, callers: Callers, none: object) -> tuple[Template, tuple[Any, ...]]:
        """Return the template of the origin at which these rules are called, and the contents of its registers, the
        first of which is number 1; `none`, which is number 0, is not among them. Raises `ParseLimit`.
        """
        local = {none: 0}
        callers_of = {
            rule: {
                (after, local.setdefault(beyond, len(local) + 1), local.setdefault(starts, len(local) + 1)): None
                for after, beyond, starts in further
            }
            for rule, further in returns.items()
        }
        calling = {
            rule: {(outer, local.setdefault(starts, len(local) + 1), tail): None for outer, starts, tail in further}
            for rule, further in callers.items()
        }
        key = (
            tuple([(rule, *further) for rule, further in callers_of.items()]),
            tuple([(rule, *further) for rule, further in calling.items()]),
        )
        self._spend(sum(map(len, callers_of.values())))
        known = self._steps if len(local) <= _WIDEST else self._templates
        template: Template = known.get(key) or known.setdefault(key, self._predict(callers_of, calling))
        return template, tuple(local)[1:]

    def _predict(self, returns: Returns, callers: Callers) -> Template:
        """Return a template with all rules that those which are called begin with; `returns` and `callers`, which
        become its own, are extended in place. Raises `ParseLimit`.
        """
        network = self._network
        predictions: list[State] = []
        units: list[tuple[int, int]] = []
        todo = list(returns)
        known = set(todo)
        for rule in todo:  # grows during the loop
            start = network.start(rule)
            if start is None:
                continue
            predictions.append(start)
            for callee, after in start.callee_states():
                callers.setdefault(callee, {})[rule, 0, after.ends] = None
                if after.tail:
                    units.append((rule, callee))
                else:
                    returns.setdefault(callee, {})[after, 1, 0] = None
                if callee not in known:
                    known.add(callee)
                    todo.append(callee)
        is_growing = bool(units)
        while is_growing:
            is_growing = False
            for rule, callee in units:
                callers_after = returns.setdefault(callee, {})
                self._spend(len(returns.get(rule, ())))
                before = len(callers_after)
                callers_after.update(returns.get(rule, {}))
                is_growing = is_growing or len(callers_after) > before
        return Template(tuple(predictions), returns, callers)


class _Objects(dict[Any, tuple[Template, Registers]]):
    """The names of a step as objects: origins and starts; maps an origin to its template and the registers it
    numbers.
    """

    none = None
    contents: Sequence[Any] = ()

    def __init__(self, offset: int | None) -> None:
        self.began = offset

    def __missing__(self, origin: Origin) -> tuple[Template, Registers]:
        opening = self[origin] = origin.expansion = origin.expansion or (
            origin.template,
            (None, origin, *origin.registers),
        )
        return opening

    def number(self, value: Any) -> Any:
        """Return the value itself: here a value is its own name."""
        return value

    value = number

    def union(self, parts: list[Any]) -> Union:
        """Return the union of some values."""
        return Union(parts)

    def size(self, items: Collection[tuple[State, Origin]]) -> int:
        """Return how many registers a shape of some items has, or more."""
        return sum([2 + len(source.registers) for _, source in items]) if len(items) < _WIDEST else 2 * len(items)


class _Numbers(dict[int, tuple[Template, tuple[int, ...]]]):
    """The names of a step as numbers: registers, then new values; maps an origin to its template and the registers it
    numbers.
    """

    none = 0

    def __init__(
        self, openings: Iterable[tuple[int, Template, tuple[int, ...]]], registers: Registers, offset: int | None
    ) -> None:
        super().__init__([(source, (template, numbers)) for source, template, numbers in openings])
        self.contents = [*registers]
        self.index = dict(zip(registers, count()))
        self.unions: list[list[int]] = []
        self.began = self.number(offset)

    def __missing__(self, source: int) -> tuple[Template, tuple[int, ...]]:
        origin = self.contents[source]
        opening = self[source] = origin.template, (0, source, *map(self.number, origin.registers))
        return opening

    def number(self, value: Any) -> int:
        """Return the number of a value, a new one at its first use."""
        number: int = self.index.setdefault(value, len(self.contents))
        if number == len(self.contents):
            self.contents.append(value)
        return number

    def value(self, number: int) -> Any:
        """Return the value of a number."""
        return self.contents[number]

    def union(self, parts: list[int]) -> int:
        """Return the number of the union of some numbered values, and note that it was made."""
        self.unions.append(parts)
        return self.number(Union([self.contents[part] for part in parts]))

    def size(self, _: Collection[Any]) -> int:
        """Return the number of registers in use."""
        return len(self.contents)


def _names(shape: Shape, registers: Registers, offset: int | None) -> _Numbers | _Objects:
    """Return the names of values in a step at an offset, None where it is not recorded: numbers for a shape that is
    kept, else the values themselves.
    """
    return _Numbers(shape.origin_rows, registers, offset) if shape.is_kept else _Objects(offset)


def _destinations(shape: Shape, names: _Numbers | _Objects, number: int) -> dict[tuple[State, Any], list[Any]]:
    """Return the items after a character of a class, each with the starts of its matches."""
    origin = names.value(shape.origin)
    first = [((state, shape.origin), names.began) for state in origin.template.predictions] if origin else ()
    new: dict[tuple[State, Any], list[Any]] = {}
    for (state, source), starts in (*shape.items, *first):
        rows = state.rows  # another thread may put an empty one in its place
        after = rows[number] if number in rows else state.step(number)
        if after is not None:
            _add(new, (after, source), starts)
    return new


def _add(items: dict[tuple[State, int], list[int]], item: tuple[State, int], starts: int) -> bool:
    """Add an item, or a start of its match; return whether it is new."""
    parts = items.get(item)
    if parts is None:
        items[item] = [starts]
        return True
    if starts in parts:
        return False
    parts.append(starts)
    return True


def _resolve(ends: tuple[Any, ...], value: Callable[[Any], Any]) -> tuple[Any, ...]:
    """Return rules and the starts of their matches in turn, with each start mapped from its name to its value."""
    return tuple([value(part) if place & 1 else part for place, part in enumerate(ends)])
