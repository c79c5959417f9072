"""Write the tables of processing.

Requirement, function and test; and each deviation that a trace can have.

python tools/sections.py --write    write docs/reference/sections.md
python tools/sections.py --check    exit 1 where docs/reference/sections.md is not what this would write

The requirements are those of tools/sections.toml, the deviations those of irigrammar.processing.deviations.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from irigrammar.processing.deviations import Deviations  # noqa: E402  # the checkout's own, not another
from tools import writing  # noqa: E402

PAGE = ROOT / "docs" / "reference" / "sections.md"
SECTIONS = ROOT / "tools" / "sections.toml"

_NAME = re.compile(r"\{\w+\}")
_DOCUMENT = {
    "draft-ietf-iri-3987bis-04": r"(?:draft-ietf-iri-3987)?bis(?:-04)?",
    "RFC 3987": r"RFC\s3987",
    "RFC 3986": r"RFC\s3986",
    "LEIRI Note": r"(?:LEIRI\s)?Note(?:\sNOTE-leiri-20081103)?",
    "draft-weber-iri-guidelines-00": "draft-weber-iri-guidelines-00",
    "draft-ietf-iri-bidi-guidelines-03": "draft-ietf-iri-bidi-guidelines-03",
    "RFC 9839": r"RFC\s9839",
    "URL Standard": r"URL\sStandard",
}
_OTHER = r"(?:RFC\s\d+|UTS\s\d+|UAX\s\#\d+)"
_CITED = re.compile(
    "|".join(f"(?P<d{number}>{name})" for number, name in enumerate(_DOCUMENT.values()))
    + rf"|(?P<other>{_OTHER})|(?<=appendix )(?P<appendix>[A-Z])\b"
    + r"|(?<![\w.+])(?P<first>\d+(?:\.\d+)*)(?:\sto\s(?P<last>\d+(?:\.\d+)*))?(?![\w+])",
    re.IGNORECASE,
)


class Row(NamedTuple):
    """A requirement of a section: the function that does what it says, and a test."""

    document: str
    section: str
    title: str
    requirement: str
    function: str
    test: str


def rows() -> list[Row]:
    """Return the rows of the table."""
    return [Row(**row) for row in tomllib.loads(SECTIONS.read_text(encoding="utf-8"))["section"]]


def function(dotted: str) -> object:
    """Return what a dotted name names; raise `AttributeError` where there is none."""
    module, _, name = dotted.rpartition(".")
    return getattr(importlib.import_module(module), name)


def cites(words: str, document: str, section: str) -> bool:
    """Return whether words cite a section of a document, or the section directly above it; an appendix is a letter.

    A number belongs to the document that was named last; "5.3 to 5.5" cites what lies between, too.
    """
    wanted = {section, section.rpartition(".")[0]}
    current = ""
    for match in _CITED.finditer(words):
        name = match.lastgroup or ""
        if match["appendix"] is not None:
            if current == document and match["appendix"] == section:
                return True
        elif match["first"] is None:
            current = "" if name == "other" else list(_DOCUMENT)[int(name[1:])]
        elif current == document and section[0].isdigit():
            first, last = match["first"], match["last"] or match["first"]
            if first in wanted or _order(first) <= _order(section) <= _order(last):
                return True
    return False


def _order(section: str) -> list[int]:
    return [int(number) for number in section.split(".")]


def words_of(row: Row) -> tuple[str, str]:
    """Return the docstrings of a row's function and of its module."""
    module = importlib.import_module(row.function.rpartition(".")[0])
    cited = function(row.function)
    help_text = getattr(cited, "help", None)  # of a command
    return help_text or inspect.getdoc(cited) or "", inspect.getdoc(module) or ""


def tables(sections: Iterable[Row], deviations: Iterable[Deviations]) -> str:
    """Return both tables as Markdown."""
    lines = ["| document | section | requirement | function | test |", "|---|---|---|---|---|"]
    lines += [
        f"| {row.document} | {row.section} | {row.title}: {row.requirement} |"
        f" `{row.function.removeprefix('irigrammar.')}` | `{row.test}` |"
        for row in sections
    ]
    lines += [
        "",
        "Where it deviates from a document's letter, the step in the trace says so; “…” is what varies in its note.",
        "",
        "| deviation | from | note |",
        "|---|---|---|",
    ]
    lines += [f"| {deviation.id} | {deviation.where} | {_NAME.sub('…', deviation.text)} |" for deviation in deviations]
    return "".join(f"{line}\n" for line in lines)


def written(text: str) -> str:
    """Return PAGE's text with the tables as they are now."""
    return writing.replaced(text, "sections", tables(rows(), Deviations))


def main() -> int:
    parser = writing.parser(__doc__)
    return writing.update({PAGE: written(PAGE.read_text(encoding="utf-8"))}, parser.parse_args().write)


if __name__ == "__main__":
    sys.exit(main())
