"""Traces: the steps of every conversion."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from typing import Any

import pytest
from conversions import NAMES, called, steps_of
from hypothesis import given
from hypothesis import strategies as st
from near import near
from places import GOLDEN
from resolution import ABNORMAL, NORMAL
from rows import in_one_test
from steps import in_notes

import irigrammar
from irigrammar import ConversionError, NoMatch, convert, html
from irigrammar.processing.trace import Step, Trace, marked_trace, record
from tools import sections

ROWS = sections.rows()

# The documents' examples, by document; the decisions' own are in the tests of each function.
EXAMPLES = [
    # RFC 3987, 3.1, 3.2.1, 5.3.2 and 5.3.3; draft-ietf-iri-3987bis-04, 3.3 to 3.7, 5 and 7
    *("http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org", "http://xn--rsum-bpad.example.org"),
    *("http://www.example.org/red%09rosé#red", "http://example.com/𐌀𐌁𐌂", "http://ab.cd.ef/é?é"),
    *("http://www.example.org/D%C3%BCrst", "http://www.example.org/D%FCrst", "http://www.example.org/Dürst"),
    "http://xn--99zt52a.example.org/%e2%80%ae",
    "http://validator.w3.org/check?uri=http%3A%2F%2Frésumé.example.org",
    *("example://a/b/c/%7Bfoo%7D/rosé", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9"),
    *("http://example.com", "http://example.com/", "http://example.com:/", "http://example.com:80/"),
    *("http://example.org/~user", "http://example.org/%7euser", "http://example.org/%7Euser"),
    *("http://example.org/Việt", "http://example.org/Vi\u1ec7t", "http://example.org/Vie\u0323\u0302t"),
    *("http://example.org/ros&eacute;", "http://example.org/ros&#xE9;", "http://example.org/ros&#233;"),
    *(r"http://example.org\a b|c%", " htt\tp://e/\r\n", "http://e/?é \ue000#a#\u202e", r"//u:p\@e/"),
    # draft-weber-iri-guidelines-00, 4 and 5
    "<htt&#x0070;://www.example.com/&#x0066;&#x006f;&#x006f;bar&#x002f;foo&#x003f;bar>",
    *("http://a@b@[c]:80x/d e#f#g", "mailto:a@b", "//h:", "file://localhost:/x", "urn:ISBN:A", "http://１.2.3.4/é"),
    # RFC 3986, 5.4
    *(reference for reference, _ in (*NORMAL, *ABNORMAL)),
]

TEXTS = near(irigrammar.grammar("web-address").start.automaton, 30) | st.text(max_size=20) | st.sampled_from(EXAMPLES)


def check(steps: list[Step], cited: set[str]) -> None:
    for step in steps:
        assert step.note.strip()
        assert step.note[-1] not in ":;,"
        if step.section not in cited:
            assert any(sections.cites(step.section, row.document, row.section) for row in ROWS), step.section
            cited.add(step.section)


CALLS = tomllib.loads((GOLDEN / "steps.toml").read_text(encoding="utf-8"))["call"]


@in_one_test("row", CALLS)
def test_steps_by_example(row: dict[str, Any]) -> None:
    function = getattr(irigrammar, row["function"], None) or getattr(convert, row["function"])
    _, steps = convert.traced(function, *row["arguments"], **row.get("options", {}))
    assert [[step.section, step.before, step.after, step.note] for step in in_notes(steps)] == row["steps"]


def test_a_lower_level_has_the_steps_of_a_higher_one_but_its_own() -> None:
    for text in (row["arguments"][0] for row in CALLS if row["function"] == "normalize" and "level" in row["options"]):
        steps = convert.traced(irigrammar.normalize, text, level="scheme")[1]
        lower = [step for step in steps if not step.section.startswith("RFC 3987, 5.3.3")]
        assert list(convert.traced(irigrammar.normalize, text)[1]) == lower


def test_every_public_function_that_has_steps_is_here() -> None:
    of_one_text: list[Any] = [irigrammar.iri_to_uri, irigrammar.normalize, irigrammar.uri_to_iri]
    of_one_text += [html.hostport, html.hostspecific, html.path, convert.leiri_to_iri, convert.map_component]
    of_one_text += [convert.prepare, convert.split_liberal, convert.to_ucs, convert.web_address_to_iri]
    of_more = {"compare", "encode", "link_target", "prepare_list", "relativize", "resolve"}
    assert {name.split()[0] for name in NAMES} == {*(function.__name__ for function in of_one_text), *of_more}
    for function in of_one_text:
        text = "http://example.org/~a"
        result, steps = convert.traced(function, text)
        assert result == function(text), function
        assert steps, function


def test_traced_passes_arguments_and_errors_on() -> None:
    result, steps = convert.traced(irigrammar.iri_to_uri, "http://é/", host="percent", grammar="iri-bis")
    assert result == "http://%C3%A9/"
    deviations = [step.deviation for step in steps if step.deviation]
    assert [(deviation.document, deviation.section) for deviation in deviations] == [
        ("draft-ietf-iri-3987bis-04", "3.4")
    ]
    assert "forbids that" in deviations[0].text
    with pytest.raises(NoMatch):
        convert.traced(irigrammar.iri_to_uri, "a b")
    with pytest.raises(TypeError, match="matches has no steps"):
        convert.traced(irigrammar.matches, "a")


@in_one_test("name", NAMES)
def test_every_step_of_the_documents_examples_says_why_and_by_which_section(name: str) -> None:
    cited: set[str] = set()
    for text in EXAMPLES:
        check(steps_of(name, text), cited)
    assert cited


@given(name=st.sampled_from(NAMES), text=TEXTS)
def test_a_trace_changes_no_result(name: str, text: str) -> None:
    def result(trace: Trace) -> object:
        try:
            return called(name, text, trace)
        except (NoMatch, ConversionError, UnicodeEncodeError) as error:
            return str(error)

    assert result(None) == result([])


@given(text=TEXTS)
def test_steps_of_a_comparison_say_of_which_text_they_are(text: str) -> None:
    assert {step.of for step in steps_of("compare", text)} <= {"first", "second", "base", "redirect"}
    assert {step.of for step in steps_of("resolve", text)} <= {None}


def test_steps_are_recorded_only_where_they_are_wanted() -> None:
    steps: list[Step] = []
    assert record(None, "here", "a", "b", "why") == record(steps, "here", "a", "b", "why") == "b"
    assert steps == [Step("here", "a", "b", "why")]


def test_steps_before_an_error_are_marked_too() -> None:
    steps: list[Step] = []
    with suppress(ConversionError), marked_trace(steps, "first") as own:
        record(own, "here", "a", "b", "why")
        raise ConversionError("no")
    assert steps == [Step("here", "a", "b", "why", "first")]
    with marked_trace(None, "first") as nothing:
        assert nothing is None
