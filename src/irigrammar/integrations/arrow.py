"""What the kernel, or without it the pure engines, answer to one plain array of Arrow, as arrays of Arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irigrammar.engines.recognizer import Pure, decoded_text
from irigrammar.errors import MissingExtra
from irigrammar.matching.bulk import NO_TEXTS
from irigrammar.matching.components import Components
from irigrammar.matching.matcher import Matcher

try:
    import pyarrow
except ImportError as error:
    raise MissingExtra("a column of texts", "pyarrow", "pyarrow") from error

if TYPE_CHECKING:
    from irigrammar.engines._kernel import Table

__all__ = ["components", "faults", "octets_of", "split_type", "text_type", "verdicts"]

# The types of texts, and of strings that are made of them: views become what more of pyarrow's functions take.
_TEXTS = {
    "string": "string",
    "binary": "string",
    "null": "string",
    "large_string": "large_string",
    "large_binary": "large_string",
    "string_view": "large_string",
    "binary_view": "large_string",
}


def text_type(kind: Any) -> Any:
    """Return the type of the strings that are made of texts of a type; `TypeError` for a type of other things.

    It is string for string and binary, large_string for the others.

    >>> text_type(pyarrow.large_binary()), text_type(pyarrow.string())
    (DataType(large_string), DataType(string))
    """
    name = _TEXTS.get(str(kind))
    if name is None:
        raise TypeError(NO_TEXTS.format(kind))
    return getattr(pyarrow, name)()


def octets_of(array: Any) -> list[bytes | None]:
    """Return the texts of an array as Python's octets, since its strings may hold what is no UTF-8."""
    values: list[bytes | None] = array.cast(pyarrow.large_binary()).to_pylist()
    return values


def verdicts(matcher: Matcher, array: Any) -> Any:
    """Return whether each text matches, null for a null.

    >>> import irigrammar
    >>> verdicts(irigrammar.grammar("rfc3986")["port"], pyarrow.array(["80", "8a", None])).to_pylist()
    [True, False, None]
    """
    text_type(array.type)
    return matcher.matches_many(array)


def faults(matcher: Matcher, array: Any) -> Any:
    """Return where each text leaves the language, in code points from 0; null for a text that matches and for a null.

    >>> import irigrammar
    >>> faults(irigrammar.grammar("rfc3986")["port"], pyarrow.array(["80", "8a", None])).to_pylist()
    [None, 1, None]
    """
    text_type(array.type)
    recognizer: Any = matcher.grammar.production(matcher.rule).recognizer
    if isinstance(recognizer, Pure):
        return pyarrow.array([_offset(matcher, value) for value in octets_of(array)], pyarrow.int64())
    length, nulls, valid, offsets = recognizer.fault_arrow_array(*array.__arrow_c_array__())
    return _array(pyarrow.int64(), length, nulls, valid, offsets)


def _offset(matcher: Matcher, value: bytes | None) -> int | None:
    fault = None if value is None else matcher.check(value).fault
    return None if fault is None else fault.offset


def components(matcher: Matcher, array: Any) -> Any:
    """Return the components of each text as a struct with the fields of `Components`, null for a text that does not
    match and for a null.

    Fields are of the type that `text_type` says. Raises `GrammarError`
    for a production that is no reference.

    >>> import irigrammar
    >>> found = components(irigrammar.grammar("rfc3987")["IRI"], pyarrow.array(["http://h/?q", "h"]))
    >>> found.field("host").to_pylist(), found.field("query").to_pylist(), found.is_valid().to_pylist()
    (['h', None], ['q', None], [True, False])
    """
    kind = split_type(array.type)
    spans = matcher.splitter.spans
    table = spans.find_arrow(*array.__arrow_c_array__())
    if table is not None:
        return _struct(kind, table, spans.names)
    rows = [None if value is None else _split(matcher, value) for value in octets_of(array)]
    values = [None if row is None else row._asdict() for row in rows]
    return pyarrow.array(values, kind)


def _split(matcher: Matcher, value: bytes) -> Components | None:
    text = decoded_text(value)
    return None if text is None else matcher.splitter.split(text)


def split_type(texts: Any) -> Any:
    """Return the type of `components` for texts of a type."""
    return pyarrow.struct([(name, text_type(texts)) for name in Components._fields])


def _struct(kind: Any, table: Table, names: tuple[str, ...]) -> Any:
    length, nulls, valid, _, fields = table
    inner = kind.field(0).type
    arrays = [_array(inner, length, gone, there, ends, texts) for gone, there, ends, texts in fields[:-1]]
    gone, there, _, numbers = fields[-1]
    keys = _array(pyarrow.uint8(), length, gone, there, numbers)
    arrays.append(pyarrow.array(names, inner).take(keys))
    map_of_valid = pyarrow.py_buffer(valid) if nulls else None
    return pyarrow.Array.from_buffers(kind, length, [map_of_valid], nulls, children=arrays)


def _array(kind: Any, length: int, nulls: int, valid: bytes, *buffers: bytes) -> Any:
    maps = pyarrow.py_buffer(valid) if nulls else None
    return pyarrow.Array.from_buffers(kind, length, [maps, *map(pyarrow.py_buffer, buffers)], nulls)
