"""Measure irigrammar against what one would use instead, in one run, in alternation: only the ratios are claims.

    python tools/bench/run.py                                  all rows, to the terminal (some minutes)
    python tools/bench/run.py --quick --rows match,split       fewer rounds; these rows
    python tools/bench/run.py --markdown FILE                  the summary as Markdown, too
    python tools/bench/run.py --write-readme                   the summary into README.md

It measures the irigrammar that this Python imports; `pip install -e '.[bench]'` brings the others. Real IRIs come from
the folder that IRIGRAMMAR_DATA names, where there is one.
"""

from __future__ import annotations

import argparse
import platform
import sys
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.bench.report import Report

ROOT = Path(__file__).resolve().parents[2]
ROWS = {
    "match": "verdicts",
    "fault": "faults",
    "split": "components",
    "parse": "trees",
    "compile": "first_use",
    "import": "imports",
    "growth": "growth",
}
START, END = "<!-- bench:start -->", "<!-- bench:end -->"
PEERS = ("abnf", "abnf-rust", "jsonschema_rs", "pyoxigraph", "rfc3987")


def main() -> int:
    options = arguments()
    sys.path[0] = str(ROOT)  # this folder's modules are `tools.bench.*`
    from tools.bench.report import markdown, plain

    print(environment(), end="\n\n")
    reports: list[Report] = []
    for row in options.rows:
        print(f"row {row} ...", file=sys.stderr, flush=True)
        reports.append(import_module(f"tools.bench.rows.{ROWS[row]}").run(options.quick, ROOT))
        print(plain(reports[-1]), flush=True)
    text = f"{preface(options)}\n\n" + "\n".join(map(markdown, reports))
    if options.markdown:
        options.markdown.write_text(text, encoding="utf-8", newline="\n")
    if options.write_readme:
        readme = ROOT / "README.md"
        readme.write_text(replaced(readme.read_text(encoding="utf-8"), text), encoding="utf-8", newline="\n")
    return 0


def arguments() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description="Measure irigrammar against what one would use instead.")
    parser.add_argument("--rows", type=rows, default=list(ROWS), help=f"some of {','.join(ROWS)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="few rounds: to see that it works, not to claim anything")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--markdown", type=Path, metavar="FILE", help="write the summary there, too")
    where.add_argument("--write-readme", action="store_true", help=f"write it between {START} and {END} of README.md")
    options = parser.parse_args()
    if options.quick and options.write_readme:
        parser.error("--quick claims nothing, so it does not go with --write-readme")
    return options


def rows(text: str) -> list[str]:
    """Return the rows that an option names."""
    found = text.split(",")
    unknown = [row for row in found if row not in ROWS]
    if unknown:
        raise argparse.ArgumentTypeError(f"no such row: {', '.join(unknown)}; there are {', '.join(ROWS)}")
    return found


def environment() -> str:
    """Return what is compared, with versions."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("irigrammar", *PEERS))
    return f"{platform.python_implementation()} {platform.python_version()}; {versions}"


def version(distribution: str) -> str:
    """Return the version of a distribution."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "(missing)"


def preface(options: argparse.Namespace) -> str:
    """Return what Markdown readers must know before the tables."""
    chosen = "" if options.rows == list(ROWS) else f" --rows {','.join(options.rows)}"
    command = f"python tools/bench/run.py{chosen}{' --quick' if options.quick else ''}"
    return (
        f"Measured by `{command}` with {environment()}. The others take turns with irigrammar over the same strings, "
        "in many short rounds, garbage collection off. A ratio is the median over the rounds of one processor time "
        "divided by another, with the quartiles in brackets. Below 1, irigrammar is faster; “–” was not measured."
    )


def replaced(readme: str, text: str) -> str:
    """Return README with the text between the marks."""
    before, rest = readme.split(START)
    return f"{before}{START}\n{text}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    sys.exit(main())
