"""Exports: patterns, ABNF, EBNF, tables, sizes."""

from __future__ import annotations

import json
import pickle
import re
import shutil
import subprocess
from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import random_grammars
from abnf import ParseError
from abnf.grammars.rfc7405 import Rule as AbnfRule
from documentation import page
from examples import examples, slow, some
from generated import MANY_CLASSES, OWN, UTF16, automaton, expected, matcher_of, runner
from hypothesis import given, settings
from hypothesis import strategies as st
from near import near
from rows import in_one_test
from w3c_ebnf import form_of, rules_of

import irigrammar
from irigrammar import language
from irigrammar.automata.charset import union
from irigrammar.automata.dfa import determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.errors import ExportError, GrammarError, UnknownDialect
from irigrammar.exports import export, generate, validators
from irigrammar.exports.dialects import byte_rows, byte_states, ecmascript, ecmascript_utf16
from irigrammar.exports.registry import DIALECTS
from irigrammar.exports.validator_tests import small_test
from irigrammar.language import suite as abnf_suite
from irigrammar.language.suite import suite
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import generic_names
from tools.proofs import drivers, pcre2

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


@pytest.mark.parametrize("to", REGEXES)
def test_unanchored_patterns_differ_by_their_anchors(to: str) -> None:
    for rule in ("scheme", "IPv4address", "IRI", "ipath"):
        matcher = irigrammar.grammar("rfc3987")[rule]
        pattern = export(matcher, to, anchored=False)
        assert not {r"\A", r"\z", r"\Z", "^", "$"} & {pattern[:2], pattern[:1], pattern[-2:], pattern[-1:]}
        assert pattern.startswith("(*UTF)") is (to == "pcre2")
        assert "++" not in pattern
        assert "(?>" not in pattern


UNANCHORED = Grammar.from_text(
    'ip = part 3( "." part )\npart = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35\n'
    'list = *( DIGIT "." ) DIGIT\nword = "a" / "ab" / "abcd"\nend = 1*ALPHA "." / 1*DIGIT [ "x" ]\n'
)


@in_one_test("rule", ["ip", "list", "word", "end"])
@in_one_test("text", ["1.2.x", "10.0.0.255 1.2.3.4567", "xxabcde abc", "12xy ab.", "", "Z"])
def test_unanchored_patterns_find_the_first_match(rule: str, text: str) -> None:
    matcher = UNANCHORED[rule]
    found = re.search(export(matcher, "python", anchored=False), text)
    first = next(matcher.finditer(text), None)
    assert (found and found.span()) == (first and (first.start, first.end))


def test_what_has_no_unanchored_form_is_refused() -> None:
    for to in DIALECTS:
        if to not in REGEXES:
            with pytest.raises(ExportError, match="only regular expressions have an unanchored form"):
                export(URI["port"], to, anchored=False)
    for to in ("python", "java", "pcre2", "ecmascript", "ecmascript-utf16"):
        with pytest.raises(ExportError, match="its engine backtracks, and a search with it may take exponential time"):
            export(Grammar.from_text('r = *( 1*"a" [ "b" ] ) 1*"a" "c"\n').start, to, anchored=False)


def test_an_unknown_dialect_is_named_with_near_ones() -> None:
    with pytest.raises(UnknownDialect, match=r"unknown dialect 'javascrpt'; did you mean") as caught:
        irigrammar.exports.export(URI["port"], to="javascrpt")
    assert set(caught.value.near) <= set(DIALECTS) == set(caught.value.known)
    with pytest.raises(UnknownDialect, match="did you mean python, re2"):
        irigrammar.exports.export(URI["port"], to="zzz")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.dialect, again.near, str(again)) == ("javascrpt", caught.value.near, str(caught.value))


@pytest.mark.slow
@pytest.mark.parametrize("to", ["python", "java", "pcre2", "ecmascript", "ecmascript-utf16", "json-schema"])
def test_patterns_without_linear_time_are_refused_for_backtracking_engines(to: str) -> None:
    matcher = irigrammar.grammar("web-address")["IRI"]
    with pytest.raises(ExportError, match=f"IRI of web-address cannot be written for {to}: its engine backtracks") as e:
        irigrammar.exports.export(matcher, to=to)
    assert (e.value.dialect, e.value.grammar, e.value.rule) == (to, "web-address", "IRI")
    assert str(pickle.loads(pickle.dumps(e.value))) == str(e.value)
    assert irigrammar.exports.export(matcher, to="re2")
    assert irigrammar.exports.export(matcher, to="rust")


