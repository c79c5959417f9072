"""Rules as their files have them, and their comments."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples import some

import irigrammar
from irigrammar.grammars.reader import read
from irigrammar.learn.written import Comments, comments, written
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import generic_names
from irigrammar.shipped.place import defining


@pytest.mark.parametrize("name", some(generic_names(), 2))
def test_each_rule_of_the_catalog_is_found_in_its_file(name: str) -> None:
    rules = irigrammar.grammar(name).rules
    for rule_name in rules.names():
        rule = rules[rule_name]
        text = written(defining(rules, rule), rule)
        assert text is not None
        assert read(text, "again")[rule.name.lower()].expr == rule.expr


def test_a_text_without_a_file_and_a_file_that_has_changed(tmp_path: Path) -> None:
    grammar = Grammar.from_text('a = "x" ; one\n')
    assert written(grammar.rules, grammar.rules["a"]) is None
    assert comments(grammar.rules, grammar.rules["a"]) == Comments()
    file = tmp_path / "a.abnf"
    file.write_text('a = "x" ; one\n', encoding="utf-8")
    result = Grammar.from_file(file)
    assert comments(result.rules, result.rules["a"]) == Comments("one")
    file.write_text('a = "y" ; one\n', encoding="utf-8")
    assert comments(result.rules, result.rules["a"]) == Comments()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('a = "x"\n', Comments()),
        ('a = "x" ; one\n', Comments("one")),
        ('; above\na = "x"\n', Comments("above")),
        ('a = "x" ; one\n  / "y" ; two\n', Comments("", ("one", "two"))),
        ('a = "x" ; one\n  / "y"\n', Comments("", ("one", ""))),
        ('a = "x" / "y" ; both\n  / "z" ; three\n', Comments("both", ("", "", "three"))),
        ('a = "x"\n    "w" ; of the first\n  / "y" "v"\n', Comments("", ("of the first", ""))),
        ('a = "x" / ";" ; a semicolon\n', Comments("a semicolon")),
        ('a = "x" ; one\n  ; more\n  / "y"\n', Comments("more", ("one", ""))),
        ('a = "x" ; one\na =/ "y" ;; two\n', Comments("", ("one", "two"))),
        ('a = "x" /\n  "y" ;\n', Comments()),
    ],
)
def test_whose_a_comment_is(text: str, expected: Comments, tmp_path: Path) -> None:
    file = tmp_path / "a.abnf"
    file.write_text(text, encoding="utf-8")
    rules = Grammar.from_file(file).rules
    assert comments(rules, rules["a"]) == expected
