"""Convert plain values to lines of text and back, without an import.

One line for each value, what it has inside after it: "-" None, "+" and "!" true and false, "#" an integer, "'" a text,
"x" bytes, "=" a tuple of integers; "(" a tuple, "{" a dictionary and "@" a dataclass, with the number of values that
follow for them, and "*" a dataclass of which the fields follow as a dictionary. JSON would have neither tuples nor
bytes, and its module takes as long to import as a first split (10 ms of processor time in a bare interpreter).
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, whose import is half of the time of a first verdict
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_CONSTANTS = {"-": None, "+": True, "!": False}


def dump(value: Any) -> str:
    r"""Return a value as text; lists become tuples, and fields that have their default may be left out.

    >>> dump({"a": (1, 2), "b": (None, b"\x01", "x\n")}).split("\n")
    ['{4', "'a", '=1 2', "'b", '(3', '-', 'x01', "'x\\n"]
    """
    return "\n".join(_lines(value))


def load(text: str, records: Iterable[type] = ()) -> Any:
    """Return the value that `dump` wrote, with the dataclasses that may be in it.

    Raises `ValueError` or `LookupError` for other text, and `TypeError` for fields that a dataclass has not.

    >>> load(dump({"a": [1, (), ""], 2: True}))
    {'a': (1, (), ''), 2: True}
    """
    types = {record.__name__: record for record in records}
    stack: list[Any] = []  # the values after a line, the next one last
    for line in reversed(text.split("\n")):
        kind, rest = line[0], line[1:]
        if kind == "'":
            stack.append(rest.encode("ascii").decode("unicode_escape") if "\\" in rest else rest)
        elif kind in "@({":
            name, _, count = rest.rpartition(" ")
            left = len(stack) - int(count)
            if left < 0:
                raise ValueError("the text ends within a value")
            items = stack[left:]
            items.reverse()
            del stack[left:]
            if kind == "@":
                stack.append(types[name](*items))
            elif kind == "(":
                stack.append(tuple(items))
            else:
                stack.append(dict(zip(items[::2], items[1::2], strict=True)))
        elif kind == "=":
            stack.append(tuple(map(int, rest.split(" "))))
        elif kind == "#":
            stack.append(int(rest))
        elif kind == "x":
            stack.append(bytes.fromhex(rest))
        elif kind == "*":
            stack.append(types[rest](**stack.pop()))
        else:
            stack.append(_CONSTANTS[line])
    if len(stack) != 1:
        raise ValueError("the text has more than one value")
    return stack[0]


def _lines(value: Any) -> Iterator[str]:
    if value is None or value is True or value is False:
        yield next(line for line, constant in _CONSTANTS.items() if constant is value)
    elif isinstance(value, int):
        yield f"#{value}"
    elif isinstance(value, str):
        yield f"'{value.encode('unicode_escape').decode('ascii')}"
    elif isinstance(value, bytes):
        yield f"x{value.hex()}"
    elif isinstance(value, dict):
        yield f"{{{2 * len(value)}"
        for key, item in value.items():
            yield from _lines(key)
            yield from _lines(item)
    elif isinstance(value, tuple | list):
        if value and all(type(item) is int for item in value):
            yield f"={' '.join(map(str, value))}"
        else:
            yield f"({len(value)}"
            for item in value:
                yield from _lines(item)
    else:
        fields = list(value.__dataclass_fields__.values())
        items = [getattr(value, field.name) for field in fields]
        while items and items[-1] == fields[len(items) - 1].default:
            items.pop()
        own = {field.name: item for field, item in zip(fields, items, strict=False) if item != field.default}
        if 2 * len(own) + 1 < len(items):
            yield f"*{type(value).__name__}"
            yield from _lines(own)
        else:
            yield f"@{type(value).__name__} {len(items)}"
            for item in items:
                yield from _lines(item)
