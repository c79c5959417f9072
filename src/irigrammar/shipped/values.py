"""Convert plain values, and dataclasses of them, to bytes and back, without the import of a parser.

The format is version 2 of Python's own `marshal`, which all versions read and write alike. A dataclass is a tuple:
`...`, its name and its fields.
"""

from __future__ import annotations

import marshal

TYPE_CHECKING = False  # as in typing, whose import is half of the time of a first verdict
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

_VERSION = 2  # the last one whose bytes depend on nothing but the value


def dump(value: Any) -> bytes:
    """Return a value as bytes; lists become tuples, and fields that have their default are left out at the end.

    Raises `ValueError` for a value of another type.

    >>> dump({"a": (True, None)})
    b'{u\\x01\\x00\\x00\\x00a(\\x02\\x00\\x00\\x00TN0'
    """
    return marshal.dumps(_plain(value), _VERSION)


def load(data: bytes, records: Iterable[type] = ()) -> Any:
    """Return the value that `dump` wrote, with the dataclasses that may be in it.

    Raises `ValueError`, `LookupError` or `TypeError` for other bytes.

    >>> load(dump({"a": [1, (), ""], 2: True}))
    {'a': (1, (), ''), 2: True}
    """
    try:
        value = marshal.loads(data)
    except EOFError:
        raise ValueError("the data ends within a value") from None
    types = {record.__name__: record for record in records}
    return _made(value, types) if types else value


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return tuple(map(_plain, value))
    if not hasattr(value, "__dataclass_fields__"):
        return value
    fields = list(value.__dataclass_fields__.values())
    items = [getattr(value, field.name) for field in fields]
    while items and items[-1] == fields[len(items) - 1].default:
        items.pop()
    return (..., type(value).__name__, *map(_plain, items))


def _made(value: Any, types: Mapping[str, type]) -> Any:
    if type(value) is dict:
        return {key: _made(item, types) for key, item in value.items()}
    if type(value) is not tuple:
        return value
    items = [_made(item, types) if type(item) in (tuple, dict) else item for item in value]
    return types[items[1]](*items[2:]) if items and items[0] is ... else tuple(items)
