"""Text that nearly is a reference."""

from __future__ import annotations

import pytest
from any_references import WILD, references
from command import run
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar import ConversionError, convert, repair
from irigrammar.matching.authority import authority_change, fix_adds_host, fix_loses_host
from irigrammar.processing.repair import repair_text


@pytest.mark.parametrize(
    ("text", "result", "notes"),
    [
        (" http://e/\n", "http://e/", ["trim white space"]),
        ("http://e/a b", "http://e/a%20b", ["percent-encode each space"]),
        ("http://e/a^b", "http://e/a%5Eb", ['percent-encode "^" (F093)']),
        ("http://e/{a}|#b#c", "http://e/%7Ba%7D%7C#b%23c", None),
        ("http://a@b@c/", "http://a%40b@c/", None),
        ("50%", "50%25", None),
        ("//é/\u202e\ufffd", "//é/%E2%80%AE%EF%BF%BD", None),
    ],
)
def test_repairs(text: str, result: str, notes: list[str] | None) -> None:
    made = repair(text)
    assert (made.text, str(made)) == (result, result)
    assert notes is None or [step.note for step in made.steps] == notes
    assert all(step.before != step.after and step.section for step in made.steps)
    assert made.steps[-1].after == result
    assert convert.traced(repair_text, text) == (result, made.steps)


def test_references_of_the_carrying_format() -> None:
    assert repair("http://e/ros&eacute;&#32;x", references="html").text == "http://e/rosé%20x"
    assert repair("/&amp;", references="none") == ("/&amp;", ())


@in_one_test(
    ("text", "reason"),
    [
        ("http://a b/", "another host, port or user"),
        ("http:\\\\evil.example\\x", "another host, port or user"),
        ("http://h\\@evil.example/", "no safe fix"),
        ("http://h:80x/", "no safe fix"),
        ("http://[::1/", "no safe fix"),
        ("http://a/ http://b/", "more than one identifier"),
        ("<http://e/>", "other text around it"),
        ("http://e/\ud800", "lone surrogate"),
    ],
)
def test_refusals(text: str, reason: str) -> None:
    with pytest.raises(ConversionError, match=reason):
        repair(text)


def test_steps_before_a_refusal() -> None:
    with pytest.raises(ConversionError) as caught:
        repair(" http://h:80x/ ")
    assert [step.note for step in caught.value.steps] == ["trim white space"]


def test_other_grammars() -> None:
    assert repair("http://e/é", grammar="rfc3986").text == "http://e/%C3%A9"
    assert repair("http://é/", grammar="rfc3986").text == "http://xn--9ca/"
    assert repair("http://e/a b", grammar="leiri") == ("http://e/a b", ())
    wider = irigrammar.Grammar.from_text('ipchar =/ "|"\n', extends="rfc3987")
    assert repair("http://e/a|b^", grammar=wider).text == "http://e/a%7Cb%5E"


@settings(max_examples=examples(500))
@given(references("rfc3987"))
def test_valid_iris_stay(text: str) -> None:
    assert repair(text) == (text, ())


@settings(max_examples=examples(2000))
@given(
    st.builds(str.__add__, st.sampled_from(["", "http://h", "//h", " http:", "foo://u@h:1", "file:"]), WILD | st.text())
)
def test_no_reader_finds_another_host(text: str) -> None:
    try:
        result = repair(text).text
    except ConversionError:
        return
    assert irigrammar.matches(result)
    trimmed = text.strip(" \t\r\n")
    assert not fix_adds_host(trimmed, result)
    assert not fix_loses_host(trimmed, result)
    assert authority_change(trimmed, result) is None
    assert repair(result) == (result, ())


def test_command() -> None:
    done = run("repair", " http://e/a b", "http://h:80x/")
    assert (done.status, done.out) == (1, "http://e/a%20b\n")
    assert "http://h:80x/: " in done.err
    assert "percent-encode each space" in run("repair", "--steps", "http://e/a b").out
