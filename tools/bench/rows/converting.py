"""Row "convert": conversions of columns in Arrow memory.

On one core, beside our own verdicts of the same column.
"""

from __future__ import annotations

from tools.bench.contestants.columns import CHECKS
from tools.bench.corpus import describe, messy, shaped
from tools.bench.races import lineup, report
from tools.bench.report import Report
from tools.bench.setting import Setting
from tools.bench.timing import Heat

__all__ = ["run"]


def run(setting: Setting) -> Report:
    """Measure one call for all texts: of ASCII that stays, and what changes."""
    count, rounds = (2_000 if setting.quick else 50_000), setting.rounds(12)
    shapes = {
        "pages": shaped("pages", count),
        "titles in a script": shaped("titles in a script", count),
        "percent-heavy": shaped("percent-heavy", count),
        "not normal": messy(count),
    }
    heats = [Heat(name, describe(texts), texts, rounds, count) for name, texts in shapes.items()]
    with lineup("convert", setting) as everybody:
        return report("convert", [(everybody, heats)], throughput=True, reference=CHECKS)
