"""Contestants that validate many IRIs at once.

Lists, and columns in Arrow memory, on one core.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from tools.bench.contestants.loading import load, matcher
from tools.bench.regex import language
from tools.bench.timing import Answer, Bulk, Missing

__all__ = ["CONVERSIONS", "MAKERS", "REFERENCES", "TABLE", "scattered"]

BYTES = bytes(255 - byte for byte in range(256))
TABLE = "bytes.translate"
CHECKS = "verdicts of matches_many"
# What has no verdicts and is there to compare with.
REFERENCES = {
    TABLE: "one look-up a byte of the texts in one piece",
    "copy": "the texts in one piece, copied",
    "sum(map(len, list))": "one look at each string",
}


@cache
def _order(count: int) -> list[int]:
    order = list(range(count))
    Random(count).shuffle(order)
    return order


def scattered(texts: list[str]) -> list[str]:
    """Return the same texts as new objects that do not lie in memory in the order of the list."""
    copies = list(texts)
    for index in _order(len(texts)):
        copies[index] = f"{texts[index]}x"[:-1]
    return copies


def verdicts(column: Any) -> list[Answer]:
    """Return the verdicts of a list or of a column."""
    ways = ("to_pylist", "to_list", "tolist")  # as pyarrow, polars and NumPy name it
    plain = next((getattr(column, way)() for way in ways if hasattr(column, way)), column)
    return [bool(verdict) for verdict in plain]


def ours(name: str, prepare: Callable[[list[str]], Any]) -> Bulk:
    """One call for all texts, which returns a column of the kind that it is given."""
    call = matcher().matches_many
    sample = prepare(["a:b", "a b"])
    try:
        answers = call(sample)
    except TypeError:
        raise Missing("this matches_many does not take it") from None
    if type(answers).__module__.partition(".")[0] != type(sample).__module__.partition(".")[0]:
        raise Missing(f"this matches_many returns a {type(answers).__name__} for it")
    return Bulk(f"irigrammar matches_many, {name}", prepare, call, verdicts)


def ours_looped() -> Bulk:
    """One call for each text."""
    call = matcher().matches
    return Bulk("irigrammar matches, in a loop", scattered, lambda texts: [call(text) for text in texts], verdicts)


def jsonschema_rs() -> Bulk:
    """One call for each text."""
    call = load("jsonschema_rs").validator_for({"format": "iri"}, validate_formats=True).is_valid
    return Bulk(
        "jsonschema_rs", scattered, lambda texts: [call(text) for text in texts], verdicts, "is_valid, in a loop"
    )


def re2() -> Bulk:
    """One call for each text."""
    call = load("re2").compile(language()).match
    return Bulk(
        "google-re2", scattered, lambda texts: [call(text) is not None for text in texts], verdicts, "match, in a loop"
    )


def arrow(kind: str) -> Callable[[list[str]], Any]:
    """Return what makes a pyarrow array of a type."""
    module = load("pyarrow")
    if not hasattr(module, kind):
        raise Missing(f"this pyarrow has no {kind}")
    kept = getattr(module, kind)()
    return lambda texts: module.array(texts, kept)


def series() -> Callable[[list[str]], Any]:
    """Return what makes a polars Series; polars uses one thread."""
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    module = load("polars")
    if module.thread_pool_size() != 1:
        raise Missing("it was loaded with more than one thread")
    make: Callable[[list[str]], Any] = module.Series
    return make


def pyarrow() -> Bulk:
    """RE2 over an array of strings."""
    load("pyarrow").set_cpu_count(1)
    call, pattern = load("pyarrow.compute").match_substring_regex, language()
    return Bulk("pyarrow", arrow("string"), lambda column: call(column, pattern), verdicts, "match_substring_regex")


def polars() -> Bulk:
    """Rust's regex over a Series."""
    pattern = language()
    return Bulk("polars", series(), lambda column: column.str.contains(pattern), verdicts, "str.contains")


def duckdb() -> Bulk:
    """RE2 over a separate table, the result as an Arrow table."""
    connection = load("duckdb").connect()
    connection.execute("SET threads = 1")
    make = arrow("string")
    query = f"SELECT regexp_full_match(text, '{language()}') AS found FROM kept"

    def prepare(texts: list[str]) -> Any:
        connection.register("given", load("pyarrow").table({"text": make(texts)}))
        connection.execute("CREATE OR REPLACE TABLE kept AS SELECT text FROM given")
        return connection

    def work(connected: Any) -> Any:
        return connected.sql(query).to_arrow_table()["found"]

    return Bulk("duckdb", prepare, work, verdicts, "regexp_full_match over a table of its own")


def translate() -> Bulk:
    """A look-up for each byte of the same texts, one after the other: no verdicts."""
    return Bulk(TABLE, _joined, lambda data: data.translate(BYTES), None)


def copy() -> Bulk:
    """A copy of the same texts in one piece: no verdicts."""
    return Bulk("copy", _joined, bytearray, None)


def touch() -> Bulk:
    """A look at each object of the list: no verdicts."""
    return Bulk("sum(map(len, list))", scattered, lambda texts: sum(map(len, texts)), None)


def _joined(texts: list[str]) -> bytes:
    return "".join(texts).encode()


def converting(name: str, **parameters: Any) -> Bulk:
    """One of our conversions over an array of strings."""
    call = getattr(load("irigrammar.integrations.pyarrow"), name)
    shown = f"irigrammar {name}{' by scheme' if parameters else ''}"
    return Bulk(shown, arrow("string"), lambda column: call(column, errors="null", **parameters), None)


def checking() -> Bulk:
    """Our verdicts over the same array, as the measure of conversions."""
    call = matcher().matches_many
    return Bulk(CHECKS, arrow("string"), call, None)


CONVERSIONS: dict[str, Callable[[], Bulk]] = {
    "irigrammar iri_to_uri": lambda: converting("iri_to_uri"),
    "irigrammar uri_to_iri": lambda: converting("uri_to_iri"),
    "irigrammar normalize": lambda: converting("normalize"),
    "irigrammar normalize by scheme": lambda: converting("normalize", level="scheme"),
    CHECKS: checking,
}
MAKERS: dict[str, Callable[[], Bulk]] = {
    "irigrammar matches_many, list": lambda: ours("list", scattered),
    "irigrammar matches, in a loop": ours_looped,
    "irigrammar matches_many, pyarrow string": lambda: ours("pyarrow string", arrow("string")),
    "irigrammar matches_many, pyarrow large_string": lambda: ours("pyarrow large_string", arrow("large_string")),
    "irigrammar matches_many, pyarrow string_view": lambda: ours("pyarrow string_view", arrow("string_view")),
    "irigrammar matches_many, polars": lambda: ours("polars", series()),
    "jsonschema_rs": jsonschema_rs,
    "google-re2": re2,
    "pyarrow": pyarrow,
    "polars": polars,
    "duckdb": duckdb,
    TABLE: translate,
    "copy": copy,
    "sum(map(len, list))": touch,
}
