"""IRIs in pandas: functions of a Series, also as `series.iri`, which importing this module registers.

A Series of dtype object, `str`, `string` (of Python's objects or of pyarrow), `ArrowDtype`, or a Categorical of those,
keeps its index, its name and what is missing; each category is handled once.

>>> import pandas
>>> import irigrammar.integrations.pandas
>>> links = pandas.Series(["http://résumé.example.org/", "http://b c/", None], index=["a", "b", "c"], name="link")
>>> links.iri.fault_offset()
a    <NA>
b       8
c    <NA>
Name: link, dtype: Int64
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from irigrammar.errors import MissingExtra

try:
    import pandas as pd
except ImportError as error:
    raise MissingExtra("irigrammar.integrations.pandas", "pandas", "pandas") from error

import pyarrow

from irigrammar.integrations import columns
from irigrammar.integrations.columns import Errors, Methods, Production
from irigrammar.matching.components import Components
from irigrammar.processing.normalize import Level

__all__ = ["Accessor", "fault_offset", "iri_to_uri", "matches", "normalize", "split", "uri_to_iri"]


def matches(texts: Any, grammar: Production = "rfc3987", rule: str | None = None) -> Any:
    """Return whether each text of a Series matches a production, as dtype boolean (of an `ArrowDtype`, one of bool).

    `grammar` is the catalog's name of one, a `Grammar`, or a `Matcher`; `rule` is one of its productions (default: its
    start rule). Raises `UnknownGrammar`, `UnknownRule`, and `TypeError` for a Series that has other things than texts.

    >>> matches(pd.Series(["http://résumé.example.org/", "http://b c/"])).tolist()
    [True, False]
    """
    return _series(texts, columns.matches(_column(texts), grammar, rule), pd.BooleanDtype())


def fault_offset(texts: Any, grammar: Production = "rfc3987", rule: str | None = None) -> Any:
    """Return where each text of a Series leaves a production, in code points from 0, as dtype Int64 (of an
    `ArrowDtype`, one of int64); missing for a text that matches, and for what is missing.

    The parameters and errors are those of `matches`.

    >>> int(fault_offset(pd.Series(["http://b c/"]))[0])
    8
    """
    return _series(texts, columns.fault_offset(_column(texts), grammar, rule), pd.Int64Dtype())


def split(texts: Any, grammar: Production = "rfc3987", rule: str | None = None, *, errors: Errors = "raise") -> Any:
    """Return the components of each text of a Series as a DataFrame with the same index: scheme, authority, userinfo,
    host, port, path, query, fragment, host_kind, in the Series' dtype (of a Categorical, in that of its categories).

    A text that does not match is a `ColumnError` with its row, counted from 0, and its fault (`errors="raise"`, the
    default), or a row of missing values (`errors="null"`). The other parameters and errors are those of `matches`.

    >>> split(pd.Series(["http://h:80/?q"])).loc[0, "port"]
    '80'
    """
    found = columns.split(_column(texts), grammar, rule, errors=errors)
    parts = zip(Components._fields, found.flatten(), strict=True)
    return pd.DataFrame({name: _series(texts, part, None) for name, part in parts}, index=texts.index)


def iri_to_uri(
    texts: Any, *, host: str = "idna", query_charset: str = "utf-8", grammar: str = "rfc3987", errors: Errors = "raise"
) -> Any:
    """Return the URI references that IRI references are mapped to (`irigrammar.iri_to_uri`; RFC 3987, 3.1), in the
    Series' dtype (of a Categorical, in that of its categories).

    A text that is no reference, or has no URI, is an error or missing, as `errors` of `split` says.

    >>> iri_to_uri(pd.Series(["http://résumé.example.org/"])).tolist()
    ['http://xn--rsum-bpad.example.org/']
    """
    convert = partial(columns.iri_to_uri, host=host, query_charset=query_charset, grammar=grammar, errors=errors)
    return _converted(texts, convert)


def uri_to_iri(
    texts: Any, *, host: Literal["unicode", "keep"] = "unicode", grammar: str = "rfc3987", errors: Errors = "raise"
) -> Any:
    """Return the IRI references of URI references (`irigrammar.uri_to_iri`; RFC 3987, 3.2), as `iri_to_uri` does.

    >>> uri_to_iri(pd.Series(["http://example.org/D%C3%BCrst"])).tolist()
    ['http://example.org/Dürst']
    """
    return _converted(texts, partial(columns.uri_to_iri, host=host, grammar=grammar, errors=errors))


def normalize(texts: Any, *, level: Level = "syntax", grammar: str = "rfc3987", errors: Errors = "raise") -> Any:
    """Return the normal forms of references (`irigrammar.normalize`; RFC 3987, 5.3.2 and 5.3.3), as `iri_to_uri` does.

    >>> normalize(pd.Series(["HTTP://h/a/../%c3%a9"])).tolist()
    ['http://h/é']
    """
    return _converted(texts, partial(columns.normalize, level=level, grammar=grammar, errors=errors))


def _converted(texts: Any, convert: Callable[[Any], Any]) -> Any:
    return _series(texts, convert(_column(texts)), None)


def _column(texts: Any) -> Any:
    """Return a Series as a column of Arrow."""
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
    """Return Python's texts as a column; surrogates become octets that are no UTF-8, and match nothing."""
    for value in values:
        if not isinstance(value, str | bytes | None):
            raise TypeError(f"a text is str or bytes, not {type(value).__name__}")
    octets = [value.encode(errors="surrogatepass") if isinstance(value, str) else value for value in values]
    return pyarrow.array(octets, pyarrow.large_binary())


def _series(texts: Any, made: Any, dtype: Any) -> Any:
    """Return what was made of a Series, with its index and name; None is the Series' own dtype, or its categories'."""
    own = texts.cat.categories.dtype if isinstance(texts.dtype, pd.CategoricalDtype) else texts.dtype
    if isinstance(own, pd.ArrowDtype):
        dtype = pd.ArrowDtype(made.type)
    elif dtype is None:
        dtype = own
    values: Any = dtype.__from_arrow__(made) if hasattr(dtype, "__from_arrow__") else made.to_pylist()
    return pd.Series(values, index=texts.index, name=texts.name, dtype=dtype)


@pd.api.extensions.register_series_accessor("iri")
class Accessor(Methods):
    """The functions of this module as methods of a Series.

    >>> pd.Series(["http://b c/"]).iri.matches().tolist()
    [False]
    """

    functions = sys.modules[__name__]
