"""Records of tables in text (RFC 4180).

Fields with their places, where a text may be cut, and which delimiter it has. A quoted field may hold delimiters, line
ends and doubled quotes. Spaces before the quote are let pass; a quote in the midst of a field is a character like
others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import islice

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import IrigrammarError
from irigrammar.lazy import regex
from irigrammar.scan.formats.registry import last_line_end
from irigrammar.scan.formats.strings import Escapes, Unescaped, as_it_is, escapes_by

DELIMITERS = ",;\t|"
# A quoted field that is longer has lost its closing quote: documents are cut into blocks all the same.
_LONGEST = 1 << 20
_OPEN_OR_END = regex(rf'(\A|[{DELIMITERS}]|\r\n|\n|\r(?=[^\n])) *+"(?:[^"]++|"")*+("|\Z)|\n|\r(?=[^\n])')
_SAMPLE = 20

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


def records(text: str, delimiter: str, start: int = 0) -> Iterator[list[Field]]:
    """Yield the fields of each record from the offset `start` on; empty lines are no records.

    A field with a wrong quote has a fault. Spans are within quotes, or without white space at the end.

    >>> text = 'a;"b ""c"" d"\\n\\ne ;f'
    >>> [[text[field.start : field.end] for field in row] for row in records(text, ";")]
    [['a', 'b ""c"" d'], ['e', 'f']]
    """
    plain = bare_escapes(delimiter)
    row: list[Field] = []
    for match in _field(delimiter).finditer(text, start):
        inside = match.start(1)
        if inside >= 0:
            fault = "" if match.start(2) == match.end(2) else "there is text between a closing quote and the delimiter"
            row.append(Field(inside, match.end(1), QUOTED, fault))
        else:
            first = match.start(3)
            last = first + len(match[3].rstrip(" \t"))
            if first == last and not row and not match[4]:
                return
            fault = "the quote is not closed" if text.startswith('"', first) else ""
            row.append(Field(first, last, plain, fault))
        if match[4] != delimiter:
            if len(row) > 1 or row[0].start < row[0].end or row[0].escapes is QUOTED:
                yield row
            row = []
            if match.end() == len(text):
                return


def cut_records(text: str) -> int:
    """Return where a text that goes on may be cut so that no quoted field is: behind a record, 0 for nowhere.

    Where a quoted field is open for more than 1,048,576 characters, it is the last line end.

    >>> cut_records('a,b\\nc,"d\\ne'), cut_records('a,"b\\n"\\nc')
    (4, 7)
    """
    if '"' not in text:
        return last_line_end(text)
    cut = 0
    for match in _OPEN_OR_END.finditer(text):
        if match[2] is None:
            cut = match.end()
        elif match[2]:
            cut = match.end(1) if match[1] and match[1] in "\r\n" else cut
        elif len(text) - match.start() > _LONGEST:
            return last_line_end(text)
        else:
            return match.end(1) if match[1] and match[1] in "\r\n" else cut
    return cut


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
        counts = Counter(len(row) for row in islice(records(text, delimiter), _SAMPLE))
        fields, rows = max(counts.items(), key=lambda pair: (pair[0] > 1, pair[1], pair[0]), default=(1, 0))
        return (rows, fields) if fields > 1 else (0, 0)

    return max(DELIMITERS, key=score), 0


@cache
def bare_escapes(delimiter: str) -> Escapes:
    """Return the convention of fields without quotes: `write` raises `ValueError` for text that would need them."""
    never = re.compile(rf'[{re.escape(delimiter)}"\s]')
    return Escapes(Unescaped, partial(as_it_is, never=never))


@cache
def _field(delimiter: str) -> re.Pattern[str]:
    """Return the pattern of a field and its end: group 1 is quoted, 2 follows the quote, 3 is unquoted, 4 ends it."""
    other = rf"[^{re.escape(delimiter)}\r\n]"
    pad = "[ ]*+" if delimiter == "\t" else "[ \t]*+"
    return re.compile(
        rf'{pad}(?:"((?:[^"]++|"")*+)"{pad}({other}*+)|({other}*+))'
        rf"({re.escape(delimiter)}|\r\n|\n|\r|\Z)"
    )
