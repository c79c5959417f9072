"""Rules as JSON, and from it again: as they were read, with their places."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Range, Ref, Repetition, Rule

_KINDS = (Literal, Range, Concatenation, Alternation, Repetition, Ref, Prose)


def dump(rules: Mapping[str, Rule]) -> bytes:
    """Return rules by lower-case name as JSON; `load` returns the same.

    >>> from irigrammar.grammars.reader import read
    >>> rules = read('a = "x" / 2*3%x30-39 <prose>\\n', "example")
    >>> load(dump(rules), "example") == rules
    True
    """
    rows = [(key, rule.name, _row(rule.expr), rule.line, rule.end_line) for key, rule in rules.items()]
    return json.dumps(rows, separators=(",", ":")).encode("ascii")


def load(data: bytes, source: str) -> dict[str, Rule]:
    """Return the rules that `dump` wrote, of a source; raises `ValueError`, `TypeError` or `LookupError` for others."""
    return {key: Rule(name, _expr(row), source, line, end) for key, name, row, line, end in json.loads(data)}


def _row(expr: Expr) -> list[Any]:
    kind = _KINDS.index(type(expr))
    match expr:
        case Literal(text, sensitive, offset):
            return [kind, offset, text, sensitive]
        case Range(low, high, offset):
            return [kind, offset, low, high]
        case Concatenation(items, offset) | Alternation(items, offset):
            return [kind, offset, *map(_row, items)]
        case Repetition(item, low, high, offset):
            return [kind, offset, low, high, _row(item)]
        case Ref(text, offset) | Prose(text, offset):
            return [kind, offset, text]


def _expr(row: list[Any]) -> Expr:
    number, offset, *parts = row
    kind: Any = _KINDS[number]
    if kind in (Concatenation, Alternation):
        parts = [tuple(map(_expr, parts))]
    elif kind is Repetition:
        low, high, item = parts
        parts = [_expr(item), low, high]
    return kind(*parts, offset)  # type: ignore[no-any-return]  # one of the kinds
