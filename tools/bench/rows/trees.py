"""Row "parse": the tree of an IRI."""

from __future__ import annotations

from pathlib import Path

from tools.bench.corpus import sized
from tools.bench.races import lineup, report
from tools.bench.report import Report
from tools.bench.timing import Heat

__all__ = ["run"]

# Length of the strings, how many there are, rounds, strings a round: the peers are slow, and quadratic.
LENGTHS = ((20, 200, 24, 20), (66, 100, 24, 8), (600, 16, 12, 2))


def run(quick: bool, root: Path) -> Report:
    """Measure parsing, and parsing with every node read."""
    del root
    trees, nodes = [], []
    for length, count, rounds, share in LENGTHS:
        texts = sized(length, max(4, count // 10) if quick else count)
        turns = 4 if quick else rounds
        trees.append(Heat(f"{length} characters", "", texts, turns, share))
        nodes.append(Heat(f"{length} characters, every node read", "", texts, turns, share))
    with (
        lineup("parse", "abnf rust parse", "abnf python parse") as parsers,
        lineup("parse all nodes", "abnf rust all nodes", "abnf python all nodes") as readers,
    ):
        return report("parse", [(parsers, trees), (readers, nodes)])
