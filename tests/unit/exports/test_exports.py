"""The public function, and the regex dialects on engines that are always, or often, here."""

from __future__ import annotations

import json
import pickle
import re
import shutil
from pathlib import Path

import pytest
import random_grammars
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from near import near

import irigrammar
from irigrammar import language
from irigrammar.errors import ExportError, GrammarError, UnknownDialect
from irigrammar.exports.dialects import ecmascript, ecmascript_utf16
from irigrammar.exports.registry import DIALECTS
from irigrammar.language.suite import suite
from irigrammar.matching.grammar import Grammar
from tools.proofs import drivers

URI = irigrammar.grammar("rfc3986")
REGEXES = [name for name, dialect in DIALECTS.items() if dialect.regex]
# The smallest grammar of which no linear pattern is known: `\` as in the Web Address section.
TWO_READERS = Grammar.from_text('r = *( *( "a" / "b" ) "b" ) "b"\n')

node = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not here")


@pytest.mark.slow
@pytest.mark.parametrize("to", DIALECTS)
def test_every_dialect_writes_the_references(to: str) -> None:
    for grammar in ("rfc3986", "rfc3987"):
        text = irigrammar.exports.export(irigrammar.grammar(grammar).start, to=to)
        assert text.isascii()
        assert text.endswith("\n") is (to not in REGEXES)
        assert irigrammar.exports.export(irigrammar.grammar(grammar).start, to.upper()) == text


def test_each_dialect_says_who_reads_it() -> None:
    assert list(DIALECTS) == [dialect.name for dialect in DIALECTS.values()]
    assert all(dialect.engine and dialect.use for dialect in DIALECTS.values())
    documented = (irigrammar.exports.export.__doc__ or "").replace(",", " ").replace(".", " ").split()
    assert set(DIALECTS) <= set(documented)


def test_an_unknown_dialect_is_named_with_near_ones() -> None:
    with pytest.raises(UnknownDialect, match=r"nothing is exported to 'javascrpt'; did you mean") as caught:
        irigrammar.exports.export(URI["port"], to="javascrpt")
    assert set(caught.value.near) <= set(DIALECTS) == set(caught.value.known)
    with pytest.raises(UnknownDialect, match="did you mean python, re2"):
        irigrammar.exports.export(URI["port"], to="zzz")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.dialect, again.near, str(again)) == ("javascrpt", caught.value.near, str(caught.value))


@pytest.mark.slow
@pytest.mark.parametrize("to", ["python", "java", "pcre2", "ecmascript", "ecmascript-utf16", "json-schema"])
def test_what_has_no_linear_pattern_is_refused_where_engines_backtrack(to: str) -> None:
    matcher = irigrammar.grammar("web-address")["IRI"]
    with pytest.raises(ExportError, match=f"IRI of web-address cannot be written for {to}: its engine backtracks") as e:
        irigrammar.exports.export(matcher, to=to)
    assert (e.value.dialect, e.value.grammar, e.value.rule) == (to, "web-address", "IRI")
    assert str(pickle.loads(pickle.dumps(e.value))) == str(e.value)
    assert irigrammar.exports.export(matcher, to="re2")
    assert irigrammar.exports.export(matcher, to="rust")


@pytest.mark.parametrize("to", [name for name in DIALECTS if name not in ("abnf", "ebnf", "lark")])
def test_recursion_is_refused_with_its_cycle(to: str) -> None:
    grammar = Grammar.from_text('list = "(" *item ")"\nitem = "x" / list\n')
    with pytest.raises(GrammarError, match=r"list is recursive \(list -> item -> list\)"):
        irigrammar.exports.export(grammar["list"], to=to)


@pytest.mark.parametrize(
    ("elements", "count"),
    [('1001"x"', 1001), ('*1001"x"', 1001), ('100( 11"x" "y" )', 1100), ('2001*"x"', 2001)],
)
def test_counts_that_re2_refuses_are_refused(elements: str, count: int) -> None:
    matcher = Grammar.from_text(f"r = {elements}\n").start
    with pytest.raises(ExportError, match=f"its counts of repetitions multiply to {count:,}, and 1,000 is RE2's limit"):
        irigrammar.exports.export(matcher, to="re2")
    assert irigrammar.exports.export(matcher, to="rust")


