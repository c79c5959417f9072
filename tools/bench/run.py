"""Time irigrammar and its peers side by side; the ratios are the claims.

    python tools/bench/run.py                                  all rows, to the terminal (some minutes)
    python tools/bench/run.py --rows split,normalize           rows whose title or section has one of these
    python tools/bench/run.py --peers yarl,rfc3986 --rounds 8  against these only; fewer rounds
    python tools/bench/run.py --before ../old                  beside the checkout there, too, where a row has a limit
    python tools/bench/run.py --write                          the tables into docs/evidence.md

It times the irigrammar that this Python imports; `pip install -e .[cli] --group bench` brings the others. A peer that
is not installed is named as missing.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import resource
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from importlib import metadata
from itertools import groupby
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryFile
from time import perf_counter_ns, process_time_ns
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)  # this folder's modules are `tools.bench.*`

from tools.bench.rows import BEFORE, ROWS, Row, Way  # noqa: E402
from tools.writing import replaced  # noqa: E402

PAGE = ROOT / "docs" / "evidence.md"
OURS = "irigrammar"
METHOD = (
    "The ways take turns over the same strings, in an order that is shuffled for each round, garbage collection off. "
    "A ratio is the median over the rounds of our processor time divided by the other's, with the quartiles in "
    "brackets: below 1, irigrammar is faster. Times of a first use and of commands are those of new processes. "
    "Those of searches are without start-up: less the time of the same command for an empty file; output is to a file."
)


@dataclass(frozen=True)
class Ratio:
    """The time of our way over that of a peer: the median of the rounds, and the quartiles."""

    peer: str
    middle: float
    low: float
    high: float
    is_other: bool

    def __str__(self) -> str:
        """Return the ratio with two digits that count."""
        low, middle, high = (f"{number:.2g}" for number in (self.low, self.middle, self.high))
        return f"{middle} ({low} to {high})"


@dataclass(frozen=True)
class Result:
    """A row with its ratios, and why others have none."""

    section: str
    row: Row
    ratios: list[Ratio]
    missing: dict[str, str]


def timer(way: Way, source: Path | None = None) -> Callable[[list[str]], int]:
    """Return what times a way over strings, in nanoseconds of processor time, with the irigrammar of a folder where it
    is given; raise `ImportError` if it is missing.
    """
    environment = {**os.environ, **({"PYTHONPATH": str(source)} if source else {})}
    if way.kind == "command":
        return lambda _: of_process([sys.executable, *shlex.split(way.call)], environment)
    if way.kind in ("search", "search, whole time"):
        return timer_of_search(way)
    if source:
        return timer_elsewhere(way, environment)
    if way.kind == "import":
        program = f"from time import process_time_ns as now; began = now()\n{way.call}\nprint(now() - began)"
        if subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode:
            raise ImportError("its program fails")
        return lambda _: int(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
    names: dict[str, Any] = {}
    call = way.call if way.given else f"for text in items:\n        try: {way.call}\n        except Exception: pass"
    program = f"{way.setup}\ndef given(texts):\n    return {way.given or 'texts'}\ndef run(items):\n    {call}\n"
    exec(compile(program, "<row>", "exec"), names)
    given, run = names["given"], names["run"]

    def elapsed(texts: list[str]) -> int:
        items = given([f"{text}x"[:-1] for text in texts])  # new objects: a string keeps its hash and its UTF-8
        began = process_time_ns()
        run(items)
        return process_time_ns() - began

    return elapsed


def timer_elsewhere(way: Way, environment: Mapping[str, str]) -> Callable[[list[str]], int]:
    """Return what times a way in a process of its own, which has an environment and answers until this one ends."""
    command = [sys.executable, __file__, "--answer"]
    asked = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True)

    def ask(question: object) -> int:
        assert asked.stdin
        assert asked.stdout
        print(json.dumps(question), file=asked.stdin, flush=True)
        return int(asked.stdout.readline())

    ask(asdict(way))
    return ask


def answer() -> None:
    """Answer questions on standard input: a way first, with 0, and then strings, with the time that they took."""
    elapsed = timer(Way(**json.loads(input())))
    print(0, flush=True)
    for line in sys.stdin:
        print(elapsed(json.loads(line)), flush=True)


def timer_of_search(way: Way) -> Callable[[list[str]], int]:
    """Return what times a program over the file whose name is the first string, less its time over an empty file, in
    nanoseconds; raise `ImportError` if the program is missing.
    """
    names: dict[str, Any] = {}
    exec(compile(f"{way.setup}\ncommand = {way.call}", "<row>", "exec"), names)
    command = names["command"]
    if shutil.which(command[0]) is None:
        raise ImportError(f"the program {command[0]} is not installed")
    is_whole = way.kind == "search, whole time"

    def elapsed(texts: list[str]) -> int:
        whole, start_up = (of_process([*command, path], os.environ, is_whole) for path in (texts[0], os.devnull))
        return whole - start_up

    return elapsed


def of_process(command: list[str], environment: Mapping[str, str], is_whole: bool = False) -> int:
    """Return the processor time of a command that writes to a file, or its whole time, in nanoseconds."""
    with TemporaryFile() as output:
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter_ns()
        done = subprocess.run(command, stdout=output, stderr=subprocess.DEVNULL, check=False, env=environment)
        after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter_ns()
    if done.returncode > 1:
        raise ImportError(f"{' '.join(command)} ends with {done.returncode}")
    if is_whole:
        return ended - began
    return int((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e9)


def measure(section: str, row: Row, rounds: int, peers: tuple[str, ...], before: Path | None) -> Result:
    """Return the ratios of a row, with those to another checkout where it has a limit for them."""
    ways = {OURS: row.ours, **{name: way for name, way in row.peers.items() if not peers or name in peers}}
    if BEFORE in row.limits and (not peers or BEFORE in peers):
        ways[BEFORE] = row.ours
    timers: dict[str, Callable[[list[str]], int]] = {}
    missing: dict[str, str] = {}
    for name, way in ways.items():
        try:
            if name == BEFORE and before is None:
                raise ImportError("--before gives its checkout")
            timers[name] = timer(way, before and before.resolve() / "src" if name == BEFORE else None)
        except ImportError as error:
            missing[name] = str(error)
    if OURS in missing:
        return Result(section, row, [], {"our own way": missing[OURS]})
    rng, texts = Random(row.title), row.texts()
    times: dict[str, list[int]] = {name: [] for name in timers}
    for number in range(rounds + 1):
        share = rng.sample(texts, min(row.share, len(texts))) if number else texts
        for name in rng.sample(list(timers), len(timers)):
            taken = timers[name](share)
            if number:  # the first round, over all strings, is for what is compiled and cached
                times[name].append(taken)
    ratios = [ratio(times[OURS], times[name], name, ways[name].other) for name in timers if name != OURS]
    return Result(section, row, ratios, missing)


def ratio(ours: list[int], theirs: list[int], peer: str, is_other: bool) -> Ratio:
    """Return the ratio of times that were taken in the same rounds."""
    ratios = [mine / max(other, 1) for mine, other in zip(ours, theirs, strict=True)]
    low, _, high = quantiles(ratios, n=4)
    return Ratio(peer, median(ratios), low, high, is_other)


def line(result: Result) -> str:
    """Return the ratios of a row in one line, the largest first."""
    rows = sorted(result.ratios, key=lambda ratio: -ratio.middle)
    return ", ".join(f"{ratio.peer}{' †' if ratio.is_other else ''} {ratio}" for ratio in rows)


def limits(results: list[Result]) -> list[str]:
    """Return the rows of the table of limits."""
    rows = ((result.row, ratio) for result in results for ratio in result.ratios)
    known = ((row.title, ratio, row.limits[ratio.peer]) for row, ratio in rows if ratio.peer in row.limits)
    return [
        f"| {title} / {ratio.peer} | {limit:g} | {ratio.middle:.2g} | {'met' if ratio.middle <= limit else 'missed'} |"
        for title, ratio, limit in known
    ]


def page(results: list[Result]) -> str:
    """Return the tables as Markdown."""
    lines = [f"Measured by `python tools/bench/run.py` with {versions()}. {METHOD}", ""]
    for section, rows in groupby(results, key=lambda result: result.section):
        lines += [f"| {section} | our time / the other's |", "|---|---|"]
        lines += [f"| {result.row.title} | {line(result)} |" for result in rows]
        lines.append("")
    lines += ["†: another job, such as URIs only, the URL Standard, or no validation.", ""]
    lines += ["| limit | at most | measured | |", "|---|---:|---:|---|", *limits(results), ""]
    missing = {name: why for result in results for name, why in result.missing.items()}
    return "\n".join([*lines, *(f"- Missing: {name} ({why})." for name, why in missing.items())])


def versions() -> str:
    """Return the versions of Python and of all that is measured."""
    named = {"google-re2", "jsonschema-rs", "rfc3987", "rfc3986", "rfc3986-validator", "hyperlink", "yarl", "ada-url"}
    named |= {"can-ada", "pydantic", "rdflib", "pyoxigraph", "pyarrow", "polars", "duckdb", "abnf", "abnf-rust", "idna"}
    there = {row.metadata["Name"].lower(): row.version for row in metadata.distributions() if row.metadata["Name"]}
    if program := shutil.which("rg"):
        there["ripgrep"] = subprocess.run([program, "-V"], capture_output=True, text=True, check=True).stdout.split()[1]
    named.add("ripgrep")
    return f"CPython {platform.python_version()}; " + ", ".join(f"{n} {there[n]}" for n in sorted(named & there.keys()))


def main() -> int:
    parser = argparse.ArgumentParser(description="Time irigrammar and its peers side by side.")
    parser.add_argument("--rows", default="", help="words, with commas: rows whose section or title has one")
    parser.add_argument("--peers", default="", help="names, with commas: against these only")
    parser.add_argument("--rounds", type=int, default=40, help="rounds for each row (default: 40)")
    parser.add_argument("--before", type=Path, help="the folder of another checkout, built")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--write", action="store_true", help="write the tables of all rows to the page")
    options = parser.parse_args()
    gc.disable()
    if options.answer:
        answer()
        return 0
    results = []
    peers = tuple(filter(None, options.peers.split(",")))
    for section, row in ((section, row) for section, rows in ROWS.items() for row in rows):
        if any(word in f"{section} {row.title}" for word in options.rows.split(",")):
            rounds = options.rounds if row.ours.kind == "call" else max(5, options.rounds // 4)
            results.append(measure(section, row, rounds, peers, options.before))
            print(f"{section}, {row.title}: {line(results[-1])}", flush=True)
            for name, why in results[-1].missing.items():
                print(f"  {name} is left out: {why}")
            gc.collect()
    print("\n".join(limits(results)))
    if options.write:
        text = replaced(PAGE.read_text(encoding="utf-8"), "bench", f"{page(results)}\n")
        PAGE.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
