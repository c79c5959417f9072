"""The cells of a column of a table, each as one text.

Tables, delimiters and columns are those of a scan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BufferedIOBase
from pathlib import PurePath
from types import SimpleNamespace
from typing import Any

from irigrammar.dataclass import NamedTuple
from irigrammar.matching.lines import blocks
from irigrammar.scan.formats.items import Candidate, Malformed, span
from irigrammar.scan.formats.registry import Options, document_type, type_of
from irigrammar.scan.reading import Charset, Lines, read_blocks

_TABLES = ("csv", "tsv")
_BLOCK = 1 << 18  # bytes whose cells are held at once


class Cell(NamedTuple):
    """A cell of a table: its text, without quotes, as `bytes` where it is not UTF-8, and its place in a block."""

    text: str | bytes
    item: Candidate
    lines: Lines

    def place(self, start: int, end: int) -> tuple[int, int, int, int]:
        """Return the line and column, from 1, where a span of the text begins, and where it ends (exclusive)."""
        first, last = span(self.item, start, end)
        return *self.lines.place(first), *self.lines.place(last)


def column_cells(
    stream: BufferedIOBase,
    name: str,
    column: str,
    *,
    limit: int,
    report: Callable[[str], object],
    progress: Callable[[int], object],
) -> Iterator[list[Cell]]:
    """Yield the cells of a column, empty ones among them, in lists: those of the lines that are read at once.

    `name` is the table's, in whose ending its type is (CSV by default), `column` a name, case ignored, or a number from
    1. `report` is called with the place and reason of the first malformed fields, `progress` with numbers of bytes.
    Raises `OSError` for a line of more than `limit` bytes, `UnknownColumn` for an unknown column.

    >>> import io
    >>> table = io.BytesIO(b'id,url\\n1,"a ""b"\\n2,\\n')
    >>> (cells,) = column_cells(table, "t.csv", "url", limit=99, report=print, progress=lambda _: None)
    >>> [cell.text for cell in cells], cells[0].place(3, 4)
    (['a "b', ''], (2, 8, 2, 9))
    """
    kind = type_of(PurePath(name))
    table = document_type(kind.name if kind is not None and kind.name in _TABLES else _TABLES[0])
    find = table.open(Options(columns=(column,), cells=True))
    chunks = blocks(stream, _BLOCK, limit)
    source: Any = SimpleNamespace(read=lambda _: next(chunks, b""))
    for block in read_blocks(source, b"", Charset("utf-8"), table, limit=limit, progress=progress):
        lines = Lines(block.text, block.line)
        cells = []
        for item in find(block.text):
            if isinstance(item, Malformed):
                line, first = lines.place(item.start)
                report(f"{line}:{first}: {item.message}")
            elif isinstance(item, Candidate):
                cells.append(Cell(_encoded(item.text), item, lines))
        yield cells


def _encoded(text: str) -> str | bytes:
    """Return a text, or its bytes if some of them could not be decoded."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="surrogateescape")
    return text
