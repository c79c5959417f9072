"""Strings of data formats: the whole, what the text rule finds in them, and escapes that stand for nothing."""

from __future__ import annotations

import pytest

from irigrammar.scan.formats.items import Candidate, Item, Malformed, Production
from irigrammar.scan.formats.registry import Options, document_type
from irigrammar.scan.formats.scalars import scalar, whole, within
from irigrammar.scan.formats.strings import JSON_STRING

FIND = document_type("text").open(Options())


def within_json(written: str) -> list[Item]:
    return list(within(scalar(f'"{written}"', 1, len(written) + 1, JSON_STRING), "value of a", FIND))


def test_places_are_those_of_the_document() -> None:
    (candidate,) = within_json(r"\u00e9 <http://example.org/\u00e9> x")
    assert isinstance(candidate, Candidate)
    assert (candidate.start, candidate.end, candidate.text) == (9, 34, "http://example.org/é")
    assert candidate.offsets is not None
    assert list(candidate.offsets)[-3:] == [27, 28, 34]
    assert (candidate.what, candidate.escapes, candidate.production) == ("value of a", JSON_STRING, None)


def test_the_whole_is_checked_by_what_asks_for_it() -> None:
    asked = Production("rfc3986", "URI")
    (candidate,) = whole(scalar('["a b"]', 2, 5, JSON_STRING), "value of a", asked)
    assert candidate == Candidate(2, 5, "a b", "value of a", JSON_STRING, None, asked)


def test_a_bad_escape_is_reported_where_it_is_in_an_identifier() -> None:
    (item,) = within_json(r"\ud800 http://example.org/\ud83d \q")
    assert item == Malformed(27, 33, "S006", "U+D83D is a surrogate, which is not a character (in value of a)")
    (other,) = within_json(r"\ud800 http://example.org/ \q")
    assert isinstance(other, Candidate)
    assert other.text == "http://example.org/"


def test_an_identifier_that_is_broken_over_lines_is_read_in_both_conventions() -> None:
    written = r"see <http://example.org/\u00e9\n  b> and more"
    (item,) = within_json(written)
    assert isinstance(item, Candidate)
    assert item.text == "http://example.org/éb"
    assert item.offsets is not None
    assert list(item.offsets)[-3:] == [25, 35, 36]
    assert item.escapes is not None
    assert item.escapes.read(f'"{written}"'[item.start : item.end]).text == item.text
    assert item.escapes.write('ü"') == 'ü\\"'
    (plain,) = within(scalar("x <http://example.org/\n b> y", 0, 27), "text", FIND)
    assert isinstance(plain, Candidate)
    assert (plain.text, plain.start, plain.end) == ("http://example.org/b", 3, 25)


@pytest.mark.slow
def test_many_bad_escapes_take_linear_time() -> None:
    result = within_json(r"\ud800 http://example.org/ " * 20_000)
    assert len(result) == 20_000
    assert all(isinstance(item, Candidate) for item in result)
