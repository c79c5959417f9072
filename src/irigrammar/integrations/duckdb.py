"""IRIs in DuckDB: functions of SQL, which work on DuckDB's vectors as columns of Arrow.

>>> import duckdb
>>> from irigrammar.integrations.duckdb import register
>>> connection = duckdb.connect()
>>> _ = register(connection)
>>> connection.sql("SELECT iri_matches('http://b c/'), iri_fault_offset('http://b c/')").fetchall()
[(False, 8)]
>>> connection.close()
"""

from __future__ import annotations

from functools import partial
from typing import Any

from irigrammar.errors import MissingExtra

try:
    import duckdb
except ImportError as error:
    raise MissingExtra("irigrammar.integrations.duckdb", "duckdb", "duckdb") from error

import pyarrow
import pyarrow.compute as pc

from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.integrations.columns import SQL_NAMES, Errors, Production, called, configured, matcher_of
from irigrammar.matching.matcher import Matcher

__all__ = ["register"]

_BY_PRODUCTION = ("matches", "fault_offset", "fault_message", "split")


def register(
    connection: Any, *, grammar: Production = "rfc3987", rule: str | None = None, errors: Errors = "raise"
) -> tuple[str, ...]:
    """Make functions of SQL in a connection, and return their names.

    - `iri_matches(text [, grammar [, rule]])`: BOOLEAN
    - `iri_fault_offset(text [, grammar [, rule]])`: BIGINT, in code points from 0; NULL for a text that matches
    - `iri_fault_message(text [, grammar [, rule]])`: VARCHAR, code and message; NULL for a text that matches
    - `iri_split(text [, grammar [, rule]])`: STRUCT of VARCHAR: scheme, authority, userinfo, host, port, path, query,
      fragment, host_kind
    - `iri_to_uri(text)`, `uri_to_iri(text)`, `iri_normalize(text)`: VARCHAR
    - `iri_consensus(text)`: BOOLEAN, whether all conventions read the same host

    A NULL gives NULL, whichever argument it is. `grammar` is a name of the catalog and `rule` a production; the
    parameters of that name are what holds where SQL gives none, and take a `Grammar` or a `Matcher` too. With
    `errors="raise"` (the default) a text that does not match ends the query of `iri_split` and of the conversions, with
    the row (counted from 0 in DuckDB's vector) and the fault in the message; with `errors="null"` it gives NULL. (`TRY`
    in SQL would give NULL for the whole vector.) Raises `UnknownGrammar`, `UnknownRule`, and what DuckDB raises where
    there is a function of such a name.
    """
    matcher = matcher_of(grammar, rule)
    fields = duckdb.struct_type(dict.fromkeys(COMPONENT_FIELDS, "VARCHAR"))
    results: dict[str, Any] = {"matches": "BOOLEAN", "consensus": "BOOLEAN", "fault_offset": "BIGINT", "split": fields}
    for name, parameters in configured(matcher, errors).items():
        free = name in _BY_PRODUCTION
        connection.create_function(
            SQL_NAMES[name],
            partial(_by_production, name, matcher, errors) if free else partial(called, name, parameters),
            None if free else ["VARCHAR"],
            results.get(name, "VARCHAR"),
            type="arrow",
            null_handling="special",
        )
    return tuple(SQL_NAMES.values())


def _by_production(name: str, matcher: Matcher, errors: Errors, *columns: Any) -> Any:
    """Answer texts by the productions in the columns beside them, those of one production together."""
    if not 1 <= len(columns) <= 3:
        raise TypeError(f"{SQL_NAMES[name]} takes a text, a grammar and a rule, not {len(columns)} arguments")
    texts, *names = columns
    if not names:
        return _called(name, matcher, errors, texts)
    table = pyarrow.table([pc.cast(column, pyarrow.string()) for column in names], [*"gr"[: len(names)]])
    pairs = table.group_by(table.column_names).aggregate([]).to_pylist()
    result = None
    for pair in pairs:
        chosen = _all(pc.equal(table[key], value) for key, value in pair.items()) if None not in pair.values() else None
        if chosen is None:
            continue
        by = matcher_of(pair["g"], pair.get("r"))
        values = _called(name, by, errors, pc.if_else(chosen, texts, None))
        result = values if result is None else pc.if_else(pc.fill_null(chosen, False), values, result)
    return result if result is not None else _called(name, matcher, errors, pyarrow.nulls(len(texts), pyarrow.string()))


def _called(name: str, matcher: Matcher, errors: Errors, texts: Any) -> Any:
    return called(name, configured(matcher, errors)[name], texts)


def _all(conditions: Any) -> Any:
    first, *others = conditions
    for column in others:
        first = pc.and_(first, column)
    return first
