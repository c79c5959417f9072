"""CSV and TSV tables.

Columns that are chosen, columns whose header names identifiers, and text in the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from irigrammar.engines.tokens import Role
from irigrammar.scan.formats.items import Candidate, Item, Malformed
from irigrammar.scan.formats.keys import holds_identifiers, read_by_key
from irigrammar.scan.formats.records import (
    QUOTED,
    QUOTED_FIELD,
    Field,
    UnknownColumn,
    bare_escapes,
    cut_records,
    field_of,
    fields,
    first_records,
    line_end,
    records,
    sniff,
)
from irigrammar.scan.formats.registry import DocumentType, Finder, Options, document_type
from irigrammar.scan.formats.scalars import locate, scalar, whole, within
from irigrammar.scan.formats.text.beginning import is_plain
from irigrammar.scan.formats.tokens import tokenizer_of, tokens_of
from irigrammar.unicode import casefold, is_decimal

_MAX_PROBLEMS = 3
# The roles of tokens, that of an error first, where all fields are kept.
_CHOSEN = (Role(0), Role.OPENS, Role.CLOSES | Role.NEXT, *4 * (Role.KEPT,))


class _Table:
    """The finder of one table: it keeps the header from the first block on."""

    def __init__(self, options: Options, delimiter: str | None) -> None:
        """Take the delimiter, None to find it in the text, and the options' columns and keys."""
        self.columns = options.columns
        self.cells = options.cells
        self.keys = options.keys
        self.delimiter = delimiter
        self.find: Finder = document_type("text").open(options)
        self.header: list[str] | None = None
        self.selection: set[int] = set()
        self.problems = 0
        self.terms = False  # results of SPARQL, whose literals are in quotes with more after them

    def __call__(self, text: str) -> Iterator[Item]:
        """Yield the items of a block of records; the first call finds the delimiter, and the first record is the
        header.
        """
        start = 0
        if self.delimiter is None:
            self.delimiter, start = sniff(text)
        if self.columns:
            for row in records(text, self.delimiter, start):
                yield from self._begin(text, row) if self.header is None else self._row(text, row)
            return
        if self.header is None:
            head = next(iter(first_records(text, self.delimiter, start)), None)
            if head is None:
                return
            yield from self._begin(text, head)
            start = line_end(text, head[-1].end)
        yield from self._fields(text, start)

    def _fields(self, text: str, start: int) -> Iterator[Item]:
        """Yield the items of the records of a table without configured columns that begin at an offset or after it."""
        assert self.header is not None
        assert self.delimiter is not None
        labels = dict(enumerate(f"column {name or column + 1}" for column, name in enumerate(self.header)))
        plain, delimiter = bare_escapes(self.delimiter), self.delimiter
        rows, selection = fields(text, delimiter, start, tokens_of("csv").relevant), self.selection
        relevant: set[int] = set()
        if selection:
            relevant, rows = {row[1] for row in rows}, fields(text, delimiter, start, tokenizer_of("csv", _CHOSEN))
        for kind, first, last, column, _, _ in rows:
            if selection and column not in selection and first not in relevant:
                continue
            is_quoted = kind == QUOTED_FIELD
            label = labels.get(column) or f"column {column + 1}"
            start, end = first + is_quoted, last - is_quoted
            if is_plain(text, start, end):
                yield Candidate(start, end, text[start:end], label, QUOTED if is_quoted else plain)
            else:
                yield from self._field(text, field_of(text, kind, first, last, delimiter), label, column)

    def _begin(self, text: str, row: list[Field]) -> Iterator[Item]:
        """Record the header and the selected columns, and yield the first record's items; it is no header if it has
        identifiers.

        Yields S005 where no configured name is that of a column, or a number from 1; for cells it raises
        `UnknownColumn`.
        """
        self.header = [scalar(text, *field[:3]).text.strip() for field in row]
        self.terms = all(name.startswith("?") for name in self.header)
        if not self.columns:
            self.selection = {column for column, name in enumerate(self.header) if holds_identifiers(name, self.keys)}
        else:
            known = {casefold(name): column for column, name in reversed(list(enumerate(self.header)))}
            for name in self.columns:
                column = known.get(casefold(name.strip()), int(name) - 1 if is_decimal(name.strip()) else None)
                if column is not None and column >= 0:
                    self.selection.add(column)
            if not self.selection or (self.cells and max(self.selection) >= len(row)):
                names = " or ".join(map(repr, self.columns))
                why = f"no column is named {names}; the columns are {', '.join(self.header)}"
                if self.cells:
                    raise UnknownColumn(why)
                yield Malformed(row[0].start, row[-1].end, "S005", why)
        # A first record with an identifier in it is not a header.
        cells = [
            [*within(scalar(text, *field[:3]), f"column {column + 1}", self.find)] for column, field in enumerate(row)
        ]
        if any(cells):
            self.header = [""] * len(row)
            if self.cells:
                yield from self._row(text, row)
        for column, items in enumerate(() if self.cells else cells):
            if not self.columns or column in self.selection:
                yield from items

    def _row(self, text: str, row: list[Field]) -> Iterator[Item]:
        """Yield the items of a record after the first, and S005, at most three times in a document, for malformed
        fields and, if columns are configured, for more fields than the header has.
        """
        assert self.header is not None
        if self.columns and any(field.start < field.end for field in row[len(self.header) :]):
            yield from self._problem(row[len(self.header)], "there are more fields than in the header")
        for column, field in enumerate(row):
            if self.cells:
                if field.fault and not self.terms:
                    yield from self._problem(field, field.fault)
                continue
            name = self.header[column] if column < len(self.header) else ""
            yield from self._field(text, field, f"column {name or column + 1}", column)
        for column in sorted(self.selection) if self.cells else ():
            cell = row[column] if column < len(row) else row[-1]._replace(start=row[-1].end)
            whole_cell = scalar(text, *cell[:3])
            yield from locate(whole_cell, Candidate(0, len(whole_cell.text), whole_cell.text))

    def _field(self, text: str, field: Field, label: str, column: int) -> Iterator[Item]:
        """Yield the items of a field, and S005 if it is malformed."""
        if field.fault and not self.terms:
            yield from self._problem(field, field.fault)
        if field.start == field.end or (self.columns and column not in self.selection):
            return
        cell = scalar(text, *field[:3])
        if column not in self.selection or field.fault:
            yield from within(cell, label, self.find)
        elif self.columns:
            yield from whole(cell, label)
        else:
            yield from read_by_key(cell, label, self.find)

    def _problem(self, field: Field, why: str) -> Iterator[Malformed]:
        self.problems += 1
        if self.problems <= _MAX_PROBLEMS:
            yield Malformed(field.start, field.end, "S005", why)


TYPES = (
    DocumentType(
        "csv",
        "tables with commas, semicolons or bars (CSV)",
        partial(_Table, delimiter=None),
        suffixes=(".csv",),
        cut=cut_records,
        local=True,
    ),
    DocumentType(
        "tsv",
        "tables with tabs (TSV)",
        partial(_Table, delimiter="\t"),
        suffixes=(".tsv", ".tab"),
        cut=cut_records,
        local=True,
    ),
)
