"""Names of TOML documents that are defined twice (TOML 1.1.0, Table).

Whether there are any is said of documents in which that is simple to see; others are for tomllib.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from irigrammar.lazy import regex
from irigrammar.scan.formats.toml_values import KEY_PARTS

_PART = regex(r"""[ \t]*+(?:"([^"\\]*+)"|'([^']*+)'|([^\s.='"]++))[ \t]*+\.?""")


@lru_cache(1 << 12)
def names_of(key: str) -> tuple[str, ...]:
    """Return the names of a dotted key; () for one with an escape, and beyond the limit of names.

    >>> names_of("a . 'b.c'.d"), names_of(chr(34) + chr(92) + "t" + chr(34))
    (('a', 'b.c', 'd'), ())
    """
    parts: list[str] = []
    place = 0
    while place < len(key):
        part = _PART.match(key, place)
        if part is None or len(parts) == KEY_PARTS:
            return ()
        parts.append(part[part.lastindex or 0])
        place = part.end()
    return tuple(parts)


class Tables:
    """The tables of a document, as its statements come; each method returns whether it is one for sure."""

    def __init__(self) -> None:
        self._root: dict[str, Any] = {}
        self._table = self._root
        self._inline: dict[int, dict[str, Any]] = {}
        self._by_header: set[int] = set()
        self._by_dots: set[int] = set()

    def header(self, names: tuple[str, ...], *, is_array: bool) -> bool:
        """Open the table of a header, or another one of its array."""
        table: Any = self._root
        for name in names[:-1]:
            table = table.setdefault(name, {})
            table = table[-1] if isinstance(table, list) else table
            if table is None or id(table) in self._by_dots:
                return False
        inner = table.setdefault(names[-1], [] if is_array else {})
        if is_array and isinstance(inner, list):
            inner.append({})
            self._table = inner[-1]
            return True
        if is_array or not isinstance(inner, dict) or id(inner) in self._by_header or id(inner) in self._by_dots:
            return False
        self._by_header.add(id(inner))
        self._table = inner
        return True

    def pair(self, names: tuple[str, ...], opener: int) -> bool:
        """Define a name in the table that is open, or in the inline table that is opened at an offset; -1 for none."""
        table: Any = self._table if opener < 0 else self._inline.setdefault(opener, {})
        for name in names[:-1]:
            if name not in table:
                self._by_dots.add(id(table.setdefault(name, {})))
            table = table[name]
            if id(table) not in self._by_dots:
                return False
        if names[-1] in table:
            return False
        table[names[-1]] = None
        return True
