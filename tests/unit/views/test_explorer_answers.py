"""Questions of the explorer's page and their answers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from own_grammars import own_grammar
from rows import in_one_test

import irigrammar
from irigrammar.advice.advise import findings
from irigrammar.advice.context import Context
from irigrammar.advice.registry import choose_rules
from irigrammar.matching.grammar import Grammar, grammar
from irigrammar.views.explorer.answers import PANELS, Explorer
from irigrammar.views.explorer.page import gallery
from irigrammar.views.explorer.shown import unescape

EXPLORER = Explorer()
IRI = grammar("rfc3987").start


def ask(kind: str, text: str = "", explorer: Explorer = EXPLORER, **more: Any) -> dict[str, Any]:
    """Return the answer to a question, by way of JSON; by default about references of RFC 3987."""
    question = {"kind": kind, "grammar": "rfc3987", "rule": "IRI-reference", "text": text, "escapes": True} | more
    answer: dict[str, Any] = json.loads(explorer.reply(json.dumps(question)))
    return answer


def texts(runs: list[dict[str, Any]], **wanted: str) -> list[str]:
    """Return the texts of the runs of a line that have certain marks."""
    return [run["text"] for run in runs if all(run[key] == value for key, value in wanted.items())]


def test_verdict_with_labels_and_components() -> None:
    answer = ask("verdict", "http://[::1/")
    assert (answer["valid"], answer["message"], answer["offset"]) == (False, 'The "[" is never closed', 11)
    assert [(label["role"], label["text"]) for label in answer["labels"]] == [
        ("primary", '"]" expected before this'),
        ("opened", "the IP address starts here"),
    ]
    assert texts(answer["line"], field="host") == ["[", "::1"]
    assert texts(answer["line"], role="primary") == ["/"]
    assert next((row["title"], row["offset"]) for row in answer["verdicts"]) == ("URI", 11)


@in_one_test("row", gallery())
def test_verdicts_and_messages_are_those_of_the_library(row: dict[str, Any]) -> None:
    matcher = irigrammar.grammar(row["grammar"])[row["rule"]]
    text = unescape(row["text"])
    fault = matcher.check(text).fault
    answer = ask("verdict", row["text"], grammar=row["grammar"], rule=row["rule"])
    assert answer["valid"] is (fault is None)
    if fault is not None:
        assert answer["message"].lower() == fault.message.lower()
        fixes = ask("fixes", row["text"], grammar=row["grammar"], rule=row["rule"])["fixes"]
        assert [unescape(fix["field"]) for fix in fixes] == [fix.text for fix in fault.fixes]


def test_components_of_a_valid_reference() -> None:
    rows = ask("verdict", "http://u@example.org:80/rosé?q#é")["components"]
    assert [(row["field"], row["shown"]) for row in rows] == [
        ("scheme", "http"),
        ("userinfo", "u"),
        ("host", "example.org"),
        ("port", "80"),
        ("path", "/rosé"),
        ("query", "q"),
        ("fragment", "é"),
    ]


def test_help_is_given_once() -> None:
    assert [ask("fixes", "http://[::1/")[key] for key in ("help", "code")] == ["", "F047"]  # its fix says it
    assert ask("fixes", "http://[fe80::1%eth0]/")["help"].endswith(".")
    assert ask("fixes", "\ud800")["why"]


def test_invisible_characters_have_separate_runs() -> None:
    line = ask("verdict", "/a b\\u{202E}c\\u{D83D}\\u{DE00}")["line"]
    assert [run["text"] for run in line] == ["/a", "␣", "b", "U+202E", "c😀"]
    assert [run["end"] for run in line] == [2, 3, 4, 5, 7]


def test_escapes_that_are_not_to_be_read() -> None:
    assert ask("verdict", "\\u{E9}", escapes=False)["length"] == 6
    assert ask("verdict", "\\u{E9}")["length"] == 1


def test_unknown_grammar_and_rule() -> None:
    answer = ask("verdict", "a", grammar="nope", rule="__proto__")
    assert (answer["grammar"], answer["rule"]) == ("rfc3987", "IRI-reference")
    assert answer["notice"] == 'This page has no grammar "nope"; the string is checked against rfc3987.'
    assert ask("verdict", "80", rule="PORT")["rule"] == "port"


def test_advice_is_that_of_the_library_with_fixes() -> None:
    text = "http://user@EXAMPLE.org:80/p"
    answer = ask("advice", text)
    wanted = findings(Context(text, IRI), choose_rules())
    assert sorted(row["code"] for row in answer["findings"]) == sorted(finding.code for finding in wanted)
    fixes = {row["code"]: row["fix"]["field"] for row in answer["findings"] if row["fix"]}
    assert fixes["R004"] == "http://user@EXAMPLE.org/p"
    assert answer["summary"] == "with 1 warning"
    assert ask("advice", "a b")["findings"] == []


def test_the_rule_where_it_went_wrong_is_marked_in_its_diagram() -> None:
    answer = ask("rule", "http://[::1/")
    assert answer["name"] == "IP-literal"
    first, choice, last = answer["diagram"][1]
    assert [first[3], [box[3] for box in choice[1]], last[3]] == ["", ["next", ""], "next"]
    assert ["rule", "IPv6address"] in answer["abnf"]
    assert answer["users"] == ["ihost", "host"]
    other = ask("rule", "http://[::1/", show="port")
    assert (other["name"], other["role"], other["marked"]) == ("port", "Rule ", False)


def test_steps_at_a_place_and_their_lanes() -> None:
    answer = ask("steps", "http://h:8a/", place=5)
    assert (answer["place"], answer["end"], answer["next"]) == (5, 11, "/")
    assert answer["derived"]["rest"][0] == {"rule": "ihier-part", "text": ""}
    lanes = {lane["words"]: lane for lane in answer["lanes"]}
    assert lanes["the scheme"]["said"] == "ended by “:”"
    end = ask("steps", "http://h:8a/")
    assert end["fails"]
    assert "ruled out by “a”" in [lane["said"] for lane in end["lanes"]]
    outcomes = [run["outcome"] for run in ask("steps", "http://u@h/a/b")["lanes"][5]["runs"]]
    assert outcomes == ["ruled out", "ended"]  # "u" is not the host, since "@" comes


def test_the_tree_below_a_node() -> None:
    nodes = ask("tree", "http://h/a")["nodes"]
    assert nodes[0][:5] == ["IRI-reference", 0, 10, "http://h/a", -1]
    below = ask("tree", "http://h/a", path=[0, 2])["nodes"]
    assert below[0][:3] == ["ihier-part", 5, 10]
    assert "error" in ask("tree", "a b")


def test_a_large_tree_comes_in_parts() -> None:
    nodes = ask("tree", "a" * 5000)["nodes"]
    assert len(nodes) < 6000
    children = [node for node in nodes if node[0] == "isegment-nz-nc"]
    assert children
    assert children[0][5] == 5000


def test_right_to_left_text() -> None:
    answer = ask("order", "http://a.\\u{5D0}1\\u{5D1}/")
    assert [row["field"] for row in answer["characters"]].count("host") == 5
    assert ask("order", "http://a/")["characters"] == []


def test_ambiguity_of_a_user_s_grammar() -> None:
    sums = Grammar.from_text('sum = sum "+" sum / DIGIT\n', name="sum.abnf")
    explorer = Explorer((sums,))
    about = {"grammar": "sum.abnf", "rule": "sum"}
    answer = ask("tree", "1+2+3", explorer, **about)
    assert [[node[3] for node in nodes[1:4]] for nodes in (answer["nodes"], answer["second"])] == [
        ["1+2", "+", "3"],
        ["1", "+", "2+3"],
    ]
    assert ask("tree", "1+2", explorer, **about)["second"] is None
    assert ask("grammar", explorer=explorer, **about)["start"] == ["sum"]
    assert next(row["title"] for row in explorer.grammars()) == "sum.abnf"


def _boxes(item: Any) -> list[list[Any]]:
    if not isinstance(item, list):
        return []
    if item and item[0] in ("sign", "rule"):
        return [item]
    return [box for part in item for box in _boxes(part)]


def test_comment_of_a_user_s_rule() -> None:
    date = own_grammar("date")
    answer = ask("rule", "2026-13-01", Explorer((date,)), grammar=date.name, rule="")
    assert (answer["name"], answer["comment"]) == ("date-month", "01-12")


def test_the_quiz_is_that_of_the_command() -> None:
    questions = ask("quiz", rule="port", grammar="rfc3986")["questions"]
    assert {question["valid"] for question in questions} == {True, False}
    port = grammar("rfc3986")["port"]
    assert [port.matches(unescape(question["field"])) for question in questions] == [
        question["valid"] for question in questions
    ]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("[1]", "a question is an object"),
        ("{", "Expecting property name"),
        ("[" * 100_000, "nested too deeply"),
        ('{"kind": "__proto__"}', "unknown kind of question"),
        ('{"kind": "page", "code": "Z999"}', "unknown code"),
        ('"' + "a" * 3_000_000 + '"', "more than 2,000,000 characters"),
    ],
)
def test_invalid_questions_have_an_error(question: str, words: str) -> None:
    assert words in json.loads(EXPLORER.reply(question))["error"]


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "\\u{0}\\u{1B}[31m", "\ud800", "é" * 20_000, "##", "::a::"]
)
def test_every_panel_answers_hostile_strings(text: str) -> None:
    for kind in ("verdict", *PANELS):
        answer = ask(kind, text)
        assert "error" not in answer or kind == "tree", answer
