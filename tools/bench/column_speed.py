"""Measure the functions of columns: in polars, pandas, pyarrow and DuckDB, and in Spark from Parquet; rows a second.

python -m tools.bench.column_speed                 print the tables
python -m tools.bench.column_speed --write         put them into docs/evidence/measurements.md
python -m tools.bench.column_speed --rows N        number of rows (default 2,000,000)

All figures are by processor time, that of every thread and process that takes part: what one core does in a second.
For polars, pandas, pyarrow and DuckDB that is the median of five calls, in one thread; for Spark of three jobs, after
one that starts the workers, with one task at a time and with two. The IRIs are those of dbpedia_links_iris.txt in the
folder that IRIGRAMMAR_DATA names, or in `shared/data` beside the checkout. What is not installed is left out, and said.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from platform import python_version
from statistics import median
from typing import Any

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
SQL = ("iri_matches", "iri_fault_offset", "iri_split", "iri_to_uri", "uri_to_iri", "iri_normalize")
_ROUNDS = 5
_JOBS = 3

_READ, _GIVEN, _FINDINGS = "read Parquet, nothing else", "batches to Python and back as they are", "findings"


def texts(rows: int) -> list[str]:
    """Return a number of distinct texts: the IRIs of real data, then they again with a number at their ends."""
    folder = Path(os.environ.get("IRIGRAMMAR_DATA") or ROOT.parent / "shared" / "data")
    real = (folder / REAL_FILE).read_text(encoding="utf-8").split("\n")[:-1]
    again = range(rows // len(real) + 1)
    return [f"{text}{number or ''}" for number in again for text in real][:rows]


def lenient(name: str) -> dict[str, str]:
    return {} if name in NAMES[:2] else {"errors": "null"}


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
            rate(lambda name=name: connection.sql(f"SELECT count({name}(link)) FROM links").fetchall(), len(strings))  # type: ignore[misc]
            for name in SQL
        ]


WAYS: dict[str, tuple[str | None, Callable[[list[str]], list[float]]]] = {
    "one by one": (None, alone),
    "pyarrow": ("pyarrow", by_pyarrow),
    "polars": ("polars", by_polars),
    "pandas, string[pyarrow]": ("pandas", by_pandas),
    "DuckDB": ("duckdb", by_duckdb),
}


def tree_time() -> float:
    """Return the processor time in seconds of this process and of all that it started, as /proc tells it."""
    parents: dict[int, tuple[int, float]] = {}
    tick = os.sysconf("SC_CLK_TCK")
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        parents[int(entry.name)] = int(fields[1]), sum(map(int, fields[11:15])) / tick
    me, total = os.getpid(), 0.0
    for process, (_, spent) in parents.items():
        above = process
        while above not in (me, 0) and above in parents:
            above = parents[above][0]
        total += spent if above == me else 0
    return total


def _as_they_are(batches: Iterable[Any]) -> Iterator[Any]:
    yield from batches


def by_spark(strings: list[str], folder: Path) -> dict[str, list[float]]:
    """Return the rates in Spark with one task and with two: of reading, of the way to Python, of the functions."""
    import pyarrow
    import pyarrow.parquet
    from pyspark.sql import SparkSession, functions

    from irigrammar.integrations import spark as iri

    os.environ["PYSPARK_PYTHON"] = sys.executable
    path = str(folder / "links.parquet")
    links = pyarrow.table({"link": strings})
    pyarrow.parquet.write_table(links, path, row_group_size=250_000, use_dictionary=False)
    jobs: dict[str, Callable[[Any], Any]] = {
        _READ: lambda frame: frame.select(functions.length("link")),
        _GIVEN: lambda frame: frame.mapInArrow(_as_they_are, frame.schema),
        _FINDINGS: lambda frame: iri.findings(frame, "link"),
        "add_columns, matches": lambda frame: iri.add_columns(frame, "link", ["matches"]),
        "matches, UDF": lambda frame: frame.select(iri.matches("link")),
        "matches, UDF of pandas": lambda frame: frame.select(iri.matches("link", by="pandas")),
        "fault_offset, UDF": lambda frame: frame.select(iri.fault_offset("link")),
        "split, UDF": lambda frame: frame.select(iri.split("link", errors="null")),
        "iri_to_uri, UDF": lambda frame: frame.select(iri.iri_to_uri("link", errors="null")),
        "normalize, UDF": lambda frame: frame.select(iri.normalize("link", errors="null")),
    }
    if hasattr(irigrammar, "export"):
        jobs["rlike, Java's own regex"] = lambda frame: frame.select(frame.link.rlike(iri.java_pattern()))
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for tasks in (1, 2):
        session = (
            SparkSession.builder.master(f"local[{tasks}]")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.driver.memory", "2g")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate()
        )
        session.sparkContext.setLogLevel("OFF")
        frame = session.read.parquet(path)
        for job in jobs.values() if tasks == 1 else ():  # Java compiles what it has run for some time
            _run(job(frame))
        for name, job in jobs.items():
            query = job(frame)
            rates[name].append(rate(lambda query=query: _run(query), len(strings), _JOBS, tree_time))  # type: ignore[misc]
        session.stop()
    return rates


def _run(query: Any) -> None:
    """Have all rows of a query made, and none kept."""
    query.write.format("noop").mode("overwrite").save()


def limits(rates: dict[str, list[float]], check: float) -> str:
    """Return what takes the time of `findings`, in words, by the rates of its parts and of the check alone."""
    whole, read = (rates[name][1] for name in (_FINDINGS, _READ))
    return (
        f"Of the processor time of `findings` (two tasks) reading Parquet takes {whole / read:.0%} and the check\n"
        f"itself {whole / check:.0%}; the rest is giving batches to Python, choosing rows, and Spark."
    )


def measured(rows: int) -> str:
    """Return the tables, with what they were measured with."""
    strings = texts(rows)
    packages = [name for name in ("pyarrow", "polars", "pandas", "duckdb", "pyspark") if find_spec(name)]
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
    if find_spec("pyspark") and shutil.which("java") and Path("/proc/self/stat").exists():
        with tempfile.TemporaryDirectory() as folder:
            spark_rates = by_spark(strings, Path(folder))
        rows_of_spark = [[name, *map(number, row)] for name, row in spark_rates.items()]
        lines += [*table(Grid("", ["in Spark, from Parquet", "one task", "two tasks"], rows_of_spark)), ""]
        if "pyarrow" in rates:
            lines += [limits(spark_rates, rates["pyarrow"][0]), ""]
    else:
        left_out.append("Spark")
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
