"""Rules with prose: refused only where the prose is reached."""

from __future__ import annotations

import pickle

import pytest
from rows import in_one_test

import irigrammar
from irigrammar import Grammar, NoMatch
from irigrammar.errors import GrammarError
from irigrammar.grammars.authors.lint import lint

OCTET = 'a = "x" / <any OCTET>\n'
INSIDE = 'a = "x" b / "y" *"z"\nb = <any OCTET> "z"\n'
NESTED = 'list = "(" *( list / item ) ")"\nitem = "1" / <a word>\n'


@in_one_test(
    ("source", "text", "verdict"),
    [
        (OCTET, "x", True),
        (OCTET, "y", None),
        (OCTET, "xy", None),
        (INSIDE, "yzz", True),
        (INSIDE, "q", False),
        (INSIDE, "yx", False),
        (INSIDE, "x", None),
        (INSIDE, "xqz", None),
        (NESTED, "(1(11))", True),
        (NESTED, "1", False),
        (NESTED, "(w)", None),
    ],
)
def test_verdicts_and_refusals(source: str, text: str, verdict: bool | None) -> None:
    matcher = Grammar.from_text(source).start
    for each in (matcher, pickle.loads(pickle.dumps(matcher))):
        if verdict is None:
            with pytest.raises(GrammarError, match="is prose, which nothing can match"):
                each.matches(text)
            continue
        assert each.matches(text) is verdict
        if verdict:
            assert each.parse(text).value == text
        else:
            with pytest.raises(NoMatch):
                each.parse(text)


def test_operations_on_the_whole_language_are_refused() -> None:
    matcher = Grammar.from_text(INSIDE).start
    for ask in (
        lambda: irigrammar.exports.export(matcher, to="re2"),
        lambda: irigrammar.exports.export(matcher, to="table"),
        lambda: list(irigrammar.language.suite(matcher)),
        lambda: irigrammar.language.witness(matcher, matcher),
    ):
        with pytest.raises(GrammarError, match="is prose"):
            ask()


def test_definitions_of_prose_and_of_names() -> None:
    define = {"any OCTET": "%x00-FF", "n": "1*DIGIT"}
    grammar = Grammar.from_text("a = <any OCTET> n\n", define=define)
    assert [grammar.start.matches(text) for text in ("\xff12", "\u010012", "12", "1")] == [True, False, True, False]
    assert pickle.loads(pickle.dumps(grammar)) == grammar
    assert Grammar.from_text("a = 1*b\nb = <any OCTET>\n", define={"b": '"y"'}).start.matches("yy")
    assert [row.code for row in lint("a = 1*b\nb = <any OCTET>\n", "", define={"b": '"y"'})] == []
    with pytest.raises(GrammarError, match=r"A is defined in the grammar \(line 1\)"):
        Grammar.from_text('a = "x"\n', define={"A": '"y"'})
