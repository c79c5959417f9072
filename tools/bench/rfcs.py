"""Measure grammars of RFCs on real inputs: what is taken from the documents, and milliseconds for each step.

    python -m tools.bench.rfcs FOLDER

FOLDER has the RFCs as text, rfcN.txt or rfcN.txt.gz (Debian's packages doc-rfc have those until 2023). The inputs are
headers of Python's own test messages, the schemas of the package jsonschema-specifications, and strings below.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from irigrammar.grammars.extract import extract
from irigrammar.grammars.lint import lint
from irigrammar.language.untaken import all_slips
from irigrammar.matching.grammar import Grammar, open_grammar
from irigrammar.shipped.loader import load

__all__ = ["main"]

T = TypeVar("T")

DOCUMENTS = [8259, 3261, 7950, 4511, 4512, 4513, 4514, 4515, 4516]
STRINGS = [
    ("abnf:rfc3339", "date-time", "1985-04-12T23:20:50.52Z"),
    ("abnf:rfc5646", "Language-Tag", "sl-rozaj-biske-1994-x-a"),
    ("abnf:rfc6265", "cookie-string", "SID=31d4d96e407aad42; lang=en-US"),
    ("abnf:rfc8288", "Link", '</b>; rel="previous"; title="previous chapter"'),
    ("abnf:rfc9051", "body", '("TEXT" "PLAIN" ("CHARSET" "US-ASCII") NIL NIL "7BIT" 3028 92)'),
    ("abnf:rfc9110", "User-Agent", "CERN-LineMode/2.15 libwww/2.17b3 (a (b))"),
    ("abnf:rfc9651", "sf-list", "sugar, tea, (rum milk);a=1"),
]


def timed(make: Callable[[], T]) -> tuple[T, float]:
    """Return what a call returns, and its milliseconds."""
    began = perf_counter()
    made = make()
    return made, (perf_counter() - began) * 1000


def text_of(folder: Path, number: int) -> str:
    """Return the text of an RFC."""
    plain = next(folder.rglob(f"rfc{number}.txt"), None)
    data = plain.read_bytes() if plain else gzip.decompress(next(folder.rglob(f"rfc{number}.txt.gz")).read_bytes())
    return data.decode("utf-8", "replace")


def headers() -> list[str]:
    """Return the headers of the messages in Python's tests that are ASCII, with the line ends of mail."""
    folder = Path(sys.base_prefix) / f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/test/test_email/data"
    heads = (file.read_bytes().replace(b"\r\n", b"\n").split(b"\n\n")[0] for file in sorted(folder.glob("*.txt")))
    return [head.decode().replace("\n", "\r\n") + "\r\n" for head in heads if head.isascii()]


def schemas() -> list[str]:
    """Return the schemas of jsonschema-specifications."""
    import jsonschema_specifications

    folder = Path(jsonschema_specifications.__file__).parent / "schemas"
    return [file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*")) if file.is_file()]


def measure(name: str, grammar: Grammar, rule: str, texts: list[str]) -> None:
    """Print how many texts match a rule, and the time to compile it and to parse them."""
    matcher = grammar[rule]
    _, first = timed(lambda: matcher.matches(""))
    valid, checking = timed(lambda: [text for text in texts if matcher.matches(text)])
    _, parsing = timed(lambda: [matcher.parse(text) for text in valid])
    size = sum(map(len, texts))
    times = f"first {first:6.1f}, matches {checking:7.2f}, parse {parsing:7.2f} ms"
    print(f"{name:14} {rule:14} {len(valid):3} of {len(texts):3} valid, {size:7,} characters: {times}")


def main(arguments: list[str] | None = None) -> int:
    """Print the rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(arguments).folder
    core = load("rfc5234")
    extract("1.  A\n\n   a = b\n", "warm")
    grammars = {}
    for number in DOCUMENTS:
        text = text_of(folder, number)
        taken, spent = timed(lambda: extract(text, f"rfc{number}.txt"))  # noqa: B023  # it is called at once
        if not taken.rules:
            print(f"RFC {number}: no rule ({spent:.0f} ms)")
            continue
        found, linting = timed(lambda: lint(taken.text, "rfc", parent=core, find_slips=all_slips))  # noqa: B023
        problems = len(taken.problems)
        read = f"{len(taken.rules)} rules, {problems} not read, {spent:.0f} ms"
        print(f"RFC {number}: {read}; lint {len(found)}, {linting:.0f} ms")
        if not problems:
            grammars[number] = Grammar.from_text(taken.text, name=f"RFC {number}")
    measure("RFC 8259", grammars[8259], "JSON-text", schemas())
    for name, rule, string in STRINGS:
        measure(name, open_grammar(name), rule, [string])
    measure("abnf:rfc5322", open_grammar("abnf:rfc5322"), "fields", headers())
    return 0


if __name__ == "__main__":
    sys.exit(main())
