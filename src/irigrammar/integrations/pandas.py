"""IRIs in pandas: functions of a Series.

Also as `series.iri`, which importing this module registers. A Series of dtype object, `str`, `string` (of Python's
objects or of pyarrow), `ArrowDtype`, or a Categorical of those, keeps its index, its name and what is missing; each
category is handled once.

>>> import pandas
>>> import irigrammar.integrations.pandas
>>> links = pandas.Series(["http://résumé.example.org/", "http://b c/", None], index=["a", "b", "c"], name="link")
>>> links.iri.fault_offset("IRI")
a    <NA>
b       8
c    <NA>
Name: link, dtype: Int64
>>> from irigrammar.integrations.pandas import iri_to_uri, matches, normalize, split, uri_to_iri
>>> matches(links, "IRI").tolist()
[True, False, <NA>]
>>> split(pandas.Series(["http://h:80/?q"])).loc[0, "port"]
'80'
>>> iri_to_uri(pandas.Series(["http://résumé.example.org/"])).tolist()
['http://xn--rsum-bpad.example.org/']
>>> uri_to_iri(pandas.Series(["http://example.org/D%C3%BCrst"])).tolist()
['http://example.org/Dürst']
>>> normalize(pandas.Series(["HTTP://h/a/../%c3%a9"])).tolist()
['http://h/é']
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from irigrammar.errors import MissingExtra

try:
    import pandas as pd
except ImportError as error:
    raise MissingExtra("irigrammar.integrations.pandas", "pandas", "pandas") from error

import pyarrow

from irigrammar.integrations import columns
from irigrammar.integrations.columns import *  # noqa: F403  # for type checkers; a library's own follow
from irigrammar.integrations.columns import FUNCTIONS, Methods, adapted_functions

__all__ = ["Accessor"]
__all__ += columns.__all__


_OWN = "the Series' dtype (of a Categorical, in that of its categories)"
_KINDS = {
    "bool": "as dtype boolean (of an `ArrowDtype`, one of bool)",
    "int64": "as dtype Int64 (of an `ArrowDtype`, one of int64)",
    "a struct of strings and offsets": f"as a DataFrame with the same index, strings {_OWN}, offsets as dtype Int64",
    "a struct of strings": f"as a DataFrame with the same index, in {_OWN}",
    "strings": f"in {_OWN}",
}


def _apply(texts: Any, name: str, parameters: Mapping[str, Any]) -> Any:
    """Return a Series of the function's results, or a DataFrame of the fields of a struct, with the
    index of `texts`.
    """
    values = FUNCTIONS[name](_column(texts), **parameters)
    if pyarrow.types.is_struct(values.type):
        parts = zip(values.type.names, values.flatten(), strict=True)
        return pd.DataFrame({part: _series(texts, values) for part, values in parts}, index=texts.index)
    return _series(texts, values)


def _column(texts: Any) -> Any:
    """Return a Series as an Arrow array, of categories as a dictionary. Raises `TypeError` for something else."""
    if not isinstance(texts, pd.Series):
        raise TypeError(f"texts are a pandas Series, not {type(texts).__name__}")
    if isinstance(texts.dtype, pd.CategoricalDtype):
        codes = texts.cat.codes.to_numpy()
        keys = pyarrow.array(codes, mask=codes < 0)
        return pyarrow.DictionaryArray.from_arrays(keys, _column(texts.cat.categories.to_series()))
    if texts.dtype != object and getattr(texts.dtype, "storage", None) != "python":
        return pyarrow.Array.from_pandas(texts)
    return _objects([None if gone else value for value, gone in zip(texts.tolist(), texts.isna(), strict=True)])


def _objects(values: list[Any]) -> Any:
    """Return Python's texts as binary Arrow; surrogates become bytes that are not UTF-8.

    Raises `TypeError` for other values.
    """
    for value in values:
        if not isinstance(value, str | bytes | None):
            raise TypeError(f"a text is str or bytes, not {type(value).__name__}")
    data = [str.encode(value, errors="surrogatepass") if isinstance(value, str) else value for value in values]
    return pyarrow.array(data, pyarrow.large_binary())


_DTYPES = {"bool": pd.BooleanDtype(), "int64": pd.Int64Dtype()}


def _series(texts: Any, column: Any) -> Any:
    """Return the results for a Series as one, with its index and name; texts in the Series' own dtype, or that of its
    categories, and for an Arrow dtype all results in one of their type.
    """
    dtype = _DTYPES.get(str(column.type))
    own = texts.cat.categories.dtype if isinstance(texts.dtype, pd.CategoricalDtype) else texts.dtype
    if isinstance(own, pd.ArrowDtype):
        dtype = pd.ArrowDtype(column.type)
    elif dtype is None:
        dtype = own
    values: Any = dtype.__from_arrow__(column) if hasattr(dtype, "__from_arrow__") else column.to_pylist()
    return pd.Series(values, index=texts.index, name=texts.name, dtype=dtype)


globals().update(adapted_functions(_apply, _KINDS))


@pd.api.extensions.register_series_accessor("iri")
class Accessor(Methods):
    """The functions of this module as methods of a Series.

    >>> pd.Series(["http://b c/"]).iri.matches("IRI").tolist()
    [False]
    """

    functions = sys.modules[__name__]
