"""Fuzz what reads what strangers write.

python -m fuzz                            each target for 15 seconds
python -m fuzz --seconds 3600 scan-html   one of them for an hour
python -m fuzz --seed 1                   the same inputs each time, as far as the time reaches
python -m fuzz --list                     the targets

Each target begins with the inputs kept in fuzz/corpus.jsonl, goes on with new ones that reach new code
(coverage-guided, by atheris), and stops at the first that breaks a promise: it is added to fuzz/corpus.jsonl, where the
test of the corpus finds it from then on. Exit status 1 where something was found.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from fuzz import CORPUS, Kept, corpus, keep

_LONGEST = 2_000  # bytes of an input
# Seconds that one input may take. libFuzzer looks each half of it and a second later; a look while the process ends
# kills it (a clean run with status -14), so that no look is due 6 or 15 seconds after the start.
_TIMEOUT = 20
_MEMORY = 2_000  # megabytes

# Run by each process that fuzzes: instrumented imports once, then a process for each target that it is told.
_PROGRAM = """
import json, os, sys
import atheris
with atheris.instrument_imports(include=["irigrammar"]):
    from fuzz.targets import TARGETS
for line in sys.stdin:
    name, said, *options = json.loads(line)
    process = os.fork()
    if not process:
        os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT), 2)
        atheris.Setup(["fuzz", *options], TARGETS[name])
        atheris.Fuzz()
    print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
"""


def fuzz(names: Iterator[str], seconds: int, seed: int) -> Iterator[tuple[str, int, str]]:
    """Run targets; yield of each the name, the status of its process and the end of what it said.

    A seed of 0 is chance.
    """
    env = {**os.environ, "PYTHONHASHSEED": str(seed) if seed else "random"}
    command = [sys.executable, "-c", _PROGRAM]
    pipe = subprocess.PIPE
    started = partial(subprocess.Popen[str], cwd=CORPUS.parents[1], env=env, text=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        (Path(folder) / "imports").open("w") as imports,
        started(command, stdin=pipe, stdout=pipe, stderr=imports) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        for name in names:
            kept, new, found = (Path(folder) / name / part for part in ("kept", "new", "found"))
            said = Path(folder) / f"{name}.log"
            for part in (kept, new, found):
                part.mkdir(parents=True)
            for row in corpus():
                if row.target == name:
                    (kept / row.name).write_bytes(row.data)
            options = [
                f"-max_total_time={seconds}",
                f"-seed={seed}",
                f"-max_len={_LONGEST}",
                f"-timeout={_TIMEOUT}",
                f"-rss_limit_mb={_MEMORY}",
                f"-artifact_prefix={found}/",
            ]
            process.stdin.write(json.dumps([name, str(said), *options, str(new), str(kept)]) + "\n")
            process.stdin.flush()
            status = process.stdout.readline()
            log = said if said.exists() else Path(imports.name)
            lines = log.read_text(errors="replace").splitlines()
            for path in found.iterdir():
                keep(Kept(name, path.name, path.read_bytes()))
            yield name, int(status or 1), "\n".join([line for line in lines if line.strip()][-25:])
            if not status:  # the process itself has ended
                return


def main() -> int:
    """Fuzz the targets that are asked for, and return the exit status."""
    from fuzz.targets import TARGETS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=15, help="for each target (15)")
    parser.add_argument("--seed", type=int, default=0, help="of the inputs (by chance)")
    parser.add_argument("--jobs", type=int, default=2, help="targets at a time (2)")
    parser.add_argument("--list", action="store_true", help="list the targets")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    given = parser.parse_args()
    unknown = [name for name in given.targets if name not in TARGETS]
    if unknown:
        parser.error(f"unknown target {unknown[0]}; --list shows them")
    if given.list:
        print("\n".join(TARGETS))
        return 0
    if find_spec("atheris") is None:
        print("atheris is not installed: the corpus is tested by pytest, and nothing new is tried")
        return 0
    names = iter(given.targets or TARGETS)  # the threads take from it in turn

    def run(_: int) -> int:
        failed = 0
        for name, status, said in fuzz(names, given.seconds, given.seed):
            runs = next((line for line in reversed(said.splitlines()) if line.startswith("Done ")), "")
            shown = f"{name:22} {runs or f'status {status}'}"
            print(f"{shown}\n{said}" if status else shown, flush=True)
            failed += status != 0
        return failed

    with ThreadPoolExecutor(given.jobs) as pool:
        return int(any(pool.map(run, range(given.jobs))))


if __name__ == "__main__":
    sys.exit(main())
