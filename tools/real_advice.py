"""Count the advice on identifiers in files, and print a sample to judge.

    python tools/real_advice.py FOLDER... [--most 150000] [--sample 200 --seed 1] [--select R021] [--list FILE]

The folders are those of installed packages; their HTML, Markdown, JSON and metadata are read. Counted are the distinct
valid identifiers that `iri scan` finds there, those with a host first: at most 500 of a host, or, of others, of a
folder. Folders of tests are left out: they have faults on purpose. Advice is that of `iri advise`: H001 and R001
once for each host.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from irigrammar.advice.advise import advise, without_repeated  # noqa: E402  # the checkout's own, not another
from irigrammar.finding import Finding  # noqa: E402
from irigrammar.matching.grammar import grammar_of  # noqa: E402
from irigrammar.scan.formats.items import Candidate  # noqa: E402
from irigrammar.scan.formats.registry import Options, document_type, type_of  # noqa: E402

REFERENCE = grammar_of("rfc3987").start
_FOR_ONE = 500  # identifiers of a host
_TYPES = frozenset({"html", "xhtml", "markdown", "json"})
_METADATA = ("METADATA", "PKG-INFO", "status", ".control")  # how the names of text files end that are read
_LEFT_OUT = frozenset(
    {"test", "tests", "testing", "testdata", "test_data", "fixtures", "__tests__", "__pycache__", ".git"}
)


def files(folder: str) -> Iterator[Path]:
    """Yield the files below a folder that a scan reads, in the order of their paths."""
    for top, inner, names in os.walk(folder):
        inner[:] = sorted(name for name in inner if name.lower() not in _LEFT_OUT)
        for name in sorted(names):
            path = Path(top, name)
            kind = type_of(path)
            is_read = name.endswith(_METADATA) if kind is None else kind.name in _TYPES
            if is_read and not path.is_symlink() and path.is_file():
                yield path


def identifiers(path: Path) -> Iterator[str]:
    """Yield the identifiers of a file as a scan finds them."""
    kind = type_of(path) or document_type("text")
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError:
        return
    yield from (item.text for item in kind.open(Options(path=str(path)))(text) if isinstance(item, Candidate))


def gather(folders: Sequence[str], most: int) -> dict[str, str | None]:
    """Return distinct valid identifiers of the folders, with their hosts: those with a host, then others."""
    paths = [path for folder in folders for path in files(folder)]
    random.Random(0).shuffle(paths)
    with_host: dict[str, str | None] = {}
    others: dict[str, str | None] = {}
    counts: Counter[str] = Counter()
    seen: set[str] = set()
    for path in paths:
        for text in identifiers(path):
            if text in seen or not text:
                continue
            seen.add(text)
            if not REFERENCE.matches(text):
                continue
            host = REFERENCE.split(text).host
            source = host.lower() if host else str(path.parent)
            counts[source] += 1
            if counts[source] <= _FOR_ONE:
                (with_host if host else others)[text] = host
    return dict(islice((with_host | others).items(), most))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--most", type=int, default=150_000)
    parser.add_argument("--sample", type=int, default=0, help="print that many findings")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--select", help="print findings of this code only")
    parser.add_argument("--list", help="read the identifiers from this file, a line each, or write it where it is not")
    options = parser.parse_args()
    if options.list and Path(options.list).exists():
        lines = Path(options.list).read_text(encoding="utf-8").splitlines()
        hosts = {text: REFERENCE.split(text).host for text in lines}
    else:
        hosts = gather(options.folders, options.most)
        if options.list:
            Path(options.list).write_text(
                "".join(f"{text}\n" for text in hosts if text.isprintable()), encoding="utf-8"
            )
    known: set[tuple[str, str]] = set()
    rows: list[tuple[str, Finding]] = []
    for text, host in hosts.items():
        rows += ((text, finding) for finding in without_repeated(advise(text), host, known))
    advised = {text for text, _ in rows}
    for words, texts in (("", [*hosts]), (" with a host", [text for text, host in hosts.items() if host])):
        count = len(advised.intersection(texts))
        print(f"{len(texts):,} identifiers{words}, {count:,} with advice ({count / max(1, len(texts)):.2%})")
    for code, count in Counter(finding.code for _, finding in rows).most_common():
        print(f"{code} {count:,}")
    chosen = [row for row in rows if options.select in (None, row[1].code)]
    for text, finding in random.Random(options.seed).sample(chosen, min(options.sample, len(chosen))):
        print(f"{finding.code} {text!r}\n     {finding.message}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
