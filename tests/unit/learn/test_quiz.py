"""Exercises: strings at the border, the same for the same seed."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import assume, given, reject, settings
from random_grammars import grammars
from rows import in_one_test

import irigrammar
from irigrammar import GrammarError
from irigrammar.faults.hinting import hints
from irigrammar.learn.quiz import Question, questions
from irigrammar.matching.matcher import Matcher
from irigrammar.text.sheet import Sheet
from irigrammar.views.quiz import answer_lines, as_dict, as_markdown

URI = irigrammar.grammar("rfc3986")


@in_one_test("rule", ["port", "dec-octet", "IPv4address", "h16"])
@in_one_test("count", [1, 7])
def test_half_of_them_match_and_the_answers_are_right(rule: str, count: int) -> None:
    m = URI[rule]
    asked = questions(m, count, 3)
    assert len(asked) == count
    assert len({question.text for question in asked}) == count
    assert all(question.valid is m.matches(question.text) for question in asked)
    valid = sum(question.valid for question in asked)
    assert abs(2 * valid - count) <= 1 or rule == "port"


def test_the_same_seed_gives_the_same_questions_and_another_gives_others() -> None:
    m = URI["dec-octet"]
    assert questions(m, 8, 5) == questions(m, 8, 5)
    assert questions(m, 8, 5) != questions(m, 8, 6)
    odd = {sum(question.valid for question in questions(m, 3, seed)) for seed in range(8)}
    assert odd == {1, 2}


def test_those_that_match_stand_among_the_others() -> None:
    orders = {tuple(question.valid for question in questions(URI["dec-octet"], 6, seed)) for seed in range(4)}
    assert not orders <= {(True,) * 3 + (False,) * 3}


def test_one_kind_of_strings_fills_in_for_the_other() -> None:
    empty = irigrammar.grammar("rfc3987")["ipath-empty"]
    asked = questions(empty, 6)
    assert [question.text for question in asked if question.valid] == [""]
    assert len(asked) == 6
    every = irigrammar.Grammar.from_text("a = 1*2%x61\n")["a"]
    asked = questions(every, 1_000)
    assert {question.text for question in asked if question.valid} == {"a", "aa"}
    assert len(asked) < 1_000


@pytest.mark.slow
@settings(max_examples=12)
@given(grammars(max_rules=2, depth=1))
def test_the_answers_are_right_by_any_grammar(drawn: tuple[str, irigrammar.Grammar]) -> None:
    m = drawn[1]["r0"]
    try:
        assume(m.automaton.states > 1)  # something matches
    except GrammarError:  # it is too large to be compiled
        reject()
    asked = questions(m, 6, 1)
    assert all(question.valid is m.matches(question.text) for question in asked)
    for question in asked:
        assert list(answer_lines(m, question))


def test_an_answer_is_the_page_of_the_fault_or_the_tree() -> None:
    m = URI["IPv4address"]
    wrong = list(answer_lines(m, Question("1.2.3.256", False, "", "")))
    assert wrong[:4] == ["error[F049]: 256 is above 255", "", "  1.2.3.256", "          ^ not in IPv4"]
    assert list(answer_lines(m, Question("1.2.3.25", True, "", ""), Sheet(width=80))) == [
        "  it matches IPv4address",
        '  IPv4address  "1.2.3.25"',
        '  ├── dec-octet  "1"',
        '  ├── dec-octet  "2"',
        '  ├── dec-octet  "3"',
        '  └── dec-octet  "25"',
    ]


def spans(line: str) -> list[str]:
    """Return the code spans of a line of Markdown (CommonMark, 6.1)."""
    return [
        match[2].strip(" ") if "`" in match[2] else match[2] for match in re.finditer(r"(`+)(.+?)(?<!`)\1(?!`)", line)
    ]


def sheet(m: Matcher, texts: list[str]) -> list[str]:
    return as_markdown(m, [Question(text, m.matches(text), m.rule, "*x") for text in texts], seed=4).splitlines()


def test_a_sheet_in_markdown_has_the_answers_at_its_end() -> None:
    m = irigrammar.grammar("leiri")["LEIRI-reference"]
    texts = ["a`b", "``", "", " ", "a\nb", "a:%zz", "\u202e"]
    lines = sheet(m, texts)
    asked = [line for line in lines[: lines.index("## Answers (seed 4)")] if re.match(r"\d+\. ", line)]
    answers = [line for line in lines[lines.index("## Answers (seed 4)") :] if re.match(r"\d+\. ", line)]
    assert len(asked) == len(answers) == len(texts)
    assert asked[2] == "3. (empty)"
    assert spans(asked[0]) == ["a`b"]
    assert asked[1] == "2. ``` `` ```"
    assert asked[3] == "4. `   `"
    assert spans(asked[4]) == ["a\\u{A}b"]
    assert answers[0].startswith("1. **yes**: it matches ")
    assert answers[5].startswith('6. **no**: "%" must be followed by two hexadecimal digits (column 4). Expected: ')
    assert " `a:%25zz` would match." in answers[5]
    assert r"\*x" in answers[5]


def test_markdown_is_read_back_by_a_parser() -> None:
    parser = pytest.importorskip("markdown_it").MarkdownIt()
    texts = ["a`b", "``", " x ", "\\`", "<b>", "*a*", "[", "&amp;"]
    m = irigrammar.grammar("leiri")["LEIRI-reference"]
    tokens = parser.parse("\n".join(sheet(m, texts)))
    spans = [child.content for token in tokens for child in token.children or () if child.type == "code_inline"]
    assert spans[3 : 3 + len(texts)] == texts
    assert not [child for token in tokens for child in token.children or () if child.type in ("html_inline", "em_open")]


def test_a_sheet_in_json() -> None:
    m = URI["port"]
    row = json.loads(json.dumps(as_dict(m, questions(m, 4, 2), seed=2)))
    assert (row["grammar"], row["rule"], row["seed"]) == ("rfc3986", "port", 2)
    assert [question["number"] for question in row["questions"]] == [1, 2, 3, 4]
    for question in row["questions"]:
        fault = m.check(question["text"]).fault
        assert question["valid"] is (fault is None)
        assert question["offset"] == (None if fault is None else fault.offset)
        assert question["kind"] == (None if fault else "port")
        assert question["fixes"] == ([] if fault is None else [fix.text for fix in fault.fixes])


def test_a_recursive_rule_is_asked_about() -> None:
    m = irigrammar.Grammar.from_text('a = "x" [ a ]\n')["a"]
    asked = questions(m)
    assert {question.text for question in asked if question.valid} >= {"x", "xx"}
    assert all(m.matches(question.text) is question.valid for question in asked)


@pytest.mark.slow
def test_references_are_asked_about_by_real_mistakes_and_their_fixes() -> None:
    m = irigrammar.grammar("rfc3987").start
    asked = questions(m, 30, difficulty="easy")
    assert all(question.valid is m.matches(question.text) for question in asked)
    assert {hint.wrong for hint in hints().fault} & {question.text for question in asked}
    assert {"host", "path", "scheme", "around"} <= {question.topic for question in asked}
    assert sum(question.valid for question in asked) > 10
    assert not questions(URI["port"], 4, difficulty="easy")


@pytest.mark.slow
def test_a_topic_is_a_component_and_a_hint_has_its_rule() -> None:
    asked = questions(irigrammar.grammar("rfc3987").start, 12, topic="port")
    assert {question.topic for question in asked} == {"port"}
    assert {question.difficulty for question in asked} == {"easy", "hard"}
    assert all("port = *DIGIT" in question.hint for question in asked)
    assert questions(URI["dec-octet"], 3, difficulty="hard")[0].hint.startswith("look at dec-octet = DIGIT / ")
