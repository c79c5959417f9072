"""Measure the functions of columns: in polars, pandas, pyarrow and DuckDB; rows a second.

python -m tools.bench.column_speed                 print the tables
python -m tools.bench.column_speed --write         put them into docs/evidence/measurements.md
python -m tools.bench.column_speed --rows N        number of rows (default 2,000,000)

All figures are by processor time: what one core does in a second, the median of five calls in one thread. The IRIs are
those of dbpedia_links_iris.txt in the folder that IRIGRAMMAR_DATA names, or in `shared/data` beside the checkout. What
is not installed is left out, and said.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from platform import python_version
from statistics import median

import irigrammar
from irigrammar.engines.kernel import engine
from tools.bench.corpus import REAL_FILE
from tools.bench.report import Grid, table
from tools.bench.timing import number

__all__ = ["main", "written"]

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "evidence" / "measurements.md"
BLOCK = re.compile(r"(?<=<!-- columns:start -->\n).*?(?=<!-- columns:end -->)", re.DOTALL)

NAMES = ("matches", "fault_offset", "split", "iri_to_uri", "uri_to_iri", "normalize")
SQL = (
    *("iri_matches(link, 'IRI-reference')", "iri_fault_offset(link, 'IRI-reference')"),
    *("iri_split(link)", "iri_to_uri(link)", "uri_to_iri(link)", "iri_normalize(link)"),
)
_ROUNDS = 5


def texts(rows: int) -> list[str]:
    """Return a number of distinct texts: the IRIs of real data, then they again with a number at their ends."""
    folder = Path(os.environ.get("IRIGRAMMAR_DATA") or ROOT.parent / "shared" / "data")
    real = (folder / REAL_FILE).read_text(encoding="utf-8").split("\n")[:-1]
    again = range(rows // len(real) + 1)
    return [f"{text}{number or ''}" for number in again for text in real][:rows]


def lenient(name: str) -> dict[str, str]:
    return {"rule": "IRI-reference"} if name in NAMES[:2] else {"errors": "null"}


def rate(
    work: Callable[[], object], rows: int, rounds: int = _ROUNDS, clock: Callable[[], float] = time.process_time
) -> float:
    """Return how many million rows a second of processor time some work does; it is done once before."""
    work()
    times = []
    for _ in range(rounds):
        began = clock()
        work()
        times.append(clock() - began)
    return rows / median(times) / 1e6


def alone(strings: list[str]) -> list[float]:
    """Return the rates of one call for each text, in a loop."""
    start = irigrammar.grammar("rfc3987").start
    calls: list[Callable[[str], object]] = [
        start.matches,
        lambda text: start.check(text).fault,
        start.split,
        irigrammar.iri_to_uri,
        irigrammar.uri_to_iri,
        irigrammar.normalize,
    ]
    some = strings[:200_000]

    def work(call: Callable[[str], object]) -> None:
        for text in some:
            with suppress(ValueError):
                call(text)

    return [rate(lambda call=call: work(call), len(some), 3) for call in calls]  # type: ignore[misc]  # bound at once


def by_pyarrow(strings: list[str]) -> list[float]:
    import pyarrow

    from irigrammar.integrations import pyarrow as functions

    column = pyarrow.array(strings)
    return [rate(lambda name=name: getattr(functions, name)(column, **lenient(name)), len(strings)) for name in NAMES]  # type: ignore[misc]


def by_polars(strings: list[str]) -> list[float]:
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    import polars

    from irigrammar.integrations import polars as functions

    frame = polars.DataFrame({"link": strings})
    return [
        rate(lambda name=name: frame.select(getattr(functions, name)("link", **lenient(name))), len(strings))  # type: ignore[misc]
        for name in NAMES
    ]


def by_pandas(strings: list[str]) -> list[float]:
    import pandas

    from irigrammar.integrations import pandas as functions

    series = pandas.Series(strings, dtype="string[pyarrow]")
    return [rate(lambda name=name: getattr(functions, name)(series, **lenient(name)), len(strings)) for name in NAMES]  # type: ignore[misc]


def by_duckdb(strings: list[str]) -> list[float]:
    import duckdb
    import pyarrow

    from irigrammar.integrations.duckdb import register

    with duckdb.connect() as connection:
        connection.execute("SET threads = 1")
        connection.register("given", pyarrow.table({"link": strings}))
        connection.execute("CREATE TABLE links AS SELECT link FROM given")
        register(connection, errors="null")
        return [
            rate(lambda name=name: connection.sql(f"SELECT count({name}) FROM links").fetchall(), len(strings))  # type: ignore[misc]
            for name in SQL
        ]


WAYS: dict[str, tuple[str | None, Callable[[list[str]], list[float]]]] = {
    "one by one": (None, alone),
    "pyarrow": ("pyarrow", by_pyarrow),
    "polars": ("polars", by_polars),
    "pandas, string[pyarrow]": ("pandas", by_pandas),
    "DuckDB": ("duckdb", by_duckdb),
}


def measured(rows: int) -> str:
    """Return the tables, with what they were measured with."""
    strings = texts(rows)
    packages = [name for name in ("pyarrow", "polars", "pandas", "duckdb") if find_spec(name)]
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    characters = sum(map(len, strings)) / rows
    lines = [
        f"Measured by `python -m tools.bench.column_speed --write` with CPython {python_version()}, irigrammar",
        f"{irigrammar.__version__} (engine: {engine()}), {versions}: million rows in a second of one core's",
        f"processor time; {rows:,} distinct rows made of the IRIs of dbpedia/links, of {characters:.0f} characters.",
        "",
    ]
    rates: dict[str, list[float]] = {}
    left_out = []
    for name, (package, way) in WAYS.items():
        if package and not find_spec(package):
            left_out.append(name)
        else:
            rates[name] = way(strings)
    body = [[name, *map(number, row)] for name, row in rates.items()]
    lines += [*table(Grid("", ["column in", *NAMES], body)), ""]
    if left_out:
        lines.append(f"Not measured, for it is not here: {', '.join(left_out)}.")
    return "\n".join(lines).rstrip() + "\n"


def written(text: str, tables: str) -> str:
    """Return the page's text with the tables in their place."""
    return BLOCK.sub(lambda _: tables, text)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/evidence/measurements.md")
    options = parser.parse_args(arguments)
    tables = measured(options.rows)
    print(tables)
    if options.write:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(written(text, tables), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
