"""Notations of others: found, written in ABNF, never found in ABNF."""

from __future__ import annotations

import re
from itertools import chain, pairwise, product

import pytest
from abnf_package import package_texts
from hypothesis import example, given
from hypothesis import strategies as st
from rows import in_one_test

from irigrammar.grammars.authors.foreign import foreign, translate
from irigrammar.grammars.authors.lint import fixes, lint, repair_text
from irigrammar.grammars.reader import SourceText, definitions
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import entries, grammar_directory

# What is written, and the same in ABNF.
NOTATIONS = [
    ("a ::= b", "a = b", "L011"),
    ("a := b", "a = b", "L011"),
    ("a -> b", "a = b", "L011"),
    ("a → b", "a = b", "L011"),
    ("a : b", "a = b", "L011"),
    ("a\n  : b\n  ;", "a\n  = b\n  ;", "L011"),
    ("<a> ::= <b c> <a>", "a = <b c> a", "L011"),
    ("a = b | c", "a = b / c", "L012"),
    ("a = b|c", "a = b / c", "L012"),
    ("a = 'b'", 'a = %s"b"', "L013"),
    ("a = '+'", 'a = "+"', "L013"),
    ("a = 'é'", "a = %xE9", "L013"),
    ("a = '\"'", "a = %x22", "L013"),
    ("a = 'b''c'", 'a = %s"b" %s"c"', "L013"),
    ("a = b+", "a = 1*b", "L014"),
    ("a = b* c", "a = *b c", "L014"),
    ("a = b?", "a = [ b ]", "L014"),
    ("a = (b c)?", "a = [b c]", "L014"),
    ("a = (b c)+", "a = 1*(b c)", "L014"),
    ('a = "b"*', 'a = *"b"', "L014"),
    ("a = { b }", "a = *( b )", "L014"),
    ("a = b{2} c{2,3} d{4,}", "a = 2b 2*3c 4*d", "L014"),
    ("a = [0-9]", "a = %x30-39", "L015"),
    ("a = [a-zA-Z_]", "a = ( %x61-7A / %x41-5A / %x5F )", "L015"),
    ("a = [^a]", "a = ( %x00-60 / %x62-D7FF / %xE000-10FFFF )", "L015"),
    ("a = [^ba]", "a = ( %x00-60 / %x63-D7FF / %xE000-10FFFF )", "L015"),
    ("a = [^z0-9a]", "a = ( %x00-2F / %x3A-60 / %x62-79 / %x7B-D7FF / %xE000-10FFFF )", "L015"),
    (r"a = [a\-z_]", "a = ( %x61 / %x2D / %x7A / %x5F )", "L015"),
    ("a = [a-z]*[0-9]", "a = *%x61-7A %x30-39", "L015"),
    (r"a = [\]\n]", "a = ( %x5D / %x0A )", "L015"),
    ('a = "a".."z"', "a = %x61-7A", "L015"),
    ("a = 'a' … 'z'", "a = %x61-7A", "L015"),
    ("a = %x41-%x5A", "a = %x41-5A", "L015"),
    ("a = 0x41 #x42 U+0043", "a = %x41 %x42 %x0043", "L015"),
    ("a = b // c", "a = b ; c", "L016"),
    ("a = b (* c *)", "a = b ; c", "L016"),
    ("a = b /* c */ d", "a = b  d ; c", "L016"),
    ("# c\na = b", "; c\na = b", "L016"),
    ("a_b = c_d_e", "a-b = c-d-e", "L017"),
    ("a = b, c", "a = b c", "L018"),
    ('a = "b"c', 'a = "b" c', "L018"),
    ("a = b\n/ c", "a = b\n  / c", "L020"),
    ("a = b\n| c", "a = b\n  / c", "L020"),
    ("a = #b", 'a = [ b *( OWS "," OWS b ) ]', "L026"),
    ("a = 1#b c", 'a = b *( OWS "," OWS b ) c', "L026"),
    ("a = 1#(b / c)", 'a = (b / c) *( OWS "," OWS (b / c) )', "L026"),
    ("a = 2#4b", 'a = b 1*3( OWS "," OWS b )', "L026"),
    ("a = #1b", "a = [ b ]", "L026"),
    ("a = 2#b", 'a = b 1*( OWS "," OWS b )', "L026"),
]


