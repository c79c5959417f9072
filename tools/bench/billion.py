"""Normalize and deduplicate the subjects of a file of N-Triples on one core, and say what a billion would take.

    python -m tools.bench.billion [--rows 10000000] [--level scheme] [--folder FOLDER]

The file is made first, in a temporary folder (1.4 GB for ten million): the corpus again and again, each identifier with
a suffix of its own and twice, the second time with its scheme in capitals, so that half of the rows are duplicates that
only normalizing finds. Then its subjects are read block by block by pyarrow, normalized over Arrow memory, hashed to 64
bits by polars, and sorted by NumPy. It says how many are distinct, the seconds of each step, and the peak of resident
memory.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, cycle, islice
from pathlib import Path
from time import perf_counter

from tools.bench.corpus import messy, shaped

__all__ = ["main"]

os.environ.setdefault("POLARS_MAX_THREADS", "1")

_SHAPES = ("pages", "titles in a script", "percent-heavy", "IRIs in a script", "other schemes")
_BLOCK = 16 << 20


def triples(rows: int) -> Iterator[str]:
    """Yield lines of N-Triples: each subject twice, in two spellings."""
    texts = list(chain(*(shaped(shape, 2_000) for shape in _SHAPES), messy(2_000)))
    for number, text in enumerate(islice(cycle(texts), rows // 2)):
        scheme, colon, rest = text.partition(":")
        end = f"{number}> <http://www.w3.org/2000/01/rdf-schema#label> <urn:x> .\n"
        yield f"<{text}{end}<{scheme.upper()}{colon}{rest}{end}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--level", choices=["syntax", "scheme"], default="syntax")
    parser.add_argument("--folder", type=Path, help="where the file is made")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        path = Path(folder) / "corpus.nt"
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(triples(options.rows))
        _report(path, options.rows, options.level)
    return 0


def _report(path: Path, rows: int, level: str) -> None:
    distinct, seconds = _distinct(path, level)
    whole = sum(seconds.values())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{rows:,} rows of N-Triples ({path.stat().st_size >> 20:,} MiB): {distinct:,} distinct subjects, {level}")
    for step, spent in seconds.items():
        print(f"{step:10} {spent:6.1f} s   {spent / rows * 1e9:6.0f} ns a row")
    print(f"{'together':10} {whole:6.1f} s   {whole / rows * 1e9:6.0f} ns a row; resident memory {peak:,} MiB")
    print(f"a billion rows on one core: {whole / rows * 1e9 / 60:,.0f} minutes")


def _distinct(path: Path, level: str) -> tuple[int, dict[str, float]]:
    """Return how many subjects are distinct, and the seconds of each step."""
    import numpy
    import polars
    import pyarrow
    import pyarrow.compute as pc
    from pyarrow import csv

    from irigrammar.integrations.pyarrow import normalize

    pyarrow.set_cpu_count(1)
    seconds: dict[str, float] = defaultdict(float)
    hashes: list[numpy.typing.NDArray[numpy.uint64]] = []
    reader = csv.open_csv(
        path,
        csv.ReadOptions(column_names=["subject", "predicate", "object", "end"], block_size=_BLOCK, use_threads=False),
        csv.ParseOptions(delimiter=" ", quote_char=False),
        csv.ConvertOptions(include_columns=["subject"], column_types={"subject": pyarrow.string()}),
    )
    began = perf_counter()
    for batch in reader:
        subjects = pc.utf8_slice_codeunits(batch.column("subject"), 1, -1)
        seconds["read"] += -began + (began := perf_counter())
        normal = normalize(subjects, level=level, errors="null")  # type: ignore[arg-type]  # one of the choices
        seconds["normalize"] += -began + (began := perf_counter())
        hashes.append(polars.Series(normal).hash().to_numpy())
        seconds["hash"] += -began + (began := perf_counter())
    distinct = len(numpy.unique(numpy.concatenate(hashes)))
    seconds["sort"] = perf_counter() - began
    return distinct, seconds


if __name__ == "__main__":
    sys.exit(main())
