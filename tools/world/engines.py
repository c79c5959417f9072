"""Ask data engines what they make of an IRI, or of the URI of a file.

PostgreSQL is the server that the variables of `psql` name. Spark and Jena need Java.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote

__all__ = ["PARTS", "engines", "package", "program"]

# The parts of an IRI that engines are asked for, with the functions of ClickHouse, and words of Spark and PostgreSQL.
PARTS = {
    "host": ("domain", "HOST", "host"),
    "path": ("path", "PATH", "url_path"),
    "query": ("queryString", "QUERY", ""),
}
Ask = Callable[[str, str, str], str | None]


def package(name: str) -> str | None:
    """Return the version of an installed package, None for one that is not there."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def program(*command: str) -> str | None:
    """Return the version that a command prints, None for a program that is not there."""
    if shutil.which(command[0]) is None:
        return None
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    match = re.search(r"\d+(?:\.(?:\d+|gfm))+|\d{5}", done.stdout + done.stderr)
    return match and match[0]


def engines() -> Iterator[tuple[str, str | None, Ask]]:
    """Yield the engines by name, with their version, None for one that is not there."""
    for name in ("polars", "pandas", "pyarrow", "duckdb", "fsspec"):
        yield name, package(name), partial(_file, name)
    house = import_module("chdb").query("SELECT version()").data().strip('"\n') if package("chdb") else None
    yield "ClickHouse", house, _clickhouse
    yield "Spark", package("pyspark"), _spark
    server = _psql("SHOW server_version") if shutil.which("psql") else None
    yield "PostgreSQL", server and server.split()[0], _postgresql


def _file(name: str, _operation: str, _base: str, reference: str) -> str | None:
    """Return "read" if an engine reads the file that a URI names, whose folder `/d` stands for another one."""
    with tempfile.TemporaryDirectory() as folder:
        uri = reference.replace("/d/", f"{folder}/", 1)
        path = Path(folder) / unquote(reference.rpartition("/")[2])
        path.write_text("x\n1\n", encoding="utf-8")
        match name:
            case "duckdb":
                rows = import_module(name).sql(f"SELECT * FROM read_csv('{uri}')").fetchall()
            case "pyarrow":
                files, where = import_module("pyarrow.fs").FileSystem.from_uri(uri)
                rows = import_module("pyarrow.csv").read_csv(files.open_input_stream(where)).to_pylist()
            case "fsspec":
                with import_module(name).open(uri, "rt") as stream:
                    rows = stream.readlines()
            case "spark":
                rows = _session().read.csv(uri).collect()
            case _:
                rows = list(import_module(name).read_csv(uri)["x"])
        return "read" if rows else None


def _clickhouse(operation: str, _base: str, iri: str) -> str | None:
    function, *_ = PARTS[operation]
    answer: str = import_module("chdb").query(f"SELECT {function}('{iri}')", "TSVRaw").data()
    return answer.removesuffix("\n")


@cache
def _session() -> Any:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = import_module("pyspark.sql").SparkSession.builder.master("local[1]")
    return builder.config("spark.ui.enabled", "false").getOrCreate()


def _spark(operation: str, base: str, iri: str) -> str | None:
    if operation not in PARTS:
        return _file("spark", operation, base, iri)
    rows = _session().sql(f"SELECT parse_url(:iri, '{PARTS[operation][1]}')", args={"iri": iri}).collect()
    return "NULL" if rows[0][0] is None else str(rows[0][0])


def _psql(query: str) -> str | None:
    done = subprocess.run(["psql", "-XAtqc", query], capture_output=True, text=True, check=False)
    return None if done.returncode else done.stdout.removesuffix("\n")


def _postgresql(operation: str, _base: str, iri: str) -> str | None:
    """Return the tokens of a kind that the parser of text search makes of an IRI."""
    kind = PARTS[operation][2]
    return _psql(f"SELECT string_agg(token, ' ') FROM ts_debug('simple', '{iri}') WHERE alias = '{kind}'")
