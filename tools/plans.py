"""Write the kernel's conversion data for some grammars.

With it, a first conversion computes nothing.

    python tools/plans.py --write    write the files in src/irigrammar/_generated
    python tools/plans.py --check    exit 1, naming the files, where they are not what this would write

Run it after tools/compile_grammars.py, whose files it reads and adds to.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from irigrammar.engines.packing import pack  # noqa: E402  # the checkout's own, not another
from irigrammar.matching.grammar import grammar_of  # noqa: E402
from irigrammar.processing.support.plans import rows_of, staying_of  # noqa: E402
from irigrammar.processing.support.rewriters import LEVELS, NAMES, SHIPPED, STAYING  # noqa: E402
from irigrammar.shipped.values import dump  # noqa: E402
from tools import writing  # noqa: E402
from tools.compile_grammars import GENERATED, OTHER_PARTS, Files, update  # noqa: E402


def files() -> Files:
    """Return the parts that this adds to the files of grammars."""
    files: Files = {}
    for name in SHIPPED:
        grammar = grammar_of(name)
        parts = {f"plan {plan}": dump(rows_of(plan, grammar)) for plan in NAMES}
        parts[STAYING] = dump({level: (pack(staying_of(level, grammar)), None) for level in LEVELS})
        files[GENERATED / f"{name}.z"] = parts
    return files


def main() -> int:
    parser = writing.parser(__doc__)
    return update(files(), lambda name: name not in OTHER_PARTS, parser.parse_args().write)


if __name__ == "__main__":
    sys.exit(main())
