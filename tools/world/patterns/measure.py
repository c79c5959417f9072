"""Ask engines of regular expressions which characters classes have.

The rows of `grammar/world/regex.toml`. Each engine is a process that reads questions and writes sets (`ask.py`,
`ask.mjs`, `ask.go`, `Ask.java`); a question is asked of every character that is not a surrogate. Those of Python are
the packages that are installed: google-re2, polars for Rust's regex, lxml for libxml2. `JAVA_HOME` chooses the JDK.
Rows of specifications are not measured.
"""

from __future__ import annotations

import datetime
import os
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from irigrammar.automata.charset import Ranges, difference, intersection, union
from irigrammar.language.regex.pattern import ALL, SURROGATES
from irigrammar.language.regex.tables import (
    Pairs,
    moved_categories,
    pairs_of,
    points_of,
    scripts,
    set_of,
    successive,
    values_of,
)
from irigrammar.unicode import categories, ranges_by_value
from tools.world.patterns.page import pages
from tools.world.rows import ROOT, Row

__all__ = ["measure", "pages"]

_FOLDER = Path(__file__).resolve().parent
_ASCII_A = "41"  # asked where the question is only whether a name is known
_WINDOW_BITS = 10
_GUARD = "b"  # beside the end of a line


class Question(NamedTuple):
    """A pattern that is searched in the text of each character of a domain, between two texts."""

    pattern: str
    flags: str = ""
    before: str = ""
    after: str = ""
    domain: str = ""


def _range_text(ranges: Ranges) -> str:
    return " ".join(f"{low:X}" if low == high else f"{low:X}-{high:X}" for low, high in ranges)


EVERY = _range_text(ALL)
Answer = Ranges | None  # None where the engine refuses the pattern


def _java() -> list[str]:
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=f"{home}/bin" if home else None)
    package = "java.xml/com.sun.org.apache.xerces.internal.impl.xpath.regex"
    return [java or "java", "--add-exports", f"{package}=ALL-UNNAMED", str(_FOLDER / "Ask.java")]


def _python(name: str) -> Callable[[], list[str]]:
    return lambda: [sys.executable, str(_FOLDER / "ask.py"), name]


# The command of each engine, and how its patterns have a code point.
ENGINES: dict[str, tuple[Callable[[], list[str]], str]] = {
    "CPython": (_python("CPython"), r"\U{:08X}"),
    "Node.js": (lambda: ["node", str(_FOLDER / "ask.mjs")], r"\u{{{:X}}}"),
    "RE2": (_python("RE2"), r"\x{{{:X}}}"),
    "Go regexp": (lambda: ["go", "run", str(_FOLDER / "ask.go")], r"\x{{{:X}}}"),
    "polars": (_python("polars"), r"\x{{{:X}}}"),
    "JDK Xerces": (_java, ""),
    "lxml": (_python("lxml"), ""),
}


def ask(subject: str, questions: Sequence[Question]) -> tuple[str, list[Answer]]:
    """Return the version of an engine, and its answers. Raises `OSError` or `CalledProcessError` without it."""
    lines = []
    for pattern, flags, before, after, domain in questions:
        sides = (" ".join(f"{ord(char):X}" for char in side) for side in (before, after))
        lines.append("\t".join((pattern, flags, *sides, domain or EVERY)))
    done = subprocess.run(
        ENGINES[subject][0](), input="\n".join(lines) + "\n", capture_output=True, text=True, check=True, cwd=ROOT
    )
    number, *answers = done.stdout.removesuffix("\n").split("\n")
    return number, [None if answer == "refused" else points_of(answer) for answer in answers]


