"""Row "split": the components of an IRI."""

from __future__ import annotations

from pathlib import Path

from tools.bench.corpus import describe, made, real, refused
from tools.bench.races import lineup, report
from tools.bench.report import Report
from tools.bench.timing import Heat

__all__ = ["run"]


def run(quick: bool, root: Path) -> Report:
    """Measure splitting, of valid strings and of refused ones."""
    count, rounds, share = (1000, 8, 150) if quick else (4000, 40, 200)
    valid = made(count, faults=0)
    faulty = refused(1000)
    heats = [
        Heat("valid", describe(valid), valid, rounds, share),
        Heat("refused", f"{describe(faulty)}, all with a fault", faulty, rounds, share),
    ]
    found = real(count, root)
    if found:
        heats.append(Heat("real", f"{describe(found)}, a sample of published ones", found, rounds, share))
    with lineup("split", "rfc3987 parse", "urlsplit") as everybody:
        return report("split", [(everybody, heats)])
