"""Count the lines that are still written in the project's first, private dialect of English.

python tools/dialect.py            how many lines each pattern finds
python tools/dialect.py --list     the lines, too
python tools/dialect.py --check    exit 1 if LIMIT lines or more are left
python tools/dialect.py --rev REV  count in a commit instead of the working tree
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 40
PATTERNS = [
    r"\b(?:can|could)(?:not| not)? stand\b|\bmay stand\b",
    r"\bstands? (?:in|between|before|after|here|there|alone|around|beside)\b",
    r"\bmend(?:s|ed|ing)?\b",
    r"\bh[eo]ld(?:s|ing)?\b.{0,40}\bagainst\b",
    r"\b(?:is|are|was|were|be) told\b|\b(?:tells?|told|telling) of\b",
    r"\bthere (?:is|are) no ",
    r"octets?(?![a-z])",
    r"\bso many\b",
    r"\bis no (?!longer|more|less|better|worse|need)",
    r"\bbesides\b",
    r"\b(?:sow|sown|strew|strewn|wounds?|wounded)\b",
    r"\bforemost\b|\bcalm\b",
    r"\btell whether\b",
    r"\bwho wants\b|\bwhoever\b|\banybody\b",
]
# Files that are not counted (by path), and why.
EXCLUDED = {
    r"tools/dialect\.py": "the patterns",
    r".*\.abnf": "grammars, verbatim from their documents",
    r"src/irigrammar/_generated/.*": "compiled from grammar/*.toml, which is counted",
    r"grammar/hints\.toml|src/irigrammar/faults/render\.py": "wording of faults, which the next issue rewrites",
    r"CHANGELOG\.md": "history",
    r"tests/golden/.*": "output of the program",
    r"tests/data/(?:iri_bis|rfc\w+|leiri|web_address)\.toml|tests/data/documents/.*": "strings and texts of others",
}
# What is taken out of a line before it is searched, and why.
ALLOWED = {
    r"dec-?_?octets?|\bOCTET\b": "names of ABNF rules",
    r'name = "[\w-]*octet[\w-]*"': "names of cases of dec-octet",
    r"octet-stream|octet_length": "names of others",
    r"U\+.*cannot (?:stand|come)|SPACE cannot stand": "wording of faults",
}


def _git(*command: str) -> bytes:
    return subprocess.run(("git", *command), cwd=ROOT, capture_output=True, check=True).stdout


def texts(revision: str | None) -> dict[str, str]:
    """Return the tracked text files that are counted, by path."""
    listed = _git("ls-tree", "-rz", "--name-only", revision) if revision else _git("ls-files", "-z")
    paths = [path for path in listed.decode().split("\0") if path and not any(re.fullmatch(p, path) for p in EXCLUDED)]
    read = [_git("show", f"{revision}:{path}") if revision else (ROOT / path).read_bytes() for path in paths]
    return {path: data.decode(errors="replace") for path, data in zip(paths, read, strict=True) if b"\0" not in data}


def hits(revision: str | None) -> list[tuple[str, str, str]]:
    """Return (pattern, place, text) for each line in the dialect; a name with underscores is read as words."""
    dialect = re.compile("|".join(PATTERNS), re.IGNORECASE)
    allowed = re.compile("|".join(ALLOWED))
    return [
        (pattern, f"{path}:{number}", line.strip())
        for path, text in texts(revision).items()
        for number, line in enumerate(text.split("\n"), 1)
        if dialect.search(plain := allowed.sub("", line).replace("_", " "))
        for pattern in PATTERNS
        if re.search(pattern, plain, re.IGNORECASE)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Count the lines in the old dialect.")
    parser.add_argument("--list", action="store_true", help="print the lines")
    parser.add_argument("--check", action="store_true", help=f"exit 1 if {LIMIT} lines or more are left")
    parser.add_argument("--rev", help="a commit to count in")
    options = parser.parse_args()
    matches = hits(options.rev)
    if options.list:
        print(*(f"{place}: {text}" for _, place, text in matches), sep="\n")
    counts = Counter(pattern for pattern, _, _ in matches)
    print(*(f"{counts[pattern]:>6,}  {pattern}" for pattern in PATTERNS), sep="\n")
    lines = len({place for _, place, _ in matches})
    print(f"{lines:>6,}  lines")
    return int(options.check and lines >= LIMIT)


if __name__ == "__main__":
    sys.exit(main())
