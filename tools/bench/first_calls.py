"""Measure what a first call costs: milliseconds of fresh processes over bare Python, bytecode being cached.

    python -m tools.bench.first_calls [--runs 25]

The last rows open grammars that are not part of irigrammar: as they are, and with what an earlier run kept of them.
The calls take turns, so that other work on the machine hits all alike; the fastest run and the median are given.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from tools.bench.programs import with_bytecode

__all__ = ["main"]

CALLS = {
    "matches": "irigrammar.matches('http://h/')",
    "check, offset": "irigrammar.check('http://h/a b').fault.offset",
    "split": "irigrammar.split('http://h/a?b')",
    "parse": "irigrammar.parse('http://h/a')",
    "normalize": "irigrammar.normalize('HTTP://h/%7e')",
    "normalize by scheme": "irigrammar.normalize('HTTP://h/%7e', level='scheme')",
    "iri_to_uri": "irigrammar.iri_to_uri('http://h/\xe9')",
    "uri_to_iri": "irigrammar.uri_to_iri('http://h/%C3%A9')",
    "resolve": "irigrammar.resolve('http://h/', '../a')",
}
GRAMMARS = {
    "semver.abnf": "tests/data/lectures/semver.abnf",
    "abnf:rfc5322": "abnf:rfc5322",
    "abnf:rfc9110": "abnf:rfc9110",
}


def openings(folder: str) -> Iterator[tuple[str, str]]:
    """Yield the programs that open grammars, by what is said of them; what is kept is in the folder."""
    for name, grammar in GRAMMARS.items():
        for said, cache in ((name, None), (f"{name}, kept", folder)):
            call = f"open_grammar({grammar!r}, cache={cache!r}).start.matches('a')"
            yield said, f"from irigrammar.matching.grammar import open_grammar; {call}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=25)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        programs = {"bare Python": "pass"} | {name: f"import irigrammar; {call}" for name, call in CALLS.items()}
        programs.update(openings(f"{folder}/kept"))
        times: dict[str, list[float]] = {name: [] for name in programs}
        environment = with_bytecode(folder)
        for run in range(options.runs + 1):
            for name, program in programs.items():
                began = perf_counter()
                subprocess.run([sys.executable, "-c", program], check=True, env=environment)
                if run:  # the first one writes the bytecode
                    times[name].append((perf_counter() - began) * 1000)
    bare = times.pop("bare Python")
    for name, spent in times.items():
        print(f"{name:20} {min(spent) - min(bare):5.1f} ms at best, {median(spent) - median(bare):5.1f} in the middle")
    return 0


if __name__ == "__main__":
    sys.exit(main())
