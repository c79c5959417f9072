"""Match columns of text.

`matches_many` returns the kind of container that it gets. Arrow's and NumPy's memory is read by the kernel, without a
Python object for each value; without the kernel the values become Python objects. No library is imported for a value
that is not its own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from irigrammar.engines.kernel import kernel
from irigrammar.engines.recognizer import Pure

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from irigrammar.engines._kernel import Answers
    from irigrammar.engines.recognizer import Recognizer, Text


class BooleanArray:
    """Answers to the texts of one array: True, False, or None for a null.

    >>> list(BooleanArray(pack_answers([True, None, False])))
    [True, None, False]
    """

    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Return the capsules of the schema and of a copy of the array; without the kernel pyarrow makes them."""
        module: Any = kernel()
        array = module.arrow_array(self._answers) if module else _by_pyarrow(self._answers).__arrow_c_array__()
        capsules: tuple[object, object] = array
        return capsules

    def __len__(self) -> int:
        return self._answers[0]

    def __iter__(self) -> Iterator[bool | None]:
        length, _, valid, bits = self._answers
        for index in range(length):
            yield _is_set(bits, index) if valid is None or _is_set(valid, index) else None


class BooleanChunks:
    """Answers to the texts of a stream, array by array; the same when they are iterated."""

    def __init__(self, chunks: list[Answers]) -> None:
        self._chunks = chunks

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the capsule of a stream of copies; without the kernel pyarrow makes it."""
        module: Any = kernel()
        if module:
            return module.arrow_stream(self._chunks)
        import pyarrow

        chunks = map(_by_pyarrow, self._chunks)
        return pyarrow.chunked_array(list(chunks), pyarrow.bool_()).__arrow_c_stream__()

    def __len__(self) -> int:
        return sum(answers[0] for answers in self._chunks)

    def __iter__(self) -> Iterator[bool | None]:
        for answers in self._chunks:
            yield from BooleanArray(answers)


def pack_answers(values: Sequence[bool | None]) -> Answers:
    """Return answers as the kernel gives them: length, number of nulls, the bitmap of validity or None without nulls,
    and bits.

    >>> pack_answers([True, None])
    (2, 1, b'\\x01', b'\\x01')
    """
    nulls = sum(value is None for value in values)
    return len(values), nulls, _bits([value is not None for value in values]) if nulls else None, _bits(values)


def _bits(values: Sequence[bool | None]) -> bytes:
    number = int("".join("1" if value else "0" for value in reversed(values)) or "0", 2)
    return number.to_bytes((len(values) + 7) // 8, "little")


def _is_set(bits: bytes, index: int) -> bool:
    return bool(bits[index >> 3] >> (index & 7) & 1)


def _by_pyarrow(answers: Answers) -> Any:
    """Return verdicts, as bits of an Arrow array, as a Boolean array of pyarrow."""
    import pyarrow

    length, nulls, valid, bits = answers
    buffers = [None if valid is None else pyarrow.py_buffer(valid), pyarrow.py_buffer(bits)]
    return pyarrow.Array.from_buffers(pyarrow.bool_(), length, buffers, nulls)


NO_TEXTS = "texts are a column of strings, or of binary data in UTF-8, or a dictionary of those, not of {}"
_KINDS = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")


class ArrowArray(Protocol):
    """An object with an array for the Arrow PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Return the capsules of the schema and of the array."""


class ArrowStream(Protocol):
    """An object with the arrays of a column for the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the capsule of a stream."""


class NumpyArray(Protocol):
    """A NumPy array for type checkers."""

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """The address and the type of the array."""


def matches_many(recognizer: Recognizer, texts: Any) -> Any:
    """Return the answers to texts of any kind of container; see `Matcher.matches_many`.

    >>> import irigrammar
    >>> port = irigrammar.grammar("rfc3986")._production("port").recognizer
    >>> matches_many(port, iter(["80", "8a"]))
    [True, False]
    """
    numpy, pandas, polars, pyarrow = map(sys.modules.get, ("numpy", "pandas", "polars", "pyarrow"))
    if pandas and isinstance(texts, pandas.Series):
        return _pandas(recognizer, texts, pandas)
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
    """Return the verdicts on each chunk of an Arrow stream; the engine in Python needs pyarrow. Raises `TypeError`
    without it, and for a column without texts.
    """
    if not isinstance(recognizer, Pure):
        automaton: Any = recognizer
        answers: list[Answers] = automaton.match_arrow_stream(texts.__arrow_c_stream__())
        return answers
    pyarrow = _pyarrow(texts)
    return [_pure(recognizer, chunk, pyarrow) for chunk in pyarrow.chunked_array(texts).chunks]


def _array(recognizer: Recognizer, texts: ArrowArray) -> Answers:
    """Return the verdicts on one Arrow array; the engine in Python needs pyarrow. Raises `TypeError` without it, and
    for an array without texts.
    """
    if not isinstance(recognizer, Pure):
        automaton: Any = recognizer
        answers: Answers = automaton.match_arrow_array(*texts.__arrow_c_array__())
        return answers
    pyarrow = _pyarrow(texts)
    return _pure(recognizer, pyarrow.array(texts), pyarrow)


def _pyarrow(texts: object) -> ModuleType:
    """Return the module pyarrow, which reads Arrow's memory without the kernel. Raises `TypeError`, which names the
    type of the texts, where it is not installed.
    """
    try:
        import pyarrow
    except ImportError:
        name = type(texts).__name__
        raise TypeError(f"{name}: Arrow's memory is read by the kernel, or by pyarrow; neither is there") from None
    module: ModuleType = pyarrow
    return module


def _pure(recognizer: Pure, column: Any, pyarrow: ModuleType) -> Answers:
    """Return the answers to a pyarrow array, of which a struct has one column, by way of Python's bytes, since its
    strings may hold bytes that are not UTF-8. Raises `TypeError` for a table of several columns, or without texts.
    """
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
    """Return the verdicts on a column of pyarrow, None for nulls. Raises `TypeError` for a column without texts."""
    types = pyarrow.types
    if types.is_null(column.type):
        return [None] * len(column)
    if not any(getattr(types, f"is_{kind}")(column.type) for kind in _KINDS):
        raise TypeError(NO_TEXTS.format(column.type))
    return _match_each(recognizer, column.cast(pyarrow.large_binary()).to_pylist())


def _match_each(recognizer: Pure, values: Iterable[Text | None]) -> list[bool | None]:
    matches = recognizer.matches
    return [None if value is None else matches(value) for value in values]


def _polars(recognizer: Recognizer, texts: Any, polars: ModuleType) -> Any:
    """Return the verdicts on a Series of polars as one with its name, nulls for nulls. Raises `TypeError` for one
    without texts.
    """
    if not isinstance(recognizer, Pure):
        return polars.Series(BooleanChunks(_chunks(recognizer, texts)), dtype=polars.Boolean).alias(texts.name)
    if texts.dtype in (polars.Categorical, polars.Enum):
        texts = texts.cast(polars.String)
    if texts.dtype not in (polars.String, polars.Binary, polars.Null):
        raise TypeError(NO_TEXTS.format(texts.dtype))
    return polars.Series(texts.name, _match_each(recognizer, texts.to_list()), dtype=polars.Boolean)


def _pandas(recognizer: Recognizer, texts: Any, pandas: ModuleType) -> Any:
    """Return the verdicts on a Series of pandas as a Boolean one with its index and name, NA for missing values."""
    is_present = texts.notna().to_numpy()
    by_arrow = isinstance(texts.dtype, pandas.ArrowDtype) or getattr(texts.dtype, "storage", None) == "pyarrow"
    if by_arrow and is_present.any():
        answers = pandas.BooleanDtype().__from_arrow__(matches_many(recognizer, texts.array.__arrow_array__()))
    else:
        verdicts = is_present.copy()
        verdicts[is_present] = recognizer.matches_many(texts.array[is_present].tolist())
        answers = pandas.arrays.BooleanArray(verdicts, ~is_present)
    return pandas.Series(answers, index=texts.index, name=texts.name)


def _numpy(recognizer: Recognizer, texts: Any, numpy: ModuleType) -> Any:
    """Return the verdicts on an array of numpy as a Boolean one of the same shape. Raises `TypeError` for a dtype
    without strings. NULs at the end of a text in an array of dtype S or U are no part of it, as numpy has it.
    """
    kind = texts.dtype.kind
    if kind not in "OSTU":
        raise TypeError(f"texts are an array of strings (dtype object, StringDType, U or S), not of {texts.dtype}")
    if kind in "SU" and not isinstance(recognizer, Pure):
        automaton: Any = recognizer
        native = texts.astype(texts.dtype.newbyteorder("="), copy=False)
        # A fourth of the time of the same array as a list.
        row = numpy.require(native, requirements=["C_CONTIGUOUS", "ALIGNED"]).reshape(-1)
        data = row.view(numpy.uint8) if row.nbytes else b""
        verdicts = automaton.match_fixed(data, row.size, kind == "U")
    else:
        verdicts = bytes(recognizer.matches_many(texts.ravel().tolist()))
    return numpy.array(bytearray(verdicts), dtype=numpy.uint8).view(bool).reshape(texts.shape)