@in_one_test(("text", "abnf", "code"), NOTATIONS)
def test_a_notation_is_written_in_abnf(text: str, abnf: str, code: str) -> None:
    habits = foreign(f"{text}\n")
    assert code in {habit.code for habit in habits}
    assert translate(f"{text}\n", habits, "a")[0] == f"{abnf}\n"
    assert definitions(SourceText(f"{abnf}\n", "a"))
    assert not foreign(f"{abnf}\n")


@in_one_test(("text", "abnf", "code"), NOTATIONS)
def test_lint_reports_it_and_fixes_it(text: str, abnf: str, code: str) -> None:
    assert code in {finding.code for finding in lint(f"{text}\n", "a")}
    assert repair_text(f"{text}\n") == f"{abnf}\n"


# What is reported and stays, because it is not certain what is meant, or because the rules would be others.
UNCLEAR = [
    (r'a = "\n"', "L019"),
    (r'a = %x0A / %s"\n"', "L019"),
    (r"a ::= '\n'", "L013"),
    (r'a ::= "\"" | b', "L012"),
    ("a = b{2}{3}", "L014"),
    ("a = b{2}*", "L014"),
    ("a = b+{2}", "L014"),
    ("a = b+?", "L014"),
    ("a = 2b*", "L014"),
    ("a = 2b+", "L014"),
    ("a = *b{2}", "L014"),
    ('a = "b"*"c"', "L014"),
    ("a = (b)*c", "L014"),
    ("a ::= {b}*c", "L014"),
    (r"a = [\d_]", "L015"),
    (r"a = [\x41-\x5A]", "L015"),
    ("a = [#x9#xA]", "L015"),
    ("a = [#x20-#x7E] | b", "L015"),
    ("a ::= [b,c]", "L015"),
    ("a ::= [b+]\nb ::= 'x'", "L015"),
    ("a = [[:alpha:]]", "L015"),
    ("a = [z-a]+", "L015"),
    ("a = [b-c]", "L015"),
    ("a = 0x41", "L015"),
    ("a = %x41-%d90", "L015"),
    ("a = b // c\nc = %x41", "L016"),
    ("a = b # c\nc = %x41", "L016"),
    ("a_b ::= a-b\na-b ::= 'x'", "L017"),
    ("a_b ::= a__b", "L017"),
    ("<a b> ::= <a_b>\n<a_b> ::= 'x'", "L011"),
    ("A ::= a\na ::= 'x'", "L011"),
    ("a : 'b' ; c : 'd' ;", "L011"),
    ("a = 'b'; c = 'd';", "L013"),
    ("a = 3*b, c", "L018"),
    ('a ::= "b"i', "L018"),
    ("a = b\n\n/ c", "L020"),
    ("a = “–”", "L008"),
    ('a = "“" | b', "L012"),
    ("a ::= 'b' (\nc = d", "L011"),
]


@in_one_test(("text", "code"), UNCLEAR)
@in_one_test("end", ["", "\nz ::= 'y'\n"])
def test_uncertain_notations_are_reported_and_not_fixed(text: str, code: str, end: str) -> None:
    found = [one for one in lint(f"{text}{end}", "a") if one.code == code]
    assert found
    assert not any(one.edits for one in found)
    fixed = repair_text(f"{text}{end}")
    assert fixed in (f"{text}{end}", f'{text}\nz = %s"y"\n')
    assert repair_text(text) == text


# A text, and a pattern of the re module for the strings that are meant.
MEANINGS = [
    ("a ::= 'if' | \"x\"", "if|[xX]"),
    ("a ::= ['-'] [0-9]+ ('.' [0-9]{2,3})?", r"-?[0-9]+(\.[0-9]{2,3})?"),
    ("a := {'x' | 'y'} b;\nb := 'z'{2};", "[xy]*zz"),
    ("<a> ::= <b c> | <b c> <a>\n<b c> ::= 'x' | 'y'", "[xy]+"),
    (r"a = [^x\n]? [\-a\]] // c", r"[^x\n]?[\-a\]]"),
    ("a = ‘x’ | “y”, 'Z'", "x|[yY]Z"),
    ("a = b\n| 'c'\nb = 'x'+ \"y\"*", "x+[yY]*|c"),
    ("a_b : 'x'..'z' U+0041 ;", "[x-z]A"),
]


