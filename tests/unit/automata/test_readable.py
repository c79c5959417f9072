"""What a reader likes to see in an example."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from irigrammar.automata.charset import MAX, Ranges, union
from irigrammar.automata.naming import alphanumeric, blocks, most_readable, rank, readable


def ranges_of(text: str) -> Ranges:
    return union(*(((ord(char), ord(char)),) for char in text))


@given(
    st.lists(st.tuples(st.integers(0, MAX), st.integers(0, 100)), min_size=1, max_size=4).map(
        lambda rows: union(*(((low, min(low + more, MAX)),) for low, more in rows))
    )
)
def test_the_most_readable_is_the_best_of_the_set(ranges: Ranges) -> None:
    points = [point for low, high in ranges for point in range(low, high + 1)]
    assert most_readable(ranges) == min(points, key=rank)
    assert set(readable(ranges)) == {point for point in points if rank(point)[0] == rank(most_readable(ranges))[0]}
    assert {point for kind in blocks(ranges) for point in kind} <= set(points)


def kinds(text: str) -> list[str]:
    return ["".join(map(chr, kind)) for kind in blocks(ranges_of(text))]


def test_kinds_of_characters() -> None:
    assert kinds("b-A~9zé0 ") == ["bz", "é", "09", "-~", " "]  # capitals say nothing beside small letters
    assert kinds("BA\n") == ["AB"]
    assert kinds("\n\t") == ["\t\n"]
    assert kinds("\ue000!") == ["!"]


def test_letters_and_digits_of_ascii() -> None:
    assert [char for char in "a0Z-é \0" if alphanumeric(ord(char))] == ["a", "0", "Z"]
