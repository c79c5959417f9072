"""The value of a JSON text as `json.loads` would give it, with its strings told apart by where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from irigrammar.scan.formats.chosen import Text
from irigrammar.scan.formats.json_events import CLOSE, KEY, OPEN, OTHER, STRING, Event
from irigrammar.scan.formats.scalars import Scalar

_WORDS = {"true": True, "false": False, "null": None}


class StringPlace(NamedTuple):
    """Where a string stands: how it was read, and the name of the nearest member."""

    scalar: Scalar
    key: str | None


def value_of(parts: Iterable[Event], read: Callable[[Event], Scalar]) -> Any:
    """Return the value that the parts of a JSON text make; of a broken one, what there is of it.

    `read` reads KEY and STRING, and what is written of OTHER. Of members of one name the last counts, as for most
    readers. The `place` of each string is its `StringPlace`. Nothing recurs.
    """
    root: list[Any] = []
    stack: list[tuple[list[Any] | dict[str, Any], str | None]] = []
    inside: list[Any] | dict[str, Any] = root
    key: str | None = None
    for event in parts:
        if event.kind == KEY:
            key = read(event).text
        elif event.kind == CLOSE:
            inside, key = stack.pop()
        elif event.kind in (OPEN, STRING, OTHER):
            value: Any
            if event.kind == OPEN:
                value = {} if event.note == "{" else []
            elif event.kind == STRING:
                found = read(event)
                value = Text(found.text)
                value.place = StringPlace(found, key)
            else:
                value = number(read(event).text)
            if isinstance(inside, dict):
                inside[key or ""] = value
            else:
                inside.append(value)
            if event.kind == OPEN:
                stack.append((inside, key))
                inside = value
    return root[0] if root else None


def number(written: str) -> Any:
    """Return what a word of JSON stands for; one that is neither it nor a number is None.

    >>> number("true"), number("1e2"), number("12"), number("x")
    (True, 100.0, 12, None)
    """
    if written in _WORDS:
        return _WORDS[written]
    for kind in (int, float):
        try:
            return kind(written)
        except ValueError:
            continue
    return None
