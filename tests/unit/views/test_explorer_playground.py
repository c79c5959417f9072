"""Answers about a grammar that is edited in the page."""

from __future__ import annotations

import json
from typing import Any

import pytest

import irigrammar
from irigrammar import Grammar
from irigrammar.views.explorer.answers import Explorer
from irigrammar.views.explorer.playground import edited_grammar, source_answer
from irigrammar.views.explorer.teaching import _confusable_rules

SUMS = 'sum = sum "+" sum / term ; \U0001f600\nterm = DIGIT / "(" sum ")"\nlist = term *( "+" term )\n'
MIDDLE = """
a = "x" a "x" / "y" a "y" / "x" / "y"
b = "x" b "x" / "y" b "y" / "x" / "y" / "xyx"
c = "x" c "x" / "y" c "y" / "x" / "y" / "xyxy"
"""
FLAT = 'a = a "+" a / DIGIT\nb = DIGIT *( "+" DIGIT )\nc = DIGIT [ "+" c ]\n'


def ask(kind: str, source: str = SUMS, **question: object) -> dict[str, Any]:
    return dict(json.loads(Explorer().reply(json.dumps({"kind": kind, "source": source, **question}))))


def test_places_in_the_editor_are_units_of_browsers() -> None:
    answer = ask("source", rule="list")
    line = SUMS.encode("utf-16-le")
    found = [(line[2 * start : 2 * end].decode("utf-16-le"), kind) for start, end, kind in answer["tokens"]]
    assert found[:5] == [("sum", "def"), ("sum", "rule"), ('"+"', "value"), ("sum", "rule"), ("term", "rule")]
    assert ("term", "def") in found
    assert answer["engine"] == "list is read by the automaton with a stack"
    assert "L007" in [row["code"] for row in answer["findings"]]


@pytest.mark.parametrize(
    ("source", "repaired"), [("a ::= b | 'x'\nb = \"y\"\n", 'a = b / %s"x"\nb = "y"\n'), ('a = "x"+\n', 'a = 1*"x"\n')]
)
def test_foreign_notations_have_quick_fixes(source: str, repaired: str) -> None:
    answer = ask("source", source)
    assert answer["error"].startswith("line 1")
    assert answer["repaired"] == repaired
    text = source
    for start, end, new in sorted((edit for row in answer["findings"] for edit in row["edits"]), reverse=True):
        text = text[:start] + new + text[end:]
    assert text == repaired


def test_an_undefined_rule_is_an_error_in_its_line() -> None:
    answer = ask("source", "a = b\n")
    assert answer["error"] == "line 1: a refers to b, which no rule defines"
    assert [4, 5, "unknown"] in answer["tokens"]
    assert ask("verdict", "a = b\n", text="x")["error"] == answer["error"]


def test_an_edited_grammar_keeps_imports_and_definitions() -> None:
    word = Grammar.from_text("word = 1*ALPHA\n", name="words")
    text = 'entry = word ":" <any OCTET> <IPv4address, see RFC 3986>\n'
    define = {"any OCTET": "%x00-FF"}
    base = Grammar.from_text(text, name="e.abnf", imports=[word], define=define)
    assert edited_grammar(text.replace(":", ";"), (), base).start.matches("ab;c127.0.0.1")
    assert source_answer(text, "", (), base)["findings"] == []


def test_ticks() -> None:
    rows = [
        ["1+2", "", True],
        ["1+", "sum", False],
        ["1 + 2", "sum", True],
        ["(1)\\u{20}", "term", False],
        ["x", "no", True],
        7,
    ]
    assert ask("ticks", examples=rows)["ticks"] == [
        [True, "", "1+2"],
        [False, "", "1+"],
        [False, "a space is not allowed in sum", "1␣+␣2"],
        [False, "", "(1)␣"],
        [None, "no rule is called no", "x"],
        [False, "", ""],
    ]


def test_the_shortest_ambiguous_string() -> None:
    assert ask("ambiguity", rule="sum")["text"] == "0+0+0"
    assert ask("ambiguity", rule="list", source=FLAT.replace("b =", "list ="))["text"] is None


