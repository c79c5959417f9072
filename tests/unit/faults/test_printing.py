"""Faults as text: names, rendering, custom grammars."""

from __future__ import annotations

import html
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import GOLDEN
from rows import in_one_test

import irigrammar
from irigrammar import Grammar
from irigrammar.cli.options import unescape
from irigrammar.engines.production import Production
from irigrammar.faults.fault import Fault
from irigrammar.faults.naming import Naming
from irigrammar.faults.page import fault_lines
from irigrammar.shipped import loader as catalog
from irigrammar.shipped.loader import generic_names
from irigrammar.text.names import quoted, visible

IRI = irigrammar.grammar("rfc3987")["IRI-reference"]


def check(text: str | bytes) -> Fault:
    fault = IRI.check(text).fault
    assert fault is not None
    return fault


def test_a_printed_fault_is_its_diagnostic() -> None:
    text = "http://[::1/x"
    assert str(check(text)) == "\n".join(fault_lines(text, check(text)))
    assert str(check(text)).splitlines()[:4] == [
        'error[F047]: the "[" is never closed',
        "",
        "  http://[::1/x",
        '         ┬   ^ "]" expected before this',
    ]
    assert repr(check(text)) == "Fault(offset=11, byte_offset=11, found='/')"


def test_a_printed_verdict_is_valid_or_the_diagnostic() -> None:
    assert str(IRI.check("a:b")) == "valid"
    assert str(IRI.check("a b")) == str(check("a b"))
    assert repr(IRI.check("a:b")) == "Verdict(None)"


def test_faults_without_text_are_one_line() -> None:
    assert str(check(b"http://\xff/")) == "error[F001]: byte 0xFF is not UTF-8 (byte offset 7)"
    assert str(Fault(3, 4, "é")) == "error[F000]: the string does not match (byte offset 4)"


@pytest.mark.parametrize(
    ("text", "line", "char"),
    [
        ("http://user:hunter@h/a b", "  http://user:***@h/a b", " "),
        ("http://user:hun/ter@h/a", "  http://user:***@h/a", "*"),
        ("http://user:hun ter@h/a", "  http://user:***@h/a", "*"),
        ("http://user:hunter@[::1/a", "  http://user:***@[::1/a", "/"),
    ],
)
def test_passwords_are_masked_and_the_mark_is_below_its_character(text: str, line: str, char: str) -> None:
    for shown in (str(check(text)), html.unescape(check(text)._repr_html_())):
        lines = shown.replace("<pre>", "").replace("</pre>", "").splitlines()
        assert "hun" not in shown
        assert lines[2] == line
        assert lines[2][lines[3].index("^")] == char


def test_notebooks_show_escaped_html() -> None:
    shown = check("<script>alert(1)</script>")._repr_html_()
    assert shown.startswith("<pre>error[")
    assert shown.endswith("</pre>")
    assert "<" not in shown[5:-6]
    assert IRI.check("a:b")._repr_html_() == "<pre>valid</pre>"
    assert IRI.check("a b")._repr_html_() == check("a b")._repr_html_()


