"""What checks of invalid strings cost, against another commit: the command on lines and on one string, and the API.

    python -m tools.bench.invalid --against COMMIT               a Markdown table (about a minute)
    python -m tools.bench.invalid --against COMMIT --lines 500   fewer lines

The commit is installed, with its kernel, into a temporary folder. Both take turns in fresh processes over the same
lines: half of them near misses of the complete suite, half strings in the shapes of real ones with a fault.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import irigrammar
from irigrammar.language import suite
from tools.bench.corpus import SEED, refused
from tools.bench.programs import LIFE, Program, alternate
from tools.bench.report import Grid, table
from tools.bench.timing import number, spread

__all__ = ["grid", "lines"]

ROOT = Path(__file__).resolve().parents[2]
HERE = "here"
COMMAND = """
import os, sys
from irigrammar.cli.main import main
sys.stdout = open(os.devnull, "w", encoding="utf-8")
try:
    main()
except SystemExit as status:
    sys.exit(status.code != 1)
"""
CALLS = """
import json, sys
from time import process_time_ns as now
import irigrammar
lines = open(sys.argv[1], encoding="utf-8", newline="\\n").read().split("\\n")[:-1]
check = irigrammar.grammar("rfc3987").start.check
check(lines[0])
began = now()
for _ in range(20):
    for line in lines:
        check(line)
checked = now()
for line in lines:
    fault = check(line).fault
    fault.open, fault.ruled_out, fault.help
print(json.dumps({"check": (checked - began) // 20, "fault": now() - checked}))
"""
Times = dict[str, dict[str, list[int]]]


def lines(count: int) -> list[str]:
    """Return distinct invalid strings that are a line each, the same ones for the same count."""
    matcher = irigrammar.grammar("rfc3987").start
    near = [case.text for case in suite(matcher) if not case.valid]
    rng = Random(SEED)
    texts = []
    for source, share in ((near, count // 2), (refused(2 * count), count - count // 2)):
        usable = [text for text in source if _is_line(text) and not matcher.matches(text)]
        texts += rng.sample(usable, share)
    rng.shuffle(texts)
    return texts


def _is_line(text: str) -> bool:
    """Return whether a text is one line in UTF-8."""
    return text.splitlines() == [text] and not any("\ud800" <= char <= "\udfff" for char in text)


def installed(commit: str, folder: Path) -> Path:
    """Install a commit of this repository, without what it depends on, and return the folder to import it from."""
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    source, target = folder / "source", folder / "target"
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        members.extractall(source, filter="data")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile", "--target"]
    subprocess.run([*pip, str(target), str(source)], capture_output=True, check=True)
    return target


def measured(commit: str, count: int, rounds: int) -> dict[str, Times]:
    """Return for each job the nanoseconds of each phase, here and for the commit."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "lines"
        file.write_text("".join(f"{line}\n" for line in lines(count)), encoding="utf-8", newline="\n")
        sources = {HERE: ROOT / "src", commit: installed(commit, folder)}
        jobs = {
            f"iri check --file, {count:,} lines": (COMMAND, ("check", "--file", str(file))),
            "iri check 'http://a/b c'": (COMMAND, ("check", "http://a/b c")),
            f"Matcher.check, {count:,} strings": (CALLS, (str(file),)),
        }
        return {
            job: alternate(
                [
                    Program(source, text, environment=environment(path, folder), arguments=arguments)
                    for source, path in sources.items()
                ],
                rounds,
            )
            for job, (text, arguments) in jobs.items()
        }


def environment(path: Path, folder: Path) -> dict[str, str]:
    """Return the variables with which a process imports irigrammar from a folder; bytecode is kept for all alike."""
    others = [entry for entry in sys.path if entry and not entry.startswith(str(ROOT))]
    return {
        "PYTHONPATH": os.pathsep.join([str(path), *others]),
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        "PYTHONDONTWRITEBYTECODE": "",
    }


def grid(commit: str, jobs: dict[str, Times]) -> Grid:
    """Return the table: for each job and phase the least times, and the ratio by rounds."""
    phases = {LIFE: "", "check": "", "fault": ", open, ruled_out and help read"}
    rows = []
    for job, times in jobs.items():
        for phase in [phase for phase in times[HERE] if phase != LIFE] or [LIFE]:
            ours, theirs = times[HERE][phase], times[commit][phase]
            ratio = spread([us / them for us, them in zip(ours, theirs, strict=True)])
            least = [min(ours), min(theirs)]
            cells = [f"{nanoseconds / 1e6:,.1f}" for nanoseconds in least]
            rows.append([job + phases[phase], *cells, number(least[0] / least[1]), str(ratio)])
    head = ["invalid strings", "here, ms", f"{commit}, ms", "ratio", "ratio by rounds (quartiles)"]
    return Grid("", head, rows)


def main() -> int:
    parser = argparse.ArgumentParser(description="What checks of invalid strings cost, against another commit.")
    parser.add_argument("--against", required=True, metavar="COMMIT")
    parser.add_argument("--lines", type=int, default=2_000, help="invalid lines (default: 2000)")
    parser.add_argument("--rounds", type=int, default=15, help="runs of each program (default: 15)")
    options = parser.parse_args()
    print("\n".join(table(grid(options.against, measured(options.against, options.lines, options.rounds)))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
