"""DuckDB: the functions of SQL over vectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from column_rows import BY_RULE, CONVERSIONS, FIELDS, RIGHT, TEXTS, real_texts

import irigrammar

duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from irigrammar.integrations.duckdb import register  # noqa: E402

pytestmark = pytest.mark.extra

SQL = {
    "matches": "iri_matches",
    "fault_offset": "iri_fault_offset",
    "fault_message": "iri_fault_message",
    "explain": "iri_explain",
    "split": "iri_split",
    "iri_to_uri": "iri_to_uri",
    "uri_to_iri": "uri_to_iri",
    "normalize": "iri_normalize",
    "key": "iri_key",
    "resolve": "iri_resolve",
    "consensus": "iri_consensus",
}


def call(name: str, text: str) -> str:
    """Return the call of a function in SQL."""
    base = "'http://h/a/b', " if name == "resolve" else ""
    rule = ", 'IRI-reference'" if name in BY_RULE else ""
    return f"{SQL[name]}({base}{text}{rule})"


@pytest.fixture
def lenient() -> Iterator[Any]:
    with duckdb.connect() as connection:
        assert register(connection, errors="null") == tuple(SQL.values())
        yield connection


@pytest.fixture
def strict() -> Iterator[Any]:
    with duckdb.connect() as connection:
        register(connection)
        yield connection


@pytest.mark.parametrize("name", RIGHT)
def test_each_function_over_vectors(lenient: Any, name: str) -> None:
    links = pa.table({"row": range(len(TEXTS) * 700), "link": TEXTS * 700})
    lenient.register("links", links)
    rows = lenient.sql(f"SELECT {call(name, 'link')} FROM links ORDER BY row").fetchall()
    assert [row[0] for row in rows] == RIGHT[name] * 700


def test_types(lenient: Any) -> None:
    lenient.execute(
        "CREATE TABLE t AS SELECT iri_matches('a', 'IRI') m, iri_fault_offset('a', 'IRI') f, iri_split('a') s, "
        "iri_to_uri('a') u"
    )
    types = dict(lenient.sql("SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = 't'").fetchall())
    assert (types["m"], types["f"], types["u"]) == ("BOOLEAN", "BIGINT", "VARCHAR")
    assert types["s"].replace('"', "") == f"STRUCT({', '.join(f'{field} VARCHAR' for field in FIELDS)})"


def test_productions_of_sql(strict: Any) -> None:
    rows = [
        ("http://é/", "URI", "rfc3986"),
        ("a/b", "irelative-ref", "rfc3987"),
        ("80", "port", "rfc3986"),
        ("8a", "port", "rfc3986"),
        (None, "port", "rfc3986"),
        ("80", "port", None),
        ("80", None, "rfc3986"),
    ]
    strict.execute("CREATE TABLE t(text VARCHAR, rule VARCHAR, grammar VARCHAR)")
    strict.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)
    result = strict.sql(
        "SELECT iri_matches(text, rule, grammar), iri_fault_offset(text, rule, grammar) FROM t"
    ).fetchall()
    assert result == [(False, 7), (True, None), (True, None), (False, 1), (None, None), (None, None), (None, None)]
    assert strict.sql(
        "SELECT iri_matches('é', 'URI-reference', 'rfc3986'), iri_split('//h', 'URI-reference', 'rfc3986').host_kind"
    ).fetchall() == [(False, "reg-name")]
    assert strict.sql("SELECT iri_matches(NULL, 'IRI'), iri_split(NULL), iri_to_uri(NULL)").fetchall() == [
        (None, None, None)
    ]
    assert strict.sql("SELECT iri_matches(NULL, 'URI', 'rfc3986'), iri_matches('a', NULL)").fetchall() == [(None, None)]


def test_a_production_for_all() -> None:
    own = irigrammar.Grammar.from_text('version = 1*DIGIT *( "." 1*DIGIT )')
    with duckdb.connect() as connection:
        register(connection, grammar=own)
        assert connection.sql(
            "SELECT iri_matches('3.11', 'version'), iri_matches('3.', 'version'), iri_matches('a:b', 'URI', 'rfc3986')"
        ).fetchall() == [(True, False, True)]


@pytest.mark.parametrize("name", ["split", *CONVERSIONS])
def test_errors_name_the_row_and_the_fault(strict: Any, name: str) -> None:
    query = f"SELECT {call(name, 'x')} FROM (VALUES ('//h'), (NULL), ('http://b c/')) t(x)"
    with pytest.raises(duckdb.Error, match=r"ColumnError: row 2: not IRI-reference .*, offset 8"):
        strict.sql(query).fetchall()


def test_errors_name_the_argument(strict: Any) -> None:
    for query, why in (
        ("SELECT iri_matches('a', 'IRI', 'rfc')", "UnknownGrammar: unknown grammar 'rfc'"),
        ("SELECT iri_matches('a', 'prt', 'rfc3986')", "UnknownRule: rfc3986 has no rule 'prt'; did you mean port"),
        ("SELECT iri_split('a', 'port', 'rfc3986')", "GrammarError: port has no unique components"),
        ("SELECT iri_matches('a', 'b', 'c', 'd')", "takes a text, a rule and perhaps a grammar, not 4 arguments"),
        ("SELECT iri_matches('a')", "takes a text, a rule and perhaps a grammar, not 1 arguments"),
        ("SELECT iri_normalize('a', 'scheme')", "iri_normalize takes a text, not 2 arguments"),
        ("SELECT iri_matches(1, 'IRI')", "texts are a column of strings"),
    ):
        with pytest.raises(duckdb.Error, match=why):
            strict.sql(query).fetchall()
    with pytest.raises(duckdb.Error, match="already"):
        register(strict)
    with duckdb.connect() as connection, pytest.raises(irigrammar.UnknownGrammar):
        register(connection, grammar="rfc")


def test_other_types_of_texts(strict: Any) -> None:
    strict.execute("CREATE TYPE link AS ENUM ('http://é/', 'a b')")
    rows = strict.sql(
        "SELECT iri_matches(x::link, 'IRI'), iri_fault_offset(encode(x), 'IRI') "
        "FROM (VALUES ('a b'), ('http://é/')) t(x)"
    )
    assert rows.fetchall() == [(False, 1), (True, None)]


def test_real_texts_on_two_threads(strict: Any) -> None:
    links = pa.table({"link": real_texts()})
    strict.execute("SET threads = 2")
    strict.register("links", links)
    assert strict.sql("SELECT count(*) FROM links WHERE NOT iri_matches(link, 'IRI-reference')").fetchall() == [(3,)]


def test_bases_of_rows(lenient: Any, strict: Any) -> None:
    rows = "(VALUES ('http://a/b', 'c'), ('http://x/', '//y'), (NULL, 'c'), ('http://a/b', 'd'), ('http://a/b', 'e e'))"
    query = f"SELECT iri_resolve(base, text) FROM {rows} t(base, text)"
    assert lenient.sql(query).fetchall() == [("http://a/c",), ("http://y",), (None,), ("http://a/d",), (None,)]
    with pytest.raises(duckdb.Error, match=r"ColumnError: row 4: not IRI-reference"):
        strict.sql(query).fetchall()
    bad = "SELECT iri_resolve(base, 'x') FROM (VALUES ('a'), ('a:/')) t(base)"
    assert lenient.sql(bad).fetchall() == [(None,), ("a:/x",)]
    with pytest.raises(duckdb.Error, match="not IRI "):
        strict.sql(bad).fetchall()