@in_one_test(
    ("text", "shown"),
    [
        ("plain é 日本", "plain é 日本"),
        ("a\tb\n", r"a\u{9}b\u{A}"),
        ("\u202e\u200b\ufeff", r"\u{202E}\u{200B}\u{FEFF}"),
        ("\ud800\U0010ffff", r"\u{D800}\u{10FFFF}"),
        ("a\u0301 \u0301", "a\u0301 \u0301"),
        ("\u0301a", r"\u{301}a"),
        ("a\ufe0f\U000e0100", r"a\u{FE0F}\u{E0100}"),
        ("\u3164\u00a0", r"\u{3164}\u{A0}"),
        (r"C:\u{41}", r"C:\u{5C}u{41}"),
        (r"C:\dir", r"C:\dir"),
    ],
)
def test_unprintable_characters_are_escaped(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_characters_beyond_the_encoding_are_escaped() -> None:
    assert visible("é日", "latin-1") == r"é\u{65E5}"
    assert visible("é", "ascii") == r"\u{E9}"


@given(st.text(alphabet=st.characters(codec=None) | st.sampled_from("\\u{}41\ud800\udfff")))
def test_escapes_are_read_back_without_loss(text: str) -> None:
    assert unescape(visible(text)) == text
    assert unescape(visible(text, "ascii")) == text


@pytest.mark.parametrize("text", [r"\u{}", r"\u{110000}", r"\u{zz}", r"\u{41"])
def test_an_escape_that_names_nothing_is_an_error(text: str) -> None:
    import click

    with pytest.raises(click.BadParameter):
        unescape(text)


def test_strings_in_quotation_marks_long_ones_by_their_ends() -> None:
    assert quoted("a" * 60, str) == f'"{"a" * 60}"'
    assert quoted("b" + "a" * 9_998 + "c", str.upper) == f'"B{"A" * 29}"..."{"A" * 29}C" (10,000 characters)'
    assert (quoted(""), quoted(None)) == ('""', "none")


OWN = Grammar.from_text(
    'code   = 3DIGIT "-" 2UPPER ; three digits, a hyphen, two capitals\n'
    "UPPER  = %x41-5A           ; a capital letter\n"
    'quoted = "x" *( %x61-7A / pct )\n'
    'pct    = "%" HEXDIG HEXDIG\n'
)


CHILD = Grammar.from_text('pair = code "," code\n', extends=OWN)


@pytest.mark.parametrize(
    ("grammar", "rule", "text", "reason"),
    [
        (OWN, "code", "12-AB", "three digits, a hyphen, two capitals"),
        (OWN, "UPPER", "x", "a capital letter"),
        (OWN, "quoted", "x!", None),
        (CHILD, "pair", "123-AB,12", "three digits, a hyphen, two capitals"),
    ],
)
def test_the_comment_beside_a_rule_is_the_reason(grammar: Grammar, rule: str, text: str, reason: str | None) -> None:
    fault = grammar[rule].check(text).fault
    assert fault is not None
    assert (fault.code, fault.help) == ("F000", reason)
    assert pickle.loads(pickle.dumps(fault)).help == reason


@pytest.mark.parametrize(
    ("rule", "text", "fix", "how"),
    [
        ("code", "123-ab", "123-AB", 'write "A" and "B" instead of "a" and "b"'),
        ("UPPER", "q", "Q", 'write "Q" instead of "q"'),
        ("quoted", "xa!", "xa%21", 'percent-encode "!"'),
        ("code", "123%-AB", "123-AB", 'remove "%" (percent sign)'),
    ],
)
def test_fixes_have_the_grammars_case_and_encode_only_where_it_says_how(
    rule: str, text: str, fix: str, how: str
) -> None:
    fault = OWN[rule].check(text).fault
    assert fault is not None
    assert fault.fixes[0].text == fix
    assert fault.fixes[0].how.split(" (")[0] == how.split(" (", maxsplit=1)[0]


TIME = Grammar.from_text('time = hours ":" 2DIGIT ":" 2DIGIT zone\nhours = 2DIGIT\nzone = "Z" / "+" hours ":00"\n')


@pytest.mark.parametrize(
    ("text", "how", "fixed"),
    [
        ("23:20Z", 'insert ":00"', "23:20:00Z"),
        ("23:20+01:00", 'insert ":00"', "23:20:00+01:00"),
        ("23Z", 'insert ":00:00"', "23:00:00Z"),
        ("23.20:00Z", 'write ":" instead of "."', "23:20:00Z"),
        ("23:20:00z+", 'remove "+"', "23:20:00z"),
    ],
)
def test_a_part_that_is_missing_is_inserted_and_what_follows_is_kept(text: str, how: str, fixed: str) -> None:
    fault = TIME["time"].check(text).fault
    assert fault is not None
    assert [(fix.how, fix.text) for fix in fault.fixes][:1] == [(how, fixed)]


NAMING_OWN = Grammar.from_file(GOLDEN / "versions.abnf")


CHARACTERS = {
    "rfc3986": {"ALPHA", "DIGIT", "HEXDIG", "pchar", "sub-delims", "unreserved"},
    "rfc3987": {"ALPHA", "DIGIT", "HEXDIG", "ipchar", "iprivate", "iunreserved", "sub-delims", "ucschar", "unreserved"},
    "iri-bis": {
        *{"ALPHA", "DIGIT", "HEXDIG", "ipchar", "iprivate", "iunreserved", "path-sep", "sub-delims", "ucschar"},
        "unreserved",
    },
    "web-address": {
        *{"ALPHA", "DIGIT", "DQUOTE", "HEXDIG", "href-path-sep", "href-pct-form", "href-ucschar", "ipchar", "iprivate"},
        *{"iunreserved", "sub-delims", "unreserved"},
    },
}


def naming(grammar: Grammar, rule: str | None = None) -> Naming:
    return Naming(Production.of(grammar.rules, rule or grammar.entry.start[0]), grammar.entry)


@pytest.mark.parametrize("name", CHARACTERS)
def test_rules_of_single_characters_are_found(name: str) -> None:
    grammar = irigrammar.grammar(name)
    names = naming(grammar)
    reached = set(grammar.rules.reach(grammar.entry.start[0]))
    assert {rule for rule in reached if rule in names.characters} == CHARACTERS[name]


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("rfc3986", {"pct-encoded"}),
        ("rfc3987", {"pct-encoded"}),
        ("iri-bis", {"pct-form", "pct-encoded"}),
        ("web-address", {"pct-encoded"}),
    ],
)
def test_rows_that_stand_for_one_character_are_found(name: str, rows: set[str]) -> None:
    grammar = irigrammar.grammar(name)
    names = naming(grammar)
    assert {rule for rule in grammar.rules.reach(grammar.entry.start[0]) if rule in names.rows} == rows


