"""Grammars of ANTLR 4: names, tokens of one character, left recursion."""

from __future__ import annotations

import pytest

import irigrammar
from irigrammar.errors import ExportError
from irigrammar.matching.grammar import Grammar


def exported(text: str) -> list[str]:
    return irigrammar.exports.export(Grammar.from_text(text, name="g").start, to="antlr").splitlines()


def test_grammar_in_full() -> None:
    assert exported('A-b = 2*3import [ "x" ] 1*( import / %x2F )\nimport = DIGIT / %s"-]"\n') == [
        "// A-b of g",
        "grammar AB;",
        "",
        "start_ : a_b EOF ;",
        "a_b : import_ import_ import_? C4? (import_ | C2)+ ;",
        "import_ : digit | C1 C5 ;",
        "digit : C3 ;",
        "",
        r"C1 : [\-] ;",
        "C2 : [/] ;",
        "C3 : [0-9] ;",
        "C4 : [Xx] ;",
        r"C5 : [\]] ;",
        "OTHER : . ;",
    ]


@pytest.mark.parametrize(
    ("text", "cycle"),
    [
        ('a = b / "x"\nb = a "y"\n', "a -> b -> a"),
        ('a = [ "z" ] a "y" / "x"\n', "a -> a"),
        ('a = ( a "y" / "x" ) "z"\n', "a -> a"),
        ('a = c b\nb = "x" / a\nc = *"y"\n', "a -> b -> a"),
    ],
)
def test_left_recursion_that_antlr_does_not_read_is_refused(text: str, cycle: str) -> None:
    with pytest.raises(ExportError, match=f"{cycle} is left-recursive"):
        exported(text)


@pytest.mark.parametrize("text", ['a = a "+" a / DIGIT\n', 'a = "(" a ")" / "x"\n', 'a = b\nb = "x" [ a ]\n'])
def test_recursion_that_antlr_reads_stays(text: str) -> None:
    assert any(line.startswith("a : ") for line in exported(text))
