"""Fuzz what reads what strangers write.

python -m fuzz                            each target for 15 seconds
python -m fuzz --seconds 3600 scan-html   one of them for an hour
python -m fuzz --seed 1                   the same inputs each time, as far as the time reaches
python -m fuzz --list                     the targets

Each target begins with the inputs kept in fuzz/corpus, goes on with new ones that reach new code (coverage-guided, by
atheris), and stops at the first that breaks a promise: it is written to fuzz/corpus/TARGET, where the test of the
corpus finds it from then on. Exit status 1 where something was found.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"
_LONGEST = 2_000  # bytes of an input
# Seconds that one input may take. libFuzzer looks each half of it and a second later; a look while the process ends
# kills it (a clean run with status -14), so that no look is due 6 or 15 seconds after the start.
_TIMEOUT = 20
_MEMORY = 2_000  # megabytes

# Run by each process: instrumented imports first, then the one target.
_PROGRAM = """
import sys
import atheris
with atheris.instrument_imports(include=["irigrammar"]):
    from fuzz.targets import TARGETS
atheris.Setup(sys.argv, TARGETS[{name!r}])
atheris.Fuzz()
"""


def fuzz(name: str, seconds: int, seed: int) -> tuple[str, int, str]:
    """Run a target; return its name, the status of its process and the end of what it said; a seed of 0 is chance."""
    kept = CORPUS / name
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as new:
        options = [
            f"-max_total_time={seconds}",
            f"-seed={seed}",
            f"-max_len={_LONGEST}",
            f"-timeout={_TIMEOUT}",
            f"-rss_limit_mb={_MEMORY}",
        ]
        command = [
            sys.executable,
            "-c",
            _PROGRAM.format(name=name),
            *options,
            f"-artifact_prefix={kept}/",
            new,
            str(kept),
        ]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            cwd=CORPUS.parents[1],
            env={**os.environ, "PYTHONHASHSEED": str(seed) if seed else "random"},
        )
    said = [line for line in done.stderr.splitlines() if line.strip()]
    return name, done.returncode, "\n".join(said[-25:])


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
    failed = 0
    run = partial(fuzz, seconds=given.seconds, seed=given.seed)
    with ThreadPoolExecutor(given.jobs) as pool:
        for name, status, said in pool.map(run, given.targets or TARGETS):
            runs = next((line for line in reversed(said.splitlines()) if line.startswith("Done ")), "")
            print(f"{name:22} {runs or f'status {status}'}", flush=True)
            if status:
                failed += 1
                print(said)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
