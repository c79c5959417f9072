"""Write or check the golden texts of `tests/golden/`: what the library says of faults, and of what is valid.

    python tools/golden.py --write    run every case again and write what it says
    python tools/golden.py --check    exit 1, naming the cases, where the files say something else

A file is made of cases: a line `### GRAMMAR RULE "TEXT"`, the text written as JSON, then what is said. To add a case,
add its first line and write. Read what came out: a golden text is only as good as its reader.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from irigrammar.matching.grammar import Grammar, grammar  # noqa: E402  # the checkout's own, not another
from irigrammar.teaching.explanation import as_lines  # noqa: E402

GOLDEN = ROOT / "tests" / "golden"
HEADER = "Written by: python tools/golden.py --write\n"
MARK = "### "


class Case(NamedTuple):
    """One case: grammar (a catalog name, or a file beside the golden texts), rule, text, and what is said of it."""

    grammar: str
    rule: str
    text: str
    said: str

    @property
    def head(self) -> str:
        """Return the line that begins the case."""
        return f"{MARK}{self.grammar} {self.rule} {json.dumps(self.text, ensure_ascii=True)}"

    def run(self) -> Case:
        """Return the case with what is said of it now."""
        owner = Grammar.from_file(GOLDEN / self.grammar) if self.grammar.endswith(".abnf") else grammar(self.grammar)
        said = "\n".join(as_lines(owner[self.rule], self.text)).replace(f"{GOLDEN}/", "")
        return self._replace(said=said)


def read(path: Path) -> Iterator[Case]:
    """Yield the cases of a file."""
    for block in f"\n{path.read_text(encoding='utf-8')}".split(f"\n{MARK}")[1:]:
        head, _, said = block.partition("\n")
        name, rule, text = head.split(" ", 2)
        yield Case(name, rule, json.loads(text), said.strip("\n"))


def write(cases: list[Case]) -> str:
    """Return the text of a file."""
    return HEADER + "".join(f"\n{case.head}\n\n{case.said}\n" for case in cases)


def main() -> int:
    """Write or check; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", action="store_true")
    action.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    wrong = 0
    for path in sorted(GOLDEN.glob("*.txt")):
        before = list(read(path))
        after = [case.run() for case in before]
        for old, new in zip(before, after, strict=True):
            if old != new:
                wrong += 1
                print(f"{path.relative_to(ROOT)}: {new.head}")
        if arguments.write:
            path.write_text(write(after), encoding="utf-8")
    return 1 if wrong and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
