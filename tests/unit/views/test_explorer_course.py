"""The exercises of the course: right and wrong answers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from places import ROOT

from irigrammar.views.explorer.course import exercises, faults_of
from irigrammar.views.explorer.shown import unescape

ROWS = [(f"{row['lesson']}-{number}", row) for number, row in enumerate(exercises())]


@pytest.mark.parametrize("row", [row for _, row in ROWS], ids=[name for name, _ in ROWS])
def test_answers(row: dict[str, Any]) -> None:
    assert list(faults_of(row, unescape(row["answer"]))) == []
    for answer in row["wrong"]:
        said = list(faults_of(row, unescape(answer)))
        assert said
        assert all(sentence[0].isupper() or not sentence[0].isalpha() for sentence in said)
        assert all(sentence.endswith(".") for sentence in said)


def test_each_lesson_has_exercises_and_a_distinct_title() -> None:
    titles = {row["lesson"]: row["title"] for row in exercises()}
    assert list(titles) == list(range(1, 13))
    assert len({*titles.values()}) == len(titles)
    assert all(sum(row["lesson"] == lesson for row in exercises()) == 2 for lesson in titles)


def test_each_lesson_has_a_page_with_links_to_its_exercises() -> None:
    pages = sorted((ROOT / "docs" / "course").glob("[0-9]*.md"))
    assert len(pages) == 12
    for number, path in enumerate(pages, 1):
        text = path.read_text(encoding="utf-8")
        (title,) = {row["title"] for row in exercises() if row["lesson"] == number}
        assert text.startswith(f"# {number}. {title}\n")
        own = [str(at) for at, row in enumerate(exercises()) if row["lesson"] == number]
        assert re.findall(r"iri-explorer.html#x=(\d+)", text) == own


def test_a_grammar_is_answered_with_shortest_strings() -> None:
    row = exercises()[-1]
    assert list(faults_of(row, "octet = 1*3DIGIT")) == ['It matches "00", a shortest string that it should not.']
    assert list(faults_of(row, "octet = DIGIT")) == ['It lacks "10", a shortest string that it should match.']
    assert "ends too early" in next(faults_of(row, "octet = ("))
