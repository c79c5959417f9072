"""Row "parse": the tree of an IRI."""

from __future__ import annotations

from tools.bench.corpus import sized
from tools.bench.races import lineup, report
from tools.bench.report import Report
from tools.bench.setting import Setting
from tools.bench.timing import Heat

__all__ = ["run"]

# Length of the strings, how many there are, rounds, strings a round: the peers are slow, and quadratic.
LENGTHS = ((20, 100, 20, 16), (66, 60, 20, 6), (600, 12, 10, 1))


def run(setting: Setting) -> Report:
    """Measure parsing, and parsing with every node read."""
    trees, nodes, syntax = [], [], []
    for length, count, rounds, share in LENGTHS:
        texts = sized(length, max(4, count // 5) if setting.quick else count)
        turns = setting.rounds(rounds)
        trees.append(Heat(f"{length} characters", "", texts, turns, share))
        nodes.append(Heat(f"{length} characters, every node read", "", texts, turns, share))
        if length < 600:
            syntax.append(Heat(f"{length} characters, every node read", "", texts[:10], 4, 2))
    with (
        lineup("parse", setting) as parsers,
        lineup("nodes", setting) as readers,
        lineup("syntax", setting) as slow,
    ):
        return report("parse", [(parsers, trees), (readers, nodes), (slow, syntax)])