@in_one_test("to", [name for name in DIALECTS if name not in ("abnf", "ebnf", "lark", "antlr")])
def test_recursion_is_refused_with_its_cycle(to: str) -> None:
    grammar = Grammar.from_text('list = "(" *item ")"\nitem = "x" / list\n')
    with pytest.raises(GrammarError, match=r"list is recursive \(list -> item -> list\)"):
        irigrammar.exports.export(grammar["list"], to=to)


@pytest.mark.parametrize(
    ("elements", "count"), [('1001"x"', 1001), ('*1001"x"', 1001), ('100( 11"x" "y" )', 1100), ('2001*"x"', 2001)]
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


@pytest.mark.parametrize("rule", some(irigrammar.grammar("rfc3986"), 12))
def test_patterns_of_schemas_match_no_last_line_feed(rule: str) -> None:
    matcher = irigrammar.grammar("rfc3986")[rule]
    pattern = re.compile(json.loads(irigrammar.exports.export(matcher, to="json-schema"))["pattern"])
    (text,) = language.examples(matcher, 1)
    assert pattern.search(text)
    assert not pattern.search(f"{text}\n")


@in_one_test(
    ("elements", "u", "none"),
    [
        ("%xE9", r"^\xe9$", r"^\xe9$"),
        ("%x2028", r"^\u2028$", r"^\u2028$"),
        ("%x10000", r"^\u{10000}$", r"^\ud800\udc00$"),
        ("*%x10000", r"^\u{10000}*$", r"^(?:\ud800\udc00)*$"),
        ("%x10000-10FFFF", r"^[\u{10000}-\u{10ffff}]$", r"^[\ud800-\udbff][\udc00-\udfff]$"),
        ("2%x103FF-10400", r"^[\u{103ff}\u{10400}]{2}$", r"^(?:\ud800\udfff|\ud801\udc00){2}$"),
        ("*( %xFFFF / %x1F600-1F64F )", r"^[\uffff\u{1f600}-\u{1f64f}]*$", r"^(?:\uffff|\ud83d[\ude00-\ude4f])*$"),
        ('"/" "-" "]"', r"^\/-\]$", r"^\/-\]$"),
        ('"-" / "]" / "/" / "^"', r"^[\-\/\]\^]$", r"^[\-\/\]\^]$"),
    ],
)
def test_ecmascript_in_code_points_and_in_code_units(elements: str, u: str, none: str) -> None:
    matcher = Grammar.from_text(f"r = {elements}\n").start
    assert (ecmascript(matcher), ecmascript_utf16(matcher)) == (u, none)


def test_ambiguous_text_is_captured_and_referred_to() -> None:
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
def test_python_runs_the_suite_of_a_custom_grammar() -> None:
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


STARTS = [(name, rule) for name in irigrammar.catalog() for rule in irigrammar.grammar(name).entry.start]


@pytest.mark.parametrize(("grammar", "rule"), some([row for row in STARTS if row[0] != "rfc5234"], 6))
def test_the_catalog_read_back_is_the_same_language(grammar: str, rule: str) -> None:
    matcher = irigrammar.grammar(grammar)[rule]
    again = Grammar.from_text(export(matcher, "abnf")).start
    assert (again.rule, again.automaton) == (matcher.rule, matcher.automaton)


@given(generated=random_grammars.grammars())
@settings(max_examples=examples(60))
def test_random_grammars_read_back_are_the_same_language(generated: tuple[str, Grammar]) -> None:
    matcher = generated[1]["r0"]
    assert Grammar.from_text(export(matcher, "abnf")).start.automaton == matcher.automaton


def by_the_package(matcher: Matcher, text: str) -> bool:
    Rule: Any = type("Rule", (AbnfRule,), {})  # noqa: N806  # a class
    Rule.load_grammar(export(matcher, "abnf"))
    try:
        Rule(matcher.rule).parse_all(text)
    except ParseError:
        return False
    return True


@pytest.mark.parametrize(
    ("grammar", "rule"),
    [
        ("rfc3986", "port"),
        pytest.param("rfc3987", "scheme", marks=pytest.mark.slow),
        pytest.param("rfc3986", "dec-octet", marks=pytest.mark.slow),
        pytest.param("iri-bis", "pct-form", marks=pytest.mark.slow),
    ],
)
def test_the_package_abnf_gives_the_verdicts_of_a_complete_suite(grammar: str, rule: str) -> None:
    matcher = irigrammar.grammar(grammar)[rule]
    cases = list(abnf_suite(matcher))
    assert [by_the_package(matcher, case.text) for case in cases] == [case.valid for case in cases]


def test_changes_of_the_catalog_are_written() -> None:
    assert export(irigrammar.grammar("iri-bis")["pct-form"], "abnf") == (
        '; pct-form of iri-bis\n\npct-form = pct-encoded\npct-encoded = "%" HEXDIG HEXDIG\n'
    )
    own = Grammar.from_text('a = %s"Ab" <b> <prose> [ DIGIT ]\nb = %x41-5A / "x" "y"\nDIGIT = "1"\n')
    assert export(own["a"], "abnf") == (
        '; a of <text>\n\na = ( %x41 %x62 ) b <prose> [ DIGIT ]\nDIGIT = "1"\nb = %x41-5A / "x" "y"\n'
    )
    nested = Grammar.from_text('list = "(" *list ")"\n').start
    assert export(nested, "abnf") == '; list of <text>\n\nlist = "(" *list ")"\n'


@pytest.mark.parametrize(
    ("grammar", "rule"),
    [
        *some([(name, irigrammar.grammar(name).start.rule) for name in generic_names() if name != "rfc5234"], 2),
        ("rfc3986", "IPv6address"),
        ("rfc5234", "CTL"),
        ("rfc3986", "port"),
    ],
)
def test_ebnf_the_catalog_read_back_is_the_same_language(grammar: str, rule: str) -> None:
    matcher = irigrammar.grammar(grammar)[rule]
    text = irigrammar.exports.export(matcher, to="ebnf")
    assert text.isascii()
    assert set(rules_of(text)) == set(matcher.grammar.rules.reach(rule))
    assert next(iter(rules_of(text))) == matcher.rule
    assert determinize(compile_program(form_of(text, matcher.rule))) == matcher.automaton


@given(generated=random_grammars.grammars())
@settings(max_examples=examples(60))
def test_ebnf_random_grammars_read_back_are_the_same_language(generated: tuple[str, Grammar]) -> None:
    matcher = generated[1]["r0"]
    text = irigrammar.exports.export(matcher, to="ebnf")
    assert determinize(compile_program(form_of(text, "r0"))) == matcher.automaton


@in_one_test(
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
    grammar = Grammar.from_text('list = "(" *item ")"\nitem = "x" / list\n', name="a */ b\n /*!c")
    assert irigrammar.exports.export(grammar["list"], to="ebnf") == (
        '/* list of a * / b / *!c */\nlist ::= "(" item* ")"\nitem ::= [Xx] | list\n'
    )


def test_refused_exports_have_a_reason() -> None:
    grammar = Grammar.from_text('r = 1000000"x"\ns = <words>\nt = nothing\n')
    with pytest.raises(ExportError, match=r"r of <text> cannot be written for ebnf: the counts of r, written out") as e:
        irigrammar.exports.export(grammar["r"], to="ebnf")
    assert (e.value.dialect, e.value.rule, e.value.grammar) == ("ebnf", "r", "<text>")
    with pytest.raises(ExportError, match="<words> is prose, which nothing can match"):
        irigrammar.exports.export(grammar["s"], to="ebnf")
    with pytest.raises(GrammarError, match="t refers to nothing, which no rule defines"):
        irigrammar.exports.export(grammar["t"], to="lark")


PAGE = page("how-to/exports")


def block(language: str) -> str:
    """Return the reader on the page."""
    texts = [text for text in re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL) if "fault(table, text)" in text]
    assert len(texts) == 1
    return str(texts[0])


def python_reader() -> Callable[[dict[str, Any], str], int | None]:
    names: dict[str, Any] = {}
    exec(block("python"), names)
    reader: Callable[[dict[str, Any], str], int | None] = names["fault"]
    return reader


READ = python_reader()


def offset(matcher: Matcher, text: str) -> int | None:
    fault = matcher.check(text).fault
    return None if fault is None else fault.offset


def test_table_in_full() -> None:
    assert irigrammar.exports.export(irigrammar.grammar("rfc3986")["pct-encoded"], to="table") == (
        '{"format": "irigrammar table 1",\n"grammar": "rfc3986",\n"rule": "pct-encoded",\n"start": 1,\n'
        '"accepting": [4],\n"classes": [[37,37,1],[48,57,2],[65,70,2],[97,102,2]],\n'
        '"transitions": [\n[0,0,0],\n[0,2,0],\n[0,0,3],\n[0,0,4],\n[0,0,0]\n]}\n'
    )


def test_the_readers_are_as_short_as_said() -> None:
    assert len(block("python").splitlines()) <= 11
    assert len(block("js").splitlines()) <= 11


@pytest.mark.slow
@pytest.mark.parametrize(
    ("grammar", "rule"), some([("rfc3986", "URI-reference"), ("web-address", "IRI"), ("rfc5234", "CTL")], 1)
)
def test_the_python_reader_on_a_suite(grammar: str, rule: str) -> None:
    matcher = irigrammar.grammar(grammar)[rule]
    table = json.loads(irigrammar.exports.export(matcher, to="table"))
    cases = list(suite(matcher, each="class"))
    assert [READ(table, case.text) for case in cases] == [case.offset for case in cases]
    assert READ(table, "\ud800") == 0


@pytest.mark.external
def test_the_javascript_reader_on_a_suite(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("Node is not here")
    matcher = irigrammar.grammar("rfc3987")["IRI-reference"]
    cases = list(suite(matcher, each="class"))
    (tmp_path / "fault.mjs").write_text(block("js"), encoding="utf-8")
    (tmp_path / "table.json").write_text(irigrammar.exports.export(matcher, to="table"), encoding="utf-8")
    (tmp_path / "texts.json").write_text(json.dumps([case.text for case in cases] + ["a\ud800"]), encoding="utf-8")
    program = (
        'import {readFileSync} from "node:fs"; import {fault} from "./fault.mjs";'
        'const read = (name) => JSON.parse(readFileSync(name, "utf8")); const table = read("table.json");'
        'console.log(JSON.stringify(read("texts.json").map((text) => fault(table, text))));'
    )
    (tmp_path / "run.mjs").write_text(program, encoding="utf-8")
    done = subprocess.run(["node", "run.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [*(case.offset for case in cases), 1]


@given(generated=random_grammars.grammars(), data=st.data())
@settings(max_examples=examples(60))
def test_random_grammars(generated: tuple[str, Grammar], data: st.DataObject) -> None:
    matcher = generated[1]["r0"]
    table = json.loads(irigrammar.exports.export(matcher, to="table"))
    text = data.draw(near(matcher.automaton) | random_grammars.strings())
    assert READ(table, text) == offset(matcher, text)


def test_equal_languages_have_equal_tables() -> None:
    texts = ['r = "a" / "b" *"c"\n', 's = "b" / "b" 1*"c" / "a"\n']
    left, right = (json.loads(irigrammar.exports.export(Grammar.from_text(text).start, to="table")) for text in texts)
    assert {**left, "rule": ""} == {**right, "rule": ""}


@given(st.lists(st.tuples(st.integers(0, 0x10FFFF), st.integers(0, 5_000)), min_size=1, max_size=3), st.data())
def test_rows_of_bytes_are_the_set(parts: list[tuple[int, int]], data: st.DataObject) -> None:
    ranges = union(tuple((low, min(low + size, 0x10FFFF)) for low, size in parts))
    rows = list(byte_rows(ranges))
    drawn = data.draw(st.lists(st.integers(0, 0x10FFFF), min_size=5, max_size=5))
    for point in [end for row in ranges for end in (row[0] - 1, *row, row[1] + 1)] + drawn:
        if 0 <= point <= 0x10FFFF:
            raw = chr(point).encode("utf-8", "surrogatepass")
            read = [
                row
                for row in rows
                if len(row) == len(raw) and all(low <= byte <= high for byte, (low, high) in zip(raw, row, strict=True))
            ]
            assert len(read) == any(low <= point <= high for low, high in ranges)
    assert byte_states(ranges) >= len(rows)


def sizes_export(part: str, count: int, to: str) -> str | None:
    """Return the export of a part repeated with a solidus, None where it is refused for its size."""
    grammar = Grammar.from_text(f'r = {count}( {part} "/" )\n', extends="rfc3987")
    try:
        return irigrammar.exports.export(grammar["r"], to=to)
    except ExportError as error:
        return None if "its limit is" in error.reason else str(error)


def re2() -> Callable[[str], object]:
    engine = pytest.importorskip("re2", reason="the extra proofs has google-re2")
    compile_pattern: Callable[[str], object] = engine.compile
    return compile_pattern


def rust() -> Callable[[str], object]:
    polars = pytest.importorskip("polars", reason="the extra proofs has polars")
    compile_pattern: Callable[[str], object] = polars.Series([""]).str.contains
    return compile_pattern


def of_pcre2() -> Callable[[str], object]:
    if pcre2.version() is None:
        pytest.skip("PCRE2 is not here: libpcre2-8")
    return lambda text: pcre2.matcher(text, jit=False)


@pytest.mark.external
@pytest.mark.parametrize(
    ("to", "part", "engine"),
    [
        ("re2", " ".join(["ucschar"] * 10), re2),
        ("rust", "ucschar", rust),
        ("rust", "iprivate iprivate", rust),
        ("pcre2", "ucschar", of_pcre2),
        ("pcre2", "iprivate", of_pcre2),
        ("pcre2", "ALPHA *( DIGIT / %x20-22 %x30-32 )", of_pcre2),
    ],
)
def test_every_other_export_works(to: str, part: str, engine: Callable[[], Callable[[str], object]]) -> None:
    """Up to the last count that is exported; and the engine refuses three times as much."""
    compiled = engine()
    low, high = 1, 990 if to == "re2" else 3_500  # a grammar of more is not compiled
    while low < high:
        middle = (low + high + 1) // 2
        if sizes_export(part, middle, to) is None:
            high = middle - 1
        else:
            low = middle
    text = sizes_export(part, low, to)
    assert text is not None
    assert low > 100
    compiled(text)
    head, _, body = text.removesuffix(r"\z").partition(r"\A")
    with pytest.raises(Exception, match=r"."):
        compiled(rf"{head}\A{body * 3}\z")


@pytest.mark.slow
@pytest.mark.parametrize("to", ["re2", "rust", "pcre2"])
def test_the_references_are_far_from_every_limit(to: str) -> None:
    for name in ("rfc3986", "rfc3987", "iri-bis", "leiri", "leiri-bis"):
        assert irigrammar.exports.export(irigrammar.grammar(name).start, to=to)


# Generated validators; tests/against/test_validators.py has the complete suites

NESTED = 'list = "(" [ item *( "," item ) ] ")"\nitem = list / "[" *list "]" / 1*%xE9-EA\n'


@pytest.mark.parametrize("form", validators.FORMS)
@pytest.mark.parametrize("grammar", [OWN, slow(MANY_CLASSES), NESTED], ids=["own", "classes", "nested"])
@pytest.mark.parametrize("to", ["c", "javascript"])
def test_verdicts_and_offsets_are_the_library_s(to: str, grammar: str, form: validators.Form, tmp_path: Path) -> None:
    lines, answers = expected(grammar, "utf-16-be" if to in UTF16 else "utf-8")
    assert len(answers) > 2000
    assert runner(matcher_of(grammar), to, tmp_path, form)(lines) == answers


@pytest.mark.parametrize("name", some(generic_names(), 2))
def test_an_automaton_that_splits_refuses_where_the_minimal_one_does(name: str) -> None:
    grammar = irigrammar.grammar(name)
    for matcher in [
        grammar.start,
        *(grammar[rule] for rule in ("URI", "relative-ref", "hier-part") if rule in grammar),
    ]:
        splitting = automaton(matcher)
        if not splitting.depth:
            continue
        dfa = matcher.automaton
        starts = sorted({*dfa.classes.starts, *(point for point, _ in splitting.points)})
        points = [number for _, number in splitting.points]
        alphabet = {(dfa.classes.of(p), points[bisect_right(splitting.points, (p, 99)) - 1]) for p in starts}
        reached = {(dfa.start, splitting.start)}
        todo = list(reached)
        for left, right in todo:
            assert bool(left) == bool(right)
            assert bool(dfa.accepting[left]) == (splitting.ends[right] is not None)
            after = {(dfa.rows[left][mine], splitting.rows[right][other][0]) for mine, other in alphabet} - reached
            reached |= after
            todo.extend(after)


@pytest.mark.parametrize("form", validators.FORMS)
@pytest.mark.parametrize("to", validators.LANGUAGES)
@pytest.mark.slow
def test_bytes_that_are_not_utf_8_are_a_fault_at_their_offset(to: str, form: validators.Form, tmp_path: Path) -> None:
    run = runner(Grammar.from_text("r = *%x0-10FFFF\n").start, to, tmp_path, form, as_bytes=to in UTF16)
    heads = (b"", b"a", "é€😀".encode())
    broken = (b"\x80", b"\xc1\xbf", b"\xc3", b"\xe0\x9f\xbf", b"\xed\xa0\x80", b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80")
    cut = (b"\xff", b"\xe2\x82", b"\xf0\x9f\x98", b"\xf8\x88\x80\x80\x80", b"\xc3a")
    texts = {head + tail + after: len(head) for head in heads for tail in broken + cut for after in (b"", b"z")}
    texts |= {text.encode(): -1 for text in ("", "\0", "\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff")}
    assert run("".join(f"{text.hex()}\n" for text in texts)) == [str(offset) for offset in texts.values()]


@pytest.mark.parametrize("to", validators.LANGUAGES)
def test_an_iri_reference_fits_in_13_kilobytes(to: str) -> None:
    source = generate(irigrammar.grammar("rfc3987")["IRI-reference"], to, split=False)
    assert len(source.encode()) <= 13_000
    assert source.isascii()


def test_rules_that_match_little_have_no_empty_tables(tmp_path: Path) -> None:
    run = runner(Grammar.from_text('r = ""\n').start, "c", tmp_path)
    assert run("\n61\n") == ["-1", "0"]


def test_refused_validators_have_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    port = irigrammar.grammar("rfc3986")["port"]
    with pytest.raises(UnknownDialect, match="'cobol'"):
        generate(port, "cobol")
    with pytest.raises(ValueError, match="'1 x' is not a prefix"):
        generate(port, "c", prefix="1 x")
    with pytest.raises(ExportError, match="r of <text> cannot be written for c: r recurs outside of brackets"):
        generate(Grammar.from_text('r = "x" [ r "y" / "z" r "x" ]\n').start, "c")
    monkeypatch.setattr(validators, "_LIMIT", 1)
    with pytest.raises(ExportError, match="port of rfc3986 cannot be written for c: its automaton has 128 transitions"):
        generate(port, "c")


def test_a_name_of_a_grammar_ends_no_comment() -> None:
    grammar = Grammar.from_text('r = "a"\n', name="x\n*/ \\u000a int y; \\\n")
    for to in validators.LANGUAGES:
        head = generate(grammar.start, to).splitlines()[:4]
        assert [line[:3] for line in head[:3]] == ["// "] * 3
        assert "\\" not in "".join(head)


def test_declarations_are_those_of_the_module() -> None:
    declared = validators.declarations(irigrammar.grammar("rfc3986")["port"])
    assert "export declare function fault(text: string | Uint8Array): number;\n" in declared
    assert "export declare function matches(text: string | Uint8Array): boolean;\n" in declared
    assert "split" not in declared
    declared = validators.declarations(irigrammar.grammar("rfc3986").start)
    assert "export declare function split(text: string | Uint8Array): Components | null;\n" in declared
    assert "  scheme: [number, number] | null;\n" in declared


@pytest.mark.parametrize(
    ("to", "file", "name", "line"),
    [
        ("c", "v.h", "v_test.c", r'    {"\303\251\077", 3, -1},'),
        ("javascript", "v.mjs", "v.test.mjs", r'  ["\u00e9\u003f", -1],'),
        ("typescript", "v.mts", "v.test.mts", r'  ["\u00e9\u003f", -1],'),
        ("go", "v.go", "v_test.go", r'	{"\xc3\xa9\x3f", -1},'),
        ("rust", "v.rs", "v_test.rs", r'    (b"\xc3\xa9\x3f", None),'),
        ("java", "VValidator.java", "VValidatorTest.java", r'        {"\351\077", -1},'),
    ],
)
def test_texts_are_written_as_literals(to: str, file: str, name: str, line: str) -> None:
    matcher = Grammar.from_text('r = %xE9 "?"\n').start
    written, text, lines = small_test(matcher, to, file, ["é?", ""], prefix="v")
    assert (written, len(lines)) == (name, 2)
    assert line in text.splitlines()
    assert lines[0] in text
    assert lines[1] in text.splitlines()[2]


def test_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown form 'cod'; did you mean 'code'"):
        generate(irigrammar.grammar("rfc3986")["port"], "c", form="cod")  # type: ignore[arg-type]  # as it says
