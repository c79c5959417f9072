"""Row "format": checkers of the format iri of JSON Schema."""

from __future__ import annotations

from tools.bench.contestants.jobs import JOBS
from tools.bench.corpus import describe, generated
from tools.bench.races import lineup, report
from tools.bench.report import Report
from tools.bench.setting import Setting
from tools.bench.timing import Heat

__all__ = ["SLOW", "heat", "run"]

SLOW = "jsonschema with rfc3987-syntax"  # milliseconds a string


def heat(setting: Setting) -> Heat:
    """Return the race over short strings that the slow one can run, too."""
    texts = generated(20 if setting.quick else 100, longest=60)
    return Heat("format iri", f"{describe(texts)}, a tenth with a fault", texts, setting.rounds(24) // 2, 8)


def run(setting: Setting) -> Report:
    """Measure the checkers: the quick ones over many strings, all of them over some short ones."""
    mixed = generated(500 if setting.quick else 2000)
    quick = Heat("format iri, mixed", f"{describe(mixed)}, a tenth with a fault", mixed, setting.rounds(40), 100)
    names = [name for name in JOBS["format"] if name != SLOW]
    with lineup("format", setting, names) as some, lineup("format", setting) as everybody:
        return report("format", [(some, [quick]), (everybody, [heat(setting)])])
