"""IRIs in DuckDB: SQL functions on columns of Arrow.

>>> import duckdb
>>> from irigrammar.integrations.duckdb import register
>>> connection = duckdb.connect()
>>> _ = register(connection)
>>> connection.sql("SELECT iri_matches('http://b c/', 'IRI'), iri_fault_offset('http://b c/', 'IRI')").fetchall()
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

from irigrammar.integrations.columns import BY_RULE, SQL_NAMES, called_by_rows, matcher_of, result_type, strictness
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.processing.choices import Errors

__all__ = ["register"]


def register(connection: Any, *, grammar: str | Grammar = "rfc3987", errors: Errors = "raise") -> tuple[str, ...]:
    """Make functions of SQL in a connection, and return their names.

    - `iri_matches(text, rule [, grammar])`: BOOLEAN
    - `iri_fault_offset(text, rule [, grammar])`: BIGINT, in code points from 0; NULL for a text that matches
    - `iri_fault_message(text, rule [, grammar])`: VARCHAR, code and message; NULL for a text that matches
    - `iri_explain(text, rule [, grammar])`: STRUCT of code, message, start, "end", fix, applicability: BIGINT for the
      place, in code points from 0, else VARCHAR; NULL for a text that matches
    - `iri_split(text [, rule [, grammar]])`: STRUCT of VARCHAR: scheme, authority, userinfo, host, port, path, query,
      fragment, host_kind
    - `iri_to_uri(text)`, `uri_to_iri(text)`, `iri_normalize(text)`, `iri_key(text)`, `iri_resolve(base, text)`: VARCHAR
    - `iri_consensus(text)`: BOOLEAN, whether all conventions read the same host

    A NULL gives NULL, whichever argument it is. `grammar` is a name of the catalog; the parameter of that name holds
    where SQL gives none, and accepts a `Grammar`, too. With `errors="raise"` (the default) a text that does not match
    ends the query of `iri_split` and of the conversions, with the row (counted from 0 in DuckDB's vector) and the fault
    in the message; with `errors="null"` it gives NULL. (`TRY` in SQL would give NULL for the whole vector.) Raises
    `UnknownGrammar`, `ValueError` for unknown `errors`, and what DuckDB raises where there is a function of such a
    name.
    """
    known = grammar_of(grammar) if isinstance(grammar, str) else grammar
    for name, sql_name in SQL_NAMES.items():
        takes = None if name in BY_RULE else ["VARCHAR", "VARCHAR"] if name == "resolve" else ["VARCHAR"]
        connection.create_function(
            sql_name,
            partial(_resolve if name == "resolve" else _call, name, known, strictness(name, errors)),
            takes,
            _sql_type(result_type(name, pyarrow.string())),
            type="arrow",
            null_handling="special",
        )
    return tuple(SQL_NAMES.values())


def _sql_type(kind: Any) -> Any:
    """Return the type in SQL of a type of Arrow: of texts, offsets, verdicts, or a struct of those."""
    if pyarrow.types.is_struct(kind):
        return duckdb.struct_type({field.name: _sql_type(field.type) for field in kind})
    return {"bool": "BOOLEAN", "int64": "BIGINT"}.get(str(kind), "VARCHAR")


def _call(name: str, known: Grammar, strict: dict[str, Any], *columns: Any) -> Any:
    """Return the column of a function's results for the texts and, after them, rules and grammars.

    Raises `TypeError` for too few or too many columns.
    """
    least, most = 1 + (name in BY_RULE and name != "split"), 3 if name in BY_RULE else 1
    if not least <= len(columns) <= most:
        what = "a text" if most == 1 else "a text, a rule and perhaps a grammar"
        raise TypeError(f"{SQL_NAMES[name]} takes {what}, not {len(columns)} arguments")

    def parameters(rule: str | None = None, grammar: str | Grammar = known) -> dict[str, Any]:
        return strict | ({"rule": matcher_of(rule, grammar)} if name in BY_RULE else {})

    return called_by_rows(name, parameters, *columns)


def _resolve(name: str, _: Grammar, strict: dict[str, Any], bases: Any, texts: Any) -> Any:
    return called_by_rows(name, lambda base: {**strict, "base": base}, texts, bases)
