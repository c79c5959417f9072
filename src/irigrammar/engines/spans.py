"""Spans of marked parts of a text, as a tuple.

In one pass by the kernel, else by the tree engine.
"""

from __future__ import annotations

from irigrammar.engines.kernel import kernel
from irigrammar.engines.usual import UsualTagged
from irigrammar.lazy import cached_property

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from irigrammar.automata.program import Program
    from irigrammar.automata.tagged import Sets, Tagged
    from irigrammar.engines import _kernel
    from irigrammar.engines._kernel import Table
    from irigrammar.engines.tree import TreeEngine
    from irigrammar.engines.usual import Head, Steps

    Values = tuple[str | None, ...]

    # The type of tuple to make, the number of its fields, and the field of each mark, counted from 0. A field is the
    # part of the text that its mark covers; the last one is the name of its mark. No mark lies within another one of
    # the same field. Names are in lower case.
    Fields = tuple[type[Values], int, Mapping[str, int]]


class Spans:
    """Takes the fields out of the texts of one program; safe across threads.

    `find` takes a `str` and returns the fields of the parse that `TreeEngine.picks` takes, each None where the parse
    does not have it; None where the text does not match. `native` is what the kernel finds them with, if it does.
    """

    def __init__(self, make: Callable[[], TreeEngine], fields: Fields, usual: tuple[Head, Steps] | None = None) -> None:
        """Take a maker of the engine, which is called at once without usual states, and the fields."""
        self._make = make
        self._fields = fields
        if usual is None:
            self._engine  # noqa: B018  # raises for a program that cannot be compiled
        self.native = self._in_kernel(usual)
        self.find: Callable[[str], Values | None] = self._by_kernel if self.native else self._by_picks

    def find_arrow(self, schema: object, array: object) -> Table | None:
        """Return the fields of a column that two capsules of the Arrow C data interface hold; of the last one numbers,
        which `names` has. None where the kernel cannot decide; the capsules may be used up then.
        """
        if self.native is None:
            return None
        result = self.native.components_arrow_array(schema, array)
        return None if result is NotImplemented else result

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the numbers of the last field mean."""
        return tuple(self.program.marks)

    @property
    def program(self) -> Program:
        """The compiled program of the engine, whose marks are the fields."""
        return self._engine.program

    @cached_property
    def _engine(self) -> TreeEngine:
        return self._make()

    def _by_kernel(self, text: str) -> Values | None:
        assert self.native is not None
        result = self.native.components(text)
        return self._by_picks(text) if result is NotImplemented else result

    def _by_picks(self, text: str) -> Values | None:
        """Return the record of a text's fields, None for one that does not match; its last field is the name of the
        mark of the kind that was matched. A field without a mark in the text is None.
        """
        picks = self._engine.picks(text)
        if picks is None:
            return None
        record_type, size, _ = self._fields
        marks, fields = self.program.marks, self._of_marks
        values: list[str | None] = [None] * size
        starts: dict[int, int] = {}
        for offset, pick in enumerate(picks):
            for event in pick.events:
                if event > 0:
                    starts[event] = offset
                elif (field := fields[-event]) == size - 1:
                    values[field] = marks[-event]
                elif field >= 0:
                    values[field] = text[starts[-event] : offset]
        return tuple.__new__(record_type, values)

    def _in_kernel(self, usual: tuple[Head, Steps] | None) -> _kernel.Spans | None:
        """Return the kernel's object that splits texts, None without the kernel; it makes the automaton only when
        needed if the usual steps are given.
        """
        module = kernel()
        if module is None:
            return None
        tagged: Tagged | UsualTagged
        if usual is None:
            program = self.program
            starts, ids, names = program.classes.starts, program.classes.ids, tuple(program.marks)
            tagged = self.tagged()
        else:
            (starts, ids, names), steps = usual
            tagged = UsualTagged(steps, self.tagged)
        record_type, size, _ = self._fields
        native: _kernel.Spans = module.Spans(starts, ids, tagged, names, record_type, size)
        return native

    def tagged(self) -> Tagged:
        """Return a new tagged automaton: its registers are the start and end of each field; the last field has one, the
        number of its mark.
        """
        from irigrammar.automata.tagged import CURRENT, PreferringTagged, Tagged

        effects: dict[int, Sets] = {}
        for number, field in enumerate(self._of_marks):
            if field == self._fields[1] - 1:
                effects[-number] = ((2 * field, number),)
            elif field >= 0:
                effects[number] = ((2 * field, CURRENT),)
                effects[-number] = ((2 * field + 1, CURRENT),)
        return (PreferringTagged if self.program.preferred_nodes else Tagged)(self.program, effects)

    @cached_property
    def _of_marks(self) -> list[int]:
        """The field of each mark, -1 where it has none."""
        return [self._fields[2].get(mark.lower(), -1) for mark in self.program.marks]
