"""Convert rules to JSON and back, with their places."""

from __future__ import annotations

import json
from collections.abc import Mapping
from sys import maxunicode
from typing import Any

from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Range, Ref, Repetition, Rule

_OTHER = "not the rules of a grammar"
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
    """Return the rules that `dump` wrote, of a source; raises `ValueError` for other content, `RecursionError` if deep.

    >>> load(b"{}", "example")
    Traceback (most recent call last):
        ...
    ValueError: not the rules of a grammar
    """
    rules: dict[str, Rule] = {}
    rows = json.loads(data)
    for row in rows if isinstance(rows, list) else ():
        match row:
            case [str(key), str(name), [*expr], int(line), int(end)] if key == name.lower():
                rules[key] = Rule(name, _expr(expr), source, line, end)
            case _:
                raise ValueError(_OTHER)
    if not rules:
        raise ValueError(_OTHER)
    return rules


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
    match row:
        case [0, int(offset), str(text), bool(sensitive)]:
            return Literal(text, sensitive, offset)
        case [1, int(offset), int(low), int(high)] if 0 <= low <= high <= maxunicode:
            return Range(low, high, offset)
        case [2 | 3 as kind, int(offset), *items] if items:
            return (Concatenation, Alternation)[kind - 2](tuple(map(_expr, items)), offset)
        case [4, int(offset), int(low), int() | None as high, [*item]] if 0 <= low <= (low if high is None else high):
            return Repetition(_expr(item), low, high, offset)
        case [5, int(offset), str(name)]:
            return Ref(name, offset)
        case [6, int(offset), str(text)]:
            return Prose(text, offset)
    raise ValueError(_OTHER)
