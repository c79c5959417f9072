"""Records of tables in text, by `grammar/documents/csv.abnf` (RFC 4180).

Fields with their places, where a text may be cut, and which delimiter it has. A quoted field may hold delimiters, line
ends and doubled quotes. Spaces before the quote are let pass; a quote in the midst of a field is a character like
others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain

from irigrammar.dataclass import NamedTuple
from irigrammar.engines.tokens import Role, Tokenizer
from irigrammar.errors import IrigrammarError
from irigrammar.lazy import cache, regex
from irigrammar.scan.formats.registry import last_line_end
from irigrammar.scan.formats.strings import Escapes, Unescaped, as_it_is, escapes_by
from irigrammar.scan.formats.tokens import rows_of, tokenizer_of, tokens_of

# typed: delimiters: what a pattern of a delimiter is put together with

# The numbers of the kinds of tokens.
_KINDS = ("delimiter", "line-end", "quoted", "open-quoted", "quoted-more", "bare")
_DELIMITER, _LINE_END, QUOTED_FIELD, OPEN, _, BARE = range(1, len(_KINDS) + 1)

DELIMITERS = ",;\t|"
_COMMA = DELIMITERS[0]  # in the grammar it stands for any of them
_PLAIN = "_"  # what a comma is in a table with another delimiter: a character like others
_PADDING = " \t"
# A quoted field that is longer has lost its closing quote: documents are cut into blocks all the same.
_LONGEST = 1 << 20
_SAMPLE, _SAMPLED = 20, 1 << 12  # records, and characters that are tried for them at first
_FAULT = "there is text between a closing quote and the delimiter"
_QUOTED_PART = regex(r'"((?:[^"]++|"")*+)"')

QUOTED = escapes_by(regex('""'), lambda _: '"', lambda text: text.replace('"', '""'))


class UnknownColumn(IrigrammarError, ValueError):
    """A table that has none of the columns that were asked for; the message lists those that it has."""


class Field(NamedTuple):
    """A field: where its text stands, quotes and spaces around it left out, and how it is written.

    `fault` is what is wrong with it, "" if nothing.
    """

    start: int
    end: int
    escapes: Escapes
    fault: str = ""


Token = tuple[int, int, int, int, int, int]


def fields(text: str, delimiter: str, start: int, tokenizer: Tokenizer) -> Iterable[Token]:
    """Return the tokens of a table that a tokenizer keeps, from an offset on: first the number of the kind, the span,
    and the index of the column.

    A field whose quote is not closed ends where it would without the quote.
    """
    source = _with_commas(text, delimiter)
    rows = rows_of(tokenizer, source, start)
    return _beyond_quote(source, rows, tokenizer) if OPEN in rows.kinds else rows


def _beyond_quote(source: str, rows: Iterable[Token], tokenizer: Tokenizer) -> Iterator[Token]:
    """Yield tokens, and those behind a quote that is not closed, of which there is one in a text."""
    for row in rows:
        kind, first, last, column, key, opener = row
        if kind != OPEN:
            yield row
            continue
        stop = min(line_end(source, first), source.find(_COMMA, first) % (last + 1))
        yield kind, first, stop, column, key, opener
        shift = stop - column
        for after, begin, end, level, _, _ in rows_of(tokenizer, _COMMA * column + source[stop:]):
            if begin + shift >= stop:
                yield after, begin + shift, end + shift, level, key, opener


def line_end(text: str, start: int) -> int:
    """Return the offset of the next end of a line, that of the text where there is none."""
    return min(text.find(mark, start) % (len(text) + 1) for mark in "\r\n")


def _with_commas(text: str, delimiters: str) -> str:
    """Return a text with commas in the place of delimiters."""
    if _COMMA not in delimiters:
        text = text.replace(_COMMA, _PLAIN)
    for delimiter in delimiters.replace(_COMMA, ""):
        text = text.replace(delimiter, _COMMA)
    return text


def field_of(text: str, kind: int, start: int, end: int, delimiter: str) -> Field:
    """Return the field of a token."""
    first = end - len(text[start:end].lstrip(_PADDING.replace(delimiter, "")))
    if kind in (BARE, OPEN):
        last = max(first, start + len(text[start:end].rstrip(_PADDING)))
        return Field(first, last, bare_escapes(delimiter), "the quote is not closed" if kind == OPEN else "")
    part = _QUOTED_PART.match(text, first)
    assert part
    return Field(*part.span(1), QUOTED, "" if kind == QUOTED_FIELD else _FAULT)


def records(text: str, delimiter: str, start: int = 0) -> Iterator[list[Field]]:
    """Yield the fields of each record from the offset `start` on; empty lines are no records.

    A field with a wrong quote has a fault. Spans are within quotes, or without white space at the end.

    >>> text = 'a;"b ""c"" d"\\n\\ne ;f'
    >>> [[text[field.start : field.end] for field in row] for row in records(text, ";")]
    [['a', 'b ""c"" d'], ['e', 'f']]
    """
    plain = bare_escapes(delimiter)
    row: list[Field] = []
    field: Field | None = None
    tokens = fields(text, delimiter, start, tokens_of("csv").every)
    for kind, first, last, *_ in chain(tokens, [(_LINE_END, len(text), len(text))]):
        if kind not in (_DELIMITER, _LINE_END):
            field = field_of(text, kind, first, last, delimiter)
            continue
        row.append(field or Field(first, first, plain))
        field = None
        if kind == _LINE_END:
            if len(row) > 1 or row[0].start < row[0].end or row[0].escapes is QUOTED:
                yield row
            row = []


def cut_records(text: str) -> int:
    """Return where a text that goes on may be cut so that no quoted field is: behind a record, 0 for nowhere.

    Where a quoted field is open for more than 1,048,576 characters, it is the last line end.

    >>> cut_records('a,b\\nc,"d\\ne'), cut_records('a,"b\\n"\\nc')
    (4, 7)
    """
    if '"' not in text:
        return last_line_end(text)
    ends = [Role.KEPT * (kind in (_LINE_END, OPEN)) for kind in range(len(_KINDS) + 1)]
    rows = [*rows_of(tokenizer_of("csv", tuple(ends)), _with_commas(text, DELIMITERS))]
    if rows and rows[-1][0] == OPEN and len(text) - rows.pop()[1] > _LONGEST:
        return last_line_end(text)
    if rows and rows[-1][2] == len(text) and text[-1] == "\r":  # a line feed may follow
        rows.pop()
    return rows[-1][2] if rows else 0


def sniff(text: str) -> tuple[str, int]:
    """Return the delimiter of a table, and where its records begin: behind a line `sep=` if there is one.

    It is the one that divides the most of the first 20 records into the same number of fields; "," where none does.

    >>> sniff("name;url\\nx, y;http://example.org/\\n"), sniff("sep=|\\na|b")
    ((';', 0), ('|', 6))
    """
    if declaration := re.match(r"sep=(.)(?:\r\n|\n|\r|\Z)", text):
        return declaration[1], declaration.end()

    def score(delimiter: str) -> tuple[int, int]:
        """Return the number of rows with the most common number of fields above one, and that number, by the first
        `_SAMPLE` records; (0, 0) for none.
        """
        counts = Counter(len(row) for row in first_records(text, delimiter)[:_SAMPLE])
        found, rows = max(counts.items(), key=lambda pair: (pair[0] > 1, pair[1], pair[0]), default=(1, 0))
        return (rows, found) if found > 1 else (0, 0)

    return max(DELIMITERS, key=score), 0


def first_records(text: str, delimiter: str, start: int = 0) -> list[list[Field]]:
    """Return at least the first records of a text from an offset on, if it has any, without cutting all of it."""
    size = start
    while True:
        size += _SAMPLED + size
        rows = [*records(text[:size], delimiter, start)]
        is_whole = len(rows) > _SAMPLE and not any(field.fault for row in rows for field in row)
        if is_whole or size >= len(text):
            return rows[:-1] if is_whole and size < len(text) else rows


@cache
def bare_escapes(delimiter: str) -> Escapes:
    """Return the convention of fields without quotes: `write` raises `ValueError` for text that would need them."""
    never = re.compile(rf'[{re.escape(delimiter)}"\s]')
    return Escapes(Unescaped, partial(as_it_is, never=never))
