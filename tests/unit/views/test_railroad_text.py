"""Railroad diagrams in text: each way along the tracks is one through the rule, and none is missing."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import pytest
from examples import examples, some
from hypothesis import given, settings
from railroad_walk import walked, ways
from random_grammars import grammars

import irigrammar
from irigrammar.language import enumerate as strings_of
from irigrammar.learn.diagram import Diagram, diagram
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import generic_names
from irigrammar.text.caret import columns
from irigrammar.text.sheet import Sheet
from irigrammar.views.railroad_text import lines

RULES = [
    pytest.param(irigrammar.grammar(name), rule, id=f"{name}-{rule}")
    for name in generic_names()
    for rule in irigrammar.grammar(name)
]
ENOUGH = 100


def agree(shape: Diagram, drawn: list[str], longest: int = 14) -> bool:
    """Return whether picture and diagram have the same ways, longer ones as long as these are not too many."""
    for most in range(longest):
        wanted = ways(shape, most)
        if walked(drawn, most) != wanted:
            return False
        if len(wanted) > ENOUGH:
            break
    return True


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize(("grammar", "rule"), some(RULES, 6))
def test_the_tracks_are_those_of_the_diagram(grammar: Grammar, rule: str, width: int) -> None:
    shape = diagram(grammar.rules, grammar.rules[rule])
    drawn = [line for line in lines(shape, Sheet(width)) if not line.startswith(";")]
    assert agree(shape, drawn)


@pytest.mark.slow
@settings(max_examples=examples(25))
@given(grammars())
def test_so_they_are_for_any_grammar(generated: tuple[str, Grammar]) -> None:
    rules = generated[1].rules
    shape = diagram(rules, rules["r0"])
    assert agree(shape, list(lines(shape, Sheet(40))), 5)


@pytest.mark.parametrize(("grammar", "rule"), some(RULES, 20))
def test_nothing_is_wider_than_the_page(grammar: Grammar, rule: str) -> None:
    for encoding in ("utf-8", "ascii"):
        shape = diagram(grammar.rules, grammar.rules[rule], encoding)
        drawn = list(lines(shape, Sheet(80, encoding)))
        assert max(map(columns, drawn)) <= 80
        assert "".join(drawn).encode(encoding)


@pytest.mark.parametrize(
    "text",
    [
        'a = *"x" [ "y" ]',
        'a = "x" *( "," "x" )',
        'a = *( "x" "," ) "x"',
        'a = "x" "y" / "x" "z" / "x"',
        'a = "x" "z" / "y" "z" / "z"',
        'a = [ "x" / [ "y" ] ] *( "p" / "q" "r" )',
        'a = 1*( 1*"x" "-" ) / "x" *( "-" "x" )',
        'a = "x" "y" *( "." "x" "y" )',
        'a = ""  / "x" ( "" / "y" )',
        'a = *( "x" *"y" / "xy" "," ) 0"z"',
    ],
)
def test_the_ways_spell_what_the_rule_matches(text: str) -> None:
    """The labels along the tracks, without their quotation marks, are the strings of the language."""
    grammar = Grammar.from_text(f"{text}\n")
    most = 6
    ways_found = walked(list(lines(diagram(grammar.rules, grammar.rules["a"]))), most + 2)
    spelled = {"".join(label.strip('"') for label in way if label != "nothing") for way in ways_found}
    wanted = {string.lower() for string in takewhile(lambda string: len(string) <= most, strings_of(grammar["a"]))}
    assert {string for string in spelled if len(string) <= most} == wanted


def test_a_sequence_goes_on_below_and_comes_in_at_the_left() -> None:
    grammar = Grammar.from_text('a = b *( "1" b ) "2" b "3" b\nb = "x"\n')
    assert [*lines(diagram(grammar.rules, grammar.rules["a"]), Sheet(32))] == [
        '●──┬─ b ───┬── "2" ── b ── "3" ┐',
        '   └◀ "1" ─┘                   │',
        "  ┌◀───────────────────────────┘",
        "  └ b ───────────────────────────●",
    ]


@pytest.mark.parametrize("abnf", ['*( b "1" b "2" b "3" b )', '1*2( b "1" b "2" b ) b', '[ b "1" b "2" b "3" b ] / b'])
def test_a_sequence_that_goes_on_below_is_in_anything(abnf: str) -> None:
    grammar = Grammar.from_text(f'a = {abnf}\nb = "x"\n')
    shape = diagram(grammar.rules, grammar.rules["a"])
    drawn = [*lines(shape, Sheet(30))]
    assert sum("┐" in line for line in drawn) >= 1
    assert agree(shape, drawn)


def test_comments_labels_and_what_is_not_defined(tmp_path: Path) -> None:
    file = tmp_path / "a.abnf"
    file.write_text(
        "; long words before the rule, which say much more than a line has room for\na = b / <any>\n"
        "c = d ; one\n  / %xE9-F0 ; 日本\n  / 0a %xE000\n",
        encoding="utf-8",
    )
    rules = Grammar.from_file(file).rules
    assert [*lines(diagram(rules, rules["a"]), Sheet(50))] == [
        "; long words before the rule, which say much more",
        "; than a line has room for",
        "●─┬─ b? ────┬─●",
        "  └─ <any> ─┘",
    ]
    assert [*lines(diagram(rules, rules["c"]), Sheet(50))] == [
        "●─┬─ d? ── ; one ────────────────────┬─●",
        "  ├─ U+00E9 é to U+00F0 ð ── ; 日本 ─┤",
        "  └─ nothing ── U+E000 ──────────────┘",
    ]
    assert [*lines(diagram(rules, rules["c"], "ascii"), Sheet(50, "ascii"))] == [
        "o-+- d? -- ; one ----------------------------+-o",
        "  +- U+00E9 to U+00F0 -- ; \\u{65E5}\\u{672C} -+",
        "  +- nothing -- U+E000 ----------------------+",
    ]


def test_colours_follow_roles() -> None:
    rules = irigrammar.grammar("rfc3986").rules
    painted = [*lines(diagram(rules, rules["pct-encoded"]), Sheet(paint=lambda text, role: f"<{role}:{text}>"))]
    assert painted == ['<faint:●─> <valid:"%"> <faint:──> <note:HEXDIG> <faint:──> <note:HEXDIG> <faint:─●>']


def test_a_label_of_any_length_and_deep_nesting_are_drawn() -> None:
    deep = "( " * 15 + '"x"' + " [ b ] )" * 15
    grammar = Grammar.from_text(f'a = {deep}\nb = "{"y" * 300}"\n')
    for rule in ("a", "b"):
        shape = diagram(grammar.rules, grammar.rules[rule])
        assert agree(shape, [*lines(shape, Sheet(400))])
    (line,) = lines(diagram(grammar.rules, grammar.rules["b"]), Sheet(60))
    assert columns(line) == 60
    assert line.endswith("yy… ─●")
