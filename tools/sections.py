"""Write README's tables of processing: section, function and test; and each deviation that a trace can tell.

python tools/sections.py --write    write README.md
python tools/sections.py --check    exit 1 where README.md is not what this would write

The sections are those of tools/sections.toml. The deviations are the notes of steps that begin with "deviation:",
read from the source; "…" stands for what a note says of the string at hand.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import itertools
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import irigrammar.processing  # noqa: E402  # the checkout's own, not another

README = ROOT / "README.md"
SECTIONS = ROOT / "tools" / "sections.toml"
BLOCK = re.compile(r"(?<=<!-- sections:start -->\n).*?(?=<!-- sections:end -->)", re.DOTALL)
PREFIX = "deviation: "

_VARIES = "…"
_DOCUMENT = {
    "draft-ietf-iri-3987bis-04": r"(?:draft-ietf-iri-3987)?bis(?:-04)?",
    "RFC 3987": r"RFC\s3987",
    "RFC 3986": r"RFC\s3986",
    "LEIRI Note": r"(?:LEIRI\s)?Note(?:\sNOTE-leiri-20081103)?",
    "draft-weber-iri-guidelines-00": "draft-weber-iri-guidelines-00",
    "draft-ietf-iri-bidi-guidelines-03": "draft-ietf-iri-bidi-guidelines-03",
    "URL Standard": r"URL\sStandard",
}
_OTHER = r"(?:RFC\s\d+|UTS\s\d+|UAX\s\#\d+)"
_CITED = re.compile(
    "|".join(f"(?P<d{number}>{name})" for number, name in enumerate(_DOCUMENT.values()))
    + rf"|(?P<other>{_OTHER})|(?<![\w.+])(?P<first>\d+(?:\.\d+)*)(?:\sto\s(?P<last>\d+(?:\.\d+)*))?(?![\w+])",
    re.IGNORECASE,
)


class Row(NamedTuple):
    """One section that defines processing: the function that does it, and a test."""

    document: str
    section: str
    title: str
    function: str
    test: str


class Deviation(NamedTuple):
    """One deviation: the module, the sections that it departs from, and the note in a trace."""

    module: str
    sections: str
    note: str


def rows() -> list[Row]:
    """Return the sections of the table."""
    return [Row(**row) for row in tomllib.loads(SECTIONS.read_text(encoding="utf-8"))["section"]]


def function(dotted: str) -> object:
    """Return what a dotted name names; raise `AttributeError` where there is none."""
    module, _, name = dotted.rpartition(".")
    return getattr(importlib.import_module(module), name)


def cites(words: str, document: str, section: str) -> bool:
    """Tell whether words cite a section of a document, or the section directly above it.

    A number belongs to the document that was named last; "5.3 to 5.5" cites what lies between, too.
    """
    wanted = {section, section.rpartition(".")[0]}
    current = ""
    for found in _CITED.finditer(words):
        name = found.lastgroup or ""
        if found["first"] is None:
            current = "" if name == "other" else list(_DOCUMENT)[int(name[1:])]
        elif current == document:
            first, last = found["first"], found["last"] or found["first"]
            if first in wanted or _order(first) <= _order(section) <= _order(last):
                return True
    return False


def _order(section: str) -> list[int]:
    return [int(number) for number in section.split(".")]


def words_of(row: Row) -> tuple[str, str]:
    """Return the docstrings of a row's function and of its module."""
    module = importlib.import_module(row.function.rpartition(".")[0])
    return inspect.getdoc(function(row.function)) or "", inspect.getdoc(module) or ""


