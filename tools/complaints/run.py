"""Ask libraries what is wrong with five bad strings, and show their messages beside irigrammar's.

    python tools/complaints/run.py                   all messages, whole
    python tools/complaints/run.py --write           the tables into docs/evidence/measurements.md
    python tools/complaints/run.py --check           exit 1 where it has other rows for what is installed here

`pip install -e . --group peers` brings the libraries; one that is not installed is named, and left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.complaints.report import Asked
    from tools.complaints.strings import Bad
    from tools.complaints.tellers import Teller

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "evidence" / "measurements.md"
START, END = "<!-- complaints:start -->", "<!-- complaints:end -->"


def main() -> int:
    sys.path[0] = str(ROOT)  # this folder's modules are `tools.complaints.*`
    from tools.complaints.report import markdown, plain

    options = arguments()
    asked = all_asked()
    for library in asked:
        if library.version is None:
            print(f"{library.teller.name} is not installed, so its rows are left out", file=sys.stderr)
    text = markdown(asked)
    page = PAGE.read_text(encoding="utf-8")
    if options.write:
        PAGE.write_text(replaced(page, text), encoding="utf-8", newline="\n")
    elif options.check:
        return checked(section(page), text, asked)
    else:
        print(plain(asked))
    return 0


def arguments() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description="Ask libraries what is wrong with five bad strings.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", action="store_true", help="write them into docs/evidence/measurements.md")
    what.add_argument("--check", action="store_true", help="exit 1 where docs/evidence/measurements.md has other rows")
    return parser.parse_args()


def all_asked() -> list[Asked]:
    """Return what every library says of every string."""
    from tools.complaints.strings import BAD
    from tools.complaints.tellers import TELLERS, version

    return [asked(teller, version(teller), BAD) for teller in TELLERS]


def asked(teller: Teller, version: str | None, strings: Sequence[Bad]) -> Asked:
    """Return what a library of some version, None for not installed, says of strings."""
    from tools.complaints.judge import judged
    from tools.complaints.report import Asked, Said
    from tools.complaints.tellers import answers

    if version is None:
        return Asked(teller, None)
    said = []
    for bad, answer in zip(strings, answers(teller, [bad.text for bad in strings]), strict=True):
        judgement = None
        if answer.message is not None and not answer.failed:
            judgement = judged(bad.text, answer.message, teller.position, teller.base)
        said.append(Said(bad, answer, judgement))
    return Asked(teller, version, tuple(said))


def checked(old: str, new: str, asked: Sequence[Asked]) -> int:
    """Print where its tables are others than those just made, for the installed libraries; return the status."""
    from tools.complaints.report import stale

    different = stale(old, new, [library.teller.name for library in asked if library.version])
    if different:
        print(*different, sep="\n")
        print("docs/evidence/measurements.md has other tables: run python tools/complaints/run.py --write")
    return 1 if different else 0


def section(page: str) -> str:
    """Return what is between the marks."""
    return page.partition(START)[2].partition(END)[0]


def replaced(page: str, text: str) -> str:
    """Return the page with the text between the marks."""
    before, rest = page.split(START)
    return f"{before}{START}\n{text}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    sys.exit(main())
