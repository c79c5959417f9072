"""Texts by the column: what `matches_many` answers for each kind of container, in the same kind.

Arrow's and NumPy's memory is read by the kernel, without a Python object for each value; without the kernel the values
become Python objects. No library is imported for a value that is not its own.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Protocol

from irigrammar.engines.recognizer import Pure
from irigrammar.matching.answers import BooleanArray, BooleanChunks, pack_answers

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from irigrammar.engines._kernel import Answers
    from irigrammar.engines.recognizer import Recognizer, Text

NO_TEXTS = "texts are a column of strings, or of binary data in UTF-8, or a dictionary of those, not of {}"
_KINDS = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")


class ArrowArray(Protocol):
    """What holds an array that the Arrow PyCapsule interface gives out."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Return the capsules of the schema and of the array."""


class ArrowStream(Protocol):
    """What holds the arrays of a column, and gives them out by the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the capsule of a stream."""


class NumpyArray(Protocol):
    """What a type checker knows a NumPy array by."""

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """Where the array lies, and of what type it is."""


def matches_many(recognizer: Recognizer, texts: Any) -> Any:
    """Return the answers to texts of any kind of container; see `Matcher.matches_many`.

    >>> import irigrammar
    >>> port = irigrammar.grammar("rfc3986").production("port").recognizer
    >>> matches_many(port, iter(["80", "8a"]))
    [True, False]
    """
    numpy, polars, pyarrow = map(sys.modules.get, ("numpy", "polars", "pyarrow"))
    if numpy and isinstance(texts, numpy.ndarray):
        return _numpy(recognizer, texts, numpy)
    if hasattr(texts, "__arrow_c_stream__"):
        if polars and isinstance(texts, polars.Series):
            return _polars(recognizer, texts, polars)
        chunks = BooleanChunks(_chunks(recognizer, texts))
        return pyarrow.chunked_array(chunks) if pyarrow and isinstance(texts, pyarrow.ChunkedArray) else chunks
    if hasattr(texts, "__arrow_c_array__"):
        array = BooleanArray(_array(recognizer, texts))
        return pyarrow.array(array) if pyarrow and isinstance(texts, pyarrow.Array) else array
    return recognizer.matches_many(texts)


def _chunks(recognizer: Recognizer, texts: ArrowStream) -> list[Answers]:
    if not isinstance(recognizer, Pure):
        automaton: Any = recognizer
        answers: list[Answers] = automaton.match_arrow_stream(texts.__arrow_c_stream__())
        return answers
    pyarrow = _pyarrow(texts)
    return [_pure(recognizer, chunk, pyarrow) for chunk in pyarrow.chunked_array(texts).chunks]


def _array(recognizer: Recognizer, texts: ArrowArray) -> Answers:
    if not isinstance(recognizer, Pure):
        automaton: Any = recognizer
        answers: Answers = automaton.match_arrow_array(*texts.__arrow_c_array__())
        return answers
    pyarrow = _pyarrow(texts)
    return _pure(recognizer, pyarrow.array(texts), pyarrow)


def _pyarrow(texts: object) -> ModuleType:
    """Return the module that reads Arrow's memory where there is no kernel."""
    try:
        import pyarrow
    except ImportError:
        name = type(texts).__name__
        raise TypeError(f"{name}: Arrow's memory is read by the kernel, or by pyarrow; neither is there") from None
    module: ModuleType = pyarrow
    return module


def _pure(recognizer: Pure, column: Any, pyarrow: ModuleType) -> Answers:
    """Return the answers to a pyarrow array by way of Python's octets, since its strings may hold what is no UTF-8."""
    types = pyarrow.types
    while types.is_struct(column.type):
        if column.type.num_fields != 1:
            raise TypeError(f"texts are one column, not a table of {column.type.num_fields}")
        column = column.flatten()[0]
    if not types.is_dictionary(column.type):
        return pack_answers(_values(recognizer, column, pyarrow))
    known = _values(recognizer, column.dictionary, pyarrow)
    return pack_answers([None if key is None else known[key] for key in column.indices.to_pylist()])


def _values(recognizer: Pure, column: Any, pyarrow: ModuleType) -> list[bool | None]:
    types = pyarrow.types
    if types.is_null(column.type):
        return [None] * len(column)
    if not any(getattr(types, f"is_{kind}")(column.type) for kind in _KINDS):
        raise TypeError(NO_TEXTS.format(column.type))
    return _matched(recognizer, column.cast(pyarrow.large_binary()).to_pylist())


def _matched(recognizer: Pure, values: Iterable[Text | None]) -> list[bool | None]:
    matches = recognizer.matches
    return [None if value is None else matches(value) for value in values]


def _polars(recognizer: Recognizer, texts: Any, polars: ModuleType) -> Any:
    if not isinstance(recognizer, Pure):
        return polars.Series(BooleanChunks(_chunks(recognizer, texts)), dtype=polars.Boolean).alias(texts.name)
    if texts.dtype in (polars.Categorical, polars.Enum):
        texts = texts.cast(polars.String)
    if texts.dtype not in (polars.String, polars.Binary, polars.Null):
        raise TypeError(NO_TEXTS.format(texts.dtype))
    return polars.Series(texts.name, _matched(recognizer, texts.to_list()), dtype=polars.Boolean)


def _numpy(recognizer: Recognizer, texts: Any, numpy: ModuleType) -> Any:
    kind = texts.dtype.kind
    if kind not in "OSTU":
        raise TypeError(f"texts are an array of strings (dtype object, StringDType, U or S), not of {texts.dtype}")
    if kind in "SU" and not isinstance(recognizer, Pure):
        automaton: Any = recognizer
        native = texts.astype(texts.dtype.newbyteorder("="), copy=False)
        row = numpy.require(native, requirements=["C_CONTIGUOUS", "ALIGNED"]).reshape(-1)
        data = row.view(numpy.uint8) if row.nbytes else b""
        found = automaton.match_fixed(data, row.size, kind == "U")
    else:
        found = bytes(recognizer.matches_many(texts.ravel().tolist()))
    return numpy.array(bytearray(found), dtype=numpy.uint8).view(bool).reshape(texts.shape)
