"""What chooses the strings of a data format: JSON Pointers, a JSON Schema, or the text rule where there is neither."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from irigrammar.scan.formats.chosen import Chooser, Text, chooser
from irigrammar.scan.formats.document_type import Finder, Options
from irigrammar.scan.formats.pointers import Patterns, patterns


class Selection(NamedTuple):
    """Patterns of pointers, what chooses by a schema, and the text rule, which is None where there is one of them."""

    pointers: Patterns | None
    schema: Chooser | None
    text: Finder | None


def selection(options: Options) -> Selection:
    """Return what options choose; raise `ValueError` for a pointer or a schema that is none.

    >>> found = selection(Options(pointers=("/url",)))
    >>> found.pointers is None, found.schema is None, found.text is None
    (False, True, True)
    """
    from irigrammar.scan.formats.registry import document_type

    pointers = patterns(options.pointers) if options.pointers else None
    schema = None if options.schema is None else chooser(options.schema)
    by_text = pointers is None and schema is None
    return Selection(pointers, schema, document_type("text").open(options) if by_text else None)


def pointed(value: Any, pointers: Patterns) -> Iterator[Text]:
    """Yield the strings of a value that pointers choose, each once, whatever aliases lead to it; nothing recurs.

    >>> from irigrammar.scan.formats.pointers import patterns
    >>> list(pointed({"a": [Text("x"), Text("y")]}, patterns(["/a/1"])))
    ['y']
    """
    todo = [(value, pointers.start)]
    seen: set[tuple[int, int]] = set()
    given: set[int] = set()
    while todo:
        value, state = todo.pop()
        if not state or (id(value), state) in seen:
            continue
        if isinstance(value, Text):
            if pointers.matches(state) and id(value) not in given:
                given.add(id(value))
                yield value
        elif isinstance(value, dict | list):
            seen.add((id(value), state))
            members = value.items() if isinstance(value, dict) else enumerate(value)
            todo += [(member, pointers.step(state, token)) for token, member in members]
