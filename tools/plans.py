"""Write the kernel's conversion data for some grammars.

With it, a first conversion computes nothing.

    python tools/plans.py --write    write the files in src/irigrammar/_generated
    python tools/plans.py --check    exit 1, naming the files, where they are not what this would write

Run it after tools/compile_grammars.py, whose modules it reads.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from irigrammar.engines.compiled import FOLDER as COMPILED  # noqa: E402  # the checkout's own, not another
from irigrammar.engines.compiled import dump  # noqa: E402
from irigrammar.engines.packing import pack  # noqa: E402
from irigrammar.matching.grammar import grammar_of  # noqa: E402
from irigrammar.processing.support.plans import rows_of, staying_of  # noqa: E402
from irigrammar.processing.support.rewriters import LEVELS, SHIPPED, STAYING  # noqa: E402
from irigrammar.shipped.loader import module_name  # noqa: E402
from tools.compile_grammars import GENERATED, content, stored  # noqa: E402

FOLDER = GENERATED / "plans"
WRITTEN = '\n\nWritten by: python tools/plans.py --write\n"""\n\n'
NAMES = ("iri_to_uri", "percent", "uri_to_iri", "syntax", "scheme", "resolve")


def files() -> dict[Path, str]:
    """Return the text of each module by its path."""
    modules = {FOLDER / "__init__.py": '"""What the kernel converts references by."""\n'}
    for grammar in SHIPPED:
        rows = {name: rows_of(name, grammar_of(grammar)) for name in NAMES}
        plain = {name: None if row is None else tuple(row) for name, row in rows.items()}
        head = f'"""What the kernel converts references of {grammar} by.'
        modules[FOLDER / f"{module_name(grammar)}.py"] = f"{head}{WRITTEN}PLANS = {plain!r}\n"
        stay = dump((level, pack(staying_of(level, grammar_of(grammar))), None) for level in LEVELS)
        modules[GENERATED / COMPILED / f"{STAYING.format(grammar)}.z"] = stay
    return modules


def main() -> int:
    parser = argparse.ArgumentParser(description="Write what the kernel converts references by.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="write the modules")
    what.add_argument("--check", action="store_true", help="exit 1 where they are not up to date")
    options = parser.parse_args()
    stale = {path: text for path, text in files().items() if not path.exists() or content(path) != text}
    for path, text in stale.items():
        print(path.relative_to(ROOT))
        if options.write:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(stored(path, text))
    return int(options.check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
