"""Portraits of rules, glyphs and code points."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import asdict
from functools import cache
from pathlib import Path

import pytest
from examples import some
from hypothesis import given
from hypothesis import strategies as st
from random_grammars import grammars
from rows import in_one_test

import irigrammar
from irigrammar.automata.charset import Ranges
from irigrammar.automata.dfa import DEAD
from irigrammar.automata.regular import CharSet, lower
from irigrammar.grammars.expr import Literal, Range, abnf
from irigrammar.grammars.reader import read
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.language import lengths
from irigrammar.learn.code_point import code_point, code_points
from irigrammar.learn.description import Facts, RuleDescription, describe
from irigrammar.learn.diagram import describe_terminal, label
from irigrammar.learn.written import comments
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import generic_names, grammar_directory
from irigrammar.shipped.place import place_of
from irigrammar.text.caret import columns
from irigrammar.text.sheet import Sheet
from irigrammar.unicode import has_newer, is_printable
from irigrammar.views.code_point_page import as_dict, as_lines


def productions() -> list[tuple[str, str]]:
    """Return the rules that each grammar defines, and every ninth of those that it inherits."""
    own: list[tuple[str, str]] = []
    inherited: list[tuple[str, str]] = []
    for name in generic_names():
        rules = irigrammar.grammar(name).rules
        for rule in {rules[rule].name: None for rule in rules.names()}:
            (own if place_of(rules, rules[rule]).grammar == name else inherited).append((name, rule))
    return [*own, *inherited[::9]]


PRODUCTIONS = productions()


@cache
def of(name: str, rule: str) -> RuleDescription:
    return describe(irigrammar.grammar(name), rule)


def facts_of(description: RuleDescription) -> Facts:
    assert description.facts is not None
    return description.facts


def characters(grammar: Grammar, text: str) -> Ranges:
    """Return the set that an expression stands for in a grammar."""
    form = lower(Rulelist("here", read(f"here = {text}\n", "here"), grammar.rules), "here", lambda _: False)
    assert isinstance(form, CharSet)
    return form.ranges


def beginnings(matcher: Matcher) -> Ranges:
    """Return the characters with which some string begins: one at the edges of each interval is tried."""
    dfa = matcher.automaton
    rows = [
        (start, end)
        for start, end, number in zip(
            dfa.classes.starts,
            [*(start - 1 for start in dfa.classes.starts[1:]), 0x10FFFF],
            dfa.classes.ids,
            strict=True,
        )
        if dfa.rows[dfa.start][number] != DEAD
    ]
    merged: list[tuple[int, int]] = []
    for low, high in rows:
        if merged and merged[-1][1] + 1 == low:
            merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return tuple(merged)


@pytest.mark.parametrize(("name", "rule"), some(PRODUCTIONS, 3))
def test_every_production_of_the_catalog(name: str, rule: str) -> None:
    grammar = irigrammar.grammar(name)
    result = describe(grammar, rule)
    assert result.rule == rule
    assert result.verbatim
    file = grammar_directory() / result.place.source.removeprefix("grammar/")
    assert result.text in file.read_text(encoding="utf-8")
    again = read(result.text, "excerpt")
    assert again[rule.lower()].expr == grammar.rules[rule].expr
    if rule == "href-strip":
        assert result.facts is None
        assert (
            result.reason == "<to be done> is prose, which nothing can match; write a rule in its place, or define it"
        )
        return
    facts = facts_of(result)
    matcher = grammar[rule]
    assert facts.states == matcher.automaton.states
    assert (facts.shortest, facts.longest) == lengths(matcher)
    assert facts.empty is matcher.matches("")
    assert (facts.begins is None) is (facts.longest == 0)
    if facts.begins is not None:
        assert characters(grammar, facts.begins) == beginnings(matcher)
    assert 1 <= len(facts.samples) <= 3
    assert all(matcher.matches_many(facts.samples))
    assert len(facts.near_misses) == 2
    for miss in facts.near_misses:
        fault = matcher.check(miss["text"]).fault
        assert fault is not None
        assert (miss["offset"], miss["start"]) == (fault.offset, fault.place[0])
        assert miss["message"]
    assert not facts.everything


@pytest.mark.slow
@given(drawn=grammars())
def test_any_grammar(drawn: tuple[str, Grammar]) -> None:
    grammar = drawn[1]
    result = describe(grammar, "r0")
    facts = facts_of(result)
    assert not result.verbatim
    assert result.text == f"r0 = {abnf(grammar.rules['r0'].expr)}"
    if facts.begins is not None:
        assert characters(grammar, facts.begins) == beginnings(grammar["r0"])
    assert facts.characters is None or facts.shortest == facts.longest == 1
    assert all(grammar[other].automaton == grammar["r0"].automaton for other in facts.equal)


@pytest.mark.parametrize(
    ("name", "rule", "begins"),
    some(
        [
            ("rfc3987", "IRI", "ALPHA"),
            ("rfc3987", "isegment-nz-nc", 'iunreserved / sub-delims / "%" / "@"'),
            ("rfc3987", "ihost", 'iunreserved / sub-delims / "%" / "["'),
            ("rfc3987", "iquery", 'iprivate / iunreserved / sub-delims / "%" / "/" / ":" / "?" / "@"'),
            ("rfc3987", "ipath-empty", None),
            ("rfc3986", "IPv6address", 'HEXDIG / ":"'),
            ("rfc3986", "IPvFuture", '"v"'),
            ("rfc3986", "port", "DIGIT"),
            ("web-address", "ipath-abempty", "href-path-sep"),
            ("rfc5234", "LWSP", "WSP / CR"),
        ],
        4,
    ),
)
def test_first_characters_of_a_production(name: str, rule: str, begins: str | None) -> None:
    result = facts_of(of(name, rule)).begins
    assert result is begins or set((result or "").split(" / ")) == set((begins or "").split(" / "))


@pytest.mark.slow
def test_neighbours() -> None:
    result = of("rfc3987", "ireg-name")
    assert result.used_by == ("ihost",)
    assert (result.start, result.start_rules) == (False, ("IRI-reference", "IRI", "absolute-IRI", "irelative-ref"))
    assert [use["name"] for use in result.uses] == ["iunreserved", "pct-encoded", "sub-delims"]
    assert of("rfc3987", "segment").start_rules == ()
    start = of("rfc3987", "IRI")
    assert (start.start, start.start_rules) == (True, ("IRI-reference",))
    assert of("rfc3986", "path").uses[-1] == {"name": "path-empty", "rule": "path-empty"}


def test_errata_go_with_their_rules() -> None:
    assert [row.published for row in of("rfc3987", "ipath-empty").errata] == ["0<ipchar>"]
    assert [row.published for row in of("rfc3987", "path-empty").errata] == ["0<pchar>"]
    assert of("rfc3987", "ipath").errata == ()


def test_a_rule_that_replaces_another_is_found_by_either_name() -> None:
    asked, own = of("web-address", "path-sep"), of("web-address", "href-path-sep")
    assert (asked.rule, asked.asked, own.asked) == ("href-path-sep", "path-sep", None)
    assert {**asdict(asked), "asked": None} == asdict(own)
    (hidden,) = own.hides
    assert ([*hidden.values()][:3], hidden["place"].line) == (["path-sep", "replace", "web-address"], 43)
    assert {"name": "path-sep", "rule": "href-path-sep"} in of("web-address", "ipath-abempty").uses
    assert of("web-address", "IPATH-abempty").asked is None


def test_a_rule_that_overrides_an_inherited_one() -> None:
    (hidden,) = of("leiri", "ucschar").hides
    assert ([*hidden.values()][:3], hidden["place"].grammar) == (["ucschar", "override", "leiri"], "rfc3987")
    assert of("rfc3987", "ucschar").hides == ()


@pytest.mark.slow
def test_an_inherited_rule_says_what_it_reads_differently() -> None:
    assert [(read["name"], read["rule"]) for read in of("web-address", "isegment").reads] == [
        ("pct-form", "href-pct-form"),
        ("ucschar", "href-ucschar"),
    ]
    (reading,) = of("leiri", "isegment").reads
    assert isinstance(reading, dict)
    assert (reading["name"], reading["rule"], reading["place"].grammar) == ("ucschar", "ucschar", "leiri")
    assert of("leiri", "port").reads == of("rfc3987", "isegment").reads == ()


def test_equal_productions_and_every_string() -> None:
    assert facts_of(of("rfc3986", "query")).equal == ("fragment",)
    text = "all = *( %x0-D7FF / %xE000-10FFFF )\none = %x0-D7FF / %xE000-10FFFF\nascii = *CHAR\n"
    grammar = Grammar.from_text(text)
    everything = facts_of(describe(grammar, "all"))
    assert everything.everything
    assert everything.near_misses == ()
    assert not facts_of(describe(grammar, "one")).everything
    assert not facts_of(describe(grammar, "ascii")).everything


def test_a_recursive_production_has_facts_without_an_automaton() -> None:
    result = describe(Grammar.from_text('list = "(" *list ")"\n'), "list")
    facts = facts_of(result)
    assert result.reason == "recursive: list -> list"
    assert (facts.states, facts.begins, facts.empty, facts.shortest, facts.longest) == (None, '"("', False, 2, None)
    assert facts.samples == ("()", "((()())())", "((())()()())")
    assert [(miss["text"], miss["start"]) for miss in facts.near_misses] == [("(((())())", 9), (")(()())())", 0)]


def test_a_rule_that_never_ends_matches_no_string() -> None:
    facts = facts_of(describe(Grammar.from_text('r = "a" r\n'), "r"))
    assert (facts.begins, facts.empty, facts.shortest, facts.samples) == (None, False, None, ())


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("words", "<some words> is prose, which nothing can match"),
        ("open", "open refers to nowhere, which no rule defines"),
        ("large", "large is too large to compile: with its repetitions written out it has 99,999 terminals"),
    ],
)
def test_a_production_without_an_automaton_says_why(rule: str, reason: str) -> None:
    text = 'list = "(" *list ")"\nwords = <some words>\nopen = nowhere item\nlarge = 99999"x"\nitem = "y"\n'
    grammar = Grammar.from_text(text)
    result = describe(grammar, rule)
    assert result.facts is None
    assert (result.reason or "").startswith(reason)
    assert result.place.line == text[: text.index(f"{rule} = ")].count("\n") + 1
    assert describe(grammar, "item").used_by == ("open",)
    assert describe(grammar, "open").uses == ({"name": "nowhere", "rule": None}, {"name": "item", "rule": "item"})
    assert facts_of(describe(grammar, "item")).equal == ()


def test_users_file_is_shown_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "own.abnf"
    path.write_bytes('\ufeff; first\r\na =  %x41 ; é\r\n\r\nb = a\r\na =/ "b"\r\n'.encode())
    grammar = Grammar.from_file(path)
    result = describe(grammar, "a")
    assert result.text == 'a =  %x41 ; é\na =/ "b"'
    assert result.verbatim
    assert (result.place.document, result.place.source, result.place.line) == (None, str(path), 2)
    child = Grammar.from_text("c = a\n", extends=grammar)
    assert describe(child, "a").text == result.text


@pytest.mark.parametrize("change", ["another", "shorter", "gone", "no-abnf", "no-utf-8"])
def test_a_file_that_has_changed_is_not_shown(tmp_path: Path, change: str) -> None:
    path = tmp_path / "own.abnf"
    path.write_bytes(b'b = "y"\na = "x" ; of old\n')
    grammar = Grammar.from_file(path)
    new = {
        "another": b'b = "y"\na = "z"\n',
        "shorter": b'b = "y"\n',
        "no-abnf": b"b\na = (\n",
        "no-utf-8": b"\na = \xff",
    }
    if change == "gone":
        path.unlink()
    else:
        path.write_bytes(new[change])
    result = describe(grammar, "a")
    assert (result.text, result.verbatim) == ('a = "x"', False)


def test_the_numbers_of_samples_and_near_misses() -> None:
    result = facts_of(describe(irigrammar.grammar("rfc3987"), "IRI", samples=5, misses=4))
    assert (len(result.samples), len(result.near_misses)) == (5, 4)


@in_one_test(
    ("expr", "encoding", "expected"),
    [
        (Literal("//"), "utf-8", '"//"'),
        (Literal("Yes", True), "utf-8", '%s"Yes"'),
        (Literal('"', True), "utf-8", 'U+0022 "'),
        (Literal("A", True), "utf-8", "U+0041 A"),
        (Literal(" ", True), "utf-8", "U+0020"),
        (Literal("é", True), "utf-8", "U+00E9 é"),
        (Literal("é", True), "ascii", "U+00E9"),
        (Literal("\u0301", True), "utf-8", "U+0301"),
        (Literal("\u202e", True), "utf-8", "U+202E"),
        (Range(0x41, 0x5A), "ascii", '"A" to "Z"'),
        (Range(0x20, 0x7E), "utf-8", "U+0020 to U+007E ~"),
        (Range(0x21, 0x22), "utf-8", 'U+0021 ! to U+0022 "'),
        (Range(0x5D0, 0x10FFFD), "utf-8", "U+05D0 א to U+10FFFD"),
        (Range(0x3041, 0x3042), "iso8859-1", "U+3041 to U+3042"),
    ],
)
def test_labels(expr: Literal | Range, encoding: str, expected: str) -> None:
    assert label(expr, encoding) == expected
    assert label(expr, encoding).encode(encoding)


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (Literal("/"), "U+002F SOLIDUS"),
        (Literal("k", True), "U+006B LATIN SMALL LETTER K, in this case only"),
        (Literal("1"), "U+0031 DIGIT ONE"),
        (Range(0xE000, 0xF8FF), "U+E000 (private use character) to U+F8FF (private use character)"),
    ],
)
def test_descriptions(expr: Literal | Range, expected: str) -> None:
    assert describe_terminal(expr) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('a = "x"\n', ("", ())),
        ('a = "x" ; one\n', ("one", ())),
        ('; above\na = "x"\n', ("above", ())),
        ('a = "x" ; one\n  / "y" ; two\n', ("", ("one", "two"))),
        ('a = "x" ; one\n  / "y"\n', ("", ("one", ""))),
        ('a = "x" / "y" ; both\n  / "z" ; three\n', ("both", ("", "", "three"))),
        ('a = "x"\n    "w" ; of the first\n  / "y" "v"\n', ("", ("of the first", ""))),
        ('a = "x" / ";" ; a semicolon\n', ("a semicolon", ())),
        ('a = "x" ; one\n  ; more\n  / "y"\n', ("more", ("one", ""))),
        ('a = "x" ; one\na =/ "y" ;; two\n', ("", ("one", "two"))),
        ('a = "x" /\n  "y" ;\n', ("", ())),
    ],
)
def test_whose_a_comment_is(text: str, expected: tuple[str, tuple[str, ...]], tmp_path: Path) -> None:
    file = tmp_path / "a.abnf"
    file.write_text(text, encoding="utf-8")
    rules = Grammar.from_file(file).rules
    assert comments(rules, rules["a"]) == expected


@in_one_test(
    ("text", "expected"),
    [
        ("U+E9", "é"),
        ("u+00e9", "é"),
        ("\\u{E9}", "é"),
        ("U+0041-0043", "ABC"),
        ("U+41..U+43", "ABC"),
        ("U+41-41", "A"),
        ("U+10FFFF", "\U0010ffff"),
        ("U+D800", "\ud800"),
        ("é", "é"),
        ("e\u0301", "e\u0301"),
        ("aba", "ab"),
        ("U", "U"),
        ("U+", "U+"),
        ("-", "-"),
        ("", ""),
    ],
)
def test_code_points_are_named_in_several_ways(text: str, expected: str) -> None:
    assert "".join(code_points(text)) == expected


@in_one_test(
    ("text", "said"),
    [
        ("U+XYZ", "write U+ and up to six hexadecimal digits"),
        ("U+0000041", "write U+"),
        ("U+4_1", "write U+"),
        ("U+41-4G", "write U+"),
        ("U+41-", "write U+"),
        ("U+\u0664\u0661", "write U+"),
        ("\\u{zz}", "write U+"),
        ("U+110000", "the last one is U+10FFFF"),
        ("U+41-110000", "the last one is U+10FFFF"),
        ("U+43-41", "ends before it begins"),
    ],
)
def test_other_values_than_code_points_are_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("+", r"\+")):
        code_points(text)


@given(st.characters())
def test_a_character_is_in_a_rule_where_the_rule_matches_it(char: str) -> None:
    rules = {name: set(names) for name, names in code_point(char).rules.items()}
    for name in generic_names():
        grammar = irigrammar.grammar(name)
        for rule in (
            *("ALPHA", "DIGIT", "unreserved", "sub-delims", "ucschar", "iunreserved", "iprivate", "leiri-ucschar"),
        ):
            # Another name than asked for is that of a rule which this grammar puts in its place.
            if rule in grammar and grammar[rule].rule == rule and grammar.rules.home(rule) is grammar.rules:
                assert (rule in rules.get(name, set())) is grammar[rule].matches(char)


def test_rules() -> None:
    def rules(char: str) -> dict[str, tuple[str, ...]]:
        return code_point(char).rules

    assert rules("é")["rfc3987"] == ("iunreserved", "ucschar")
    assert rules("!")["rfc3986"] == ("reserved", "sub-delims")
    assert "rfc3987" not in rules("!")  # what it inherits unchanged is reported once
    assert rules("a")["rfc3986"] == ("unreserved",)
    assert "pchar" not in rules("a")["rfc3986"]  # it also matches a row, pct-encoded
    assert rules("\ud800") == {}
    assert set(rules("\ufdd0")) == {"leiri", "leiri-bis", "web-address"}


@in_one_test(
    ("char", "says"),
    [
        ("\ud800", "half of a pair"),
        ("\ue000", "private use"),
        ("\U0010fffd", "private use"),
        ("\ufdd0", "noncharacter"),
        ("\ufdef", "noncharacter"),
        ("\ufffe", "noncharacter"),
        ("\U0010ffff", "noncharacter"),
        ("\u0378", "unassigned in Unicode"),
        ("\ufffd", None),
        ("a", None),
        ("\x00", None),
    ],
)
def test_noncharacters_are_explained(char: str, says: str | None) -> None:
    result = code_point(char).says
    assert result is None if says is None else result is not None and says in result


@in_one_test(
    ("char", "idna2008", "uts46"),
    [
        ("é", "PVALID", "é"),
        ("ß", "PVALID", "ß"),
        ("É", "DISALLOWED", "é"),
        ("\u200d", "CONTEXTJ", "\u200d"),
        ("·", "CONTEXTO", "·"),
        ("☃", "DISALLOWED", "☃"),
        ("１", "DISALLOWED", "1"),
        ("\u00ad", "DISALLOWED", ""),
        ("\u0378", "UNASSIGNED", None),
        ("\ufdd0", "DISALLOWED", None),
        ("\ud800", "DISALLOWED", None),
    ],
)
def test_idna(char: str, idna2008: str, uts46: str | None) -> None:
    point = code_point(char)
    assert (point.idna2008, point.uts46) == (idna2008, uts46)


def test_unicode() -> None:
    point = code_point("(")
    assert (point.bidi_class, point.mirrored, point.category) == ("ON", ")", "Ps")
    assert code_point("∫").mirrored is None
    assert code_point("a").mirrored == "a"
    assert code_point("\u212b").nfc == "Å"
    assert code_point("ﬁ").nfkc == "fi"
    assert code_point("\u202e").group is not None
    assert code_point("\u05d0").bidi_name == "right-to-left"


@given(st.characters(), st.sampled_from([60, 80, 100]))
def test_every_code_point_has_a_page_that_fits(char: str, width: int) -> None:
    point = code_point(char)
    lines = list(as_lines(point, Sheet(width=width)))
    # A name, a host label and a chain of percent-encodings are not folded.
    assert all(columns(line) <= width for line in lines[1:] if " " in line.strip()[24:])
    assert all(is_printable(line) or "\u202d" in line for line in lines)
    row = json.loads(json.dumps(as_dict(point)))
    assert row["code_point"] == f"U+{ord(char):04X}"
    assert has_newer(char) or row["nfc"] == unicodedata.normalize("NFC", char)
    assert set(row["conversions"][0]["components"]) == {"userinfo", "host", "path", "query", "fragment"}


def test_a_page_is_in_ascii_where_the_terminal_is() -> None:
    for char in "éא日ﷺ\u202e":
        assert all(line.isascii() for line in as_lines(code_point(char), Sheet(encoding="ascii")))


def test_a_page() -> None:
    assert list(as_lines(code_point("\u00ad"), Sheet(width=80)))[:8] == [
        "U+00AD SOFT HYPHEN",
        '  shown as            "\\u{AD}"',
        "  category            Cf, format",
        "  bytes of UTF-8      C2 AD",
        "  bidi class          BN, boundary neutral; not mirrored",
        "  NFC                 unchanged",
        "  NFKC                unchanged",
        "  IDNA                DISALLOWED in IDNA2008; by UTS 46 nothing: it is removed",
    ]
    mirrored = [line for line in as_lines(code_point("(")) if "mirrored" in line]
    assert mirrored == ["  bidi class          ON, other neutral; mirrored as U+0029 RIGHT PARENTHESIS"]
