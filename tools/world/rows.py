"""Rows of `grammar/world/*.toml`: what programs of others do.

Each file has an array `row` of tables with the fields of `Row`, and nothing else. They are facts that a driver in
`tools/world/` has measured and can measure again (`tools/world/run.py`).
"""

from __future__ import annotations

import datetime
import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "grammar" / "world"
_EXAMPLE = {"input", "result"}
_HEAD = """# What programs do: measured, with version and date. Written by: python tools/world/run.py {name} --write
#
# subject      the program; version: the one that was measured
# operation    what was called; condition: of what it is given, in words
# example      input, result (the text that came out, "refused" for an error), and more that the call takes
# measured_by  the driver that asks it again; date: of the last measurement
#
# A new row needs no version, result and date: they are filled in.

"""


class RowError(ValueError):
    """A row that has not the fields of `Row`; the message names file, row and field, and what is right."""


class Row(NamedTuple):
    """A fact about a program; `example` has "input", "result" and what else the operation takes, all of them text."""

    subject: str
    version: str
    operation: str
    condition: str
    example: Mapping[str, str]
    measured_by: str
    date: datetime.date

    @property
    def question(self) -> tuple[object, ...]:
        """What was asked of whom: all but what may change when it is measured again."""
        asked = tuple(sorted((key, value) for key, value in self.example.items() if key != "result"))
        return self.subject, self.operation, self.condition, asked


FIELDS = Row._fields
NEW = "-"  # the version of a row that has not been measured


def load(path: Path, *, is_new: bool = False) -> tuple[Row, ...]:
    """Return the rows of a file; with `is_new`, version, result and date may be absent. Raises `RowError`."""
    name = path.name
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise RowError(f"{name}: it is not TOML: {error}") from None
    if set(table) != {"row"} or not isinstance(table["row"], list):
        raise RowError(f"{name}: write an array of tables called 'row', and nothing else")
    rows = tuple(_row(f"{name}, row {number}", fields, is_new) for number, fields in enumerate(table["row"], 1))
    questions: dict[object, int] = {}
    for number, row in enumerate(rows, 1):
        if (first := questions.setdefault(row.question, number)) != number:
            raise RowError(f"{name}, row {number}: it asks what row {first} asks; remove one of them")
    return rows


def load_all() -> dict[str, tuple[Row, ...]]:
    """Return the rows of all files by the file's name without its ending."""
    return {path.stem: load(path) for path in sorted(FOLDER.glob("*.toml"))}


def _row(where: str, fields: Any, is_new: bool) -> Row:
    if not isinstance(fields, dict):
        raise RowError(f"{where}: a row is a table")
    fields = ({"version": NEW, "date": datetime.date.min} if is_new else {}) | fields
    _check_names(where, "field", fields, set(FIELDS), set(FIELDS))
    example = fields["example"]
    if not isinstance(example, dict):
        raise RowError(f"{where}: 'example' is a table with {_listed(_EXAMPLE)}")
    example = example | ({"result": example.get("result", "")} if is_new else {})
    _check_names(where, "field of 'example'", example, _EXAMPLE, None)
    texts = {name: value for name, value in fields.items() if name not in ("example", "date")}
    for name, value in [*texts.items(), *example.items()]:
        if not isinstance(value, str) or not (value.strip() or name in example):
            raise RowError(f"{where}: {name!r} is {value!r}; write text that is not empty")
    if type(fields["date"]) is not datetime.date:
        raise RowError(f"{where}: 'date' is {fields['date']!r}; write a date without quotes, as 2026-11-27")
    return Row(**{**fields, "example": example})


def _check_names(where: str, what: str, fields: Mapping[str, Any], needed: set[str], allowed: set[str] | None) -> None:
    if missing := needed - fields.keys():
        raise RowError(f"{where}: the {what} {_listed(missing)} is missing; a row has {_listed(needed)}")
    if allowed is not None and (unknown := fields.keys() - allowed):
        raise RowError(f"{where}: unknown {what} {_listed(unknown)}; a row has {_listed(allowed)}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, sorted(names)))


def text_of(name: str, rows: Iterable[Row]) -> str:
    """Return the text of a file: one line for each row."""
    lines = []
    for row in rows:
        example = ", ".join(f"{key} = {_quoted(value)}" for key, value in row.example.items())
        fields = {**row._asdict(), "example": f"{{ {example} }}", "date": row.date.isoformat()}
        written = (
            f"{key} = {value if key in ('example', 'date') else _quoted(str(value))}" for key, value in fields.items()
        )
        lines.append(f"  {{ {', '.join(written)} }},\n")
    return f"{_HEAD.format(name=name)}row = [\n{''.join(lines)}]\n"


def _quoted(text: str) -> str:
    """Return a text as a basic string of TOML, in ASCII."""
    pieces = (char if char.isascii() else _escaped(char) for char in json.dumps(text, ensure_ascii=False))
    return "".join(_escaped(char) if char == "\x7f" else char for char in pieces)


def _escaped(char: str) -> str:
    return f"\\u{ord(char):04X}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08X}"
