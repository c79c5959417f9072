"""Bidi Notation in and out."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from bidi_examples import EXAMPLES
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar.bidi import from_notation, to_notation
from irigrammar.bidi.notation import check_notation


@pytest.mark.parametrize(("script", "kind"), [("hebrew", "R"), ("arabic", "AL")])
def test_upper_case_becomes_letters_of_the_script(script: Any, kind: str) -> None:
    result = from_notation("ABCDEFGHIJKLMNOPQRSTUVWXYZ-az", script=script)
    letters, rest = result[:26], result[26:]
    assert rest == "-az"
    assert len(set(letters)) == 26
    assert {unicodedata.bidirectional(char) for char in letters} == {kind}
    assert all(unicodedata.name(char).startswith(f"{script.upper()} LETTER") for char in letters)
    assert [*letters] == sorted(letters)
    assert to_notation(result, script=script) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ-az"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("HTTP://ab/", "HTTP://ab/"),
        ("HTTP://AB/", "HTTP://\u05d0\u05d1/"),
        ("//[::FFFF]/", "//[::FFFF]/"),
        ("//[VF.A]/", "//[VF.A]/"),
        ("%AA%aBA", "%AA%aB\u05d0"),
        ("A%3A%C3B", "\u05d0%3A%C3\u05d1"),
        ("", ""),
    ],
)
def test_only_where_such_letters_are_allowed(text: str, kept: str) -> None:
    assert from_notation(text) == kept


def test_uris_have_no_such_letters() -> None:
    assert from_notation("a/B", grammar="rfc3986") == "a/B"


@pytest.mark.parametrize("script", ["hebrew", "arabic"])
@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: f"example {row['number']}")
def test_there_and_back(row: dict[str, Any], script: Any) -> None:
    assert to_notation(from_notation(row["logical"], script=script), script=script) == row["logical"]


@given(st.text(st.sampled_from("aAzZ%4F./:?#[]@"), max_size=20))
def test_the_length_stays(text: str) -> None:
    if irigrammar.grammar("rfc3987").start.matches(text):
        result = from_notation(text)
        assert len(result) == len(text)
        assert to_notation(result) == text


def test_what_is_refused() -> None:
    with pytest.raises(irigrammar.NoMatch):
        from_notation("A B")
    with pytest.raises(ValueError, match="unknown script 'syriac'; choose 'hebrew' or 'arabic'"):
        from_notation("A", script="syriac")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ValueError, match="unknown notation 'XML'; choose 'BN'"):
        check_notation("XML")
    check_notation(None)