@pytest.mark.external
@pytest.mark.parametrize("elements", ['1000"x"', '*1000"x"', '100( 10"x" "y" )', '1000*"x"', '*1( 1000"x" "y" )'])
def test_counts_that_re2_takes_are_taken(elements: str) -> None:
    text = irigrammar.exports.export(Grammar.from_text(f"r = {elements}\n").start, to="re2")
    engine = pytest.importorskip("re2", reason="the extra proofs has google-re2")
    assert engine.compile(text)


@pytest.mark.external
@pytest.mark.parametrize("pattern", [r"\Ax{1001}\z", r"\A(?:x{11}y){100}\z"])
def test_re2_refuses_those_counts(pattern: str) -> None:
    engine = pytest.importorskip("re2", reason="the extra proofs has google-re2")
    options = engine.Options()
    options.log_errors = False
    with pytest.raises(engine.error):
        engine.compile(pattern, options)


@pytest.mark.parametrize(
    ("elements", "point"),
    [("%x0-1F", "U+0000"), ("%x20-7E / %x1F", "U+001F"), ("%xFFFE", "U+FFFE"), ("%x10000-10FFFF / %xB", "U+000B")],
)
def test_characters_that_xml_cannot_hold_are_refused(elements: str, point: str) -> None:
    with pytest.raises(ExportError, match=re.escape(f"it matches {point}, which no XML 1.0 document can hold")):
        irigrammar.exports.export(Grammar.from_text(f"r = {elements}\n").start, to="xsd")


@pytest.mark.external
def test_all_characters_that_xml_holds_are_taken() -> None:
    etree = pytest.importorskip("lxml.etree", reason="the extra proofs has lxml")
    text = "r = 1*( %x9-A / %xD / %x20-D7FF / %xE000-FFFD / %x10000-10FFFF )\n"
    schema = drivers.with_element(irigrammar.exports.export(Grammar.from_text(text).start, to="xsd"))
    validator = etree.XMLSchema(etree.fromstring(schema.encode()))
    element = etree.Element("text")
    element.text = "\t\n\r <&]>-^$'\"\\ \x85\xa0\u2028\ud7ff\ue000\ufffd\U00010000\U0010ffff"
    assert validator.validate(element)
    element.text = ""
    assert not validator.validate(element)


