"""Convert plain values, and dataclasses of them, to bytes and back.

What ships is in version 2 of Python's own `marshal`, which all versions read and write alike, without the import of a
parser. What a store keeps is JSON: `marshal` is not made for bytes that somebody else may have written. A dataclass is
a tuple: None, its name and its fields.
"""

from __future__ import annotations

import marshal

TYPE_CHECKING = False  # as in typing, whose import is half of the time of a first verdict
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

_VERSION = 2  # the last one whose bytes depend on nothing but the value
_ROWS = (tuple, list)
_NESTED = (*_ROWS, dict)


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
    return _record_of(value, types) if types else value


def to_json(value: Any) -> bytes:
    """Return a value as JSON in ASCII, tuples as arrays; raise `TypeError` for one that JSON has not.

    >>> to_json({"a": (1, None)})
    b'{"a": [1, null]}'
    """
    from json import dumps

    return dumps(_plain(value)).encode("ascii")


def from_json(data: bytes, records: Iterable[type] = ()) -> Any:
    """Return the value that `to_json` wrote, with tuples for lists and the dataclasses that may be in it.

    Raises `ValueError`, `LookupError`, `TypeError` or `RecursionError` for other bytes.

    >>> from_json(to_json({"a": (1, None)}))
    {'a': (1, None)}
    """
    from json import loads

    return _record_of(loads(data), {record.__name__: record for record in records})


def _plain(value: Any) -> Any:
    """Return a value in JSON's types, with records as rows of their class's name and fields; fields with their default
    are left out at the end.
    """
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
    return (None, type(value).__name__, *map(_plain, items))


def _record_of(value: Any, types: Mapping[str, type]) -> Any:
    """Return a value with rows that begin with None and a class's name as records, and other rows as tuples; without
    `types` all are tuples. Raises `KeyError` for the name of a class that is not in `types`.
    """
    if type(value) is dict:
        return {key: _record_of(item, types) for key, item in value.items()}
    if type(value) not in _ROWS:
        return value
    items = [_record_of(item, types) if type(item) in _NESTED else item for item in value]
    return types[items[1]](*items[2:]) if types and items and items[0] is None else tuple(items)
