"""Convert plain values to lines of text and back, without an import.

One line for each value, what it has inside after it: "-" None, "+" and "!" true and false, "#" an integer, "'" a text,
"x" bytes, "=" a tuple of integers, "(" a tuple, "{" a dictionary and "@" a dataclass, with the number of what they
have. JSON would have neither tuples nor bytes, and its module takes twice as long to import as a first split (10 ms
of processor time in a bare interpreter).
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, whose import is half of the time of a first verdict
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_CONSTANTS = {"-": None, "+": True, "!": False}


def dump(value: Any) -> str:
    r"""Return a value as text; lists become tuples, and trailing fields that have their default are left out.

    >>> dump({"a": (1, 2), "b": (None, b"\x01", "x\n")}).split("\n")
    ['{2', "'a", '=1 2', "'b", '(3', '-', 'x01', "'x\\n"]
    """
    return "\n".join(_lines(value))


def load(text: str, records: Iterable[type] = ()) -> Any:
    """Return the value that `dump` wrote, with the dataclasses that may be in it.

    Raises `ValueError` or `LookupError` for other text, `TypeError` for fields that a dataclass has not, and
    `RecursionError` for what is very deep.

    >>> load(dump({"a": [1, (), ""], 2: True}))
    {'a': (1, (), ''), 2: True}
    """
    lines = iter(text.split("\n"))
    types = {record.__name__: record for record in records}

    def value() -> Any:
        line = next(lines)
        kind, rest = line[0], line[1:]
        if kind == "'":
            return rest.encode("ascii").decode("unicode_escape") if "\\" in rest else rest
        if kind == "@":
            name, _, count = rest.partition(" ")
            return types[name](*[value() for _ in range(int(count))])
        if kind == "(":
            return tuple([value() for _ in range(int(rest))])
        if kind == "=":
            return tuple(map(int, rest.split(" ")))
        if kind == "{":
            return {value(): value() for _ in range(int(rest))}
        if kind == "#":
            return int(rest)
        if kind == "x":
            return bytes.fromhex(rest)
        return _CONSTANTS[line]

    try:
        return value()
    except StopIteration:
        raise ValueError("the text ends within a value") from None


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
        yield f"{{{len(value)}"
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
        yield f"@{type(value).__name__} {len(items)}"
        for item in items:
            yield from _lines(item)
