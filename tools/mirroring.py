"""Write the characters that are mirrored where they are shown from right to left: Unicode's BidiMirroring.txt.

python tools/mirroring.py --write    write src/irigrammar/_generated/mirroring.py
python tools/mirroring.py --check    exit 1 where that file is not what this would write

The data is that of fontTools, which has it from Unicode; a newer fontTools may bring that of a newer version.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MODULE = ROOT / "src" / "irigrammar" / "_generated" / "mirroring.py"


def pairs() -> dict[str, str]:
    """Return the character that each one becomes."""
    from fontTools.unicodedata.Mirrored import MIRRORED

    return {chr(char): chr(other) for char, other in sorted(MIRRORED.items())}


def source() -> str:
    """Return the name, with its version, of the file that fontTools' data comes from."""
    from fontTools.unicodedata import Mirrored

    match = re.search(r"BidiMirroring-[\d.]+\d", inspect.getsource(Mirrored))
    return f"{match[0]}.txt" if match else "BidiMirroring.txt"


def module(mirrored: Mapping[str, str], file: str) -> str:
    """Return the text of the module."""
    pairs = [f"{char!a}: {other!a}," for char, other in mirrored.items()]
    rows = "".join(f"    {' '.join(row)}\n" for row in (pairs[start : start + 5] for start in range(0, len(pairs), 5)))
    return (
        '"""The characters that are mirrored where they are shown from right to left (UAX #9, rule L4).\n\n'
        f"Written by: python tools/mirroring.py --write, from Unicode's {file}\n"
        f'"""\n\nMIRRORED: dict[str, str] = {{\n{rows}}}\n'
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the table of mirrored characters.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="write the module")
    what.add_argument("--check", action="store_true", help="exit 1 where it is not up to date")
    options = parser.parse_args()
    content = module(pairs(), source())
    if options.write:
        MODULE.write_text(content, encoding="utf-8", newline="\n")
    elif not MODULE.is_file() or MODULE.read_text(encoding="utf-8") != content:
        print("not up to date: run python tools/mirroring.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
