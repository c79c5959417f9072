"""Options and text replacement shared by the tools that write files.

`--write` writes, `--check` exits with status 1 where a file is not what the tool would write.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping
from pathlib import Path

__all__ = ["parser", "replaced", "update"]

ROOT = Path(__file__).resolve().parents[1]


def parser(description: str | None) -> ArgumentParser:
    """Return the parser of a command line on which `--write` or `--check` is required."""
    parser = ArgumentParser(description=description, formatter_class=RawDescriptionHelpFormatter)
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", action="store_true", help="write the files")
    action.add_argument("--check", action="store_true", help="exit 1 where one is not up to date")
    return parser


def update(files: Mapping[Path, str], is_written: bool) -> int:
    """Print the files whose text is another, and write them or return 1."""
    stale = [path for path, text in files.items() if not path.is_file() or path.read_bytes() != text.encode()]
    for path in stale:
        print(path.relative_to(ROOT))
        if is_written:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8", newline="\n")
    return int(bool(stale) and not is_written)


def replaced(page: str, name: str, text: str) -> str:
    """Return a page with a text between the comments `NAME:start` and `NAME:end`."""
    (before, rest), end = page.split(start := f"<!-- {name}:start -->"), f"<!-- {name}:end -->"
    return f"{before}{start}\n{text}{end}{rest.partition(end)[2]}"
