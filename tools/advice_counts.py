"""Count what each rule of advice finds in real identifiers.

    python tools/advice_counts.py             every file of the folder that IRIGRAMMAR_DATA names
    python tools/advice_counts.py FILE...     these files

A file of type .txt has one identifier a line, one of type .jsonl the field `input`; others are passed over. Without
IRIGRAMMAR_DATA the folder is `shared/data` beside the checkout. For each rule and file the table counts strings with a
finding, by the grammar of RFC 3987; `--show N` adds N of them, from all over the file, with the message.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from irigrammar.advice.advise import findings, skipped  # noqa: E402  # the checkout's own, not another
from irigrammar.advice.context import Context  # noqa: E402
from irigrammar.advice.registry import chosen, rules  # noqa: E402
from irigrammar.faults.fault import NoMatch  # noqa: E402
from irigrammar.processing.reference import matchers  # noqa: E402
from irigrammar.text.names import visible  # noqa: E402

_EVERY = 7919  # a prime: of many findings every n-th is shown


def texts(path: Path) -> Iterator[str]:
    """Yield the identifiers of a file."""
    with path.open(encoding="utf-8", newline="\n") as lines:
        for line in lines:
            if path.suffix == ".txt":
                yield line.rstrip("\n")
            else:
                text = json.loads(line).get("input")
                if isinstance(text, str):
                    yield text


def files(paths: list[Path]) -> list[Path]:
    """Return the files to read."""
    if paths:
        return paths
    folder = Path(os.environ.get("IRIGRAMMAR_DATA") or ROOT.parent / "shared" / "data")
    return sorted(path for path in folder.glob("*") if path.suffix in (".txt", ".jsonl"))


def count(path: Path, show: int) -> tuple[Counter[str], dict[str, list[str]], int, int]:
    """Return how many strings each rule finds something in, examples, and how many strings match and do not."""
    matcher, _ = matchers("rfc3987")
    wanted = chosen()
    counts: Counter[str] = Counter()
    examples: dict[str, list[str]] = defaultdict(list)
    valid = invalid = 0
    for text in texts(path):
        try:
            context = Context(text, matcher)
        except NoMatch:
            invalid += 1
            continue
        valid += 1
        for code, message in {finding.code: finding.message for finding in findings(context, wanted)}.items():
            counts[code] += 1
            if len(examples[code]) < show and (counts[code] <= show or counts[code] % _EVERY == 0):
                examples[code].append(f"{text}: {message}")
    return counts, examples, valid, invalid


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="examples of each rule")
    options = parser.parse_args()
    paths = files(options.files)
    if not paths:
        parser.error("no file: name one, or its folder in IRIGRAMMAR_DATA")
    if skipped(chosen()):
        print(f"without {', '.join(skipped(chosen()))}: pip install 'irigrammar[advice]'")
    counts = []
    for path in paths:
        start = time.perf_counter()
        counts.append(count(path, options.show))
        _, _, valid, invalid = counts[-1]
        took = time.perf_counter() - start
        print(f"{path.name}: {valid:,} IRI-references, {invalid:,} other strings, {took:.0f} s")
    print(f"\n| rule | | {' | '.join(path.stem for path in paths)} |\n|---|---|{'---:|' * len(paths)}")
    for rule in rules():
        print(f"| {rule.code} | {rule.name} | {' | '.join(f'{counts[rule.code]:,}' for counts, *_ in counts)} |")
    for path, (_, examples, _, _) in zip(paths, counts, strict=True):
        for code in sorted(examples):
            for example in examples[code]:
                print(visible(f"{path.stem} {code} {example}"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
