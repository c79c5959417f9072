"""Measure first fixes and advice on common mistakes.

Whether the first fix is the expert's, and whether a suspicious string gets a note.

python -m tools.mistakes FILE          a line for each row that differs, and the rates
python -m tools.mistakes FILE --quiet  the rates

Each line of FILE is a JSON object with `text`, `grammar`, `valid`, and `first_repair` (for an invalid string: the text
of the first fix, null for none; `expert_fix` means the same) or `note_has` (for a valid one: a word of a note, in any
case; the string itself, where a note repeats it, does not count) or `code` (codes of advice, with commas). Without
`grammar` it is the first of rfc3987 and rfc3986 with that verdict.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import irigrammar  # noqa: E402  # the checkout's own, not another
from irigrammar.views.explanation import as_dict  # noqa: E402

DEFAULT = ROOT / "tests" / "tables" / "mistakes.jsonl"


class Answer(NamedTuple):
    """A row, what we answer, and whether it is what the expert says."""

    row: dict[str, Any]
    ours: str | None
    right: bool


def answers(path: Path) -> Iterator[Answer]:
    """Yield our answer for each row of a file.

    Raises `ValueError` for a row whose verdict is another than ours.
    """
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = row["text"]
        names = [row["grammar"]] if "grammar" in row else ["rfc3987", "rfc3986"]
        name = next((name for name in names if irigrammar.matches(text, grammar=name) is row["valid"]), names[0])
        fault = irigrammar.check(text, grammar=name).fault
        if (fault is None) is not row["valid"]:
            raise ValueError(f"{text!r} is said to be {'valid' if row['valid'] else 'invalid'}")
        if fault is not None:
            first = fault.fixes[0].text if fault.fixes else None
            yield Answer(row, first, first == _repair(row))
        elif "code" in row:
            codes = {finding.code for finding in irigrammar.advise(text, grammar=name)}
            yield Answer(row, ", ".join(sorted(codes)), not codes.isdisjoint(row["code"].split(",")))
        else:
            matcher = irigrammar.grammar(name).start
            said = "; ".join(note["text"] for note in as_dict(matcher, text)["notes"])
            has = row["note_has"].lower() in said.replace(text, "").lower()
            yield Answer(row, said, has)


def _repair(row: dict[str, Any]) -> str | None:
    repair: str | None = row.get("first_repair", row.get("expert_fix"))
    return repair


def main() -> int:
    """Print the rows that differ and the rates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT)
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args()
    results = [*answers(options.file)]
    for answer in results:
        if not answer.right and not options.quiet:
            said = "code" if "code" in answer.row else "note_has"
            expected = answer.row[said] if answer.row["valid"] else _repair(answer.row)
            print(f"{answer.row['text']!r}\n  expert  {expected!r}\n  ours    {answer.ours!r}")
    for valid, what in ((False, "first fix as the expert's"), (True, "a note as the expert's")):
        rows = [answer.right for answer in results if answer.row["valid"] is valid]
        if rows:
            print(f"{what}: {sum(rows)} of {len(rows)} ({sum(rows) / len(rows):.0%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
