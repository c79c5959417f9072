"""Measure the rows of `grammar/world/`: what programs of others do.

    python tools/world/run.py [NAME ...] --check    print what has changed, and exit 1 where something has
    python tools/world/run.py [NAME ...] --write    write the rows, and the pages that are made of them
    python tools/world/run.py [NAME ...] --pages    exit 1 where a page is not what its rows would make

Nothing is measured for `--pages`. NAME is a file of `grammar/world/` without its ending; all by default. Rows of
programs that are not installed stay.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)  # this folder's modules are `tools.world.*`
sys.path.insert(1, str(ROOT / "src"))

from tools.world.rows import FOLDER, NEW, Row, RowError, load, text_of  # noqa: E402
from tools.writing import update  # noqa: E402

# The driver of each file: a module with `measure` and `pages`.
DRIVERS = {
    "browsers": "tools.world.browsers.measure",
    "clients": "tools.world.clients.measure",
    "ecosystems": "tools.world.ecosystems.measure",
    "hosts": "tools.world.host_differential",
    "names": "tools.world.names",
    "readers": "tools.world.document_readers",
    "regex": "tools.world.patterns.measure",
}


def changes(before: Sequence[Row], after: Sequence[Row]) -> list[str]:
    """Return what has changed, in words: a program's version, and what it does.

    >>> import datetime
    >>> row = Row("P", "1", "parse", "a dot", {"input": ".", "result": "."}, "tools", datetime.date.min)
    >>> changes([row], [row._replace(version="2", example={"input": ".", "result": "/"})])
    ["P 1 is 2 now", "P 2, a dot: parse of '.' gives '/', and gave '.' in 1"]
    """
    known = {row.question: row for row in before}
    pairs = [(known[row.question], row) for row in after if row.question in known]
    measured = [pair for pair in pairs if pair[0].version != NEW]
    lines = dict.fromkeys(
        f"{was.subject} {was.version} is {now.version} now" for was, now in measured if was.version != now.version
    )
    for was, now in measured:
        old, new = was.example["result"], now.example["result"]
        if old != new:
            lines[f"{_fact(now)} gives {new!a}, and gave {old!a} in {was.version}"] = None
    asked = {row.question for row in after}
    lines |= dict.fromkeys(f"{_fact(row)} is no row any more" for row in before if row.question not in asked)
    lines |= dict.fromkeys(f"{_fact(row)} is a new row" for row in after if row.question not in known)
    return list(lines)


def _fact(row: Row) -> str:
    return f"{row.subject} {row.version}, {row.condition}: {row.operation} of {row.example['input']!a}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("name", nargs="*", choices=[*DRIVERS, []], help="files of grammar/world/ (default: all)")
    action = parser.add_mutually_exclusive_group(required=True)
    for option, words in (
        ("check", "print what has changed"),
        ("write", "write rows and pages"),
        ("pages", "only check the pages"),
    ):
        action.add_argument(f"--{option}", action="store_true", help=words)
    options = parser.parse_args()
    status = 0
    for name in options.name or DRIVERS:
        driver = importlib.import_module(DRIVERS[name])
        path = FOLDER / f"{name}.toml"
        try:
            before = load(path, is_new=options.write)
        except RowError as error:
            print(error)
            return 2
        after, missing = (before, []) if options.pages else driver.measure(before)
        for program in missing:
            print(f"{program} is not installed: its rows stay")
        lines = changes(before, after)
        print(*(f"{line}\n" for line in lines), sep="", end="")
        status |= bool(lines) and not options.write
        if not options.check:
            files = driver.pages(after) | ({path: text_of(name, after)} if options.write else {})
            status |= update(files, options.write)
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
