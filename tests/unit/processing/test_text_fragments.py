"""Text fragments: nothing decodes what would be a delimiter of theirs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from near import members
from rows import in_one_test

import irigrammar
from irigrammar import convert
from irigrammar.processing.trace import call_recording

RULES = irigrammar.grammar("text-fragment")
PAGE = "http://e/"

# A fragment, and its normal form.
NORMAL = [
    ("#:~:text=%2D8%20x", "#:~:text=%2D8%20x"),
    ("#:~:text=math%2dstyle-,Value", "#:~:text=math%2Dstyle-,Value"),
    ("#a%2Db:~:text=a%2Cb%2D&text=%26c", "#a-b:~:text=a%2Cb%2D&text=%26c"),
    ("#:~:%41%2D%7E%5F%2e", "#:~:A%2D~_."),
    ("#:~:text=caf%C3%A9%2D8", "#:~:text=caf\xe9%2D8"),
    ("#a:%7E:text=%2D", "#a:%7E:text=-"),
    ("#a:%7e:%7e:b", "#a:%7E:%7E:b"),
    ("#:%7E:~:%2D", "#:%7E:~:%2D"),
    ("#:~:a:%7E:%2D", "#:~:a:~:%2D"),
    ("#:%7Ea", "#:~a"),
    ("?:~:%2D", "?:~:-"),
    ("a:~:%2D", "a:~:-"),
]


@in_one_test(("text", "normal"), NORMAL)
@in_one_test("level", ["syntax", "scheme"])
def test_normal_form(text: str, normal: str, level: Any) -> None:
    whole = PAGE + text
    assert irigrammar.normalize(whole, level=level) == PAGE + normal
    assert convert.canonical_key(whole, level=level) == (PAGE + normal).encode()
    assert convert.convert_many(irigrammar.normalize, [whole] * 3, level=level) == [PAGE + normal] * 3
    assert call_recording([], irigrammar.normalize, whole, level=level) == PAGE + normal
    assert irigrammar.compare(whole, PAGE + normal).equivalent


@in_one_test(("text", "normal"), NORMAL)
def test_iri(text: str, normal: str) -> None:
    result = irigrammar.uri_to_iri(PAGE + text)
    assert irigrammar.normalize(result) == PAGE + normal
    assert result.casefold() == (PAGE + normal).casefold()
    assert call_recording([], irigrammar.uri_to_iri, PAGE + text) == result
    assert irigrammar.uri_to_iri(PAGE + text, keep="") == result


@pytest.mark.parametrize(("first", "second"), [("#:~:text=%2D8", "#:~:text=-8"), ("#:%7E:text=a", "#:~:text=a")])
def test_a_delimiter_and_its_percent_encoding_differ(first: str, second: str) -> None:
    comparison = irigrammar.compare(PAGE + first, PAGE + second)
    assert not comparison
    assert comparison.difference is not None
    assert comparison.difference.why.endswith("(URL Fragment Text Directives, 3.2)")
    assert convert.canonical_key(PAGE + first) != convert.canonical_key(PAGE + second)


def test_the_step_says_that_delimiters_stay() -> None:
    for function, step in (
        (irigrammar.normalize, "RFC 3987, 5.3.2.3"),
        (irigrammar.uri_to_iri, "RFC 3987, 3.2, step 4"),
    ):
        steps: list[Any] = []
        call_recording(steps, function, f"{PAGE}#:~:text=%2D8")
        (deviation,) = [row for row in steps if row.deviation is not None and row.section == step]
        assert deviation.note.startswith("U+002D HYPHEN-MINUS stays encoded")


@given(members(RULES["ValidTextDirective"].automaton))
@example("text=%2D8%20x")
@example("text=%2D-,b,%2c,-%2D")
def test_valid_directives_stay_valid_and_divided_alike(directive: str) -> None:
    text = f"{PAGE}#:~:{directive}"
    assume(irigrammar.matches(text))
    for result in (irigrammar.normalize(text), irigrammar.normalize(text, level="scheme", grammar="rfc3986")):
        after = result.partition(":~:")[2]
        assert [after.count(char) for char in ",-&"] == [directive.count(char) for char in ",-&"]
        if result.isascii():
            assert RULES["ValidTextDirective"].matches(after)


@given(st.lists(st.sampled_from([":~:", ":", "~", "%7E", "%7e", "%2D", "-", "a", "%3A"]), max_size=8).map("".join))
def test_no_directive_comes_into_being(fragment: str) -> None:
    assert (":~:" in irigrammar.normalize(f"#{fragment}")) is (":~:" in fragment)