def deviations() -> list[Deviation]:
    """Return the deviations of all modules that process, in the order of modules and lines."""
    folder = Path(next(iter(irigrammar.processing.__path__)))
    found: dict[Deviation, None] = {}
    for path in sorted(folder.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        module = importlib.import_module(f"irigrammar.processing.{path.stem}")
        found |= dict.fromkeys(deviations_of(text, path.stem, module))
    # What is told of the string at hand, if anything, makes no other deviation.
    return [
        one
        for one in found
        if one._replace(note=one.note.removesuffix(_VARIES)) not in found or one.note[-1] != _VARIES
    ]


def deviations_of(text: str, name: str, module: ModuleType) -> Iterator[Deviation]:
    """Yield the deviations of a module, from its source."""
    tree = ast.parse(text)
    values = vars(module)
    plain = ast.Constant | ast.JoinedStr
    nested = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        is_sum = isinstance(node, ast.BinOp) and isinstance(node.left, ast.Name)
        if not isinstance(node, plain | ast.BinOp) or not (isinstance(node, plain) or is_sum) or id(node) in inner:
            continue
        scope: ast.AST = tree
        for one in nested:
            if one.lineno <= node.lineno <= (one.end_lineno or 0):
                scope = one
        for note in dict.fromkeys(_said(node, scope, values)):
            told = note.removeprefix(PREFIX)
            if told != note and told and not told.startswith(PREFIX):
                yield Deviation(name, _sections(node, scope, values, tree), told)


def _said(node: ast.expr, scope: ast.AST, values: Mapping[str, object]) -> Iterator[str]:
    """Yield all that an expression may say, as far as the source tells."""
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.JoinedStr(parts):
            yield from map("".join, itertools.product(*([*_said(part, scope, values)] for part in parts)))
        case ast.FormattedValue(value):
            yield from _said(value, scope, values)
        case ast.BinOp(one, ast.Add(), other):
            yield from map("".join, itertools.product(_said(one, scope, values), [*_said(other, scope, values)]))
        case ast.IfExp(_, one, other):
            yield from (*_said(one, scope, values), *_said(other, scope, values))
        case ast.Name(name) if isinstance(known := values.get(name), str):
            yield known
        case ast.Name(name):
            given = [*_given(name, node.lineno, scope)]
            yield from itertools.chain.from_iterable(_said(one, scope, values) for one in given)
            if not given:
                yield _VARIES
        case ast.Subscript(ast.Name(name)) if isinstance(table := values.get(name), dict):
            yield from (value for value in table.values() if isinstance(value, str))
        case ast.Call(ast.Attribute(ast.Constant(str()), "join"), [ast.GeneratorExp(each)]):
            yield from _said(each, scope, values)
        case ast.Call(ast.Attribute(ast.Constant(str()), "join"), [ast.Name(name)]):
            items = [*_items(name, node.lineno, scope)]
            yield from itertools.chain.from_iterable(_said(one, scope, values) for one in items)
        case _:
            yield _VARIES


def _given(name: str, line: int, scope: ast.AST) -> Iterator[ast.expr]:
    """Yield what a function assigns to a name before a line, and that with what it may add."""
    found: list[ast.expr] = []
    added: list[ast.expr] = []
    for node in ast.walk(scope):
        match node:
            case ast.Assign([ast.Name(target)], value) if target == name and node.lineno < line:
                found.append(value)
            case ast.AugAssign(ast.Name(target), ast.Add(), value) if target == name and node.lineno < line:
                added.append(value)
    yield from found
    yield from (ast.BinOp(one, ast.Add(), more) for one in found for more in added)


def _items(name: str, line: int, scope: ast.AST) -> Iterator[ast.expr]:
    """Yield what a function puts into a list before a line."""
    for node in ast.walk(scope):
        match node:
            case ast.Call(ast.Attribute(ast.Name(target), "append"), [item]) if target == name and node.lineno < line:
                yield item
    for value in _given(name, line, scope):
        for part in (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,):
            if isinstance(part, ast.List):
                yield from part.elts


def _sections(node: ast.expr, scope: ast.AST, values: Mapping[str, object], tree: ast.Module) -> str:
    """Return the section that the step with a note names, or all that the module cites where its callers decide."""
    names = {
        target.id
        for one in ast.walk(scope)
        if isinstance(one, ast.Assign) and any(part is node for part in ast.walk(one.value))
        for target in one.targets
        if isinstance(target, ast.Name)
    }
    calls = [one for one in ast.walk(scope) if isinstance(one, ast.Call) and (one.end_lineno or 0) >= node.lineno]
    for call in sorted(calls, key=lambda one: one.lineno):
        inside = [*ast.walk(call)]
        if not any(part is node or (isinstance(part, ast.Name) and part.id in names) for part in inside):
            continue
        match call:
            case ast.Call(ast.Name("record"), [_, section, *_]):
                return _value(section, values) or _cited(tree)
            case ast.Call(ast.Attribute(_, "_step"), [section, *_]) if number := _value(section, values):
                return f"{values['_DRAFT']}, {number}"
    return _cited(tree)


def _value(node: ast.expr, values: Mapping[str, object]) -> str | None:
    try:
        made = eval(compile(ast.Expression(node), "section", "eval"), dict(values))
    except (NameError, AttributeError):
        return None  # a parameter, or a field of an object
    return made if isinstance(made, str) else None


def _cited(tree: ast.Module) -> str:
    """Return the sections that a module's docstring cites, document by document."""
    found: dict[str, list[str]] = {}
    current = ""
    for one in _CITED.finditer(ast.get_docstring(tree) or ""):
        if one["first"] is None:
            current = "" if one["other"] else list(_DOCUMENT)[int((one.lastgroup or "")[1:])]
        elif current:
            found.setdefault(current, []).append(one["first"] + (f" to {one['last']}" if one["last"] else ""))
    return "; ".join(f"{document}, {', '.join(sections)}" for document, sections in found.items())


def tables(sections: Iterable[Row], departs: Iterable[Deviation]) -> str:
    """Return both tables as Markdown."""
    lines = ["| document | section | what it defines | function | test |", "|---|---|---|---|---|"]
    lines += [
        f"| {row.document} | {row.section} | {row.title} |"
        f" `{row.function.removeprefix('irigrammar.')}` | `{row.test}` |"
        for row in sections
    ]
    lines += [
        "",
        "Where it departs from a document's letter, the step in the trace says so and why; “…” is what it says of the",
        "string at hand. Where several sections are named, the step names the one that it serves.",
        "",
        "| module | section | deviation |",
        "|---|---|---|",
    ]
    lines += [f"| `{one.module}` | {one.sections} | {one.note.replace('|', chr(92) + '|')} |" for one in departs]
    return "".join(f"{line}\n" for line in lines)


def written(text: str) -> str:
    """Return README's text with the tables as they are now."""
    made = tables(rows(), deviations())
    return BLOCK.sub(lambda _: made, text)


def main() -> int:
    parser = argparse.ArgumentParser(description="Write README's tables of sections and deviations.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="write README.md")
    what.add_argument("--check", action="store_true", help="exit 1 where README.md is not up to date")
    options = parser.parse_args()
    text = README.read_text(encoding="utf-8")
    made = written(text)
    if options.write:
        README.write_text(made, encoding="utf-8", newline="\n")
    elif made != text:
        print("README.md has other tables of sections: run python tools/sections.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
