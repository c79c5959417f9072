"""Write Unicode and Encoding Standard data that Python lacks.

python tools/unicode_tables.py --write    write src/irigrammar/_generated/unicode.z
python tools/unicode_tables.py --check    exit 1 where that file is not what this would write

Scripts, their extensions and mirrored characters are those of fontTools, look-alikes those of confusable-homoglyphs;
both have them from Unicode's files. The labels of encodings are those of webencodings. Where fontTools follows another
version of Unicode than the file, the check only says so.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools import writing  # noqa: E402

FILE = ROOT / "src" / "irigrammar" / "_generated" / "unicode.z"

_MARK = "\N{LEFT-TO-RIGHT MARK}"  # around right-to-left characters in the pairs


def tables() -> dict[str, Any]:
    """Return the tables: by name, those that `irigrammar.text.unicode` reads."""
    from fontTools import unicodedata as ucd
    from fontTools.unicodedata import Mirrored, Scripts
    from webencodings.labels import LABELS

    version = re.search(r"Scripts-([\d.]+\d)\.txt", inspect.getsource(Scripts))
    assert version is not None
    return {
        "version": version[1],
        "mirrored": {chr(char): chr(other) for char, other in sorted(Mirrored.MIRRORED.items())},
        "names": {code: name.replace("_", " ") for code, name in sorted(Scripts.NAMES.items())},
        "prototypes": prototypes(),
        # without what replaces all, and what is about display alone
        "encodings": {label: name.removesuffix("-i") for label, name in LABELS.items() if name != "replacement"},
        "scripts": runs(ucd.script),
        "extensions": runs(lambda char: " ".join(sorted(ucd.script_extension(char)))),
    }


def runs(value: Callable[[str], str]) -> list[list[Any]]:
    """Return the first code points of runs that have the same value, and the values."""
    starts: list[int] = []
    values: list[str] = []
    for point in range(sys.maxunicode + 1):
        here = value(chr(point))
        if not values or here != values[-1]:
            starts.append(point)
            values.append(here)
    return [starts, values]


def prototypes() -> dict[str, str]:
    """Return what stands for each character that looks like another one (UTS #39, 4), where it is not itself.

    The package has each pair of confusables.txt in both directions: a character has one partner, its prototype, or is a
    prototype itself. Of a pair that is alone the sequence is the prototype, else the character that comes first.
    """
    from confusable_homoglyphs.confusables import confusables_data

    partners = {text.strip(_MARK): [row["c"].strip(_MARK) for row in rows] for text, rows in confusables_data.items()}
    chosen: dict[str, str] = {}
    for char in sorted(partners):
        if len(char) == 1 and len(partners[char]) == 1:
            (partner,) = partners[char]
            is_alone = len(partner) == 1 and len(partners.get(partner, ())) == 1
            prototype = min(char, partner) if is_alone else partner
            if prototype != char:
                chosen[char] = prototype
    return chosen


def content() -> bytes:
    """Return what the file holds: the tables as JSON, compressed."""
    text = json.dumps(tables(), ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode(), 9)


def main() -> int:
    parser = writing.parser(__doc__)
    made = content()
    if parser.parse_args().write:
        FILE.write_bytes(made)
        return 0
    here, there = (json.loads(zlib.decompress(data)) for data in (made, FILE.read_bytes()))
    if here["version"] != there["version"]:
        print(f"fontTools follows Unicode {here['version']}, the file {there['version']}: --write updates it")
        return 0
    if here != there:
        print("not up to date: run python tools/unicode_tables.py --write")
    return int(here != there)


if __name__ == "__main__":
    sys.exit(main())
