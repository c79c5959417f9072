"""Row "match": is this an IRI?"""

from __future__ import annotations

from pathlib import Path

from tools.bench.corpus import describe, made, real, sized, uniform
from tools.bench.races import lineup, report
from tools.bench.report import Report
from tools.bench.timing import Heat

__all__ = ["run"]


def run(quick: bool, root: Path) -> Report:
    """Measure verdicts: all peers over short strings, the quick ones over everything."""
    count, rounds, share = (1000, 10, 200) if quick else (6000, 80, 400)
    texts = made(count)
    heats = [Heat("made", f"{describe(texts)}, a tenth with a fault", texts, rounds, share)]
    found = real(count, root)
    if found:
        heats.append(Heat("real", f"{describe(found)}, a sample of published ones", found, rounds, share))
    heats += [Heat(f"URLs of {length} characters", "", sized(length, 1000), rounds, share) for length in (20, 66)]
    for kind in ("path", "Han", "a%20bc", "percent"):
        heats.append(Heat(f"{kind}, 1,000 characters", "", uniform(kind, 1000, 100), rounds, 40))
    brief = made(60 if quick else 300, longest=80)
    slow = [Heat("made, short", describe(brief), brief, 4 if quick else 20, 15)]
    with (
        lineup("matches", "matches_many", "jsonschema_rs", "pyoxigraph", "rfc3987 pattern", "rfc3987 match") as fast,
        lineup("matches", "jsonschema_rs", "abnf rust match", "abnf python match") as everybody,
    ):
        return report("match", [(fast, heats), (everybody, slow)])
