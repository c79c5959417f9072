"""A program that prints, as JSON, what `matches_many` answers for one column in every kind; it is run with each engine.

The column is the first argument, as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa

import irigrammar
from irigrammar.engines.kernel import engine

MATCHES_MANY: Any = irigrammar.grammar("rfc3987")["IRI"].matches_many
KINDS = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]


class OnlyArray:
    def __init__(self, column: Any) -> None:
        self.column = column

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any:
        return self.column.__arrow_c_array__()


class OnlyStream:
    def __init__(self, column: Any) -> None:
        self.column = column

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any:
        return self.column.__arrow_c_stream__()


def rows(texts: list[str | None]) -> Iterator[Any]:
    plain = [text for text in texts if text is not None]
    yield from (MATCHES_MANY(plain), MATCHES_MANY(iter(plain)), MATCHES_MANY(tuple(plain)))
    yield from numpy_rows(plain)
    array = pa.array(texts)
    yield from pyarrow_rows(array)
    for series in (
        pl.Series("n", texts),
        pl.Series("n", texts, dtype=pl.Categorical),
        pl.Series("n", [None]),
        pl.Series("n", [b"\xff", b"a:"]),
    ):
        verdicts = MATCHES_MANY(series)
        yield verdicts.name, str(verdicts.dtype), verdicts.to_list()
    for column in (pa.array([1]), OnlyArray(pa.array([[1]])), pa.table({"a": array, "b": array}), np.array([1])):
        yield refused(column)
    yield refused(pl.Series([1]))


def numpy_rows(plain: list[str]) -> Iterator[Any]:
    arrays = [np.array(plain), np.array([text.encode() for text in plain]), np.array(plain, object).reshape(2, -1)]
    if hasattr(np.dtypes, "StringDType"):
        arrays.append(np.array(plain, np.dtypes.StringDType()))
    for array in arrays:
        yield str(MATCHES_MANY(array).dtype), MATCHES_MANY(array).tolist()


def pyarrow_rows(array: Any) -> Iterator[Any]:
    struct = pa.StructArray.from_arrays([array], ["x"], mask=pa.array([index % 3 == 1 for index in range(len(array))]))
    columns = [array.cast(kind) for kind in KINDS]
    columns += [array[2:], array.dictionary_encode(), pa.nulls(2), pa.array([b"a:\xff"]), struct, struct[2:5]]
    for column in columns:
        yield str(MATCHES_MANY(column).type), MATCHES_MANY(column).to_pylist()
    chunks = pa.chunked_array([array, array[:0], array[3:]])
    yield [chunk.to_pylist() for chunk in MATCHES_MANY(chunks).chunks]
    for column in (OnlyArray(array), OnlyArray(struct[1:]), OnlyStream(chunks), pa.table({"x": array})):
        verdicts = MATCHES_MANY(column)
        result = pa.array(verdicts) if hasattr(verdicts, "__arrow_c_array__") else pa.chunked_array(verdicts)
        yield type(verdicts).__name__, len(verdicts), list(verdicts), str(result.type), result.to_pylist()


def refused(column: Any) -> str | None:
    """Return what is said of a column without the type's name, which differs between libraries."""
    try:
        MATCHES_MANY(column)
    except TypeError as error:
        return str(error).rpartition(" of ")[0]
    return None


if __name__ == "__main__":
    print(engine(), file=sys.stderr)
    print(json.dumps(list(rows(json.loads(sys.argv[1])))))
