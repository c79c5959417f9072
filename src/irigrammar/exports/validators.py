"""Validators in other languages: one source file, no dependencies.

A template holds a language's code, and this module fills in the automaton: classes of code points by intervals, and
for each state pairs of a set of classes and the next state, each set written once. `@NAME@` in a template is a table,
words for a comment, or a name.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from importlib.resources import files

from irigrammar.dataclass import dataclass
from irigrammar.errors import UnknownDialect
from irigrammar.exports.machine import FIELDS, WIDTH, Machine, machine
from irigrammar.exports.notation import refusal
from irigrammar.exports.rules import heading
from irigrammar.lazy import regex
from irigrammar.matching.matcher import Matcher

_LIMIT = 1 << 16  # of a number of a state or set, and of transitions
_BITS = 32  # of a word of a set

_MARK = regex(r"@([A-Z_]+)@")
_SECTION = regex(r"^@SPLIT\n(.*?)^@END\n", re.DOTALL | re.MULTILINE)
_OF_FIELD = regex("@(?:FIELD|FIELD_UPPER|LOW)@")
_TYPE = regex(r"/\*::\n(.*?)::\*/\n|/\*(: [\w\[\], |]+|!| as \w+)\*/", re.DOTALL)
_EXPORTED = regex(r"/\*\*(?:(?!\*/).)*\*/\nexport (?:function [^{]*(?= \{)|interface [^}]*\})", re.DOTALL)
_PREFIX = regex(r"[A-Za-z][A-Za-z0-9_]*")
_UNSAFE = regex(r"[^\w ./:<>,()=-]", re.ASCII)

_COMMENTS = {
    "INTERVALS": "Intervals of code points: the first code point and the class of each; class 0 has no transitions.",
    "CLASS_SETS": "Sets of classes, a bit for each class.",
    "TRANSITIONS": "Transitions: the first word of the set, and the next state.",
    "NUMBERS": "States: twice the number of the first transition, plus 1 if the text may end here; state 0 refuses.",
    "NEXT": "Returns where the next state is in the transitions, or 0 if there is none.",
    "STEP_INDEXES": "The first step of each transition, and of the end of the text in each state; 0 for none.",
    "STEP_NUMBERS": "Steps: the number of rows, then for each the row to copy, how many offsets to set, and which.",
}
_FAULT = (
    "the offset in {unit} of the first character that no matching text has there, the length if the text lacks "
    "something at its end, and {none} if the text matches. {broken} a fault."
)


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its name, its template, the width of its lines and a step of
    indentation, and the words for an offset.

    `none` is the value for a text that matches. `strings` is true where tables are strings, because initializers are
    limited.
    """

    name: str
    template: str
    width: int
    step: str = "    "
    unit: str = "bytes"
    none: str = "-1"
    broken: str = "Bytes that are not UTF-8 are"
    strings: bool = False

    def fill(self, numbers: Sequence[int], width: int) -> list[str]:
        """Return the lines of a table."""
        if self.strings:
            lines = [f'"{line}",' for line in textwrap.wrap(" ".join(map(str, numbers)), width - 3)]
            return [*lines[:-1], lines[-1][:-1]]
        return textwrap.wrap(", ".join(map(str, numbers)) + ",", width)


_UTF16 = ("UTF-16 code units", "-1", "A lone surrogate is")
LANGUAGES: dict[str, Language] = {
    language.name: language
    for language in (
        Language("c", "c.h", 100),
        Language("javascript", "ecmascript.js", 80, "  ", *_UTF16),
        Language("typescript", "ecmascript.js", 80, "  ", *_UTF16),
        Language("go", "go.go", 100, "\t"),
        Language("rust", "rust.rs", 99, none="`None`"),
        Language("java", "java.java", 100, "    ", *_UTF16, strings=True),
    )
}


