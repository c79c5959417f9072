"""Parts of a text that marks cover, as a tuple: in one pass by the kernel, else by the tree engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NotImplementedType
from typing import TYPE_CHECKING, NamedTuple

from irigrammar.automata.nfa import Program
from irigrammar.automata.tagged import HERE, Tagged
from irigrammar.engines.kernel import kernel
from irigrammar.engines.tree import TreeEngine

if TYPE_CHECKING:
    from irigrammar.engines import _kernel
    from irigrammar.engines._kernel import Table

Values = tuple[str | None, ...]


class Fields(NamedTuple):
    """The type of tuple to make, the number of its fields, and the field of each mark, counted from 0.

    A field is the part of the text that its mark covers; the last one is the name of its mark. No mark lies within
    another one of the same field.
    """

    type: type[Values]
    size: int
    of_mark: Mapping[str, int]


class Spans:
    """Takes the fields out of the texts of one program; safe across threads.

    `find` takes a `str` and returns the fields of the parse that `TreeEngine.picks` takes, each None where the parse
    does not have it; None where the text does not match. `native` is what the kernel finds them with, if it does.
    """

    def __init__(self, program: Program, fields: Fields) -> None:
        self._fields = fields
        self._engine = TreeEngine(program)
        self.native = None if program.preferred else self._in_kernel()
        self.find: Callable[[str], Values | None] = self._by_kernel if self.native else self._by_picks

    def find_arrow(self, schema: object, array: object) -> Table | None:
        """Return the fields of a column that two capsules of the Arrow C data interface hold; of the last one numbers,
        which `names` has. None where the kernel cannot tell; the capsules may be used up then.
        """
        if self.native is None:
            return None
        result = self.native.components_arrow_array(schema, array)
        return None if isinstance(result, NotImplementedType) else result

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the numbers of the last field mean."""
        return tuple(self._engine.program.marks)

    def _by_kernel(self, text: str) -> Values | None:
        assert self.native is not None
        result = self.native.components(text)
        return self._by_picks(text) if isinstance(result, NotImplementedType) else result

    def _by_picks(self, text: str) -> Values | None:
        picks = self._engine.picks(text)
        if picks is None:
            return None
        record_type, size, of_mark = self._fields
        marks = self._engine.program.marks
        fields = [of_mark.get(mark, -1) for mark in marks]
        values: list[str | None] = [None] * size
        opened: dict[int, int] = {}
        for offset, pick in enumerate(picks):
            for event in pick.events:
                if event > 0:
                    opened[event] = offset
                elif (field := fields[-event]) == size - 1:
                    values[field] = marks[-event]
                elif field >= 0:
                    values[field] = text[opened[-event] : offset]
        return tuple.__new__(record_type, values)

    def _in_kernel(self) -> _kernel.Spans | None:
        module = kernel()
        if module is None:
            return None
        program, (record_type, size, of_mark) = self._engine.program, self._fields
        effects: dict[int, tuple[tuple[int, int], ...]] = {}
        for number, mark in enumerate(program.marks):
            field = of_mark.get(mark)
            if field == size - 1:
                effects[-number] = ((2 * field, number),)
            elif field is not None:
                effects[number] = ((2 * field, HERE),)
                effects[-number] = ((2 * field + 1, HERE),)
        classes, names = program.classes, tuple(program.marks)
        native: _kernel.Spans = module.Spans(
            classes.starts, classes.ids, Tagged(program, effects), names, record_type, size
        )
        return native