@in_one_test(
    ("text", "rule", "is_character", "is_row"),
    [
        ('r = s\ns = %x61-7A / "_"\n', "s", True, False),
        ('r = 1*s\ns = "a" / e\ne = "\\" "n"\n', "s", True, False),
        ('r = 1*s\ns = "a" / e\ne = "\\" "n"\n', "e", False, True),
        ('r = 1*s\ns = "a" / e\ne = "\\" *"n"\n', "s", False, False),
        ('r = 1*s\ns = "a" / e\ne = "\\" *"n"\n', "e", False, False),
        ('r = s\ns = "ab" / e\ne = "\\" "n"\n', "s", False, False),
        ('r = s\ns = [ "a" ]\n', "s", False, False),
        ('r = s\ns = 0"a"\n', "s", False, False),
        ('r = s\ns = 1"a"\n', "s", True, False),
        ('r = s\ns = ""\n', "s", False, False),
        ('r = s\ns = t\nt = "a" / u\nu = "\\" ALPHA\n', "u", False, True),
    ],
)
def test_names_of_characters(text: str, rule: str, is_character: bool, is_row: bool) -> None:
    grammar = Grammar.from_text(text)
    names = naming(grammar, "r")
    assert (rule in names.characters, rule in names.rows) == (is_character, is_row)


@pytest.mark.parametrize(
    ("grammar", "rule", "words", "further", "field"),
    [
        (irigrammar.grammar("rfc3987"), "ireg-name", "the registered name", None, "host_kind"),
        (irigrammar.grammar("rfc3987"), "port", "the port", "a port digit", "port"),
        (irigrammar.grammar("rfc3987"), "ihier-part", None, None, None),
        (irigrammar.grammar("rfc3987"), "irelative-ref", None, None, None),
        (irigrammar.grammar("rfc3986"), "h16", "the group of the IPv6 address", "a hexadecimal digit", None),
        (NAMING_OWN, "number", "number", None, None),
        (NAMING_OWN, "ALPHA", "an ASCII letter", None, None),
    ],
)
def test_names_of_productions(
    grammar: Grammar, rule: str, words: str | None, further: str | None, field: str | None
) -> None:
    names = naming(grammar)
    assert (names.words(rule), names.further(rule), names.field(rule)) == (words, further, field)


@in_one_test("name", generic_names())
def test_words_of_the_catalog_are_of_existing_rules(name: str) -> None:
    entry, rules = catalog.entry(name), catalog.load(name)
    for rule in {*entry.words, *entry.further}:
        assert rules[rule].name == rule
    assert all(words == words.strip() and words for words in (*entry.words.values(), *entry.further.values()))
    components = {rule for rule, field in entry.components.items() if field != "host_kind"}
    empty = {rule for rule in components if rule.endswith("path-empty")}
    assert {rule for rule in components if rule in set(rules.names())} - set(entry.words) <= empty
