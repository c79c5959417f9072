"""Search Unicode for characters that map to more than label characters.

They are what a mapping of host names turns into characters that are not part of a label.

    python tools/idna_hazards.py --write    write tests/data/idna_hazards.txt
    python tools/idna_hazards.py --check    exit 1 where the file is not what this would write

The mappings are those of UTS 46 (the idna package), of nameprep (RFC 3491: IDNA2003) and Normalization Form KC. No part
of a label is "." and every character of ASCII that is neither unreserved nor one of sub-delims (RFC 3986, 2.2 and 2.3),
such as "/", "?", "#", "@", ":", "[", "]", "%", "\\" and space.

The file has a line for each character: its code point; the mappings; the code points of what is not part of a label;
and, after "#", its name. A file made with other versions of the mappings is not compared when it differs.
"""

from __future__ import annotations

import argparse
import stringprep
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import idna

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import irigrammar  # noqa: E402  # the checkout's own, not another

FILE = ROOT / "tests" / "data" / "idna_hazards.txt"
VERSIONS = f"# Unicode {unicodedata.unidata_version}, idna {idna.__version__}\n"
HEADER = "# Written by: python tools/idna_hazards.py --write\n"


def _uts46(char: str) -> str:
    try:
        return idna.uts46_remap(char, std3_rules=False)
    except idna.IDNAError:
        return char


def _nameprep(char: str) -> str:
    mapped = "" if stringprep.in_table_b1(char) else stringprep.map_table_b2(char)
    return unicodedata.ucd_3_2_0.normalize("NFKC", mapped)


def _nfkc(char: str) -> str:
    return unicodedata.normalize("NFKC", char)


MAPPINGS: dict[str, Callable[[str], str]] = {"uts46": _uts46, "nameprep": _nameprep, "nfkc": _nfkc}


def no_part_of_a_label() -> frozenset[str]:
    """Return the characters of ASCII that no label holds."""
    uri = irigrammar.grammar("rfc3986")
    kept = ("unreserved", "sub-delims")
    return frozenset(char for char in map(chr, range(128)) if not any(uri[rule].matches(char) for rule in kept)) | {"."}


def hazards() -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield each hazard: the character, the mappings, and what is not part of a label, sorted."""
    others = no_part_of_a_label()
    for char in map(chr, range(128, sys.maxunicode + 1)):
        # What has no name and no use of its own is mapped to itself by all three.
        if unicodedata.category(char) in ("Cn", "Co", "Cs"):
            continue
        mapped = {name: others.intersection(mapping(char)) for name, mapping in MAPPINGS.items()}
        mappings = [name for name, chars in mapped.items() if chars]
        if mappings:
            yield char, mappings, sorted(frozenset.union(*mapped.values()))


def rows() -> str:
    """Return the lines of the file, without those that say how it was made."""
    return "".join(
        f"{ord(char):04X}; {' '.join(mappings)}; {' '.join(f'{ord(point):04X}' for point in chars)}"
        f"  # {unicodedata.name(char, '(control character)')}\n"
        for char, mappings, chars in hazards()
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Search Unicode for characters that are dangerous in host names.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="write the file")
    what.add_argument("--check", action="store_true", help="exit 1 where it is not up to date")
    content = HEADER + VERSIONS + rows()
    options = parser.parse_args()
    if options.write:
        FILE.write_text(content, encoding="utf-8", newline="\n")
        return 0
    text = FILE.read_text(encoding="utf-8")
    if text.removeprefix(HEADER).partition("\n")[2] == content.removeprefix(HEADER).partition("\n")[2]:
        return 0
    if VERSIONS not in text:
        print(f"not compared: {FILE.name} was made with other versions than{VERSIONS.removeprefix('#').rstrip()}")
        return 0
    print(f"{FILE.relative_to(ROOT)} is not up to date: run python tools/idna_hazards.py --write")
    return 1


if __name__ == "__main__":
    sys.exit(main())