@pytest.mark.parametrize("elements", ['*"a"', '*"a" LF', "*( %x0-20 )", 'LF "a"', '"a" / 2LF', '"" / "a" CRLF'])
def test_a_schema_says_where_the_end_is_for_python_too(elements: str) -> None:
    matcher = Grammar.from_text(f"r = {elements}\n").start
    schema = json.loads(irigrammar.exports.export(matcher, to="json-schema"))
    jsonschema = pytest.importorskip("jsonschema", reason="the extra proofs has jsonschema")
    validator = jsonschema.Draft202012Validator(schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    for text in ("", "a", "a\n", "\na", "\n", "\n\n", "a\r\n", "a\r", "a\u2028"):
        assert validator.is_valid(text) is matcher.matches(text)
    assert not validator.is_valid(1)


@pytest.mark.parametrize("rule", list(irigrammar.grammar("rfc3986")))
def test_patterns_of_schemas_match_no_last_line_feed(rule: str) -> None:
    matcher = irigrammar.grammar("rfc3986")[rule]
    pattern = re.compile(json.loads(irigrammar.exports.export(matcher, to="json-schema"))["pattern"])
    (text,) = language.examples(matcher, 1)
    assert pattern.search(text)
    assert not pattern.search(f"{text}\n")


@pytest.mark.parametrize(
    ("elements", "u", "none"),
    [
        ("%xE9", r"^\xe9$", r"^\xe9$"),
        ("%x2028", r"^\u2028$", r"^\u2028$"),
        ("%x10000", r"^\u{10000}$", r"^\ud800\udc00$"),
        ("*%x10000", r"^\u{10000}*$", r"^(?:\ud800\udc00)*$"),
        ("%x10000-10FFFF", r"^[\u{10000}-\u{10ffff}]$", r"^[\ud800-\udbff][\udc00-\udfff]$"),
        ("2%x103FF-10400", r"^[\u{103ff}\u{10400}]{2}$", r"^(?:\ud800\udfff|\ud801\udc00){2}$"),
        (
            "*( %xFFFF / %x1F600-1F64F )",
            r"^[\uffff\u{1f600}-\u{1f64f}]*$",
            r"^(?:\uffff|\ud83d[\ude00-\ude4f])*$",
        ),
        ('"/" "-" "]"', r"^\/-\]$", r"^\/-\]$"),
        ('"-" / "]" / "/" / "^"', r"^[\-\/\]\^]$", r"^[\-\/\]\^]$"),
    ],
)
def test_ecmascript_in_code_points_and_in_code_units(elements: str, u: str, none: str) -> None:
    matcher = Grammar.from_text(f"r = {elements}\n").start
    assert (ecmascript(matcher), ecmascript_utf16(matcher)) == (u, none)


def test_what_is_read_in_several_ways_is_captured_and_referred_to() -> None:
    """And the digit after the reference is not part of its number."""
    matcher = Grammar.from_text('r = 1*2( 1*2"a" ) *"1"\n').start
    text = irigrammar.exports.export(matcher, to="ecmascript")
    assert r"(?=(" in text
    assert r"(?:\1)" in text
    assert [re.search(text, string) is not None for string in ("aa1", "aaaa", "a1", "aaaaa", "aaa11")] == [
        matcher.matches(string) for string in ("aa1", "aaaa", "a1", "aaaaa", "aaa11")
    ]


def test_patterns_end_where_the_text_ends() -> None:
    """No engine of Python's is lenient towards a last line feed: `$` is, so no pattern has it."""
    for rule in ("port", "URI-reference"):
        pattern = re.compile(irigrammar.exports.export(URI[rule], to="python"))
        assert pattern.match("80" if rule == "port" else "a:b")
        assert not pattern.match("80\n" if rule == "port" else "a:b\n")
        assert not pattern.search("\n80" if rule == "port" else "\na:b")


@pytest.mark.slow
def test_python_runs_the_suite_of_a_grammar_of_ones_own() -> None:
    grammar = Grammar.from_text('tag = "#" 1*16( ALPHA / %x1F600-1F64F ) *( "-" 1*DIGIT )\n')
    match = re.compile(irigrammar.exports.export(grammar.start, to="python")).match
    assert all((match(case.text) is not None) is case.valid for case in suite(grammar.start, each="interval"))


@pytest.mark.slow
@given(generated=random_grammars.grammars(), data=st.data())
@settings(max_examples=examples(100))
def test_random_grammars_in_python(generated: tuple[str, Grammar], data: st.DataObject) -> None:
    matcher = generated[1]["r0"]
    try:
        match = re.compile(irigrammar.exports.export(matcher, to="python")).match
    except ExportError:
        return  # no linear one
    for _ in range(5):
        text = data.draw(near(matcher.automaton) | random_grammars.strings())
        assert (match(text) is not None) is matcher.matches(text)


@pytest.mark.external
@node
@given(generated=random_grammars.grammars(), data=st.data())
@settings(max_examples=examples(40), deadline=None)
def test_random_grammars_in_ecmascript(generated: tuple[str, Grammar], data: st.DataObject) -> None:
    matcher = generated[1]["r0"]
    try:
        exports = [irigrammar.exports.export(matcher, to=to) for to in ("ecmascript", "ecmascript-utf16")]
    except ExportError:
        return  # no linear one
    texts = [case.text for case in suite(matcher, each="class")][:200]
    texts += [data.draw(near(matcher.automaton) | random_grammars.strings()) for _ in range(5)]
    expected = [matcher.matches(text) for text in texts]
    assert drivers.answers("node", "u", exports[0], texts) == expected
    assert drivers.answers("node", "utf16", exports[1], texts) == expected


def test_no_linear_pattern_is_known_for_two_readers() -> None:
    with pytest.raises(ExportError, match="its engine backtracks"):
        irigrammar.exports.export(TWO_READERS.start, to="python")


def test_the_command_of_the_drivers_is_in_the_repository() -> None:
    assert {Path(command[-1]).name for command in drivers.COMMANDS.values()} == {"Proof.java", "proof.mjs"}
