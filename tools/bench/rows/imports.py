"""Row "import": what importing costs."""

from __future__ import annotations

from pathlib import Path
from statistics import median

from tools.bench.programs import LIFE, Program, alternate, available
from tools.bench.report import Grid, Report
from tools.bench.timing import spread

__all__ = ["run"]

BARE = Program("nothing", "pass")
OURS = Program("irigrammar", "import irigrammar", ("irigrammar",))
IMPORTS = [
    BARE,
    OURS,
    Program("irigrammar, first matches", "import irigrammar; irigrammar.grammar('rfc3987')['IRI'].matches('a:')"),
    Program("rfc3987", "import rfc3987", ("rfc3987",)),
    Program("jsonschema_rs", "import jsonschema_rs", ("jsonschema_rs",)),
    Program("pyoxigraph", "import pyoxigraph", ("pyoxigraph",)),
    Program("abnf", "import abnf", ("abnf",)),
    Program("abnf.grammars.rfc3987 (rust)", "import abnf.grammars.rfc3987", ("abnf", "abnf_rust")),
    Program("abnf.grammars.rfc3987 (python)", "import abnf.grammars.rfc3987", ("abnf",), {"ABNF_NO_RUST": "1"}),
]


def run(quick: bool, root: Path) -> Report:
    """Measure processes that import, against one that does nothing."""
    del root
    rounds = 5 if quick else 40
    notes = ["Without site, so that it does not matter how irigrammar is installed."]
    found = {name: phases[LIFE] for name, phases in alternate(available(IMPORTS, notes), rounds).items()}
    bare = found[BARE.name]
    rows, summary = [], []
    for name, lives in found.items():
        more = spread([(life - nothing) / 1e6 for life, nothing in zip(lives, bare, strict=True)])
        times = str(spread([life / nothing for life, nothing in zip(lives, bare, strict=True)]))
        rows.append([name, f"{median(lives) / 1e6:.1f}", f"{more.middle:.1f} ({more.low:.1f}–{more.high:.1f})", times])
        if name != BARE.name:
            summary.append([name, times])
    head = ["import", "ms", "ms more than bare (quartiles)", "this / bare (quartiles)"]
    short = Grid("import: time of the whole process / time of one that imports nothing", ["import", "ratio"], summary)
    return Report("import", [Grid(f"{rounds} rounds of fresh processes", head, rows)], [short], notes)