@in_one_test(("text", "pattern"), MEANINGS)
def test_fixed_rules_match_what_is_meant(text: str, pattern: str) -> None:
    matcher = Grammar.from_text(repair_text(f"{text}\n"), name="a").start
    short = ("".join(chars) for size in range(5) for chars in product("xyzZA-c", repeat=size))
    strings = chain(short, ["if", "IF", "-1.25", "0.1", "0.123", "12.1234", "a", "]", "\n-", "é]", "XX", "YYY"])
    assert [one for one in strings if matcher.matches(one) != bool(re.fullmatch(pattern, one))] == []


@given(text=st.text("ab_ =:|'\"(){}[]+*?,;<>/-09\\\n“’–", max_size=40))
@example(text='a ::= "b"')
def test_rules_that_can_be_read_stay(text: str) -> None:
    text = f'one = "a"\n{text}\ntwo = %x62\n'
    fixed = repair_text(text)
    before = {row.rule.name: row.rule.expr for row in definitions(SourceText(text, ""), unreadable=[])}
    if fixed != text:
        after = {row.rule.name: row.rule.expr for row in definitions(SourceText(fixed, ""))}
        assert after["two"] == before["two"]
        assert repair_text(fixed) == fixed


def test_the_edits_of_findings_are_the_fixes() -> None:
    text = 'a ::= ‘x’ | [0-9]+ ; –\nb_c = "\\n"\n'
    made = {edit for finding in lint(text, "a") for edit in finding.edits}
    assert made == set(fixes(text))
    assert all(
        bool(one.edits) == (one.code != "L019")
        for one in lint(text, "a")
        if "L008" <= one.code <= "L020" and one.code != "L009"
    )


@pytest.mark.parametrize("text", ["# A\n\n~~~ abnf\na ::= b\n~~~\n", "<rfc>\na ::= b\n</rfc>\n"])
def test_a_document_is_not_fixed(text: str) -> None:
    assert repair_text(text) == text


ABNF = [
    "a = *b 1*c 2*3d [ e ] ( *f )",
    "a = b /*c / *(*d)",
    "a = [b] [b-c] [1*b]\nb-c = %x41",
    'a = "b|c" / "\'" / "{x}" ; it\'s a|b, {c}+ // d',
    'a = %s"b" %i"c" <any_thing | else> %d13.10 %b1-11',
    "a = b ; [0-9]+\n  ; c ::= d",
    "a = 1*b ; #c",
]


def test_no_published_grammar_has_one() -> None:
    for entry in entries().values():
        for file in entry.files:
            assert foreign((grammar_directory() / file).read_text(encoding="utf-8")) == [], file


def test_no_grammar_of_the_abnf_package_has_one() -> None:
    for name, text in package_texts().items():
        assert foreign(text.replace("\r\n", "\n")) == [], name


@given(text=st.text("ab_ =:|'\"(){}[]+*?,;<>/-09\\\n"))
def test_any_text_has_edits_in_order_and_places_in_it(text: str) -> None:
    habits = foreign(text)
    changed, _, original, edits = translate(text, habits, "a")
    assert original == text
    assert all(before.end <= after.start for before, after in pairwise(edits))
    assert all(0 <= place < len(text) for habit in habits for place in habit.places)
    assert changed.count("\n") == text.count("\n")
    lint(text, "a")  # raises nothing


def test_lint_goes_on_after_a_rule_that_cannot_be_read() -> None:
    text = 'a = b c d\nb = (\nc = "x" )\nd = e\n'
    found = [(finding.line, finding.code, finding.message) for finding in lint(text, "a")]
    assert found == [
        (2, "L001", 'the line ends too early; expected "(", an element (a rule name, string, number, group or option)'),
        (3, "L001", "')' is not allowed here; expected the end of the line, \"/\", another element"),
        (4, "L002", "d refers to e, which no rule defines"),
    ]


def test_a_rule_that_only_a_broken_rule_uses_is_not_unused() -> None:
    assert {finding.code for finding in lint('a = b\nb = ( c\nc = "x"\n', "a")} == {"L001"}


def test_of_many_places_one_is_reported_with_their_number() -> None:
    (finding,) = [one for one in lint('a = "x" | "y" | "z"\n', "a") if one.code == "L012"]
    assert finding.message == '"|" is not ABNF: alternatives are separated by "/" (2 times)'
