"""Validators in other languages: one source file, no dependencies.

A template holds a language's code, and this module fills in the automaton: classes of code points by intervals, and
for each state pairs of a set of classes and the next state, each set written once; or, as the form `code`, a row with
the next state for each class. `@NAME@` in a template is a table, words for a comment, or a name; the lines from
`@NAME` to `@END` are a section, which is left out or repeated.
"""

from __future__ import annotations

import re
import textwrap
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from importlib.resources import files
from typing import Literal, get_args

from irigrammar.dataclass import dataclass
from irigrammar.errors import UnknownDialect
from irigrammar.exports.machine import FIELDS, WIDTH, Machine, machine
from irigrammar.exports.notation import refusal
from irigrammar.exports.rules import heading
from irigrammar.lazy import regex
from irigrammar.matching.matcher import Matcher

_LIMIT = 1 << 16  # of a number of a state or set, and of transitions
_BITS = 32  # of a word of a set
_ASCII = 128  # the number of its characters

_MARK = regex(r"@([A-Z_]+)@")
_SECTION = regex(r"^@([A-Z]+)\n((?:(?!@[A-Z]+\n).*\n)*)@END\n", re.MULTILINE)
_TYPE = regex(r"/\*::\n(.*?)::\*/\n|/\*(: [\w\[\], |]+|!| as \w+)\*/", re.DOTALL)
_EXPORTED = regex(r"/\*\*(?:(?!\*/).)*\*/\nexport (?:function [^{]*(?= \{)|interface [^}]*\})", re.DOTALL)
_PREFIX = regex(r"[A-Za-z][A-Za-z0-9_]*")
_UNSAFE = regex(r"[^\w ./:<>,()=&'-]", re.ASCII)

