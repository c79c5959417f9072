"""IRIs in pyarrow: functions of an Array or ChunkedArray.

They can be registered as functions of pyarrow.compute.

>>> import pyarrow
>>> from irigrammar.integrations.pyarrow import matches
>>> matches(pyarrow.chunked_array([["http://résumé.example.org/"], ["http://b c/", None]]), "IRI").to_pylist()
[True, False, None]
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from irigrammar.integrations import columns
from irigrammar.integrations._arrow import text_type
from irigrammar.integrations.columns import *  # noqa: F403
from irigrammar.integrations.columns import (
    BY_RULE,
    SQL_NAMES,
    ColumnError,
    called_by_rows,
    matcher_of,
    result_type,
    strictness,
)
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.choices import Errors

import pyarrow  # isort: skip  # the modules above say which extra it comes with
import pyarrow.compute as pc  # isort: skip

__all__ = ["ColumnError", "register"]
__all__ += columns.__all__


def register(
    rule: str | Matcher,
    texts: Any = None,
    *,
    grammar: str | Grammar = "rfc3987",
    errors: Errors = "raise",
    suffix: str = "",
) -> tuple[str, ...]:
    """Register the functions with pyarrow.compute for columns of a type, and return their names.

    They are iri_matches, iri_fault_offset, iri_fault_message, iri_explain, iri_split, iri_to_uri, uri_to_iri,
    iri_normalize, iri_key, iri_resolve (of a base and a text) and iri_consensus, each with the suffix; they can be used
    in expressions over data sets, and called by name. `rule` and `grammar` are those of `matches`, and hold for the
    first five; the others go by RFC 3987. `texts` is the type of the columns (default: `pyarrow.string()`): a function
    registered with pyarrow is for one type, so that another type takes another suffix. `errors` is that of `split` and
    of the conversions. Raises `UnknownGrammar`, `UnknownRule`, `TypeError` for a type of no texts, `ValueError` for
    unknown `errors`, and pyarrow's `KeyError` for a name that is registered already.

    >>> names = register("IRI", pyarrow.large_string(), suffix="_large")
    >>> pc.call_function("iri_fault_offset_large", [pyarrow.array(["a b"], pyarrow.large_string())]).to_pylist()
    [1]
    """
    kind = pyarrow.string() if texts is None else texts
    matcher = matcher_of(rule, grammar)
    for name, function_name in SQL_NAMES.items():
        parameters = strictness(name, errors) | ({"rule": matcher} if name in BY_RULE else {})
        takes = {"base": text_type(kind), "text": kind} if name == "resolve" else {"text": kind}
        words = {"summary": f"{name} of irigrammar", "description": f"irigrammar.integrations.pyarrow.{name}"}
        parameters_of = partial(_with_base, parameters) if name == "resolve" else partial(dict, parameters)
        function = partial(_by_engine, name, parameters_of)
        pc.register_scalar_function(function, function_name + suffix, words, takes, result_type(name, kind))
    return tuple(name + suffix for name in SQL_NAMES.values())


def _with_base(parameters: dict[str, Any], base: str) -> dict[str, Any]:
    return {**parameters, "base": base}


def _by_engine(name: str, parameters_of: Callable[..., dict[str, Any]], _: object, *columns: Any) -> Any:
    """Return a function's results as pyarrow's engine asks for them: a scalar if all arguments are scalars, else an
    array.
    """
    rows = max((len(column) for column in columns if not isinstance(column, pyarrow.Scalar)), default=1)
    single = all(isinstance(column, pyarrow.Scalar) for column in columns)
    arrays = [pyarrow.repeat(column, rows) if isinstance(column, pyarrow.Scalar) else column for column in columns]
    *beside, texts = arrays
    result = called_by_rows(name, parameters_of, texts, *beside)
    return result[0] if single else result
