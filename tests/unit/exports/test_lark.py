"""Lark grammars: names, terminals of one character, and what Lark parses with them."""

from __future__ import annotations

from typing import Any

import pytest
import random_grammars
from examples import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from near import near

import irigrammar
from irigrammar.matching.grammar import Grammar


def parser(text: str) -> Any:
    lark = pytest.importorskip("lark", reason="the extra proofs has Lark")
    start = text.partition('start="')[2].partition('"')[0]
    return lark.Lark(text, start=start, parser="earley", lexer="dynamic", keep_all_tokens=True)


def parses(built: Any, text: str) -> bool:
    import lark

    try:
        built.parse(text)
    except lark.exceptions.LarkError:
        return False
    return True


def test_a_grammar_as_it_is_written() -> None:
    grammar = Grammar.from_text(
        'A-b = 2*3c-D [ "x/y" ] 1*( digits / %x2F ) / ""\nc-D = digits / %s"-"\ndigits = DIGIT\n', name="g"
    )
    assert irigrammar.exports.export(grammar["a-B"], to="lark").splitlines() == [
        "// A-b of g",
        '// Lark(text, start="a_b", parser="earley", lexer="dynamic", keep_all_tokens=True)',
        r"a_b: C_D~2..3 (/[Xx]/ /\x2f/ /[Yy]/)? (DIGITS | /\x2f/)+ | ",
        r"C_D: /[\-0-9]/",
        "DIGITS: /[0-9]/",
        "DIGIT: /[0-9]/",
    ]


def test_a_rule_of_single_characters_has_a_rule_to_start_with() -> None:
    text = irigrammar.exports.export(irigrammar.grammar("rfc3986")["unreserved"], to="lark")
    assert "\nunreserved: UNRESERVED\n" in text
    built = parser(text)
    assert [parses(built, char) for char in ("a", "~", "/", "ab", "")] == [True, True, False, False, False]


def test_what_folds_to_ascii_elsewhere_is_not_ascii_here() -> None:
    built = parser(irigrammar.exports.export(Grammar.from_text('r = "ks"\n')["r"], to="lark"))
    assert [parses(built, text) for text in ("ks", "KS", "\u212as", "k\u017f")] == [True, True, False, False]


@pytest.mark.external
def test_the_tree_has_the_rules_and_every_character() -> None:
    built = parser(irigrammar.exports.export(irigrammar.grammar("rfc3986")["IPv4address"], to="lark"))
    tree = built.parse("127.0.0.1")
    assert [child.data for child in tree.children if hasattr(child, "data")] == ["dec_octet"] * 4
    assert "".join(tree.scan_values(lambda _: True)) == "127.0.0.1"


@pytest.mark.external
def test_recursion_is_parsed() -> None:
    built = parser(irigrammar.exports.export(Grammar.from_text('list = "(" *( "x" / list ) ")"\n')["list"], to="lark"))
    assert [parses(built, text) for text in ("()", "(x(X))", "(()", "x")] == [True, True, False, False]


@pytest.mark.external
@given(generated=random_grammars.grammars(max_rules=3, depth=1), data=st.data())
@settings(max_examples=examples(50), deadline=None)
def test_lark_agrees_with_the_matcher(generated: tuple[str, Grammar], data: st.DataObject) -> None:
    matcher = generated[1]["r0"]
    built = parser(irigrammar.exports.export(matcher, to="lark"))
    for _ in range(5):
        text = data.draw(near(matcher.automaton) | random_grammars.strings())
        assume(len(text) <= 12)
        assert parses(built, text) == matcher.matches(text)
