"""Row "split": the components of an IRI."""

from __future__ import annotations

from tools.bench.corpus import REAL, describe, generated, real, refused
from tools.bench.races import lineup, report
from tools.bench.report import Report
from tools.bench.setting import Setting
from tools.bench.timing import Heat

__all__ = ["run"]


def run(setting: Setting) -> Report:
    """Measure splitting, of valid strings and of refused ones."""
    count, rounds, share = (500 if setting.quick else 4000), setting.rounds(72), 150
    valid, faulty = generated(count, faults=0), refused(500)
    heats = [
        Heat("valid", describe(valid), valid, rounds, share),
        Heat("refused", f"{describe(faulty)}, all with a fault", faulty, rounds, share),
    ]
    published = real(count, setting.root)
    if published:
        heats.append(Heat(REAL, describe(published), published, rounds, share))
    with lineup("split", setting) as everybody:
        return report("split", [(everybody, heats)])
