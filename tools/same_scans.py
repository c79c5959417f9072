"""Scan many files with two checkouts, and report the differences.

    python tools/same_scans.py OTHER FOLDER... [--types json,yaml] [--most 20000] [--changed 3]

OTHER is the folder of another checkout (`git worktree add ../before COMMIT`). Compared are, byte for byte, the dump and
the report of `iri scan`, and the items of each document's finder, also for `--changed` copies in which characters were
left out, doubled and exchanged (the same ones at each run). Files come in the order of their paths; of more than
`--most` every N-th is taken. Exit status 1 where something differs.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_BATCH = 200
_LONGEST = 2_000_000  # bytes
_SCANS = (("--dump",), ("--format", "jsonl"))


def files(folders: Sequence[str], types: frozenset[str], most: int) -> list[str]:
    """Return the paths of the files of some types, of all types if there are none."""
    from irigrammar.scan.formats.registry import type_of

    found = []
    for folder in folders:
        for top, inner, names in os.walk(folder):
            inner.sort()
            for name in sorted(names):
                path = Path(top, name)
                kind = type_of(path)
                if kind and (not types or kind.name in types) and path.is_file() and path.stat().st_size <= _LONGEST:
                    found.append(str(path))
    return found[:: max(1, len(found) // most)][:most]


def changed(text: str, seed: str) -> str:
    """Return a text with a few characters left out, doubled or exchanged."""
    rng = random.Random(seed)
    characters = list(text)
    for _ in range(rng.choice((1, 2, 5))):
        place = rng.randrange(len(characters))
        other = characters[rng.randrange(len(characters))]
        characters[place] = rng.choice(("", 2 * characters[place], other, rng.choice("\\\"'{}[]:,/*\r\n\x85\udc80é日")))
    return "".join(characters)


def items(path: str, copies: int) -> Iterator[str]:
    """Yield the items of a document and of changed copies of it, as text."""
    from irigrammar.scan.formats.registry import Options, type_of

    kind = type_of(Path(path))
    assert kind is not None
    text = Path(path).read_bytes().decode("utf-8", "surrogateescape")
    for number in range(copies + 1):
        content = changed(text, f"{path} {number}") if number and text else text
        rows = list(kind.open(Options(path=path))(content))
        yield ascii([tuple(row)[:4] + tuple(map(str, tuple(row)[6:])) for row in rows])


def answer() -> None:
    """Answer questions on standard input, each a JSON array of a path and a number of copies."""
    for line in sys.stdin:
        path, copies = json.loads(line)
        print(json.dumps([*items(path, copies)]), flush=True)


def environment(checkout: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(checkout / "src"), "PYTHONDONTWRITEBYTECODE": "1"}


def scan_of(checkout: Path, paths: Sequence[str], options: Sequence[str]) -> bytes:
    command = [sys.executable, "-m", "irigrammar", "scan", "--isolated", "--no-gitignore", *options, *paths]
    return subprocess.run(command, capture_output=True, check=False, env=environment(checkout)).stdout


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other")
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--types", default="", help="names of types, with commas (default: all)")
    parser.add_argument("--most", type=int, default=20_000)
    parser.add_argument("--changed", type=int, default=3)
    options = parser.parse_args(arguments)
    if options.other == "-":  # one of the two that are asked
        answer()
        return 0
    checkouts = (ROOT, Path(options.other).resolve())
    paths = files(options.folders, frozenset(filter(None, options.types.split(","))), options.most)
    askers = [
        subprocess.Popen(
            [sys.executable, __file__, "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(checkout),
            text=True,
        )
        for checkout in checkouts
    ]
    differences = 0
    for path in paths:
        replies = []
        for asker in askers:
            assert asker.stdin is not None
            asker.stdin.write(json.dumps([path, options.changed]) + "\n")
            asker.stdin.flush()
        for asker in askers:
            assert asker.stdout is not None
            replies.append(asker.stdout.readline())
        if replies[0] != replies[1]:
            differences += 1
            print(f"{path}: other items")
    for asker in askers:
        assert asker.stdin is not None
        asker.stdin.close()
        asker.wait()
    rest = iter(paths)
    while batch := [*islice(rest, _BATCH)]:
        for how in _SCANS:
            first, second = (scan_of(checkout, batch, how) for checkout in checkouts)
            if first != second:
                differences += 1
                print(f"{how[-1]} of {batch[0]} and so on: another output")
    print(f"{len(paths):,} files, with {options.changed} changed copies of each: {differences} differences")
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main())
