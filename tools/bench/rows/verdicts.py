"""Row "match": validate one IRI."""

from __future__ import annotations

from tools.bench.contestants.jobs import JOBS
from tools.bench.corpus import describe, generated, parts, sized, uniform
from tools.bench.races import lineup, report
from tools.bench.report import Report
from tools.bench.setting import Setting
from tools.bench.shapes import UNITS
from tools.bench.timing import Heat

__all__ = ["run"]

SLOW = ("rfc3987-syntax", "abnf (rust)", "abnf (python)")  # milliseconds a string: these get few and short ones
FAST = tuple(name for name in JOBS["match"] if name not in SLOW)


def run(setting: Setting) -> Report:
    """Measure verdicts: the quick peers over everything, all of them over some short strings."""
    count, rounds, share = (500 if setting.quick else 4000), setting.rounds(72), 200
    mixed = generated(count)
    heats = [Heat("mixed", f"{describe(mixed)}, a tenth with a fault", mixed, rounds, share)]
    heats += [Heat(title, describe(texts), texts, rounds, share) for title, texts in parts(count, setting.root).items()]
    heats += [Heat(f"URLs of {length} characters", "", sized(length, 500), rounds, share) for length in (20, 66)]
    heats += [Heat(f"{kind}, 1,000 characters", "", uniform(kind, 1000, 60), rounds // 2 + 2, 30) for kind in UNITS]
    brief = generated(20 if setting.quick else 100, longest=60)
    slow = [Heat("short", f"{describe(brief)}, a tenth with a fault", brief, setting.rounds(16) // 2, 8)]
    with (
        lineup("match", setting, FAST) as fast,
        lineup("match", setting, ("irigrammar matches", "irigrammar pure", "jsonschema_rs", *SLOW)) as everybody,
    ):
        return report("match", [(fast, heats), (everybody, slow)])
