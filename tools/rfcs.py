"""Extract the ABNF of all RFCs in a folder, and count lost lines.

No line of a rule may be lost.

    python tools/rfcs.py FOLDER [--reports | --usable [--compile N]]

FOLDER has the RFCs as text, rfcN.txt or rfcN.txt.gz, in any folders (Debian's packages doc-rfc-* have them). The lines
of rules are counted by indentation, with nothing of the extractor: a line with a name and "=", and what is indented
more behind it, if there is something in it that ABNF has and assignments have not, or in a rule beside it. Each of them
must be in a rule that was extracted, in one that repeats it, in a report, or in a rule that has signs of another
notation, as CDDL; these are counted. Exit status 1 where one is not.
"""

from __future__ import annotations

import argparse
import gzip
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from irigrammar import GrammarError, grammar
from irigrammar.engines.production import Production
from irigrammar.grammars.authors.extract import Extract, extract
from irigrammar.grammars.expr import Prose, Rule, walk
from irigrammar.grammars.imports import import_rules
from irigrammar.grammars.reader import read
from irigrammar.grammars.rulelist import Rulelist, bound
from irigrammar.matching.grammar import open_grammar
from irigrammar.matching.reading import cited_grammars

_HEAD = re.compile(r"( *)[A-Za-z][A-Za-z0-9-]* +=/?(?: +\S|$)")
_PAGE = re.compile(r".*\[Page \w+\]$|\f|RFC \d+ .* \d{4}$")
_ABNF = re.compile(r'"\s*/\s|\s/\s*["%]|%x[0-9A-F]|(?<![\w"])\d*\*\d*(?:[("]|[A-Z]+\b)')
_STRING = re.compile(r'"[^"]*"')
_MENTION = re.compile(r"\bA?BNF\b|Backus")


_RFC = r"\bRFC[ -]?0*(\d{3,4})\b"
_SEVERAL = "a name of several RFCs"
_SECONDS = 10  # in which a rule is compiled, and reads a text
_PATHS: dict[int, Path] = {}
_OWN: dict[int, list[str]] = {}  # the names of the rules that an RFC has


@cache
def text_of(number: int) -> str:
    """Return the text of an RFC, "" if it is not there."""
    data = _PATHS[number].read_bytes() if number in _PATHS else b""
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8", "replace")


@cache
def completed(number: int, *, newer: bool = False) -> Rulelist:
    """Return the rules of an RFC with those of older, or all, RFCs that it cites."""
    if not newer and (shipped := cited_grammars(f"<RFC {number}>")):
        return open_grammar(shipped[0]).rules
    numbers = dict.fromkeys(map(int, re.findall(_RFC, text_of(number))))
    imports = [completed(other) for other in numbers if (newer or other < number) and other != number]
    found, core = extract(text_of(number), f"rfc{number}.txt"), grammar("rfc5234").rules
    own = read(found.text, f"rfc{number}") if found.rules else {}
    _OWN[number] = list(own)
    for name in {row.name for row in import_rules([*own.values()], imports, core).ambiguous}:
        near = rf"(?<![\w-]){re.escape(name)}(?![\w-])(?:(?!\.\s+[A-Z]|\n\n)[^\0]){{0,300}}?{_RFC}"
        said = re.search(near, text_of(number))
        there = {rules.name for rules in imports if name in rules} & {f"rfc{said[1]}" if said else ""}
        own.setdefault(name.lower(), Rule(name, Prose(f"{name}, see {there.pop()}" if there else _SEVERAL), "", 1, 1))
    taken = import_rules([*own.values()], imports, core)
    parent = Rulelist(", ".join(rules.name for rules in imports), taken.rules, core)
    return Rulelist(f"rfc{number}", bound({rule.name.lower(): rule for rule in taken.own}, parent), parent)


class _LateError(Exception):
    """The end of the time that a rule may take."""


def engine(rules: Rulelist, name: str) -> str:
    """Return what reads a rule once it is compiled and has read a text; why it is refused, if nothing does."""

    def late(*_: object) -> None:
        raise _LateError

    signal.signal(signal.SIGALRM, late)
    try:
        signal.setitimer(signal.ITIMER_REAL, _SECONDS)
        production = Production.of(rules, name)
        is_general = not production.is_regular and isinstance(production.nested, str)
        production.recognizer.matches("x")
    except (_LateError, GrammarError) as error:
        return error.reason if isinstance(error, GrammarError) else f"not in {_SECONDS} seconds"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return "by the general engine" if is_general else "by an automaton"


def usable(number: int, every: int = 0) -> Counter[str]:
    """Return how many rules of an RFC are usable, and how many are not, by reason; with `every`, of RFCs whose numbers
    it divides, also how the usable ones are read.
    """
    counts = Counter[str]()
    rules = completed(number, newer=True) if re.search(r"\bABNF\b", text_of(number)) else Rulelist("", {})
    for key in _OWN.get(number, ()) if rules.own else ():
        reason = "a name without a rule"
        with suppress(GrammarError):
            parts = (part for rule in rules.reach(key).values() for part in walk(rule.expr))
            prose = {part.text for part in parts if isinstance(part, Prose) and part.text not in rules}
            reason = "usable" if not prose else _SEVERAL if prose == {_SEVERAL} else "prose"
        counts[reason] += 1
        if reason == "usable" and every and number % every == 0:
            counts[engine(rules, key)] += 1
    return counts


