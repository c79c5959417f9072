"""Columns and rows of small numbers as plain values that ship.

Loading them takes constant time, whatever their size.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol

    class NumberRows(Protocol):
        """Rows of numbers: lists, or packed ones."""

        def __getitem__(self, row: int, /) -> Sequence[int]: ...

    # A column, and the rows that it refers to as text, with commas between: see `pack_rows`.
    Packed = tuple[str, str]


class PackedRows:
    """Rows of numbers; a row becomes a tuple when it is asked for.

    >>> rows = PackedRows(pack_rows([(1, 2), (), (32767,)]))
    >>> rows[0], rows[1], rows[2]
    ((1, 2), (), (32767,))
    """

    __slots__ = ("_column", "_others")

    def __init__(self, packed: Packed) -> None:
        column, others = packed
        self._column = unpack_column(column)
        self._others: list[str | tuple[int, ...]] = [*others.split(",")]

    def __getitem__(self, row: int) -> tuple[int, ...]:
        number = self._column[row]
        if number >= 0:
            return (number,)
        others = self._others[~number]
        if isinstance(others, str):
            self._others[~number] = others = tuple(map(int, others.split()))
        return others


def pack_rows(rows: Iterable[Sequence[int]]) -> Packed:
    """Return a column with the number of each row that has just one, and the rows that have none or several.

    For the other row `n`, the column has `-1 - n`. Numbers are from 0 to 32,767, or `OverflowError` is raised.
    """
    others: dict[tuple[int, ...], int] = {}
    column = [row[0] if len(row) == 1 else ~others.setdefault(tuple(row), len(others)) for row in rows]
    return pack_column(column), ",".join(" ".join(map(str, row)) for row in others)


def pack_column(numbers: Iterable[int]) -> str:
    """Return numbers of 16 bits with a sign in hexadecimal, four digits each; raise `OverflowError` for others.

    >>> pack_column([1, -1])
    '0100ffff'
    """
    return b"".join(number.to_bytes(2, "little", signed=True) for number in numbers).hex()


def unpack_column(packed: str) -> Sequence[int]:
    """Return the numbers of `pack_column`.

    >>> list(unpack_column("0100ffff"))
    [1, -1]
    """
    column = bytes.fromhex(packed)
    if sys.byteorder == "little":
        return memoryview(column).cast("h")
    return [int.from_bytes(column[place : place + 2], "little", signed=True) for place in range(0, len(column), 2)]
