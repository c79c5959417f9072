"""Case tables: verdicts of strings, and conversions of texts.

The tables of `data/` have strings with the verdict that the documents give, without reference to any engine.

Each file has an optional `[defaults]` with `grammar` and `rule`, and `[[case]]` tables: `name` (unique over all files),
`grammar`, `rule`, `input`, `valid`, `cite`, `offset` (that of the fault in code points, where the input is invalid),
and optionally `escaped` (in `input`, `\\u{HEX}` is that code point; any other backslash is itself) and `also`, a list
of further `grammar:rule` of the same verdict and offset.

`tables/conversions.jsonl` has a line for each case of a conversion: `table`, what the case is about (`why`), and the
fields that the test of that table names; null is a text without a result.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from places import DATA, TESTS

__all__ = ["DIRECTORY", "Case", "conversions", "load", "parse", "unescape"]

DIRECTORY = DATA

_ESCAPE = re.compile(r"\\u\{([^}]*)\}?")
_HEX = re.compile(r"[0-9A-Fa-f]{1,6}")
_REQUIRED = {"name", "grammar", "rule", "input", "valid", "cite"}
_OPTIONAL = {"offset", "escaped", "also"}


@dataclass(frozen=True)
class Case:
    """One string and one production: the verdict, and the offset of the fault where it is negative.

    A row with `also` makes several cases of one name.
    """

    name: str
    grammar: str
    rule: str
    text: str
    valid: bool
    offset: int | None
    cite: str

    @property
    def has_surrogates(self) -> bool:
        return any("\ud800" <= char <= "\udfff" for char in self.text)


def load(directory: Path = DIRECTORY) -> list[Case]:
    """Return the cases of all tables of a directory."""
    return parse({path.name: path.read_text(encoding="utf-8") for path in sorted(directory.glob("*.toml"))})


def parse(files: Mapping[str, str]) -> list[Case]:
    """Return the cases of tables, given as file name to text; raise `ValueError` for what the format does not have."""
    cases: list[Case] = []
    homes: dict[str, str] = {}
    for file, text in files.items():
        table = tomllib.loads(text)
        defaults = table.pop("defaults", {})
        rows = table.pop("case", [])
        _only(table, set(), file)
        _only(defaults, {"grammar", "rule"}, f"{file}, defaults")
        for row in rows:
            parsed = _cases(defaults | row, file)
            name = parsed[0].name
            if name in homes:
                raise ValueError(f"{file}: the case {name!r} is in {homes[name]} already")
            homes[name] = file
            cases += parsed
    return cases


def _cases(row: Mapping[str, Any], file: str) -> list[Case]:
    where = f"{file}, {row.get('name', 'a case without a name')}"
    missing = _REQUIRED - row.keys()
    if missing:
        raise ValueError(f"{where}: {', '.join(sorted(missing))} missing")
    _only(row, _REQUIRED | _OPTIONAL, where)
    if ("offset" in row) == row["valid"]:
        raise ValueError(f"{where}: an offset goes with an invalid input, and only with one")
    text = unescape(row["input"]) if row.get("escaped", False) else row["input"]
    if not 0 <= row.get("offset", 0) <= len(text):
        raise ValueError(f"{where}: the offset {row['offset']} is outside the input")
    pairs = [(row["grammar"], row["rule"])]
    for also in row.get("also", ()):
        grammar, colon, rule = also.partition(":")
        if not (grammar and colon and rule):
            raise ValueError(f"{where}: {also!r} is not grammar:rule")
        pairs.append((grammar, rule))
    return [
        Case(row["name"], grammar, rule, text, row["valid"], row.get("offset"), row["cite"]) for grammar, rule in pairs
    ]


def _only(table: Mapping[str, Any], known: set[str], where: str) -> None:
    if table.keys() - known:
        raise ValueError(f"{where}: unknown {', '.join(sorted(table.keys() - known))}")


@cache
def _conversions() -> list[dict[str, Any]]:
    lines = (TESTS / "tables" / "conversions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def conversions(table: str) -> tuple[list[str], list[Any]]:
    """Return the names and the rows of a table of conversions, as `pytest.mark.parametrize` takes them."""
    rows = [row for row in _conversions() if row["table"] == table]
    names = [name for name in rows[0] if name not in {"table", "id", "why"}]
    return names, [pytest.param(*(row[name] for name in names), id=row.get("id")) for row in rows]


def unescape(text: str) -> str:
    """Return the text with each `\\u{HEX}` made that code point."""

    def point(match: re.Match[str]) -> str:
        if not (_HEX.fullmatch(match[1]) and match[0].endswith("}") and int(match[1], 16) <= 0x10FFFF):
            raise ValueError(f"{match[0]!r} is not a code point")
        return chr(int(match[1], 16))

    return _ESCAPE.sub(point, text)
