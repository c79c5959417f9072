"""Measure irigrammar against its peers in one run, in alternation.

Only the ratios are claims.

    python tools/bench/run.py                                  all rows, to the terminal (some minutes)
    python tools/bench/run.py --quick --rows match,split       fewer rounds; these rows
    python tools/bench/run.py --peers yarl,rfc3986             against these only
    python tools/bench/run.py --markdown FILE                  everything as Markdown, too
    python tools/bench/run.py --write                          bars and summary into docs/evidence/measurements.md

It measures the irigrammar that this Python imports; `pip install -e . --group bench` brings the others. Real IRIs
come from the folder that IRIGRAMMAR_DATA names, where there is one.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import sys
from importlib import import_module, metadata
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
ROWS = {
    "match": "verdicts",
    "bulk": "bulk",
    "convert": "converting",
    "format": "formats",
    "fault": "faults",
    "split": "components",
    "map": "mapping",
    "normalize": "normal_forms",
    "resolve": "resolving",
    "parse": "trees",
    "compile": "first_use",
    "import": "imports",
    "memory": "memory",
    "length": "lengths",
    "growth": "growth",
}
START, END = "<!-- bench:start -->", "<!-- bench:end -->"
PEERS = (
    "abnf",
    "abnf-rust",
    "ada-url",
    "can-ada",
    "duckdb",
    "google-re2",
    "hyperlink",
    "jsonschema",
    "jsonschema-rs",
    "polars",
    "pyarrow",
    "pydantic",
    "pyoxigraph",
    "rdflib",
    "rfc3986",
    "rfc3986-validator",
    "rfc3987",
    "rfc3987-syntax",
    "yarl",
)


def main() -> int:
    options = arguments()
    sys.path[0] = str(ROOT)  # this folder's modules are `tools.bench.*`
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # read when polars is imported
    from tools.bench.bars import bars, grid, judge
    from tools.bench.report import Report, markdown, plain
    from tools.bench.setting import Setting
    from tools.bench.summary import summary

    setting = Setting(options.quick, ROOT, options.peers)
    print(environment(), end="\n\n")
    reports: dict[str, Report] = {}
    began = perf_counter()
    for row in options.rows:
        print(f"{perf_counter() - began:4.0f} s: row {row} ...", file=sys.stderr, flush=True)
        reports[row] = import_module(f"tools.bench.rows.{ROWS[row]}").run(setting)
        print(plain(reports[row]), flush=True)
    gc.unfreeze()  # what rows have frozen is to be collected at the end
    print(f"{perf_counter() - began:4.0f} s", file=sys.stderr, flush=True)
    wanted, corpus = bars()
    judged = [judge(bar, reports) for bar in wanted]
    verdicts = Report("bars", [grid(judged)])
    print(plain(verdicts))
    if options.markdown:
        text = f"{preface(options)}\n\n" + "\n".join(map(markdown, [verdicts, *reports.values()]))
        options.markdown.write_text(text, encoding="utf-8", newline="\n")
    short = f"{preface(options)}\n\n{summary(reports, judged, corpus)}"
    if options.summary:
        options.summary.write_text(short, encoding="utf-8", newline="\n")
    if options.write:
        page = ROOT / "docs" / "evidence" / "measurements.md"
        page.write_text(replaced(page.read_text(encoding="utf-8"), short), encoding="utf-8", newline="\n")
    return 0


def arguments() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description="Measure irigrammar against what one would use instead.")
    parser.add_argument("--rows", type=rows, default=list(ROWS), help=f"some of {','.join(ROWS)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="few rounds: to see that it works, not to claim anything")
    parser.add_argument("--peers", type=names, default=(), help="only those whose names begin so (default: all)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write everything there as Markdown, too")
    parser.add_argument("--summary", type=Path, metavar="FILE", help="write there what the page would show")
    parser.add_argument(
        "--write", action="store_true", help=f"write it between {START} and {END} of docs/evidence/measurements.md"
    )
    options = parser.parse_args()
    if options.quick and options.write:
        parser.error("--quick claims nothing, so it does not go with --write")
    return options


def rows(text: str) -> list[str]:
    """Return the rows that an option names."""
    rows = text.split(",")
    unknown = [row for row in rows if row not in ROWS]
    if unknown:
        raise argparse.ArgumentTypeError(f"no such row: {', '.join(unknown)}; there are {', '.join(ROWS)}")
    return rows


def names(text: str) -> tuple[str, ...]:
    """Return the beginnings of names that an option lists."""
    return tuple(filter(None, text.split(",")))


def environment() -> str:
    """Return what is compared, with versions and our engine."""
    from tools.bench.contestants.loading import engine
    from tools.bench.corpus import REAL, real

    versions = ", ".join(f"{name} {version(name)}" for name in PEERS)
    without = "" if real(1, ROOT) else f"; without the real IRIs of {REAL}, which IRIGRAMMAR_DATA did not name"
    own = f"irigrammar {version('irigrammar')} (engine: {engine()})"
    return f"{platform.python_implementation()} {platform.python_version()}; {own}, {versions}{without}"


def version(distribution: str) -> str:
    """Return the version of a distribution."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "(missing)"


def preface(options: argparse.Namespace) -> str:
    """Return what Markdown readers must know before the tables."""
    chosen = "" if options.rows == list(ROWS) else f" --rows {','.join(options.rows)}"
    chosen += f" --peers {','.join(options.peers)}" if options.peers else ""
    command = f"python tools/bench/run.py{chosen}{' --quick' if options.quick else ''}"
    return (
        f"Measured by `{command}` with {environment()}. The others take turns with irigrammar over the same strings, "
        "in many short rounds, garbage collection off. A ratio is the median over the rounds of one processor time "
        "divided by another, with the quartiles in brackets. Below 1, irigrammar is faster."
    )


def replaced(page: str, text: str) -> str:
    """Return the page with the text between the marks."""
    before, rest = page.split(START)
    return f"{before}{START}\n{text}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    sys.exit(main())
