"""Patterns of JSON Pointers, against a plain definition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.scan.formats.pointers import Patterns, patterns


def chosen(patterns: Patterns, path: list[str | int]) -> bool:
    state = patterns.start
    for token in path:
        state = patterns.step(state, token)
    return patterns.matches(state)


def defined(tokens: list[str], path: list[str]) -> bool:
    if not tokens:
        return not path
    if tokens[0] == "**":
        return any(defined(tokens[1:], path[index:]) for index in range(len(path) + 1))
    return bool(path) and tokens[0] in ("*", path[0]) and defined(tokens[1:], path[1:])


@pytest.mark.parametrize(
    ("pointer", "path", "expected"),
    [
        ("", [], True),
        ("", ["a"], False),
        ("/", [""], True),
        ("/a/0", ["a", 0], True),
        ("/a/00", ["a", 0], False),
        ("/a~1b~0c", ["a/b~c"], True),
        ("/~01", ["~1"], True),
        ("/*/id", ["x", "id"], True),
        ("/*/id", ["id"], False),
        ("/**/id", ["id"], True),
        ("/**/id", ["a", 3, "id"], True),
        ("/**/id", ["a", "id", "x"], False),
        ("/a/**", ["a"], True),
        ("/a/**", ["a", "b", "c"], True),
        ("/a/**", ["b"], False),
    ],
)
def test_a_pattern_chooses(pointer: str, path: list[str | int], expected: bool) -> None:
    assert chosen(patterns([pointer]), path) is expected
    # Beside others it chooses the same.
    assert chosen(patterns(["/never/x", pointer, "/y"]), path) is expected


@pytest.mark.parametrize(
    ("pointer", "why"),
    [
        ("a", "does not begin"),
        ("/a~", "offset 2"),
        ("/~2b", "offset 1"),
        ("#/a", "does not begin"),
        ("/~~1", "offset 1"),
    ],
)
def test_what_is_not_a_pointer_is_refused(pointer: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        patterns([pointer])


tokens = st.lists(st.sampled_from(["a", "b", "*", "**"]), max_size=6)


@given(st.lists(tokens, min_size=1, max_size=3), st.lists(st.sampled_from(["a", "b", "c"]), max_size=6))
def test_patterns_choose_what_their_definition_says(rows: list[list[str]], path: list[str]) -> None:
    pointers = ["".join(f"/{token}" for token in row) for row in rows]
    assert chosen(patterns(pointers), [*path]) is any(defined(row, path) for row in rows)
