"""Count names that are bare participles and riddles in docstrings.

    python tools/naming.py [--top 30]       counts, and the most frequent names, with a place each
    python tools/naming.py --most 12 1      fails with status 1 where there are more: of 1,000 names, of 100 docstrings

A name says what a value is: `written` says that something happened, `text` what it is. Counted are names that are
assigned, parameters, functions and classes of `src/irigrammar`, and the first paragraphs of docstrings.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "src" / "irigrammar"

# Words of the field, or of English, that end as participles do and are none.
TERMS = {
    "between",
    "children",
    "closed",
    "compiled",
    "decoded",
    "embed",
    "encoded",
    "escaped",
    "expected",
    "feed",
    "indented",
    "nested",
    "normalized",
    "open",
    "quoted",
    "reserved",
    "screen",
    "seed",
    "tagged",
    "then",
    "token",
    "unreserved",
    "widen",
}
OTHERS = {"found", "given", "here", "kept", "left", "made", "one", "said", "seen", "there", "told", "what"}
PARTICIPLE = re.compile(r"[a-z]+(?:ed|en)")
RIDDLE = re.compile(r"\bwhat\b", re.IGNORECASE)


def is_bare(name: str) -> bool:
    """Return whether a name is nothing but a participle or pronoun."""
    word = name.strip("_")
    return word not in TERMS and (word in OTHERS or PARTICIPLE.fullmatch(word) is not None)


def names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the names that a module binds, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(name, ast.Store()) | ast.arg(name):
                yield name, node.lineno
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name, node.lineno


def summaries(tree: ast.Module) -> Iterator[str]:
    """Yield the first paragraph of each docstring."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            docstring = ast.get_docstring(node)
            if docstring:
                yield docstring.partition("\n\n")[0]


def main() -> int:
    """Print the counts; return 1 if they are above the bars."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--top", type=int, default=0, metavar="N")
    parser.add_argument("--most", type=float, nargs=2, metavar=("NAMES", "DOCSTRINGS"))
    options = parser.parse_args()
    bare, places = Counter[str](), dict[str, str]()
    total = docstrings = riddles = 0
    for path in sorted(FOLDER.rglob("*.py")):
        if "_generated" in path.parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, line in names(tree):
            total += 1
            if is_bare(name):
                bare[name] += 1
                places.setdefault(name, f"{path.relative_to(ROOT)}:{line}")
        for summary in summaries(tree):
            docstrings += 1
            riddles += RIDDLE.search(summary) is not None
    of_names, of_docstrings = 1000 * bare.total() / total, 100 * riddles / docstrings
    sys.stdout.write(f"{of_names:.1f} of 1,000 names, {of_docstrings:.1f} of 100 docstrings\n")
    for name, count in bare.most_common(options.top):
        sys.stdout.write(f"{count:5} {name:20} {places[name]}\n")
    return int(options.most is not None and (of_names > options.most[0] or of_docstrings > options.most[1]))


if __name__ == "__main__":
    raise SystemExit(main())
