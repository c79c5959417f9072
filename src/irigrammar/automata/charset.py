"""Sets of code points as ranges, and their common classes."""

# typed: 0x10FFFF: the last code point of Unicode
from __future__ import annotations

from bisect import bisect_left, bisect_right

from irigrammar.dataclass import dataclass
from irigrammar.lazy import cached_property

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX = 0x10FFFF
_WORK_LIMIT = 1_000_000  # sets at the edges of sets

# Sorted, disjoint and not adjacent; both ends included.
Ranges = tuple[tuple[int, int], ...]

EMPTY: Ranges = ()


def union(*sets: Ranges) -> Ranges:
    """Return the code points that are in any of the sets.

    >>> union(((1, 2), (9, 9)), ((3, 4),))
    ((1, 4), (9, 9))
    """
    result: list[tuple[int, int]] = []
    for low, high in sorted(pair for ranges in sets for pair in ranges):
        if result and low <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(high, result[-1][1]))
        else:
            result.append((low, high))
    return tuple(result)


def intersection(first: Ranges, second: Ranges) -> Ranges:
    """Return the code points that are in both sets."""
    common: list[tuple[int, int]] = []
    i = j = 0
    while i < len(first) and j < len(second):
        low, high = max(first[i][0], second[j][0]), min(first[i][1], second[j][1])
        if low <= high:
            common.append((low, high))
        if first[i][1] < second[j][1]:
            i += 1
        else:
            j += 1
    return tuple(common)


def difference(minuend: Ranges, subtrahend: Ranges) -> Ranges:
    """Return the code points of the first set that are not in the second."""
    gaps: list[tuple[int, int]] = []
    start = 0
    for low, high in subtrahend:
        if start < low:
            gaps.append((start, low - 1))
        start = high + 1
    if start <= MAX:
        gaps.append((start, MAX))
    return intersection(minuend, tuple(gaps))


@dataclass(frozen=True)
class Classes:
    """A partition of all code points: interval `i` begins at `starts[i]` and belongs to class `ids[i]`.

    Class 0 is that of the code points that no set holds, surrogates always among them.
    """

    starts: tuple[int, ...]
    ids: tuple[int, ...]

    @cached_property
    def count(self) -> int:
        """The number of classes."""
        return max(self.ids) + 1

    def of(self, point: int) -> int:
        """Return the class of a code point."""
        return self.ids[bisect_right(self.starts, point) - 1]

    def ranges(self, number: int) -> Ranges:
        """Return the code points of a class."""
        return self._ranges[number]

    @cached_property
    def _ranges(self) -> list[Ranges]:
        """Return the ranges of each class, by its number."""
        each: list[list[tuple[int, int]]] = [[] for _ in range(self.count)]
        for start, end, number in zip(self.starts, (*self.starts[1:], MAX + 1), self.ids, strict=True):
            each[number].append((start, end - 1))
        return [union(tuple(ranges)) for ranges in each]

    def within(self, mask: int) -> Ranges:
        """Return the code points of the classes that are bits of a mask."""
        return union(*(ranges for number, ranges in enumerate(self._ranges) if mask >> number & 1))

    def mask(self, ranges: Ranges) -> int:
        """Return the classes that lie within a set, as bits; each class must lie within it or outside."""
        bits = 0
        for low, high in ranges:
            for number in self.ids[bisect_left(self.starts, low) : bisect_right(self.starts, high)]:
                bits |= 1 << number
        return bits

    @cached_property
    def pages(self) -> tuple[Sequence[int], tuple[Sequence[int], ...]]:
        """The two-stage table: the page of each 256 code points, and the pages with the class of every code point."""
        from array import array

        code = "B" if self.count <= 256 else "L"
        table = array(code)
        for start, end, number in zip(self.starts, (*self.starts[1:], MAX + 1), self.ids, strict=True):
            table.extend(array(code, (number,)) * (end - start))
        data, size = table.tobytes(), 256 * table.itemsize
        pages: dict[bytes, int] = {}
        index = tuple(pages.setdefault(data[start : start + size], len(pages)) for start in range(0, len(data), size))
        return index, tuple(page if code == "B" else tuple(array(code, page)) for page in pages)

    @cached_property
    def _latin(self) -> bytes | None:
        """The class of each of the first 256 code points, None where there are more than 256 classes."""
        return bytes(map(self.of, range(256))) if self.count <= 256 else None

    def encode(self, text: str) -> Sequence[int]:
        """Return the class of each code point of a text."""
        latin = self._latin
        if latin is not None:
            try:
                return text.encode("latin-1").translate(latin)
            except UnicodeEncodeError:
                pass
        index, pages = self.pages
        numbers = (pages[index[point >> 8]][point & 255] for point in map(ord, text))
        return [*numbers] if latin is None else bytes(numbers)

    def encode_once(self, text: str) -> Sequence[int]:
        """Return the class of each code point of a text, as `encode` does; faster for a few texts, since it makes no
        table.
        """
        return self.encode(text) if text.isascii() else [*map(self.of, map(ord, text))]


def partition(sets: Iterable[Ranges]) -> Classes:
    """Return the coarsest classes such that each of the sets is a union of classes, numbered by first code point.

    Class 0 is that of the code points in none of the sets. Raises `GrammarError` where many sets overlap in many ways,
    beyond 1,000,000 steps.
    """
    families = sorted(set(sets))
    edges: dict[int, list[int]] = {0: []}
    for number, ranges in enumerate(families):
        for low, high in ranges:
            edges.setdefault(low, []).append(number)
            edges.setdefault(high + 1, []).append(number)
    inside: set[int] = set()
    work = 0
    numbers: dict[frozenset[int], int] = {frozenset(): 0}
    starts: list[int] = []
    ids: list[int] = []
    for start in sorted(edges):
        if start > MAX:
            break
        inside.symmetric_difference_update(edges[start])
        work += len(inside)
        if work > _WORK_LIMIT:
            from irigrammar.errors import GrammarError

            raise GrammarError("its automaton is too large: too many sets of characters overlap", limit=True)
        number = numbers.setdefault(frozenset(inside), len(numbers))
        if not ids or ids[-1] != number:
            starts.append(start)
            ids.append(number)
    return Classes(tuple(starts), tuple(ids))
