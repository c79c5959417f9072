"""Write the table of the characters that end an identifier, by type.

python tools/endings.py --write    write the table in docs/reference/documents.md
python tools/endings.py --check    exit 1 where it is not what this would write

It is asked of `irigrammar.find`, with each character between two letters, in text that is no string.
"""

from __future__ import annotations

import string
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from irigrammar import find  # noqa: E402  # the checkout's own, not another
from tools import writing  # noqa: E402

PAGE = ROOT / "docs" / "reference" / "documents.md"
# What is around an identifier, where that is more than words.
_AROUND = {
    "bibtex": "@misc{a, note = {see IRI there}}",
    "csv": "a;b\nsee IRI there;c",
    "dockerfile": "RUN see IRI there",
    "html": "<p>see IRI there</p>",
    "po": 'msgid "see IRI there"',
    "settings": "a = see IRI there",
    "yaml": "a: see IRI there",
}
_TYPES = (
    *("text", "markdown", "html", "yaml", "settings", "csv", "po", "man", "rst", "asciidoc", "tex", "bibtex", "org"),
    *("shell", "dockerfile", "fish", "powershell", "batch"),
)
_FIRST, _LAST = "http://example.org/a", "b"


def answer(kind: str, char: str) -> str:
    """Return "ends", "escapes" or "template" for a character within an identifier in a type; "" if it is part of it."""
    text = _AROUND.get(kind, "see IRI there").replace("IRI", f"{_FIRST}{char}{_LAST}")
    found = [item.text for item in find(text, kind)]
    answers = {_FIRST: "ends", f"{_FIRST}{_LAST}": "escapes", f"{_FIRST}{char}{_LAST}": ""}
    return answers[found[0]] if len(found) == 1 else "template"


def table() -> str:
    """Return the table: a row for the types with the same answers."""
    rows: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for kind in _TYPES:
        answers = ((char, answer(kind, char)) for char in string.punctuation)
        rows.setdefault(tuple(row for row in answers if row[1]), []).append(kind)
    lines = ["| types | end | escape | make a template |\n", "|---|---|---|---|\n"]
    for row, kinds in rows.items():
        cells = (
            " ".join(f"`` {char} ``" if char == "`" else f"`{char}`" for char, said in row if said == column)
            for column in ("ends", "escapes", "template")
        )
        lines.append(f"| {', '.join(kinds)} | {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n")
    return "".join(lines)


def main() -> int:
    options = writing.parser(__doc__).parse_args()
    return writing.update({PAGE: writing.replaced(PAGE.read_text("utf-8"), "endings", table())}, options.write)


if __name__ == "__main__":
    raise SystemExit(main())