def generate(matcher: Matcher, to: str, *, prefix: str | None = None, split: bool = True) -> str:
    """Return a validator for a rule in another language: the source of one file without dependencies.

    It has the functions `matches` and `fault`, which returns an offset in units of the language's texts (bytes of
    UTF-8 in c, go and rust; UTF-16 code units in javascript, typescript and java), and for a reference `split`, which
    returns the spans of its components, unless `split` is false. `prefix` begins the names in c and
    go and names the class in java; by default it is the rule's name. Raises `UnknownDialect` for another language;
    `ValueError` for a prefix that is not a name; `GrammarError` for a rule that is recursive or cannot be compiled;
    `ExportError` for an automaton that is too large.

    >>> import irigrammar
    >>> source = generate(irigrammar.grammar("rfc3986")["port"], "c")
    >>> "static inline int port_matches(const char *utf8, size_t length)" in source
    True
    """
    try:
        language = LANGUAGES[to]
    except KeyError:
        raise UnknownDialect(to, LANGUAGES) from None
    if prefix is None:
        prefix = matcher.rule.lower().replace("-", "_")
    elif not _PREFIX.fullmatch(prefix):
        raise ValueError(f"{prefix!r} is not a prefix: use ASCII letters, digits and _, a letter first")
    automaton = machine(matcher, split=split)
    tables = _tables(automaton)
    if (size := max(len(tables["EDGES"]) // 2, *tables["EDGES"])) >= _LIMIT:
        raise refusal(matcher, to, f"its automaton has {size:,} transitions or words; {_LIMIT:,} is the limit")
    pascal = "".join(word[:1].upper() + word[1:] for word in prefix.split("_"))
    words = {
        **_COMMENTS,
        "FAULT": _FAULT.format(unit=language.unit, none=language.none, broken=language.broken),
        "PREFIX": prefix,
        "UPPER": prefix.upper(),
        "PASCAL": pascal,
        "CAMEL": pascal[:1].lower() + pascal[1:],
        "START": str(automaton.start),
        "ROWS": str(automaton.depth),
        "WIDTH": str(WIDTH),
        "FIELDS_PASCAL": ", ".join(map(str.capitalize, FIELDS)),
        "HEAD": "\n".join(_head(matcher, to, prefix, split)),
    }
    template = (files(__package__) / "templates" / language.template).read_text(encoding="utf-8")
    template = _SECTION.sub(r"\1" if automaton.depth else "", template)
    text = "".join(line for source in _repeated(template) for line in _lines(source, language, tables, words))
    return _TYPE.sub(lambda part: "".join(filter(None, part.groups())) if to == "typescript" else "", text)


def declarations(matcher: Matcher, *, split: bool = True) -> str:
    """Return the TypeScript declarations of the file that `generate` writes for javascript."""
    source = generate(matcher, "typescript", split=split)
    exported = [
        found.replace("export function", "export declare function") + (";\n" if "function" in found else "\n")
        for found in _EXPORTED.findall(source)
    ]
    return "\n".join([source.partition("\n\n")[0] + "\n", *exported])


def _repeated(template: str) -> Iterator[str]:
    """Yield the lines of a template, one with a field once for each."""
    for line in template.splitlines():
        if not _OF_FIELD.search(line):
            yield line
            continue
        for number, field in enumerate(FIELDS):
            numbers = {"LOW": str(2 * number), "HIGH": str(2 * number + 1)}
            yield _filled(line, {"FIELD": field, "FIELD_UPPER": field.upper(), **numbers})


def _filled(line: str, words: dict[str, str]) -> str:
    """Return a line with words for the marks that have some."""
    return _MARK.sub(lambda mark: words.get(mark[1], mark[0]), line)


def _tables(automaton: Machine) -> dict[str, list[int]]:
    """Return the numbers of each table; none is empty, as some languages have no empty arrays."""
    width = -(-automaton.classes // _BITS)
    sets: dict[int, int] = {}
    edges: list[int] = []
    actions: list[int] = []
    states: list[int] = []
    for row, end in zip(automaton.rows, automaton.ends, strict=True):
        states.append(len(edges) | (end is not None))
        masks: dict[tuple[int, int], int] = {}
        for number, (to, action) in enumerate(row):
            if to:
                masks[to, action] = masks.get((to, action), 0) | 1 << number
        for (to, action), mask in masks.items():
            edges += (sets.setdefault(mask, len(sets) * width), to)
            actions.append(action)
    states.append(len(edges))
    written = [mask >> _BITS * word & (1 << _BITS) - 1 for mask in sets for word in range(width)]
    return {
        "POINTS": [point for point, _ in automaton.points],
        "CLASSES": [number for _, number in automaton.points],
        "SETS": written or [0],
        "EDGES": edges or [0],
        "STATES": states,
        "ACTIONS": actions or [0],
        "ENDS": [end or 0 for end in automaton.ends],
        "STEPS": list(automaton.steps),
    }


def _head(matcher: Matcher, to: str, prefix: str, split: bool) -> Iterator[str]:
    grammar, rule = matcher.grammar, matcher.rule
    document = f", {grammar.entry.document}" if grammar.entry else ""
    command = f"iri grammar generate -g {grammar.name} -r {rule} --to {to} --prefix {prefix}" + " --no-split" * (
        not split
    )
    for line in (
        f"{heading(matcher)}{document}: generated by irigrammar {version('irigrammar')}, do not edit.",
        command,
        "SPDX-License-Identifier: Apache-2.0",
    ):
        yield "// " + _UNSAFE.sub("_", line)


def _lines(source: str, language: Language, tables: dict[str, list[int]], words: dict[str, str]) -> Iterator[str]:
    """Yield the lines that a line of a template gives: a table is filled, and a comment wrapped."""
    mark = next((mark for mark in _MARK.finditer(source) if mark[1] in tables), None)
    line = _filled(source, words)
    if mark is None:
        comment = re.match(r" *(?://+|\*) ", line)
        if comment and "\n" not in line:
            lines = textwrap.wrap(line, language.width, subsequent_indent=comment[0], break_on_hyphens=False)
            line = "\n".join(lines)
        yield line + "\n"
        return
    before, after = line.split(mark[0])
    indent = " " * (len(line) - len(line.lstrip()))
    numbers = tables[mark[1]]
    if not language.strings and len(whole := before + ", ".join(map(str, numbers)) + after) <= language.width:
        yield whole + "\n"
        return
    filled = language.fill(numbers, language.width - len(indent + language.step))
    yield "\n".join([before, *(indent + language.step + row for row in filled), indent + after, ""])
