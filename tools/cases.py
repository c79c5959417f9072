"""Golden case files: run each case again, and write or check it.

A file is made of a header and of cases: a line `### HEAD`, which says what is run, an empty line, then what is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from tools.writing import parser

__all__ = ["Case", "main", "read", "text_of"]

_MARK = "### "


class Case(NamedTuple):
    """A case: the rest of its first line, and what is said."""

    head: str
    said: str


def read(path: Path) -> list[Case]:
    """Return the cases of a file."""
    blocks = f"\n{path.read_text(encoding='utf-8')}".split(f"\n{_MARK}")[1:]
    return [Case(head, said.strip("\n")) for head, _, said in (block.partition("\n") for block in blocks)]


def text_of(header: str, cases: Iterable[Case]) -> str:
    """Return the text of a file."""
    return header + "".join(f"\n{_MARK}{case.head}\n\n{case.said}\n" for case in cases)


def main(description: str | None, folder: Path, header: str, said: Callable[[Path, str], str]) -> int:
    """Write or check the files of a folder, as the command line says, and return the exit status.

    `said` takes a file and the head of a case, and returns what is said of it now. Cases that say something else are
    printed.
    """
    options = parser(description).parse_args()
    wrong = 0
    for path in sorted(folder.glob("*.txt")):
        before = read(path)
        after = [Case(case.head, said(path, case.head)) for case in before]
        for old, new in zip(before, after, strict=True):
            if old != new:
                wrong += 1
                print(f"{path.name}: {new.head}")
        if options.write:
            path.write_text(text_of(header, after), encoding="utf-8")
    return 1 if wrong and options.check else 0