_COMMENTS = {
    "INTERVALS": "Intervals of code points: the first code point and the class of each; class 0 has no transitions.",
    "ASCII_CLASSES": "The class of each ASCII character.",
    "CLASS_SETS": "Sets of classes, a bit for each class; the last class is the end of the text.",
    "FIRST_EDGES": "The first transition of each state; state 0 refuses.",
    "EDGE_SETS": "The first word of the set of each transition.",
    "STACK_ACTIONS": "What each transition does to the stack: 0 nothing, {pop} pops, other numbers push themselves.",
    "STATES_AFTER": "The state after a pop, at the sum of the transition's number and the number that is popped.",
    "NEXT": "Returns where the transition of a class is{zero}.",
    "STEP_INDEXES": "The first step of each transition; 0 for none.",
    "STEP_NUMBERS": "Steps: the number of rows, then for each the row to copy, how many offsets to set, and which.",
}
_NEXT_STATES = {
    "tables": "The next state of each transition; transition 0 refuses.",
    "code": "A row for each state: the start of the next state's row for each class, 0 to refuse; at last, for the end "
    "of the text, whether it may be here.",
}
_FAULT = (
    "the offset, in {unit}, of the first character that no matching text has there, the length if the text lacks "
    "something at its end, and {none} if the text matches. {broken} a fault."
)
_MEMORY = " So is a bracket for which there is no memory."


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its name, its template, the name of a file, the width of lines, a step of indentation, types of text.

    `texts` has for each type its name, the unit of offsets, and what is a fault. `none` is the value for a text that
    matches. `strings` is true where tables are strings, because initializers are limited.
    """

    name: str
    template: str
    file: str
    width: int
    texts: tuple[tuple[str, str, str], ...]
    step: str = "    "
    none: str = "-1"
    strings: bool = False
    array: int = 200  # the width of an array on one line


_UTF8 = "bytes", "Bytes that are not UTF-8 are"
_UTF16 = "UTF-16 code units", "A lone surrogate is"
_EITHER = (
    "",
    "UTF-16 code units of a string or bytes of an array",
    "A lone surrogate and bytes that are not UTF-8 are",
)
_JAVA = ("CharSequence", *_UTF16), ("byte[]", *_UTF8)
LANGUAGES: dict[str, Language] = {
    language.name: language
    for language in (
        Language("c", "c.h", "{PREFIX}.h", 100, (("", *_UTF8),)),
        Language("javascript", "ecmascript.js", "{PREFIX}.mjs", 80, (_EITHER,), "  "),
        Language("typescript", "ecmascript.js", "{PREFIX}.mts", 80, (_EITHER,), "  "),
        Language("go", "go.go", "{PREFIX}.go", 100, (("", *_UTF8),), "\t"),
        Language("rust", "rust.rs", "{PREFIX}.rs", 99, (("", *_UTF8),), none="`None`", array=60),
        Language(
            "java",
            "java.java",
            "{PASCAL}Validator.java",
            100,
            (("CharSequence", *_UTF16), ("byte[]", *_UTF8)),
            strings=True,
        ),
    )
}
Form = Literal["tables", "code"]
FORMS: tuple[Form, ...] = get_args(Form)


def generate(matcher: Matcher, to: str, *, prefix: str | None = None, split: bool = True, form: Form = "tables") -> str:
    """Return a validator for a rule in another language: the source of one file without dependencies.

    It has the functions `matches` and `fault`, which returns an offset in units of the language's texts (bytes in c, go
    and rust; in javascript, typescript and java UTF-16 code units of strings and bytes of arrays), and for a reference
    `split`, which returns the spans of its components, unless `split` is false. `prefix` begins the names in c and go
    and names the class in java; by default it is the rule's name. The form `code` is larger and faster than `tables`: a
    character takes one look-up, in a row for each state. Raises `UnknownDialect` for another language; `ValueError` for
    a prefix that is not a name; `GrammarError` for a rule that cannot be compiled; `ExportError` for a recursive rule
    that is not nested, and for an automaton that is too large.

    >>> import irigrammar
    >>> source = generate(irigrammar.grammar("rfc3986")["port"], "c")
    >>> "static inline int port_matches(const char *utf8, size_t length)" in source
    True
    """
    try:
        language = LANGUAGES[to]
    except KeyError:
        raise UnknownDialect(to, LANGUAGES) from None
    automaton = machine(matcher, split=split)
    if isinstance(automaton, str):
        raise refusal(matcher, to, automaton)
    tables = _tables(automaton, dense=form == "code")
    if (size := max(*map(len, tables.values()), *tables["ACTIONS"], *tables["EDGES"])) >= _LIMIT:
        raise refusal(matcher, to, f"its automaton has {size:,} transitions or words; {_LIMIT:,} is the limit")
    texts = [
        {"TEXT": text, "UNIT": unit, "FAULT": _FAULT.format(unit=unit, none=language.none, broken=broken)}
        for text, unit, broken in language.texts
    ]
    zero = "" if form == "code" else ", or 0 if there is none"
    words = {
        **{name: text.format(pop=automaton.frames + 1, zero=zero) for name, text in _COMMENTS.items()},
        **texts[0],
        "NEXT_STATES": _NEXT_STATES[form],
        "MEMORY": _MEMORY * (automaton.frames > 0),
        **names(matcher, prefix),
        "START": str(automaton.start * (automaton.classes + 1 if form == "code" else 1)),
        "END": str(automaton.classes),
        "POP": str(automaton.frames + 1),
        "SIZE": "16" if max(*tables["TARGETS"], *tables["POPS"]) < 1 << 16 else "32",
        "ROWS": str(automaton.depth),
        "WIDTH": str(WIDTH),
        "FIELDS_PASCAL": ", ".join(map(str.capitalize, FIELDS)),
        "HEAD": heading_lines(matcher, _command(matcher, to, names(matcher, prefix)["PREFIX"], split, form)),
    }
    sections: dict[str, Sequence[dict[str, str]]] = {
        "SPLIT": [{}] * (automaton.depth > 0),
        "STACK": [{}] * (automaton.frames > 0),
        "CODE": [{}] * (form == "code"),
        "TABLES": [{}] * (form == "tables"),
        "TEXTS": texts,
        "FIELDS": [
            {"FIELD": field, "FIELD_UPPER": field.upper(), "LOW": str(2 * number), "HIGH": str(2 * number + 1)}
            for number, field in enumerate(FIELDS)
        ],
    }
    return typed(written(language, language.template, sections, words, tables), to)


def names(matcher: Matcher, prefix: str | None) -> dict[str, str]:
    """Return the prefix, by default the rule's name, as languages write it; `ValueError` if it is not a name."""
    if prefix is None:
        prefix = matcher.rule.lower().replace("-", "_")
    elif not _PREFIX.fullmatch(prefix):
        raise ValueError(f"{prefix!r} is not a prefix: use ASCII letters, digits and _, a letter first")
    pascal = "".join(word[:1].upper() + word[1:] for word in prefix.split("_"))
    camel = pascal[:1].lower() + pascal[1:]
    return {"PREFIX": prefix, "UPPER": prefix.upper(), "PASCAL": pascal, "CAMEL": camel}


def typed(text: str, to: str) -> str:
    """Return a module with its types for typescript, else without."""
    return _TYPE.sub(lambda part: "".join(filter(None, part.groups())) if to == "typescript" else "", text)


def written(
    language: Language,
    template: str,
    sections: Mapping[str, Sequence[dict[str, str]]],
    words: dict[str, str],
    tables: Mapping[str, list[int]],
) -> str:
    """Return a template with its sections and marks filled in."""
    text = (files(__package__) / "templates" / template).read_text(encoding="utf-8")
    count = 1
    while count:  # the innermost sections first
        text, count = _SECTION.subn(lambda part: "".join(_filled(part[2], row) for row in sections[part[1]]), text)
    return "".join(line for source in text.splitlines() for line in _lines(source, language, tables, words))


def declarations(matcher: Matcher, *, split: bool = True) -> str:
    """Return the TypeScript declarations of the file that `generate` writes for javascript."""
    source = generate(matcher, "typescript", split=split)
    exported = [
        found.replace("export function", "export declare function") + (";\n" if "function" in found else "\n")
        for found in _EXPORTED.findall(source)
    ]
    return "\n".join([source.partition("\n\n")[0] + "\n", *exported])


