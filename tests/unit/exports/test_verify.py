"""Patterns of re read back and compared: proofs, and shortest differences."""

from __future__ import annotations

import random
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
from irigrammar.errors import ExportError
from irigrammar.exports.verify import verify
from irigrammar.matching.grammar import Grammar
from tools.proofs import drivers

URI = irigrammar.grammar("rfc3986")
OWN = Grammar.from_text(
    'r = *"a" "b"\nline = *( %x0A / "a" )\nany = *( %x0-D7FF / %xE000-10FFFF )\nnone = "a" "b" "c"\n'
)


@in_one_test("rule", ["port", "dec-octet", "IPv4address", "scheme", "path", "pct-encoded", "h16", "ls32"])
def test_exported_patterns_are_proved(rule: str) -> None:
    assert verify(irigrammar.exports.export(URI[rule], to="python"), URI[rule]) is None


@pytest.mark.slow
def test_the_references_are_proved() -> None:
    """Whole: with the alternatives, groups and lookaheads that the largest patterns have."""
    matcher = irigrammar.grammar("rfc3987")["IRI-reference"]
    pattern = irigrammar.exports.export(matcher, to="python")
    assert verify(pattern, matcher) is None


@in_one_test(
    ("rule", "pattern", "difference"),
    [
        ("r", r"[Aa]*[Bb]\Z", None),
        ("r", r"\A[Aa]*?[Bb]\Z", None),
        ("r", r"^([Aa]*)(?:[Bb])\Z", None),
        ("r", r"[Aa]*+[Bb]\Z", None),
        ("r", r"[Aa]*[Bb]$", "b\n"),
        ("r", r"[Aa]*[Bb]", "ba"),
        ("r", r"a*[Bb]\Z", "Ab"),
        ("r", r"[Aa]*\Z", ""),
        ("r", r"[Aa]*+[Aa][Bb]\Z", "b"),
        ("r", r"(?>[Aa]*)[Bb]\Z", None),
        ("r", r"(?>a|[Aa]*)[Bb]\Z", "aab"),  # the group is left the first way
        ("r", r"(?>[Aa]*|a)[Bb]\Z", None),
        ("r", r"(?:[Aa]|[Aa]b)*+[Bb]\Z", None),
        ("r", r"(?:[Aa]b?)*+[Bb]\Z", "ab"),  # a possessive repetition gives nothing back
        ("r", r"(?:[Aa](?!c))*[Bb]\Z", None),
        ("r", r"(?:[Aa](?!b))*[Bb]\Z", "ab"),
        ("r", r"(?=[^c]*\Z)(?:.)*(?=b|B).\Z", "db"),
        ("r", r"[Aa]{0,2}+[Bb]\Z", "aaab"),
        ("r", r"(?!)", "b"),
        ("r", r"(?>[Aa])*+[Bb]\Z", None),
        ("r", r"(?:(?>[Aa]|)[Aa])*+[Bb]\Z", "ab"),
        ("line", r"[aA\n]*\Z", None),
        ("line", r"[aA\n]*$", None),
        ("line", r"(?:[aA]|\n)*+$", None),
        ("line", r"[aA\n]*?$\Z", None),
        ("any", r"(?:.|\n)*\Z", "\ud800"),
        ("any", r"[^\ud800-\udfff]*\Z", None),
        ("none", r"[aA][bB][cC]\Z", None),
        ("none", r"(?>[aA][bB]?)[bB][cC]\Z", "abc"),
    ],
)
def test_a_shortest_difference_is_found(rule: str, pattern: str, difference: str | None) -> None:
    result = verify(pattern, OWN[rule])
    if difference is None:
        assert result is None
        return
    assert result is not None
    assert len(result) <= len(difference)
    assert (re.match(pattern, result) is not None) != OWN[rule].matches(result)
    if rule != "any":
        assert (re.match(pattern, difference) is not None) != OWN[rule].matches(difference)


@in_one_test(
    ("pattern", "reason"),
    [
        ("(", "it is not a pattern of re"),
        ("(?i)a", "it sets flags"),
        ("(?i:a)", "a group of it sets flags"),
        (r"(a)\1", "it has GROUPREF"),
        (r"\d", "a set of it has CATEGORY"),
        (r"\bab", "it has AT_BOUNDARY"),
        ("a^b", "it has AT_BEGINNING"),
        ("(?<=a)b", "it looks behind"),
        ("(?:a*)*", "it repeats without end what may be empty"),
        ("(?:a{1000}){1000}", "too many"),
    ],
)
def test_unknown_syntax_is_reported(pattern: str, reason: str) -> None:
    with pytest.raises(ExportError, match=reason) as caught:
        verify(pattern, OWN["r"])
    assert caught.value.dialect == "python"


def patterns() -> st.SearchStrategy[str]:
    """Draw patterns with all that is read, over few letters."""
    return st.recursive(
        st.sampled_from(["a", "b", "[ab]", "[^a]", "", r"\n", "$", r"\Z"]),
        lambda inner: (
            st.lists(inner, min_size=1, max_size=3).map("".join)
            | st.lists(inner, min_size=1, max_size=3).map(lambda items: f"(?:{'|'.join(items)})")
            | st.tuples(
                inner, st.sampled_from(["?", "*", "+", "{2}", "{1,2}"]), st.sampled_from(["", "", "?", "+"])
            ).map(lambda parts: f"(?:{parts[0]}){parts[1]}{parts[2]}")
            | st.tuples(st.sampled_from(["?>", "?=", "?!"]), inner).map(lambda parts: f"({parts[0]}{parts[1]})")
        ),
        max_leaves=8,
    )


@given(pattern=patterns(), text=st.text("ab\n", max_size=5), loose=st.booleans())
@settings(max_examples=examples(300))
def test_the_answer_is_what_re_does(pattern: str, text: str, loose: bool) -> None:
    """A difference is one to re itself; where there is none, re and the production agree on a text."""
    whole = pattern if loose else rf"(?:{pattern})\Z"
    matcher = OWN["line" if "n" in pattern else "r"]
    try:
        difference = verify(whole, matcher)
    except ExportError as error:
        if "may be empty" in error.reason:
            return
        raise
    witness = text if difference is None else difference
    assert ((re.match(whole, witness) is not None) == matcher.matches(witness)) is (difference is None)


@pytest.mark.slow
@given(generated=random_grammars.grammars(), seed=st.integers(0, 99))
@settings(max_examples=examples(60))
def test_random_productions_are_proved_and_changed_patterns_are_not(generated: tuple[str, Grammar], seed: int) -> None:
    matcher = generated[1]["r0"]
    try:
        pattern = irigrammar.exports.export(matcher, to="python")
    except ExportError:
        return  # no linear one
    assert verify(pattern, matcher) is None
    offset = random.Random(seed).randrange(2, len(pattern) - 1)
    changed = pattern[:offset] + pattern[offset + 1 :]
    try:
        result = verify(changed, matcher)
    except ExportError:
        return
    assert result is None or (re.match(changed, result) is not None) != matcher.matches(result)


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
