"""Measure JSON by the ABNF of RFC 8259: time and memory of each parser, for documents of growing size.

    python -m tools.bench.recursion [--largest 1000000] [--seconds 60] [--indent 0]

Each parser runs in a process of its own, which gets each document once; the one after the first that takes longer than
the limit is not asked. "growth" is the time over that of the document before, which is a tenth as long. Lark's Earley
parser and the package abnf read the same rules, character by character; Lark's LALR parser has a grammar of its own,
with tokens, which is the way that Lark recommends for JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

__all__ = ["main"]

ABNF = Path(__file__).resolve().parents[2] / "tests" / "data" / "lectures" / "json.abnf"
SMALLEST = 1_000
SEED = 8259

LALR = r"""
start: value
?value: object | array | STRING | NUMBER | "true" | "false" | "null"
array: "[" [value ("," value)*] "]"
object: "{" [pair ("," pair)*] "}"
pair: STRING ":" value
STRING: /"([^"\\\x00-\x1f]|\\["\\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/
NUMBER: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
%ignore /[ \t\n\r]+/
"""


def document(size: int, indent: int) -> str:
    """Return a JSON document of about that many characters."""
    drawn = random.Random(SEED)
    rows: list[object] = []
    length = 0
    while length < size:
        row = {
            "name": f"item {drawn.randrange(10**6)}",
            "value": [drawn.random(), None, {"deep": [True, []]}],
            "text": "a few words é",
        }
        rows.append(row)
        length += len(json.dumps(row, ensure_ascii=False, indent=indent or None)) + 2
    return json.dumps(rows, ensure_ascii=False, indent=indent or None)


def _matches() -> Callable[[str], object]:
    from irigrammar import Grammar

    return Grammar.from_file(ABNF).start.matches


def _parse() -> Callable[[str], object]:
    from irigrammar import Grammar

    return Grammar.from_file(ABNF).start.parse


def _earley() -> Callable[[str], object]:
    from lark import Lark

    from irigrammar import Grammar
    from irigrammar.exports.registry import export

    rules = export(Grammar.from_file(ABNF).start, to="lark")
    start = re.findall(r'start="([^"]+)"', rules)[0]
    return Lark(rules, start=start, parser="earley", lexer="dynamic").parse


def _lalr() -> Callable[[str], object]:
    from lark import Lark

    return Lark(LALR, parser="lalr").parse


def _abnf() -> Callable[[str], object]:
    import abnf

    rules: Any = type("Json", (abnf.Rule,), {})
    # The package has a core rule of that name, which it does not allow a grammar to define.
    rules.load_grammar(re.sub(r"\bchar\b", "json-char", ABNF.read_text()).replace("\n", "\r\n"))
    parse: Callable[[str], object] = rules("JSON-text").parse_all
    return parse


PARSERS = {
    "matches": _matches,
    "parse": _parse,
    "Lark, LALR": _lalr,
    "Lark, Earley": _earley,
    "abnf": _abnf,
}


def _measure(name: str, size: int, indent: int) -> int:
    text = document(size, indent)
    parse = PARSERS[name]()
    parse("[]")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = perf_counter()
    parse(text)
    seconds = perf_counter() - began
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(json.dumps([len(text), seconds, used // 1024]))
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Measure all parsers, each in processes of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--indent", type=int, default=0)
    parser.add_argument("--measure", nargs=2, metavar=("PARSER", "SIZE"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.measure:
        return _measure(options.measure[0], int(options.measure[1]), options.indent)
    print(f"{'parser':14}{'characters':>12}{'seconds':>10}{'MB':>7}{'growth':>8}")
    for name in PARSERS:
        size, last = SMALLEST, 0.0
        while size <= options.largest:
            command = [sys.executable, "-m", "tools.bench.recursion", "--indent", str(options.indent)]
            try:
                run = subprocess.run(
                    [*command, "--measure", name, str(size)],
                    capture_output=True,
                    text=True,
                    check=True,
                    timeout=options.seconds,
                )
            except subprocess.TimeoutExpired:
                print(f"{name:14}{size:>12,}  more than {options.seconds:g} seconds")
                break
            except subprocess.CalledProcessError as error:
                print(f"{name:14}{size:>12,}  {error.stderr.strip().splitlines()[-1][:60]}")
                break
            length, seconds, megabytes = json.loads(run.stdout)
            growth = f"{seconds / last:.1f}" if last else ""
            print(f"{name:14}{length:>12,}{seconds:>10.3f}{megabytes:>7,}{growth:>8}")
            size, last = size * 10, seconds
    return 0


if __name__ == "__main__":
    sys.exit(main())
