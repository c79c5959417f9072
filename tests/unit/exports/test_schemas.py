"""Exports to XML Schema and Lark, and what their engines make of them."""

from __future__ import annotations

import re
from typing import Any

import pytest
import random_grammars
from examples import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from near import near
from rows import in_one_test

import irigrammar
from irigrammar.matching.grammar import Grammar
from tools.proofs import drivers

# XML Schema: counts are written out, because a processor mixes up counters


def pattern(elements: str) -> str:
    schema = irigrammar.exports.export(Grammar.from_text(f"r = {elements}\n").start, to="xsd")
    match = re.search(r"<xs:pattern value=(\".*\"|'.*')/>", schema)
    assert match
    return match[1][1:-1]


@in_one_test(
    ("elements", "written"),
    [
        ("*DIGIT", "[0-9]*"),
        ("1*DIGIT", "[0-9]+"),
        ("[DIGIT]", "[0-9]?"),
        ("3DIGIT", "[0-9][0-9][0-9]"),
        ("2*DIGIT", "[0-9][0-9][0-9]*"),
        ("1*4DIGIT", "[0-9]([0-9]([0-9][0-9]?)?)?"),
        ('*2( "-" "-" )', "(\\-\\-(\\-\\-)?)?"),
        ("*65DIGIT", "[0-9]{0,65}"),
        ('"$" "." %x9 %xA "<&" %x22', '$\\.\\t\\n&lt;&amp;"'),
        ("%xE9 / %x1F600", "[&#233;&#128512;]"),
    ],
)
def test_counts_and_escapes(elements: str, written: str) -> None:
    assert pattern(elements) == written


def validator(schema: str) -> Any:
    etree = pytest.importorskip("lxml.etree", reason="the extra proofs has lxml")
    validator = etree.XMLSchema(etree.fromstring(schema.encode()))

    def valid(text: str) -> bool:
        element = etree.Element("text")
        element.text = text
        return bool(validator.validate(element))

    return valid


@pytest.mark.external
def test_libxml2_counts_what_is_written_out() -> None:
    """A group of an IPv6 address has four digits: with counters libxml2 2.14 takes five."""
    matcher = irigrammar.grammar("rfc3986")["IPv6address"]
    valid = validator(drivers.with_element(irigrammar.exports.export(matcher, to="xsd")))
    for text in (
        *("00000::", "0000::", "1:00000::", "::1.2.3.256", "::1.2.3.255", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9"),
    ):
        assert valid(text) is matcher.matches(text)


def test_a_name_that_is_not_xml_does_no_harm() -> None:
    grammar = Grammar.from_text('r = "a"\n', name="<a> & \x01 --> é")
    schema = irigrammar.exports.export(grammar.start, to="xsd")
    assert schema.isascii()
    valid = validator(drivers.with_element(schema))
    assert valid("A")
    assert not valid("b")


# Lark grammars: names, terminals of one character, and what Lark parses with them


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


def test_grammar_in_full() -> None:
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


def test_non_ascii_case_folding_is_not_used() -> None:
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
