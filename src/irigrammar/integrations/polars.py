"""IRIs in polars: expressions.

Also as `pl.col("link").iri`, which importing this module registers. Each function takes a polars expression, or the
name of a column, and returns an expression, which works in lazy frames and by the streaming engine, too; or it takes a
Series and returns one. Strings, Binary in UTF-8, Categorical and Enum are taken; nulls are kept; each category is
handled once. Parameters that are wrong are refused at once, a column that has no texts and a text that is not converted
when an expression runs; rows then count in the batch that polars gives.

>>> import polars
>>> import irigrammar.integrations.polars
>>> links = polars.DataFrame({"link": ["http://résumé.example.org/", "http://b c/", None]})
>>> links.filter(polars.col("link").iri.fault_offset("IRI") > 0).rows()
[('http://b c/',)]
>>> from irigrammar.integrations.polars import fault_offset, iri_to_uri, matches, normalize, split, uri_to_iri
>>> matches(links["link"], "IRI").to_list(), fault_offset(links["link"], "IRI").to_list()
([True, False, None], [None, 8, None])
>>> split(polars.Series(["http://h:80/?q"])).struct.field("port").to_list()
['80']
>>> iri_to_uri(polars.Series(["http://résumé.example.org/"])).to_list()
['http://xn--rsum-bpad.example.org/']
>>> uri_to_iri(polars.Series(["http://example.org/D%C3%BCrst"])).to_list()
['http://example.org/Dürst']
>>> normalize(polars.Series(["HTTP://h/a/../%c3%a9"])).to_list()
['http://h/é']
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from irigrammar.errors import MissingExtra

try:
    import polars as pl
except ImportError as error:
    raise MissingExtra("irigrammar.integrations.polars", "polars", "polars") from error

import pyarrow

from irigrammar.integrations import columns
from irigrammar.integrations.columns import *  # noqa: F403  # for type checkers; a library's own follow
from irigrammar.integrations.columns import FUNCTIONS, Methods, adapted_functions, result_type

__all__ = ["Namespace"]
__all__ += columns.__all__

_KINDS = {
    "bool": "as Boolean",
    "int64": "as Int64",
    "a struct of strings and offsets": "as a Struct of String and Int64",
    "a struct of strings": "as a Struct of Strings",
    "strings": "as String",
}


def _apply(texts: Any, name: str, parameters: Mapping[str, Any]) -> Any:
    """Return a Series for a Series, an expression for an expression or a column's name.

    Wrong parameters raise their error at once, not when a query runs.
    """
    function = partial(FUNCTIONS[name], **parameters)
    kind = pl.Series(pl.from_arrow(pyarrow.array([], result_type(name, pyarrow.string())))).dtype
    function(_arrow(pl.Series([], dtype=pl.String)))  # parameters that are wrong are so before a query runs
    if isinstance(texts, pl.Series):
        return _of_series(texts, function, kind)
    expression = pl.col(texts) if isinstance(texts, str) else texts
    return expression.map_batches(
        lambda series: _of_series(series, function, kind), return_dtype=kind, is_elementwise=True
    )


def _of_series(series: pl.Series, function: Callable[[Any], Any], kind: Any) -> pl.Series:
    result = pl.Series(series.name, pl.from_arrow(function(_arrow(series))))
    return result if result.dtype == kind else result.cast(kind)


def _arrow(series: pl.Series) -> Any:
    """Return a series as polars has it in memory."""
    return series.to_arrow(compat_level=pl.CompatLevel.newest())


globals().update(adapted_functions(_apply, _KINDS))


@pl.api.register_expr_namespace("iri")
@pl.api.register_series_namespace("iri")
class Namespace(Methods):
    """The functions of this module as methods: of expressions, which give expressions, and of series.

    >>> pl.Series("link", ["http://b c/"]).iri.matches("IRI").to_list()
    [False]
    """

    functions = sys.modules[__name__]