def measure(rows: Sequence[Row], subjects: Iterable[str] = ENGINES) -> tuple[list[Row], list[str]]:
    """Return the rows as they are today, and the engines that are not installed."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    measured, missing, base = list(rows), list[str](), Pairs()
    for subject in sorted(subjects, key=lambda name: name != "Node.js"):  # whose case is the base of others
        places = [place for place, row in enumerate(rows) if row.subject == subject]
        try:
            number, _ = ask(subject, [])
        except (OSError, subprocess.CalledProcessError):
            missing.append(subject)
            continue
        engine = _Engine(subject)
        if any(rows[place].operation == "case" for place in places) and not base:
            base = engine.pairs("iu") if subject == "Node.js" else _shipped_base(rows)
        for place in places:
            row = rows[place]
            example = {**row.example, "result": engine.result(row, base)}
            measured[place] = row._replace(version=number, example=example, date=today)
    return measured, missing


def _shipped_base(rows: Sequence[Row]) -> Pairs:
    (text,) = (
        row.example["result"]
        for row in rows
        if row.subject == "Node.js" and row.example.get("flags") == "iu" and row.operation == "case"
    )
    return pairs_of(text, frozenset())


class _Engine:
    """The answers of one engine, in the notation of rows."""

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self.sets: Mapping[str, Ranges] = categories()

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        return ask(self.subject, questions)[1]

    def result(self, row: Row, base: Pairs) -> str:
        """Return the result of a row."""
        pattern, flags = row.example["input"], row.example.get("flags", "")
        match row.operation:
            case "class" | "property":
                return self.set_text(*self.ask([Question(pattern, flags)]))
            case "line":
                before, after = ("", _GUARD) if pattern.startswith("^") else (_GUARD, "a")
                (answer,) = self.ask([Question(pattern, flags, before, after)])
                return self.set_text(difference(answer or (), ((ord(_GUARD), ord(_GUARD)),)))
            case "case":
                own = self.pairs(flags)
                return pairs_text(own, base if (self.subject, flags) != ("Node.js", "iu") else frozenset())
            case "categories":
                return self.categories(pattern, flags)
            case "scripts" | "extensions":
                return self.scripts(row.operation, pattern, flags)
            case "blocks":
                return self.blocks(pattern)
            case "names":
                return self.names(pattern, flags, row.example["kind"])
            case "loose":
                return "refused" if self.ask([Question(pattern, flags, domain=_ASCII_A)])[0] is None else "accepted"
        raise ValueError(row.operation)

    def set_text(self, ranges: Answer) -> str:
        return "refused" if ranges is None else text_of_set(ranges, self.sets)

    def categories(self, pattern: str, flags: str) -> str:
        """Return the characters whose category is not that of our version of Unicode."""
        names = [name for name in categories() if name not in ("Cs", "Cn")]
        if self.subject == "CPython":  # its module that knows them
            own: dict[str, list[tuple[int, int]]] = {}
            for name, points in groupby(range(sys.maxunicode + 1), lambda point: unicodedata.category(chr(point))):
                run = [*points]
                own.setdefault(name, []).append((run[0], run[-1]))
            sets = {name: union(tuple(own[name])) for name in names}
        else:
            questions = [Question(pattern.replace("*", name), flags) for name in names]
            sets = {name: answer or () for name, answer in zip(names, self.ask(questions), strict=True)}
        sets["Cn"] = difference(ALL, union(*sets.values()))
        moved = {name: difference(ranges, categories()[name]) for name, ranges in sets.items()}
        text = "; ".join(f"{name} {_range_text(ranges)}" for name, ranges in moved.items() if ranges)
        self.sets = moved_categories(text)
        return text

    def scripts(self, kind: str, pattern: str, flags: str) -> str:
        """Return the scripts that have not the characters that they have in our version of Unicode."""
        names = {code: name for name, code in values_of("scripts").items()}
        questions = [Question(pattern.replace("*", name), flags) for name in names.values()]
        base = scripts(kind, self.sets["Cn"])
        changes = {}
        for code, answer in zip(names, self.ask(questions), strict=True):
            if answer is not None and answer != base[code]:
                changes[code] = _change_text(answer, base[code])
        return "; ".join(f"{code} {text}" for code, text in changes.items())

    def blocks(self, pattern: str) -> str:
        """Return the blocks that have other characters than in our version of Unicode."""
        own = {name.replace(" ", ""): ranges for name, ranges in ranges_by_value("blocks").items()}
        names = [name.removeprefix("Is") for name in values_of("blocks")]
        known = self.ask([Question(pattern.replace("*", name), domain=_ASCII_A) for name in names])
        names = [name for name, answer in zip(names, known, strict=True) if answer is not None]
        answers = self.ask([Question(pattern.replace("*", name)) for name in names])
        changes = {}
        for name, answer in zip(names, answers, strict=True):
            if answer is not None and answer != difference(own.get(name, ()), SURROGATES):
                changes[name] = _range_text(answer)
        return "; ".join(f"{name} {text}" for name, text in changes.items())

    def names(self, pattern: str, flags: str, kind: str) -> str:
        """Return which names of a kind the engine knows."""
        names = [*values_of(kind)]
        questions = [Question(pattern.replace("*", name), flags, domain=_ASCII_A) for name in names]
        known = {name for name, answer in zip(names, self.ask(questions), strict=True) if answer is not None}
        unknown = sorted({*names} - known)
        if not known:
            return "none"
        if not unknown:
            return "all"
        few = len(unknown) <= len(known)
        return f"all but {' '.join(unknown)}" if few else f"only {' '.join(sorted(known))}"

    def pairs(self, flags: str) -> Pairs:
        """Return the pairs of successive characters that match each other without regard to case.

        Two characters differ in a bit: a class of those that have it, or of those that have it not, then matches one
        of them that is not in it. The low bits are asked in windows, since classes of single characters are large.
        """
        is_utf16 = self.subject == "Node.js" and "u" not in flags and "v" not in flags
        every = intersection(ALL, ((0, 0xFFFF),)) if is_utf16 else ALL
        windows = _windows(every)
        questions: list[Question] = []
        classes: list[Ranges] = []
        for bit in range(21):
            for domain in windows if bit < _WINDOW_BITS else [every]:
                for value in (0, 1):
                    chars = intersection(domain, _with_bit(bit, value, domain))
                    rest = difference(domain, chars)
                    if chars and rest:
                        classes.append(chars)
                        questions.append(Question(self.class_text(chars, flags), flags, "", "", _range_text(rest)))
        cased = union(*(answer for answer in self.ask(questions) if answer))
        points = [point for low, high in cased for point in range(low, high + 1)]
        text = _range_text(cased)
        single = [Question(self.class_text(((point, point),), flags)[1:-1], flags, domain=text) for point in points]
        matches = dict(zip(points, self.ask(single), strict=True))
        orbits = {ranges for ranges in matches.values() if ranges}
        for orbit in orbits:  # it is an equivalence, and each character is in one orbit
            for low, high in orbit:
                assert all(matches[point] == orbit for point in range(low, high + 1)), (self.subject, flags, orbit)
        return successive([point for low, high in orbit for point in range(low, high + 1)] for orbit in orbits)

    def class_text(self, ranges: Ranges, flags: str) -> str:
        escape = ENGINES[self.subject][1]
        if self.subject == "Node.js" and "u" not in flags and "v" not in flags:
            escape = r"\u{:04X}"
        ends = ((escape.format(low), escape.format(high)) for low, high in ranges)
        return f"[{''.join(low if low == high else f'{low}-{high}' for low, high in ends)}]"


def _windows(every: Ranges) -> list[Ranges]:
    size = 1 << _WINDOW_BITS
    parts = (intersection(every, ((low, low + size - 1),)) for low in range(0, 0x110000, size))
    return [part for part in parts if part]


def _with_bit(bit: int, value: int, domain: Ranges) -> Ranges:
    """Return the ranges of code points near a domain of which a bit has a value."""
    size = 1 << bit
    first = domain[0][0] // (2 * size) * 2 * size + value * size
    return tuple((low, low + size - 1) for low in range(first, domain[-1][1] + 1, 2 * size))


def text_of_set(ranges: Ranges, known: Mapping[str, Ranges]) -> str:
    """Return the shortest text found of a set: names of categories and differences, or ranges."""
    sizes = {name: _size(own) for name, own in known.items() if name != "Cs"}
    names = {name for name, size in sizes.items() if size and 2 * _size(intersection(known[name], ranges)) > size}
    best = min(_formula(ranges, names, known), _formula(ranges, set(), known), key=len)
    for name in sorted(names):
        other = _formula(ranges, names - {name}, known)
        if len(other) < len(best):
            best, names = other, names - {name}
    assert set_of(best, known) == ranges, best
    return best


def _formula(ranges: Ranges, names: set[str], known: Mapping[str, Ranges]) -> str:
    base = union(*(known[name] for name in names))
    groups = {name[0] for name in known}
    whole = {group for group in groups if {name for name in known if name[0] == group} - {"Cs"} <= names}
    head = " ".join([*sorted(whole), *sorted(name for name in names if name[0] not in whole)])
    return f"{head} {_change_text(ranges, base)}".strip()


def _change_text(ranges: Ranges, base: Ranges) -> str:
    added, removed = difference(ranges, base), difference(difference(base, ranges), SURROGATES)
    return f"{'+ ' + _range_text(added) if added else ''}{' - ' + _range_text(removed) if removed else ''}".strip()


def _size(ranges: Ranges) -> int:
    return sum(high - low + 1 for low, high in ranges)


def pairs_text(pairs: Pairs, base: Pairs) -> str:
    """Return the text of pairs that `pairs_of` reads."""
    added, removed = _runs(pairs - base), _runs(base - pairs)
    text = f"{'+ ' + added if added else ''}{' - ' + removed if removed else ''}".strip()
    assert pairs_of(text, base) == pairs
    return text


def _runs(pairs: Iterable[tuple[int, int]]) -> str:
    """Return runs FIRST-LAST/STEP:DISTANCE of pairs; a step of 1 is not written."""
    runs: list[list[int]] = []  # first, last, step, distance
    for first, second in sorted(pairs):
        for run in runs[-4:]:
            step = first - run[1]
            if run[3] == second - first and (step == run[2] or (not run[2] and step in (1, 2))):
                run[1:3] = [first, step]
                break
        else:
            runs.append([first, first, 0, second - first])
    return " ".join(
        f"{low:X}{f'-{high:X}' if high > low else ''}{f'/{step:X}' if step > 1 else ''}:{distance:X}"
        for low, high, step, distance in runs
    )
