"""Row "normalize": syntax-based normal forms."""

from __future__ import annotations

from tools.bench.corpus import describe, messy, shaped
from tools.bench.races import lineup, report
from tools.bench.report import Report
from tools.bench.setting import Setting
from tools.bench.timing import Heat

__all__ = ["run"]


def run(setting: Setting) -> Report:
    """Measure normalizing: of what is in normal form already, and of what is not."""
    count, rounds = (200 if setting.quick else 1000), setting.rounds(64)
    tidy, untidy = shaped("pages", count), messy(count)
    heats = [
        Heat("normal already", describe(tidy), tidy, rounds, 40),
        Heat("not normal", f"{describe(untidy)}: cases, dot segments, encoded letters", untidy, rounds, 40),
    ]
    with lineup("normalize", setting) as everybody:
        return report("normalize", [(everybody, heats)])