@pytest.mark.parametrize(
    ("question", "relation", "words"),
    [
        ({"source": FLAT, "rule": "a", "with": "b"}, "equal", "equal, proved"),
        ({"source": MIDDLE, "rule": "a", "with": "b"}, "equal", "equal up to length 6"),
        ({"source": MIDDLE, "rule": "a", "with": "c"}, "different", "different up to length 6"),
        ({"source": FLAT, "rule": "b", "with": "c"}, "equal", "equal, proved"),
        ({"rule": "sum", "with": "list"}, "equal", "equal, proved"),
        ({"rule": "term", "other": "rfc3986", "with": "port"}, "incomparable", "different, proved"),
        ({"rule": "list", "against": FLAT, "with": "c"}, "wider", "wider, proved"),
    ],
)
def test_two_rules_compared(question: dict[str, str], relation: str, words: str) -> None:
    answer = ask("compare", **question)
    assert (answer["relation"], answer["words"][: len(words)]) == (relation, words)


def test_witnesses_of_a_comparison() -> None:
    answer = ask("compare", rule="term", other="rfc3986", **{"with": "port"})
    assert (answer["only_a"]["field"], answer["only_b"]["field"]) == ("(0)", "")


def test_exports() -> None:
    assert ask("export", to="abnf", source='a=("x")\n')["text"] == 'a = ( "x" )\n'
    assert ask("export", to="python", source="a = 2DIGIT\n")["text"] == "\\A[0-9]{2}\\Z\n"
    examples = ask("export", to="examples", examples=[["1", "sum", True]])
    assert examples == {"name": "examples.jsonl", "text": '{"text": "1", "valid": true, "rule": "sum"}\n'}
    cases = [json.loads(line) for line in ask("export", to="suite", source='a = "x"\n')["text"].splitlines()]
    assert {"text": "x", "valid": True, "rule": "a"} in cases
    assert "no finite automaton" in ask("export", to="python")["error"]


def test_the_derivation_is_that_of_the_command() -> None:
    assert ask("derivation", rule="list", text="1+2")["lines"][-1] == "5 steps"


def test_any_grammar_that_ships_to_start_from() -> None:
    for name in ("rfc3986", "abnf:rfc5322", "rfc6570"):
        text = ask("text", grammar=name)["text"]
        assert "error" not in ask("verdict", text, text="")
    assert "unknown grammar" in ask("text", grammar="/etc/passwd")["error"]


def test_imports_are_grammars_by_name_and_no_files() -> None:
    assert ask("verdict", "a = host\n", imports=["rfc3986"], text="[::1]")["valid"]
    assert "unknown grammar" in ask("verdict", "a = host\n", imports=["/etc/passwd"], text="")["error"]


@pytest.mark.parametrize(
    "source",
    [
        "a = " + "(" * 5_000,
        pytest.param("a" * 1_000_001, marks=pytest.mark.slow),
        "\ud800 = x\n",
        "a = 1*999999999999\n",
        "\0",
    ],
)
def test_hostile_sources_are_refused_in_a_sentence(source: str) -> None:
    for kind in ("verdict", "ticks", "tree"):
        assert ask(kind, source, text="x", examples=[])["error"]
    assert ask("source", source)["error"]


def test_a_string_is_fixed_by_few_changes() -> None:
    about = {"rule": "sum", "before": "1+"}
    assert [ask("fixed", text=text, **about)["right"] for text in ("1+2", "1", "1+", "1+2+3+4", "(1+2)")] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_rules_to_choose_from_are_those_after_the_right_one() -> None:
    uri = irigrammar.grammar("rfc3986")["URI"]
    singles = uri._explainer.naming.characters
    names = [rule.name for rule in uri.grammar.rules.reach("URI").values() if rule.name not in singles]
    for place, rule in enumerate(names):
        following = [*names[place + 1 :], *names[:place]]
        assert _confusable_rules(uri, rule) == following[:3]


def test_the_quiz_asks_in_four_ways() -> None:
    questions = ask("quiz", rule="sum")["questions"]
    assert {each["ask"] for each in questions} == {"match", "where", "rule", "fix"}
    for each in questions:
        if each["ask"] == "where":
            assert 0 <= each["offset"] < len(each["cells"])
        if each["ask"] == "rule":
            assert each["broken"] in each["choices"]
            assert len({*each["choices"]}) > 1
        if each["ask"] == "fix":
            assert ask("fixed", rule="sum", before=each["field"], text=each["fix"].replace("␣", " "))["right"]
