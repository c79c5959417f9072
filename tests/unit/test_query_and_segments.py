"""Queries and paths made of data: the reader gives back what was put in."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import irigrammar
from irigrammar import ConversionError, NoMatch
from irigrammar.build import join, query, query_pairs, quote, segments, unquote, with_query, with_segments

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
NAMES = TEXT.filter(lambda text: text not in (".", ".."))
HIERARCHICAL = ["http://u@h:1/a/b?q#f", "//h", "file:///x/", "/a//b", "http://é/%41?%C3"]
PARTS = {"user": "userinfo", "userinfo": "userinfo", "host": "reg-name", "segment": "segment", "pair": "query"}
PARTS |= {"query": "query", "fragment": "fragment"}


@given(st.lists(st.tuples(TEXT, TEXT)))
@example([("", "")])
@example([("a b+c", "&=%20\ufeff")])
def test_pairs_come_back(pairs: list[tuple[str, str]]) -> None:
    text = query(pairs)
    assert query_pairs(text) == query_pairs(text, plus=False) == pairs
    assert irigrammar.matches(text, "query", "rfc3986")
    for base in HIERARCHICAL:
        made = with_query(base, pairs)
        assert query_pairs(irigrammar.split(made).query or "") == pairs
        assert irigrammar.split(made).replace(query=None) == irigrammar.split(base).replace(query=None)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("", []),
        ("&&", []),
        ("a", [("a", "")]),
        ("=", [("", "")]),
        ("a=b=c", [("a", "b=c")]),
        ("a+b=%2B", [("a b", "+")]),
        ("é=%C3%A9", [("é", "é")]),
        ("50%=%4", [("50%", "%4")]),
    ],
)
def test_queries_are_read_as_forms_are(text: str, pairs: list[tuple[str, str]]) -> None:
    assert query_pairs(text) == pairs


@given(st.sampled_from(HIERARCHICAL), st.lists(NAMES))
def test_segments_come_back(base: str, names: list[str]) -> None:
    assume(names[:1] != [""] or len(names) < 2 or irigrammar.split(base).host is not None)
    made = with_segments(base, names)
    assert segments(made) == tuple(names)
    assert irigrammar.split(made).replace(path="") == irigrammar.split(base).replace(path="")


@given(st.sampled_from(["", "a/b", "x:y", "urn:a:b"]), st.lists(NAMES, min_size=1))
def test_segments_without_a_slash_before_them_come_back_or_are_refused(base: str, names: list[str]) -> None:
    if names[0] == "":
        with pytest.raises(ConversionError, match="empty segment"):
            with_segments(base, names)
    else:
        assert segments(with_segments(base, names)) == tuple(names)


@given(st.sampled_from(HIERARCHICAL), st.lists(NAMES, min_size=1))
def test_what_is_joined_comes_last(base: str, names: list[str]) -> None:
    made = join(base, *names)
    before = segments(base)
    assert segments(made) == (*(before[:-1] if before[-1:] == ("",) else before), *names)
    assert (irigrammar.split(made).query, irigrammar.split(made).fragment) == (None, None)


@pytest.mark.parametrize("name", [".", ".."])
def test_dots_are_no_data(name: str) -> None:
    with pytest.raises(ConversionError, match="would be read as a step"):
        join("http://h/", name)
    with pytest.raises(ConversionError, match="would be read as a step"):
        with_segments("http://h/", ["a", name])


@given(st.sampled_from(sorted(PARTS)), TEXT)
def test_what_is_quoted_is_one_part(part: str, value: str) -> None:
    made = quote(value, part)  # type: ignore[arg-type]  # one of the names
    assert made.isascii()
    assert irigrammar.matches(made, PARTS[part], "rfc3986")
    assert unquote(made) == value


@pytest.mark.parametrize("text", ["%FF", "a%C3", "%C3=x"])
def test_bytes_that_are_not_utf_8_are_an_error(text: str) -> None:
    with pytest.raises(ConversionError, match="are not UTF-8"):
        query_pairs(text)
    for read in (segments, unquote):
        with pytest.raises(ConversionError, match="are not UTF-8"):
            read(f"/{text}")


def test_bad_input() -> None:
    with pytest.raises(ConversionError, match="surrogate"):
        query([("\ud800", "")])
    with pytest.raises(TypeError):
        query([("a", 1)])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="unknown part 'path'"):
        quote("a", "path")  # type: ignore[arg-type]
    with pytest.raises(NoMatch):
        with_query("a b", [])
    with pytest.raises(ConversionError):
        with_segments("/a", ["", "h"])
