"""W3C's EBNF read back by another reader: the same language, rule by rule."""

from __future__ import annotations

import pytest
import random_grammars
from examples import examples, some
from hypothesis import given, settings
from w3c_ebnf import form_of, rules_of

import irigrammar
from irigrammar.automata.dfa import determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.errors import ExportError, GrammarError
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import generic_names


@pytest.mark.parametrize(
    ("grammar", "rule"),
    [
        *some([(name, irigrammar.grammar(name).start.rule) for name in generic_names() if name != "rfc5234"], 2),
        ("rfc3986", "IPv6address"),
        ("rfc5234", "CTL"),
        ("rfc3986", "port"),
    ],
)
def test_the_catalog_read_back_is_the_same_language(grammar: str, rule: str) -> None:
    matcher = irigrammar.grammar(grammar)[rule]
    text = irigrammar.exports.export(matcher, to="ebnf")
    assert text.isascii()
    assert set(rules_of(text)) == set(matcher.grammar.rules.reach(rule))
    assert next(iter(rules_of(text))) == matcher.rule
    assert determinize(compile_program(form_of(text, matcher.rule))) == matcher.automaton


@given(generated=random_grammars.grammars())
@settings(max_examples=examples(60))
def test_random_grammars_read_back_are_the_same_language(generated: tuple[str, Grammar]) -> None:
    matcher = generated[1]["r0"]
    text = irigrammar.exports.export(matcher, to="ebnf")
    assert determinize(compile_program(form_of(text, "r0"))) == matcher.automaton


@pytest.mark.parametrize(
    ("elements", "written"),
    [
        ('"ab-1"', '[Aa] [Bb] "-1"'),
        ('%s"ab" %x22', '"ab" #x22'),
        ("2*4x", "x x (x x?)?"),
        ("3*x", "x x x x*"),
        ("1*( x / x x )", "(x | x x)+"),
        ('[ x "" ]', "x?"),
        ('"" / x', "'' | x"),
        ("*0x", "''"),
        ("%x5B-5D / %x2D / %x5E / %x23", "[#x23#x2D#x5B-#x5E]"),
        ("( x x ) ( x / x )", "x x (x | x)"),
        ("<x> X", "x x"),
    ],
)
def test_each_notation_is_written_out(elements: str, written: str) -> None:
    grammar = Grammar.from_text(f'r = {elements}\nx = %s"x" / %s"y" "z"\n')
    line = irigrammar.exports.export(grammar["r"], to="ebnf").splitlines()[1]
    assert line.partition(" ::= ")[2] == written


def test_recursive_rules_stay_so() -> None:
    grammar = Grammar.from_text('list = "(" *item ")"\nitem = "x" / list\n', name="a */ b\n c")
    assert irigrammar.exports.export(grammar["list"], to="ebnf") == (
        '/* list of a * / b c */\nlist ::= "(" item* ")"\nitem ::= [Xx] | list\n'
    )


def test_what_cannot_be_written_is_said() -> None:
    grammar = Grammar.from_text('r = 1000000"x"\ns = <words>\nt = nothing\n')
    with pytest.raises(ExportError, match=r"r of <text> cannot be written for ebnf: the counts of r, written out") as e:
        irigrammar.exports.export(grammar["r"], to="ebnf")
    assert (e.value.dialect, e.value.rule, e.value.grammar) == ("ebnf", "r", "<text>")
    with pytest.raises(ExportError, match="<words> is prose, which nothing can match"):
        irigrammar.exports.export(grammar["s"], to="ebnf")
    with pytest.raises(GrammarError, match="t refers to nothing, which no rule defines"):
        irigrammar.exports.export(grammar["t"], to="lark")
