"""Inline ignores: which lines and codes they hold for, and which met nothing."""

from __future__ import annotations

import pytest

from irigrammar.scan.baseline import Ignores
from irigrammar.scan.formats.items import Comment
from irigrammar.scan.reading import Lines


def ignores_in(text: str, comment: str) -> Ignores:
    result = Ignores()
    start = text.index(comment)
    result.add(Comment(start, start + len(comment), comment), Lines(text))
    return result


@pytest.mark.parametrize(
    ("text", "comment", "line", "code", "covered"),
    [
        ("a b # iri: ignore[S001]\nc d", "# iri: ignore[S001]", 1, "S001", True),
        ("a b # iri: ignore[S001]\nc d", "# iri: ignore[S001]", 2, "S001", False),
        ("a b # iri: ignore[S001]\nc d", "# iri: ignore[S001]", 1, "C001", False),
        ("# iri: ignore[S001]\n\n \nc d\ne", "# iri: ignore[S001]", 4, "S001", True),
        ("# iri: ignore[S001]\n\n \nc d\ne", "# iri: ignore[S001]", 5, "S001", False),
        ("<!--\niri: ignore[S]\n-->\nx", "<!--\niri: ignore[S]\n-->", 4, "S001", True),
        ("# iri: ignore[s001, C0]\nx", "# iri: ignore[s001, C0]", 2, "C010", True),
        ("# iri: ignore[s001,C0]\nx", "# iri: ignore[s001,C0]", 2, "S001", True),
        ("# iri: ignore\nx", "# iri: ignore", 2, "R001", True),
        ("# iri: ignore-file[R001]\nx\ny", "# iri: ignore-file[R001]", 3, "R001", True),
        ("# iri: ignored[R001]\nx", "# iri: ignored[R001]", 2, "R001", False),
        ("# iri: ignore-files[R001]\nx", "# iri: ignore-files[R001]", 2, "R001", False),
        ("# iri:ignore[R001]\nx", "iri:ignore[R001]", 2, "R001", True),
        ("# iri: ignore[R001]", "# iri: ignore[R001]", 2, "R001", False),
    ],
)
def test_lines_and_codes(text: str, comment: str, line: int, code: str, covered: bool) -> None:
    assert ignores_in(text, comment).covers(code, line, line) is covered


def test_an_identifier_over_several_lines_is_covered_by_any_of_them() -> None:
    assert ignores_in("a\nb # iri: ignore[S]\nc", "# iri: ignore[S]").covers("S001", 1, 3)


def needless(ignores: Ignores, line: int | None = None) -> list[tuple[str, ...]]:
    return [codes for _, codes in ignores.needless(line)]


def test_what_met_nothing_is_reported() -> None:
    ignores = ignores_in("x # iri: ignore[S001, C001]\n", "# iri: ignore[S001, C001]")
    assert ignores.covers("S001", 1, 1)
    assert needless(ignores) == [("C001",)]


def test_a_comment_that_met_nothing_at_all() -> None:
    assert needless(ignores_in("x # iri: ignore\n", "# iri: ignore")) == [()]


def test_a_comment_that_is_needed() -> None:
    ignores = ignores_in("x # iri: ignore\n", "# iri: ignore")
    assert ignores.covers("H001", 1, 1)
    assert needless(ignores) == []


def test_an_ignore_goes_on_into_the_next_block() -> None:
    ignores = ignores_in("x\n# iri: ignore[S]\n", "# iri: ignore[S]")
    assert needless(ignores, 3) == []
    assert needless(ignores, 4) == [("S",)]


def test_two_ignores_of_one_line_both_note_their_use() -> None:
    text = "x # iri: ignore[S001] iri: ignore[S]\n"
    ignores = ignores_in(text, "# iri: ignore[S001] iri: ignore[S]")
    assert ignores.covers("S001", 1, 1)
    assert needless(ignores) == []


def test_an_ignore_of_the_file_notes_only_what_comes_after_it() -> None:
    ignores = ignores_in("# iri: ignore-file[C001]\n", "# iri: ignore-file[C001]")
    assert ignores.covers("C001", 1, 1)
    text = "# iri: ignore-file[C, R]"
    ignores.add(Comment(0, len(text), text), Lines(text, 3))
    assert ignores.covers("R001", 3, 3)
    assert needless(ignores) == [("C",)]
