"""The value of a TOML document, with its strings told apart by where they stand; tree-sitter reads it.

A document that is not well formed is read as far as its parts go; whether it is, tomllib says.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

from irigrammar.scan.formats.chosen import Text
from irigrammar.scan.formats.json_values import StringPlace, number
from irigrammar.scan.formats.scalars import Scalar, scalar
from irigrammar.scan.formats.strings import TOML_BASIC, TOML_LITERAL, TOML_MULTILINE
from irigrammar.scan.formats.syntax import Syntax, parse
from irigrammar.scan.formats.toml_limits import beyond_limit

if TYPE_CHECKING:
    from tree_sitter import Node

_KEYS = frozenset({"bare_key", "dotted_key", "quoted_key"})
_OTHER = frozenset({"boolean", "float", "integer", "local_date", "local_date_time", "local_time", "offset_date_time"})
_TABLES = frozenset({"table", "table_array_element"})
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_LINE_END = re.compile(r"\n")
_DOCUMENT = " (TOML 1.0)"
_SURROGATE = re.compile("[\ud800-\udfff]")


class Toml(NamedTuple):
    """The value of a document, its strings in order, the spans of comments, and whether the parser had to skip."""

    value: dict[str, Any]
    strings: list[Text]
    comments: list[tuple[int, int]]
    broken: bool


def read_toml(text: str) -> Toml:
    """Return what stands in a TOML document; raise `MissingExtra` where tree-sitter is not installed.

    >>> found = read_toml("[a.b]\\nc.d = ['x'] # y")
    >>> found.value, found.comments
    ({'a': {'b': {'c': {'d': ['x']}}}}, [(18, 21)])
    """
    return _Reader(parse(text, "toml")).read()


def fault(text: str) -> tuple[int, str] | None:
    """Return where a document is not TOML, or goes beyond a limit, in code points from 0, and why; None if it does not.

    >>> fault("a = 1\\na = 2")
    (11, 'Cannot overwrite a value (TOML 1.0)')
    """
    limit = beyond_limit(text)
    if limit is not None:
        return limit
    try:
        tomllib.loads(_SURROGATE.sub("\ufffd", text))
    except ValueError as error:
        message = str(error)
        place = _PLACE.search(message)
        if place is None:
            return len(text), message.removesuffix(" (at end of document)") + _DOCUMENT
        line, column = int(place[1]), int(place[2])
        start = 0
        for _, found in zip(range(line - 1), _LINE_END.finditer(text), strict=False):
            start = found.end()
        return min(start + column - 1, len(text)), message[: place.start()].rstrip() + _DOCUMENT
    return None


class _Reader:
    """One reading of a tree: where it is, and what there was."""

    def __init__(self, syntax: Syntax) -> None:
        self.syntax = syntax
        self.root: dict[str, Any] = {}
        self.table: dict[str, Any] = self.root
        self.strings: list[Text] = []
        self.comments: list[tuple[int, int]] = []
        # Of each collection that is open: its depth in the tree, itself, and its path.
        self.open: list[tuple[int, Any, list[str]]] = []
        self.path: list[str] = []

    def read(self) -> Toml:
        header = False
        for node, depth, _ in self.syntax.walk(into=lambda node: node.type not in _KEYS and node.type != "string"):
            while self.open and depth <= self.open[-1][0]:
                self.open.pop()
            kind = node.type
            if kind in _TABLES:
                header, array = True, kind != "table"
            elif kind in _KEYS:
                path = self._keys(node)
                if header:
                    self.table, header = self._opened(path, array=array), False
                else:
                    self.path = path
            elif kind == "string":
                self._string(node)
            elif kind in ("array", "inline_table"):
                value: Any = [] if kind == "array" else {}
                self._put(value)
                self.open.append((depth, value, self.path))
                self.path = []
            elif kind in _OTHER:
                self._put(number(self.syntax.read(node)) if kind != "boolean" else self.syntax.read(node) == "true")
            elif kind == "comment":
                self.comments.append(self.syntax.span(node))
        return Toml(self.root, self.strings, self.comments, self.syntax.root.has_error)

    def _keys(self, key: Node) -> list[str]:
        """Return the names of a key, dotted or not."""
        names: list[str] = []
        for node, _, _ in self.syntax.walk(key, into=lambda node: node.type == "dotted_key"):
            if node.type == "bare_key":
                names.append(self.syntax.read(node))
            elif node.type == "quoted_key":
                start, end = self.syntax.span(node)
                basic = self.syntax.text.startswith('"', start)
                names.append(scalar(self.syntax.text, start + 1, end - 1, TOML_BASIC if basic else TOML_LITERAL).text)
        return names

    def _opened(self, path: list[str], *, array: bool) -> dict[str, Any]:
        """Return the table that a header opens; what stands in its way in a broken document is left alone."""
        if not path:
            return {}
        around = _below(self.root, path[:-1])
        if not array:
            return _below(around, path[-1:])
        tables = around.setdefault(path[-1], [])
        table: dict[str, Any] = {}
        if isinstance(tables, list):
            tables.append(table)
        return table

    def _put(self, value: Any) -> None:
        inside = self.open[-1][1] if self.open else self.table
        if isinstance(inside, list):
            inside.append(value)
        elif self.path:
            _below(inside, self.path[:-1]).setdefault(self.path[-1], value)

    def _string(self, node: Node) -> None:
        text = self.syntax.text
        start, end = self.syntax.span(node)
        quote = text[start : start + 3]
        if quote in ('"""', "'''") and end - start >= 6:
            # A line end right behind the quotes is not part of the string.
            start += 3 + (2 if text.startswith("\r\n", start + 3) else text.startswith("\n", start + 3))
            end -= 3
            escapes = TOML_MULTILINE if quote == '"""' else TOML_LITERAL
        else:
            start, end = start + 1, end - 1
            escapes = TOML_BASIC if quote.startswith('"') else TOML_LITERAL
        found: Scalar = scalar(text, start, max(start, end), escapes)
        value = Text(found.text)
        key = self.path[-1] if self.path else next((one[2][-1] for one in reversed(self.open) if one[2]), None)
        value.place = StringPlace(found, key)
        self.strings.append(value)
        self._put(value)


def _below(table: dict[str, Any], path: list[str]) -> dict[str, Any]:
    """Return the table at a path, made where it is not there; of an array of tables, the last."""
    for name in path:
        inner = table.setdefault(name, {})
        if isinstance(inner, list) and inner:
            inner = inner[-1]
        # What is there is no table: the document is broken, and what belongs below gets lost.
        table = inner if isinstance(inner, dict) else {}
    return table
