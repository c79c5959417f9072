"""Measure first fixes and advice on common mistakes.

python -m tools.mistakes [FILE]    a line for each row whose first fix, or note, is not the expert's; and the rates

Each line of FILE is a JSON object with `text`, `grammar` (else the first of rfc3987 and rfc3986 with that verdict),
`valid`, and `first_repair` or `expert_fix` (of an invalid string: the text of the first fix, null for none), `note_has`
(of a valid one: a word of a note, outside of the string) or `code` (codes of advice, with commas).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import irigrammar  # noqa: E402  # the checkout's own, not another

DEFAULT = ROOT / "tests" / "tables" / "mistakes.jsonl"
COPIED = DEFAULT.with_name("copied.jsonl")  # with the `code` of each


class Answer(NamedTuple):
    """A row, what we answer, what the expert says, and whether that is the same."""

    row: dict[str, Any]
    ours: str | None
    expert: str | None
    right: bool


def answers(path: Path) -> Iterator[Answer]:
    """Yield our answer for each row of a file; raise `ValueError` for a row whose verdict is another than ours."""
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        text = row["text"]
        iri = irigrammar.matches(text) is row["valid"]
        name = row.get("grammar", "rfc3987" if iri else "rfc3986")
        if ((fault := irigrammar.check(text, grammar=name).fault) is None) is not row["valid"]:
            raise ValueError(f"{text!r} is said to be {'valid' if row['valid'] else 'invalid'}")
        if fault is not None:
            expert = row.get("first_repair", row.get("expert_fix"))
            first = fault.fixes[0].text if fault.fixes else None
            yield Answer(row, first, expert, first == expert)
        else:
            notes = [
                note for note in irigrammar.advise(text, grammar=name) if "code" in row or note.severity != "advice"
            ]
            said = "; ".join(f"{note.code} {note.message}" for note in notes)
            words = row["code"].split(",") if "code" in row else [row["note_has"]]
            has = any(word.lower() in said.replace(text, "").lower() for word in words)
            yield Answer(row, said, ",".join(words), has)


def main() -> int:
    """Print the rows that differ and the rates."""
    results = [*answers(Path(sys.argv[1]) if sys.argv[1:] else DEFAULT)]
    for answer in (answer for answer in results if not answer.right):
        print(f"{answer.row['text']!r}\n  expert  {answer.expert!r}\n  ours    {answer.ours!r}")
    for valid, what in ((False, "first fix as the expert's"), (True, "a note as the expert's")):
        rows = [answer.right for answer in results if answer.row["valid"] is valid]
        if rows:
            print(f"{what}: {sum(rows)} of {len(rows)} ({sum(rows) / len(rows):.0%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
