#!/bin/sh
# RFC 8089 writes a space in the name of a file as %20 in a file: URI. Five readers of tables for Python take such URIs: polars, pandas and
# pyarrow decode them, DuckDB and fsspec look for a file whose name has "%20". All but pyarrow also read a raw space, which no URI has, so no
# spelling of a name with a space is read by all. With localhost as the host only pandas and DuckDB find the file.
# Guess: all decode, and none takes a raw space. Seen: polars 2.1.0, pandas 3.1.1, pyarrow 26.0.1, DuckDB 2.0.1, fsspec 2026.9.0, CPython 3.11,
# 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env" || exit 2
"$folder/env/bin/pip" install -q polars==2.1.0 pandas==3.1.1 pyarrow==26.0.1 duckdb==2.0.1 fsspec==2026.9.0 2>/dev/null || exit 2
"$folder/env/bin/python" - "$folder" <<'PYTHON'
import sys
from pathlib import Path
import duckdb, fsspec, pandas, polars, pyarrow.csv, pyarrow.fs
folder = sys.argv[1]
for name in ("a b.csv", "x.csv"):
    (Path(folder) / name).write_text("n\n1\n")
def arrow(uri):
    files, path = pyarrow.fs.FileSystem.from_uri(uri)
    return pyarrow.csv.read_csv(files.open_input_stream(path)).num_rows
READERS = {
    "polars": lambda uri: len(polars.read_csv(uri)),
    "pandas": lambda uri: len(pandas.read_csv(uri)),
    "pyarrow": arrow,
    "duckdb": lambda uri: len(duckdb.sql(f"SELECT * FROM read_csv('{uri}')").fetchall()),
    "fsspec": lambda uri: len(fsspec.open(uri, "rt").open().readlines()) - 1,
}
EXPECTED = {
    f"file://{folder}/a%20b.csv": {"polars", "pandas", "pyarrow"},
    f"file://{folder}/a b.csv": {"polars", "pandas", "duckdb", "fsspec"},
    f"file://localhost{folder}/x.csv": {"pandas", "duckdb"},
    f"file://{folder}/x.csv": set(READERS),
}
seen = {}
for uri in EXPECTED:
    seen[uri] = set()
    for name, read in READERS.items():
        try:
            if read(uri) == 1:
                seen[uri].add(name)
        except Exception:
            pass
    print(uri.replace(folder, "/FOLDER"), "is read by", *sorted(seen[uri]))
sys.exit(seen != EXPECTED)
PYTHON