def _filled(text: str, words: Mapping[str, str]) -> str:
    """Return a text with words for the marks that have some."""
    return _MARK.sub(lambda mark: words.get(mark[1], mark[0]), text)


def _tables(automaton: Machine, *, dense: bool) -> dict[str, list[int]]:
    """Return the numbers of each table; none is empty, as some languages have no empty arrays.

    The last class is the end of the text; a state where it may be has a transition for it. `dense` gives each state a
    row of all classes; the numbers of states are then those of their rows.
    """
    columns = automaton.classes + 1
    unit = columns if dense else 1
    pop = automaton.frames + 1 if automaton.frames else -1
    width = -(-columns // _BITS)
    sets: dict[int, int] = {}
    edges, targets, actions, states = ([], [], [], []) if dense else ([0], [0], [0], [])
    for row, end in zip(automaton.rows, automaton.ends, strict=True):
        states.append(len(targets))
        masks: dict[tuple[int, int, int], int] = {}
        for number, (to, action) in enumerate((*row, (0, 0) if end is None else (1, end))):
            target = to if action == pop or number == automaton.classes else to * unit
            if dense or to:
                key = target, action, number if dense else 0
                masks[key] = masks.get(key, 0) | 1 << number
        for (target, action, _), mask in masks.items():
            if not dense:
                edges.append(sets.setdefault(mask, len(sets) * width))
            targets.append(target)
            actions.append(action)
    states.append(len(targets))
    points = [point for point, _ in automaton.points]
    numbers = [number for _, number in automaton.points]
    return {
        "POINTS": points,
        "CLASSES": numbers,
        "ASCII": [numbers[bisect_right(points, point) - 1] for point in range(_ASCII)],
        "SETS": [mask >> _BITS * word & (1 << _BITS) - 1 for mask in sets for word in range(width)] or [0],
        "STATES": states,
        "EDGES": edges or [0],
        "TARGETS": targets,
        "ACTIONS": actions,
        "POPS": [state * unit for state in automaton.pops] or [0],
        "STEPS": list(automaton.steps),
    }


def _command(matcher: Matcher, to: str, prefix: str, split: bool, form: str) -> str:
    options = f" --form {form}" * (form != "tables") + " --no-split" * (not split)
    return f"iri grammar generate -g {matcher.grammar.name} -r {matcher.rule} --to {to} --prefix {prefix}{options}"


def heading_lines(matcher: Matcher, *lines: str) -> str:
    """Return the comment that begins a file: grammar, document, version, other lines, licence."""
    grammar = matcher.grammar
    document = f", {grammar.entry.document}" if grammar.entry.document != grammar.name else ""
    first = f"{heading(matcher)}{document}: generated by irigrammar {version('irigrammar')}, do not edit."
    comments = (first, *lines, "SPDX-License-Identifier: Apache-2.0")
    return "\n".join("// " + _UNSAFE.sub("_", line) for line in comments)


def _lines(source: str, language: Language, tables: Mapping[str, list[int]], words: dict[str, str]) -> Iterator[str]:
    """Yield the lines that a line of a template gives: a table is filled, and a comment wrapped."""
    mark = next((mark for mark in _MARK.finditer(source) if mark[1] in tables), None)
    text = _filled(source, words)
    if mark is None:
        for line in text.split("\n"):
            comment = re.match(r" *(?://+|\*) ", line)
            indent = comment[0] if comment else ""
            lines = textwrap.wrap(line, language.width, subsequent_indent=indent, break_on_hyphens=False)
            yield "\n".join(lines if comment else [line]) + "\n"
        return
    before, after = text.split(mark[0])
    numbers = [*map(str, tables[mark[1]])]
    if language.strings:
        yield _strings(before, numbers, after, language.width)
        return
    indent = " " * (len(text) - len(text.lstrip()))
    whole = ", ".join(numbers)
    if len(whole) <= min(language.width - len(before + after), language.array - 2):
        yield f"{before}{whole}{after}\n"
        return
    filled = textwrap.wrap(whole + ",", language.width - len(indent + language.step))
    yield "\n".join([before, *(indent + language.step + row for row in filled), indent + after, ""])


def _strings(before: str, numbers: Sequence[str], after: str, width: int) -> str:
    """Return a table as strings that a call is given, laid out as google-java-format does (AOSP style)."""
    name, call = before.split("= ")
    inner, innermost = " " * 12, " " * 20
    lines = textwrap.wrap(" ".join(numbers), width - len(f'{innermost}"",{after}'))
    whole = f'{before}"{lines[0]}"{after}\n'
    if len(lines) > 1:
        rows = f'",\n{innermost}"'.join(lines)
        return f'{name}=\n{inner}{call}\n{innermost}"{rows}"{after}\n'
    return whole if len(whole) <= width + 1 else f'{name}=\n{inner}{call}"{lines[0]}"{after}\n'
