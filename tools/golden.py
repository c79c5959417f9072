"""Write or check the golden texts of `tests/golden/`.

They contain the library's output for faults and for valid strings.

    python tools/golden.py --write    run every case again and write what it says
    python tools/golden.py --check    exit 1, naming the cases, where the files say something else

A file is made of cases: a line `### GRAMMAR RULE "TEXT"`, the text written as JSON, then what is said. To add a case,
add its first line and write. In `diagnostics.txt` a case is `### CODE NAME` of a row of `grammar/hints.toml`, with what
is said of its `wrong`; rows are added and removed when it is written. Read what came out: a golden text is only as good
as its reader, and a code that goes or gets another name breaks configurations.
"""

from __future__ import annotations

import json
import sys
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from irigrammar.faults.hinting import hints  # noqa: E402  # the checkout's own, not another
from irigrammar.matching.grammar import Grammar, grammar  # noqa: E402
from irigrammar.views.explanation import as_lines  # noqa: E402
from tools import cases  # noqa: E402

GOLDEN = ROOT / "tests" / "golden"
DIAGNOSTICS = "diagnostics.txt"
HEADER = "Written by: python tools/golden.py --write\n"


class Case(NamedTuple):
    """The subject of a golden text: grammar (a catalog name, or a file beside the golden texts), rule, text."""

    grammar: str
    rule: str
    text: str

    @classmethod
    def of(cls, head: str) -> Case:
        """Return the case that a line begins."""
        name, rule, text = head.split(" ", 2)
        return cls(name, rule, json.loads(text))

    @property
    def head(self) -> str:
        """Return the line that begins the case, without its mark."""
        return f"{self.grammar} {self.rule} {json.dumps(self.text, ensure_ascii=True)}"

    def said(self) -> str:
        """Return what is said of it now."""
        with chdir(GOLDEN):  # so that the name of a file is as long everywhere
            owner = Grammar.from_file(self.grammar) if self.grammar.endswith(".abnf") else grammar(self.grammar)
            return "\n".join(as_lines(owner[self.rule], self.text))


def diagnostics() -> dict[str, Case]:
    """Return a case for each row of `grammar/hints.toml`, by code and name."""
    rows = hints().fault
    return {
        f"{row.code} {row.name}": Case(
            row.grammar,
            row.rule or grammar(row.grammar).start.rule,
            row.wrong or "http://example.com/\ud800",  # which TOML cannot write
        )
        for row in sorted(rows, key=lambda row: row.code)
    }


def said(path: Path, head: str) -> str:
    """Return what is said of a case now."""
    if path.name != DIAGNOSTICS:
        return Case.of(head).said()
    case = diagnostics().get(head)
    return f"{case.head}\n\n{case.said()}" if case else "no such row"


def main() -> int:
    """Write or check; return the exit status."""
    path = GOLDEN / DIAGNOSTICS
    if "--write" in sys.argv and path.exists():
        before = {case.head: case for case in cases.read(path)}
        now = [before.get(head, cases.Case(head, "")) for head in diagnostics()]
        path.write_text(cases.text_of(HEADER, now), encoding="utf-8")
    return cases.main(__doc__, GOLDEN, HEADER, said)


if __name__ == "__main__":
    sys.exit(main())
