"""Run exports through their engines, and count the differences.

The strings are those of the complete suites.

python tools/proofs/run.py             every engine that is installed; exit 1 where one differs (some minutes)
python tools/proofs/run.py --quick     the same, with a sample for the engines that are slow
python tools/proofs/run.py --write     the same as the first, and write the table; every engine must be there
python tools/proofs/run.py --check     exit 1 where the table is not of these engines and suites; runs none
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    sys.path[0] = str(ROOT)  # this folder's modules are `tools.proofs.*`
    from tools.proofs.engines import ENGINES
    from tools.writing import replaced, update

    parser = argparse.ArgumentParser(description="Run exports through the engines that they are for.")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="take a sample of the strings for slow engines")
    how.add_argument("--write", action="store_true", help="write the table")
    how.add_argument("--check", action="store_true", help="exit 1 where the table is another; run nothing")
    options = parser.parse_args()
    page = ROOT / "docs" / "evidence.md"
    text = page.read_text(encoding="utf-8")
    if options.check:
        return update({page: replaced(text, "proofs", _table())}, False)
    missing = [engine for engine in ENGINES if engine.version() is None]
    for engine in missing:
        print(f"{engine.name}: not here; {engine.install}")
    if options.write and missing:
        return 1
    differ = sum(_proved(number, quick=options.quick) for number, engine in enumerate(ENGINES) if engine not in missing)
    if options.write and not differ:
        text = page.read_text(encoding="utf-8")  # as it is now
        return update({page: replaced(text, "proofs", _table())}, True)
    return 1 if differ else 0


def _proved(number: int, *, quick: bool) -> int:
    """Run one engine and say what came of it; return how many strings it differs on."""
    from tools.proofs.engines import ENGINES, PRODUCTIONS, wrong

    engine = ENGINES[number]
    differ = 0
    for grammar, rule in PRODUCTIONS:
        start = time.perf_counter()
        asked, differing = wrong(engine, grammar, rule, engine.sample if quick else None)
        spent = time.perf_counter() - start
        said = f"{len(differing)} of {asked:,} differ" if differing else f"all {asked:,} agree"
        print(f"{engine.dialect:<17}{engine.name} {engine.version()}: {rule}: {said} ({spent:.1f} s)", flush=True)
        for case in differing[:5]:
            print(f"  {case!r}")
        differ += len(differing)
    return differ


def _table() -> str:
    """Return the expected table, with every engine in agreement on every string."""
    from tools.proofs.engines import ENGINES, PRODUCTIONS, cases

    heads = " | ".join(f"{rule} ({grammar})" for grammar, rule in PRODUCTIONS)
    lines = [f"| dialect | engine | {heads} |", f"| --- | --- {'| ---: ' * len(PRODUCTIONS)}|"]
    for engine in ENGINES:
        counts = [len(cases(grammar, rule, engine.each)) for grammar, rule in PRODUCTIONS]
        cells = " | ".join(f"{count:,} of {count:,}" for count in counts)
        lines.append(f"| `{engine.dialect}` | {engine.name} | {cells} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main())
