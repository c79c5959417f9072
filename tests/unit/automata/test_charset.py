"""Sets of code points as ranges, and classes of a family of sets."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from irigrammar.automata.charset import EMPTY, MAX, Ranges, difference, intersection, partition, union

# Code points near the ends of pages of 256, of the surrogates, of planes and of Unicode.
POINTS = sorted(
    {*range(12), *range(250, 262), *range(0xD7FD, 0xE003), 0xFFFF, 0x10000, 0x1FFFF, *range(MAX - 3, MAX + 1)}
)


def ranges() -> st.SearchStrategy[Ranges]:
    ends = st.sampled_from(POINTS)
    return st.lists(st.tuples(ends, ends), max_size=5).map(
        lambda rows: union(tuple((min(row), max(row)) for row in rows))
    )


def holds(ranges: Ranges, point: int) -> bool:
    return any(low <= point <= high for low, high in ranges)


def is_normal(ranges: Ranges) -> bool:
    """Return whether ranges are sorted, not empty, disjoint and not adjacent."""
    return all(low <= high for low, high in ranges) and all(
        before[1] + 1 < after[0] for before, after in pairwise(ranges)
    )


@given(left=ranges(), right=ranges())
def test_the_operations_are_those_of_sets(left: Ranges, right: Ranges) -> None:
    both, common, rest = union(left, right), intersection(left, right), difference(left, right)
    for point in POINTS:
        assert holds(both, point) == (holds(left, point) or holds(right, point))
        assert holds(common, point) == (holds(left, point) and holds(right, point))
        assert holds(rest, point) == (holds(left, point) and not holds(right, point))
    assert all(map(is_normal, (both, common, rest)))


@given(ranges=ranges())
def test_the_laws_of_sets(ranges: Ranges) -> None:
    everything: Ranges = ((0, MAX),)
    assert union(ranges) == union(ranges, ranges) == intersection(ranges, ranges) == difference(ranges, EMPTY) == ranges
    assert difference(ranges, ranges) == intersection(ranges, EMPTY) == difference(EMPTY, ranges) == EMPTY
    assert union(ranges, difference(everything, ranges)) == everything
    assert difference(everything, difference(everything, ranges)) == ranges


@given(family=st.lists(ranges(), max_size=5))
@example(family=[((0, MAX),)])
@example(family=[((MAX, MAX),), ((0, 0),)])
def test_a_partition_distinguishes_exactly_what_the_sets_distinguish(family: list[Ranges]) -> None:
    classes = partition(family)
    kind = {point: tuple(holds(charset, point) for charset in family) for point in POINTS}
    pairs = {(kind[point], classes.of(point)) for point in POINTS}
    assert len(pairs) == len({row for row, _ in pairs}) == len({number for _, number in pairs})
    assert all((number == 0) == (True not in row) for row, number in pairs)


@given(family=st.lists(ranges(), max_size=5))
def test_classes_are_numbered_by_their_first_code_point(family: list[Ranges]) -> None:
    classes = partition(family)
    assert classes.starts[0] == 0
    assert list(classes.starts) == sorted(set(classes.starts))
    assert all(before != after for before, after in pairwise(classes.ids))
    seen = list(dict.fromkeys(number for number in classes.ids if number))
    assert seen == sorted(seen) == list(range(1, classes.count))


@given(family=st.lists(ranges(), max_size=5))
def test_the_order_of_the_sets_does_not_matter(family: list[Ranges]) -> None:
    assert partition(family) == partition(reversed(family)) == partition([*family, *family])


@given(family=st.lists(ranges(), max_size=5))
def test_ranges_and_masks_give_the_sets_back(family: list[Ranges]) -> None:
    classes = partition(family)
    assert union(*(classes.ranges(number) for number in range(classes.count))) == ((0, MAX),)
    for charset in family:
        members = [number for number in range(classes.count) if classes.mask(charset) >> number & 1]
        assert union(*(classes.ranges(number) for number in members)) == charset
    assert classes.mask(EMPTY) == 0


@given(family=st.lists(ranges(), max_size=5), points=st.lists(st.sampled_from(POINTS)))
def test_a_text_is_encoded_as_the_class_of_each_code_point(family: list[Ranges], points: list[int]) -> None:
    classes = partition(family)
    assert list(classes.encode("".join(map(chr, points)))) == [classes.of(point) for point in points]


def test_more_classes_than_a_byte_holds() -> None:
    classes = partition([((2 * index, 2 * index),) for index in range(300)])
    assert classes.count == 301
    text = "".join(map(chr, range(700)))
    assert list(classes.encode(text)) == [classes.of(point) for point in range(700)]
    assert classes.of(598) == 300


def test_the_pages_hold_every_code_point() -> None:
    classes = partition([((0xF0, 0x10F),), ((0x10FFFE, 0x10FFFF),)])
    index, pages = classes.pages
    assert len(index) == 0x1100
    assert all(len(page) == 256 for page in pages)
    assert len(pages) == 4  # that of U+0000, that of U+0100, the last, and all the others
    assert [pages[index[point >> 8]][point & 255] for point in POINTS] == [classes.of(point) for point in POINTS]


# Packed rows and columns are the numbers that were packed, on machines of either order of bytes
