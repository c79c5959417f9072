"""IRIs in polars: expressions, also as `pl.col("link").iri`, which importing this module registers.

Each function takes a polars expression, or the name of a column, and returns an expression, which works in lazy frames
and by the streaming engine, too; or it takes a Series and returns one. Strings, Binary in UTF-8, Categorical and Enum
are taken; nulls are kept; each category is handled once.

>>> import polars
>>> import irigrammar.integrations.polars
>>> links = polars.DataFrame({"link": ["http://résumé.example.org/", "http://b c/", None]})
>>> links.filter(polars.col("link").iri.fault_offset() > 0).rows()
[('http://b c/',)]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from irigrammar.errors import MissingExtra

try:
    import polars as pl
except ImportError as error:
    raise MissingExtra("irigrammar.integrations.polars", "polars", "polars") from error

from irigrammar.integrations import columns
from irigrammar.integrations.columns import Errors, Methods, Production, matcher_of
from irigrammar.matching.components import Components
from irigrammar.processing.normalize import Level

__all__ = ["Namespace", "fault_offset", "iri_to_uri", "matches", "normalize", "split", "uri_to_iri"]

_STRUCT = pl.Struct(dict.fromkeys(Components._fields, pl.String))


def matches(texts: pl.Expr | pl.Series | str, grammar: Production = "rfc3987", rule: str | None = None) -> Any:
    """Return whether each text matches a production, as Boolean; null for a null.

    `grammar` is the catalog's name of one, a `Grammar`, or a `Matcher`; `rule` is one of its productions (default: its
    start rule). Raises `UnknownGrammar` and `UnknownRule` at once, and `TypeError` for a column that has no texts, in
    an expression when it runs.

    >>> matches(pl.Series("link", ["http://résumé.example.org/", "http://b c/", None])).to_list()
    [True, False, None]
    """
    return _apply(texts, partial(columns.matches, grammar=matcher_of(grammar, rule)), pl.Boolean)


def fault_offset(texts: pl.Expr | pl.Series | str, grammar: Production = "rfc3987", rule: str | None = None) -> Any:
    """Return where each text leaves a production, in code points from 0, as Int64; null for a text that matches, and
    for a null. The parameters and errors are those of `matches`.

    >>> fault_offset(pl.Series("link", ["http://résumé.example.org/", "http://b c/", None])).to_list()
    [None, 8, None]
    """
    return _apply(texts, partial(columns.fault_offset, grammar=matcher_of(grammar, rule)), pl.Int64)


def split(
    texts: pl.Expr | pl.Series | str,
    grammar: Production = "rfc3987",
    rule: str | None = None,
    *,
    errors: Errors = "raise",
) -> Any:
    """Return the components of each text as a Struct of Strings: scheme, authority, userinfo, host, port, path, query,
    fragment, host_kind.

    A text that does not match is a `ColumnError` (`errors="raise"`, the default), which names its row and its fault;
    within an expression rows count from 0 in the batch that polars gives. With `errors="null"` it is null. The other
    parameters are those of `matches`.

    >>> split(pl.Series("link", ["http://h:80/?q"])).struct.field("port").to_list()
    ['80']
    """
    return _apply(texts, partial(columns.split, grammar=matcher_of(grammar, rule), errors=errors), _STRUCT)


def iri_to_uri(
    texts: pl.Expr | pl.Series | str,
    *,
    host: str = "idna",
    query_charset: str = "utf-8",
    grammar: str = "rfc3987",
    errors: Errors = "raise",
) -> Any:
    """Return the URI references that IRI references are mapped to (`irigrammar.iri_to_uri`; RFC 3987, 3.1), as String.

    A text that is no reference, or has no URI, is an error or null, as `errors` of `split` says.

    >>> iri_to_uri(pl.Series("link", ["http://résumé.example.org/"])).to_list()
    ['http://xn--rsum-bpad.example.org/']
    """
    convert = partial(columns.iri_to_uri, host=host, query_charset=query_charset, grammar=grammar, errors=errors)
    return _apply(texts, convert, pl.String)


def uri_to_iri(
    texts: pl.Expr | pl.Series | str,
    *,
    host: Literal["unicode", "keep"] = "unicode",
    grammar: str = "rfc3987",
    errors: Errors = "raise",
) -> Any:
    """Return the IRI references of URI references (`irigrammar.uri_to_iri`; RFC 3987, 3.2), as String.

    `errors` is that of `iri_to_uri`.

    >>> uri_to_iri(pl.Series("link", ["http://example.org/D%C3%BCrst"])).to_list()
    ['http://example.org/Dürst']
    """
    return _apply(texts, partial(columns.uri_to_iri, host=host, grammar=grammar, errors=errors), pl.String)


def normalize(
    texts: pl.Expr | pl.Series | str,
    *,
    level: Level = "syntax",
    grammar: str = "rfc3987",
    errors: Errors = "raise",
) -> Any:
    """Return the normal forms of references (`irigrammar.normalize`; RFC 3987, 5.3.2 and 5.3.3), as String.

    `errors` is that of `iri_to_uri`.

    >>> normalize(pl.Series("link", ["HTTP://h/a/../%c3%a9"])).to_list()
    ['http://h/é']
    """
    return _apply(texts, partial(columns.normalize, level=level, grammar=grammar, errors=errors), pl.String)


def _apply(texts: Any, function: Callable[[Any], Any], kind: Any) -> Any:
    function(_arrow(pl.Series([], dtype=pl.String)))  # parameters that are wrong are so before a query runs
    if isinstance(texts, pl.Series):
        return _of_series(texts, function, kind)
    expression = pl.col(texts) if isinstance(texts, str) else texts
    return expression.map_batches(
        lambda series: _of_series(series, function, kind), return_dtype=kind, is_elementwise=True
    )


def _of_series(series: pl.Series, function: Callable[[Any], Any], kind: Any) -> pl.Series:
    made = pl.Series(series.name, pl.from_arrow(function(_arrow(series))))
    return made if made.dtype == kind else made.cast(kind)


def _arrow(series: pl.Series) -> Any:
    """Return a series as polars has it in memory."""
    return series.to_arrow(compat_level=pl.CompatLevel.newest())


@pl.api.register_expr_namespace("iri")
@pl.api.register_series_namespace("iri")
class Namespace(Methods):
    """The functions of this module as methods: of expressions, which give expressions, and of series.

    >>> pl.Series("link", ["http://b c/"]).iri.matches().to_list()
    [False]
    """

    functions = sys.modules[__name__]