class Row(NamedTuple):
    """The counts of an RFC; `lost` are the numbers of lines."""

    name: str
    rules: int
    seen: int
    left_out: int
    other: int
    lost: tuple[int, ...]
    reports: tuple[str, ...]


class _Block(NamedTuple):
    """A text written as a rule: its indentation, its lines, and whether only comments are between it and the last."""

    indent: int
    beside: bool
    numbers: list[int]
    texts: list[str]


def seen(text: str) -> Iterator[int]:
    """Yield the numbers of the lines of rules."""
    blocks = list(_blocks(text))
    likely = [bool(_ABNF.search("\n".join(_STRING.sub('"x"', line) for line in block.texts))) for block in blocks]
    # A rule without such marks stands in a row with others.
    for places in (range(1, len(blocks)), range(len(blocks) - 1, 0, -1)):
        for place in places:
            before, block = blocks[place - 1], blocks[place]
            if block.beside and before.indent == block.indent and (likely[place - 1] or likely[place]):
                likely[place - 1] = likely[place] = True
    for block, is_likely in zip(blocks, likely, strict=True):
        if is_likely:
            yield from block.numbers


def _blocks(text: str) -> Iterator[_Block]:
    """Yield the heads, each with what is indented more behind it."""
    block = _Block(0, False, [], [])
    gap = ended = True
    beside = False
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip().expandtabs()  # noqa: PLW2901
        head = _HEAD.match(line)
        depth = len(line) - len(line.lstrip())
        if _PAGE.match(line):
            gap = False
        elif not line:
            gap = True
        elif head:
            yield block
            block, beside = _Block(len(head[1]), beside, [number], [line]), True
            gap = ended = False
        elif not ended and depth > block.indent and (not gap or line[depth] == "/"):
            block.numbers.append(number)
            block.texts.append(line)
            gap = False
        else:
            ended = True
            beside = beside and line[depth] == ";"
    yield block


def behind(found: Extract, text: str) -> Iterator[int]:
    """Yield the numbers of the lines that follow a rule at once and are indented more than it."""
    lines = text.split("\n")
    for rule in found.rules:
        last = rule.lines[-1].number
        margin = rule.lines[0].margin
        for number in range(last + 1, len(lines) + 1):
            line = lines[number - 1].rstrip().expandtabs()
            if not line or len(line) - len(line.lstrip()) <= margin or _PAGE.match(line) or line.lstrip()[0] == ";":
                break
            if not _HEAD.match(line):
                yield number


def counted(number: int) -> Row | None:
    """Return the counts of an RFC; None for one without a rule."""
    name, text = f"rfc{number}", text_of(number)
    if not _MENTION.search(text):
        return None
    found = extract(text, f"{name}.txt")
    lines = set(seen(text))
    if not found.rules and not found.left_out:
        return Row(name, 0, len(lines), 0, 0, tuple(sorted(lines)), ()) if lines else None
    left_out = {line.number for row in found.left_out for line in row.lines}
    accounted = left_out | {line.number for rule in (*found.rules, *found.repeated) for line in rule.lines}
    other = lines & {line.number for rule in found.others for line in rule.lines} - accounted
    lost = sorted((lines | set(behind(found, text))) - accounted - other)
    problems = tuple(map(str, found.problems))
    return Row(name, len(found.rules), len(lines), len(left_out), len(other), tuple(lost), problems)


def main(arguments: list[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reports", action="store_true", help="print what is reported, too")
    parser.add_argument("--usable", action="store_true", help="count the rules that lack nothing")
    said = "with --usable, compile those of RFCs whose numbers N divides"
    parser.add_argument("--compile", type=int, default=0, metavar="N", help=said)
    options = parser.parse_args(arguments)
    files = {path.name.partition(".")[0][3:]: path for path in options.folder.rglob("rfc*.txt*")}
    _PATHS.update((int(name), files[name]) for name in sorted(filter(str.isdigit, files), key=int))
    if not _PATHS:
        parser.error(f"{options.folder}: no rfcN.txt or rfcN.txt.gz")
    if options.usable:
        with ProcessPoolExecutor() as pool:
            counts = [row for row in pool.map(partial(usable, every=options.compile), _PATHS, chunksize=256) if row]
        print(f"{len(counts):,} RFCs: {dict(sum(counts, Counter[str]()).most_common())}")
        return 0
    print(f"{'RFC':8}{'rules':>7}{'lines':>7}{'left out':>10}{'other':>7}{'lost':>6}")
    with ProcessPoolExecutor() as pool:
        rows = [row for row in pool.map(counted, _PATHS, chunksize=16) if row]
    for row in rows:
        lines = f"  {', '.join(map(str, row.lost[:12]))}" if row.lost else ""
        print(f"{row.name[3:]:8}{row.rules:7,}{row.seen:7,}{row.left_out:10,}{row.other:7,}{len(row.lost):6,}{lines}")
        if options.reports:
            print("".join(f"        {report}\n" for report in row.reports), end="")
    lost = sum(len(row.lost) for row in rows)
    total = f"{sum(row.rules for row in rows):,} rules, {sum(row.seen for row in rows):,} lines of rules"
    reported, other = sum(row.left_out for row in rows), sum(row.other for row in rows)
    print(f"{len(rows):,} RFCs: {total}, {reported:,} reported, {other:,} of other notations, {lost:,} lost")
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
