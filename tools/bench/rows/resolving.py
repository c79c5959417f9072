"""Row "resolve": references to targets."""

from __future__ import annotations

from tools.bench.contestants.strings import joined
from tools.bench.corpus import describe, related
from tools.bench.races import lineup, report
from tools.bench.report import Report
from tools.bench.setting import Setting
from tools.bench.timing import Heat

__all__ = ["run"]


def run(setting: Setting) -> Report:
    """Measure resolving: base and reference are text, and both are new each time."""
    pairs = related(200 if setting.quick else 1000)
    texts = [joined(*pair) for pair in pairs]
    about = f"bases: {describe([base for base, _ in pairs])}; references: {describe([ref for _, ref in pairs])}"
    with lineup("resolve", setting) as everybody:
        return report("resolve", [(everybody, [Heat("references", about, texts, setting.rounds(64), 40)])])
