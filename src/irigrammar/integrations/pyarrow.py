"""IRIs in pyarrow: functions of an Array or ChunkedArray, and the same registered as functions of pyarrow.compute.

>>> import pyarrow
>>> from irigrammar.integrations.pyarrow import matches
>>> matches(pyarrow.chunked_array([["http://résumé.example.org/"], ["http://b c/", None]])).to_pylist()
[True, False, None]
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from irigrammar.integrations.arrow import split_type, text_type
from irigrammar.integrations.columns import (
    SQL_NAMES,
    ColumnError,
    Errors,
    Production,
    called,
    configured,
    consensus,
    fault_message,
    fault_offset,
    iri_to_uri,
    matcher_of,
    matches,
    normalize,
    split,
    uri_to_iri,
)

import pyarrow  # isort: skip  # the modules above say which extra it comes with
import pyarrow.compute as pc  # isort: skip

__all__ = [
    "ColumnError",
    "consensus",
    "fault_message",
    "fault_offset",
    "iri_to_uri",
    "matches",
    "normalize",
    "register",
    "split",
    "uri_to_iri",
]


def register(
    texts: Any = None,
    *,
    grammar: Production = "rfc3987",
    rule: str | None = None,
    errors: Errors = "raise",
    suffix: str = "",
) -> tuple[str, ...]:
    """Register the functions with pyarrow.compute for columns of a type, and return their names.

    They are iri_matches, iri_fault_offset, iri_fault_message, iri_split, iri_to_uri, uri_to_iri, iri_normalize and
    iri_consensus, each with the suffix; they can be used in expressions over data sets, and called by name. `texts` is
    the type of the columns (default: `pyarrow.string()`): a function registered with pyarrow is for one type, so that
    another type takes another suffix.
    `grammar` and `rule` are those of `matches`, and hold for the first four; the others go by RFC 3987. `errors` is
    that of `split` and of the conversions. A name that is registered already is pyarrow's `KeyError`.

    >>> names = register(pyarrow.large_string(), suffix="_large")
    >>> pc.call_function("iri_fault_offset_large", [pyarrow.array(["a b"], pyarrow.large_string())]).to_pylist()
    [1]
    """
    kind = pyarrow.string() if texts is None else texts
    output_type = text_type(kind)
    matcher = matcher_of(grammar, rule)
    results = {
        "matches": pyarrow.bool_(),
        "consensus": pyarrow.bool_(),
        "fault_offset": pyarrow.int64(),
        "split": split_type(output_type),
    }
    for name, parameters in configured(matcher, errors).items():
        words = {"summary": f"{name} of irigrammar", "description": f"irigrammar.integrations.pyarrow.{name}"}
        function = partial(_by_engine, name, parameters)
        pc.register_scalar_function(
            function, SQL_NAMES[name] + suffix, words, {"text": kind}, results.get(name, output_type)
        )
    return tuple(name + suffix for name in SQL_NAMES.values())


def _by_engine(name: str, parameters: Mapping[str, Any], _: object, texts: Any) -> Any:
    """Call a function as pyarrow's engine does; a single value comes as a Scalar."""
    if isinstance(texts, pyarrow.Scalar):
        return called(name, parameters, pyarrow.array([texts.as_py()], texts.type))[0]
    return called(name, parameters, texts)
