"""Measure `iri scan` on many files and on a large one: time, peak memory, and what others take for the same file.

    python -m tools.bench.scan                      to the terminal (a few minutes)
    python -m tools.bench.scan --quick              a tenth of all sizes
    python -m tools.bench.scan --write              and into docs/evidence/measurements.md

It measures the irigrammar that this Python imports. Real IRIs come from the folder that IRIGRAMMAR_DATA names; without
it they are made up. Each program is a process of its own, whose time and peak memory the system tells.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
START, END = "<!-- scan:start -->", "<!-- scan:end -->"

_MEGABYTE = 1_000_000
_PACE = "MB are of a second of processor time, files of a second by the clock."
_EVERY = 1_000  # lines of the file with faults, of which one has one


class Run(NamedTuple):
    """What a process took: seconds by the clock and of processors, peak memory in megabytes, exit status."""

    clock: float
    seconds: float
    megabytes: float
    status: int


class Row(NamedTuple):
    """A row of the table: what ran on what, and what it took; `size` is in megabytes or files."""

    what: str
    on: str
    size: float
    unit: str
    run: Run


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of all sizes")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--make", type=Path, metavar="FOLDER", help="only write the inputs there")
    options = parser.parse_args()
    scale = 10 if options.quick else 1
    size, files = 200 * _MEGABYTE // scale, 10_000 // scale
    if options.make:
        make(options.make, size, files)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        # In a process of its own: what this one holds would count as the memory of those that it starts.
        command = [sys.executable, "-m", "tools.bench.scan", "--make", folder, *["--quick"] * options.quick]
        subprocess.run(command, cwd=ROOT, check=True)
        rows = list(measured(Path(folder), files))
    text = table(rows)
    print(text)
    if options.write:
        write(text)
    return 0


def make(folder: Path, size: int, files: int) -> None:
    """Write what is scanned."""
    write_triples(folder / "good.nt", size, faults=False)
    write_triples(folder / "bad.nt", size, faults=True)
    write_triples(folder / "part.nt", size // 20, faults=False)
    write_tree(folder / "tree", files)


def measured(folder: Path, files: int) -> Iterator[Row]:
    good, bad, part = folder / "good.nt", folder / "bad.nt", folder / "part.nt"
    size, share = good.stat().st_size / _MEGABYTE, part.stat().st_size / _MEGABYTE
    scan = [shutil.which("iri", path=str(Path(sys.executable).parent)) or "iri", "scan", "--isolated"]
    clean, faulty = "N-Triples without faults", f"N-Triples, a fault in each {_EVERY:,} lines"
    yield Row("`iri scan`", clean, size, "MB", timed([*scan, str(good)], {0}))
    yield Row("`iri scan --profile none`", clean, size, "MB", timed([*scan, "--profile", "none", str(good)], {0}))
    yield Row("`iri scan`", faulty, size, "MB", timed([*scan, str(bad)], {1}))
    if shutil.which("grep"):
        yield Row(
            "`grep -cE`, for what is not allowed between `<>`",
            clean,
            size,
            "MB",
            timed(["grep", "-cE", _GREP, str(good)], {0, 1}),
        )
    yield Row("pyoxigraph", clean, size, "MB", timed(program(_OXIGRAPH, good), {0}))
    yield Row("rdflib", f"{clean}, a part of it", share, "MB", timed(program(_RDFLIB, part), {0}))
    tree = folder / "tree"
    for jobs in (1, 2):
        jobs_words = "" if jobs == 1 else f" --jobs {jobs}"
        run = timed([*scan, "--jobs", str(jobs), str(tree)], {0, 1})
        yield Row(f"`iri scan{jobs_words}`", "Markdown files of 2 KB", files, "files", run)


_GREP = '<[^>]*[ "{}|^`][^>]*>'
_OXIGRAPH = """
import sys, pyoxigraph
count = 0
for triple in pyoxigraph.parse(path=sys.argv[1]):
    count += 1
"""
_RDFLIB = """
import sys, logging, rdflib
rdflib.Graph().parse(sys.argv[1], format="nt")
"""


def program(text: str, path: Path) -> list[str]:
    return [sys.executable, "-c", text, str(path)]


def timed(command: Sequence[str], expected: set[int]) -> Run:
    """Run a command and return what it took; raise `RuntimeError` where it fails."""
    began = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in expected:
        raise RuntimeError(f"{command}: exit {process.returncode}: {said.decode(errors='replace')[-500:]}")
    return Run(
        perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / _MEGABYTE, process.returncode
    )


def write_triples(path: Path, size: int, *, faults: bool) -> None:
    """Write triples of real IRIs, three to a subject."""
    written = 0
    predicates = ("http://www.w3.org/2002/07/owl#sameAs", "http://xmlns.com/foaf/0.1/homepage")
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for number, iri in enumerate(cycle(real_iris())):
            thing = f"{iri}?v={number}" if faults is False or number % _EVERY else f"{iri}/{{{number}}}"
            line = f"<http://example.org/resource/{number // 3}> <{predicates[number % 2]}> <{thing}> .\n"
            written += stream.write(line)
            if written >= size:
                return


def real_iris() -> list[str]:
    folder = os.environ.get("IRIGRAMMAR_DATA")
    path = Path(folder) / "dbpedia_links_iris.txt" if folder else None
    if path is None or not path.exists():
        return [f"http://example.org/{number % 97}/Résumé_{number:x}" for number in range(100_000)]
    from irigrammar import grammar

    texts = path.read_text("utf-8").splitlines()
    matcher = grammar("rfc3987")["absolute-IRI"]
    return [text for text in texts if "?" not in text and matcher.matches(text)]


def write_tree(folder: Path, files: int) -> None:
    """Write Markdown files with links as people write them, a hundred to a folder."""
    iris = cycle(real_iris())
    words = "A line of words that says something of a thing, and goes on until the line is full.\n"
    for number in range(files):
        place = folder / f"{number // 100:03}" / f"{number:05}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        links = "".join(f"- see [a thing](<{iri}>), of which more below\n" for iri in islice(iris, 10))
        place.write_text(f"# Page {number}\n\n{words * 12}\n{links}\n{words * 4}", encoding="utf-8")


def table(rows: list[Row]) -> str:
    """Return the table, with throughput and each one's time as a ratio to the first of the same file."""
    first = next(row for row in rows if row.unit == "MB")
    pace = first.size / first.run.seconds
    lines = [
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores; one run. {_PACE}",
        "",
        "| | on | size | a second | peak memory | pace, `iri scan` being 1 |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for row in rows:
        rate = row.size / (row.run.seconds if row.unit == "MB" else row.run.clock)
        ratio = f"{rate / pace:.2f}" if row.unit == "MB" else ""
        size, speed = f"{row.size:,.0f} {row.unit}", f"{rate:,.0f} {row.unit}"
        lines.append(f"| {row.what} | {row.on} | {size} | {speed} | {row.run.megabytes:,.0f} MB | {ratio} |")
    return "\n".join(lines)


def write(text: str) -> None:
    path = ROOT / "docs" / "evidence" / "measurements.md"
    page = path.read_text("utf-8")
    before, rest = page.split(START)
    _, after = rest.split(END)
    source = "Written by `IRIGRAMMAR_DATA=... python -m tools.bench.scan --write`."
    path.write_text(f"{before}{START}\n{textwrap.dedent(text)}\n\n{source}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
