"""Row "bulk": validate many IRIs.

Lists, and columns in Arrow memory, each on one core.
"""

from __future__ import annotations

from tools.bench.contestants.columns import TABLE
from tools.bench.corpus import REAL, describe, generated, real
from tools.bench.races import lineup, report
from tools.bench.report import Report
from tools.bench.setting import Setting
from tools.bench.timing import Heat

__all__ = ["run"]


def run(setting: Setting) -> Report:
    """Measure one call for all texts, the strings of lists being scattered in memory."""
    count = 20_000 if setting.quick else 100_000
    rounds = setting.rounds(12)
    texts = generated(count)
    heats = [Heat("mixed", f"{describe(texts)}, a tenth with a fault", texts, rounds, count)]
    published = real(count, setting.root)
    if published:
        heats.append(Heat(REAL, describe(published), published, rounds, count))
    with lineup("bulk", setting) as everybody:
        return report("bulk", [(everybody, heats)], throughput=True, reference=TABLE)
