"""The helper that runs all rows of a table in one test."""

from __future__ import annotations

from typing import Any

import pytest
from examples import slow
from rows import in_one_test


def groups(test: Any) -> list[tuple[str, list[str], list[tuple[object, ...]]]]:
    """Return the id, the names of the marks and the rows of each test that pytest makes."""
    (mark,) = test.pytestmark
    return [(group.id, [mark.name for mark in group.marks], *group.values) for group in mark.args[1]]


def test_rows_with_other_marks_are_tests_of_their_own() -> None:
    @in_one_test("first, second", [(1, 2), slow((3, 4)), pytest.param(5, 6, id="name"), slow((7, 8))])
    def test(first: int, second: int) -> None: ...

    assert groups(test) == [("2 rows", [], [(1, 2), (5, 6)]), ("2 rows", ["slow"], [(3, 4), (7, 8)])]


def test_all_rows_that_fail_are_reported() -> None:
    calls = []

    @in_one_test("row", [(1,), "a", None, 0])
    def test(row: object, fixture: str) -> None:
        calls.append((row, fixture))
        if row == "a":
            pytest.skip("nothing to do")
        if row == 0:
            pytest.fail("never")
        assert row

    ((_, _, rows),) = groups(test)
    with pytest.raises(BaseExceptionGroup, match="3 of 4 rows\nrow: row='a'\nrow: row=None\nrow: row=0\n") as caught:
        test(rows_of_row=rows, fixture="f")
    errors = [(type(error), str(error).partition("\n")[0], error.__notes__) for error in caught.value.exceptions]
    assert calls == [((1,), "f"), ("a", "f"), (None, "f"), (0, "f")]
    assert errors == [
        (RuntimeError, "a row must not skip: nothing to do", ["row: row='a'"]),
        (AssertionError, "assert None", ["row: row=None"]),
        (pytest.fail.Exception, "never", ["row: row=0"]),
    ]


PAIRS: list[tuple[str, int]] = []


@in_one_test("letter", "ab")
@in_one_test(("number",), [(1,), (2,)])
def test_two_tables_are_combined(letter: str, number: int) -> None:
    PAIRS.append((letter, number))


def test_no_pair_is_left_out() -> None:
    assert PAIRS == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]


def test_empty_and_unequal_tables_are_refused() -> None:
    def test(first: int, second: int) -> None: ...

    with pytest.raises(ValueError, match="no rows for first, second"):
        in_one_test("first, second", [])
    with pytest.raises(ValueError, match="longer"):
        in_one_test("first, second", [(1, 2, 3)])(test)(rows_of_first_second=[(1, 2, 3)])
