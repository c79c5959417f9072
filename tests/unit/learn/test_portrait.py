"""Everything there is to know of one production."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from pathlib import Path

import pytest
from examples import some
from hypothesis import given
from random_grammars import grammars

import irigrammar
from irigrammar.automata.charset import Ranges
from irigrammar.automata.dfa import DEAD
from irigrammar.automata.regular import CharSet, lower
from irigrammar.errors import UnknownRule
from irigrammar.grammars.reader import read
from irigrammar.grammars.render import abnf
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.language import lengths
from irigrammar.learn.portrait import Facts, Portrait, Reading, Reference, portrait
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import generic_names, grammar_directory

PRODUCTIONS = [
    (name, rule)
    for name in generic_names()
    for rule in {irigrammar.grammar(name).rules[rule].name: None for rule in irigrammar.grammar(name).rules.names()}
]


@cache
def of(name: str, rule: str) -> Portrait:
    return portrait(irigrammar.grammar(name), rule)


def facts_of(rule_portrait: Portrait) -> Facts:
    assert rule_portrait.facts is not None
    return rule_portrait.facts


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


@pytest.mark.parametrize(("name", "rule"), some(PRODUCTIONS, 6))
def test_every_production_of_the_catalog(name: str, rule: str) -> None:
    grammar = irigrammar.grammar(name)
    result = portrait(grammar, rule)
    assert result.rule == rule
    assert result.verbatim
    file = grammar_directory() / result.place.source.removeprefix("grammar/")
    assert result.text in file.read_text(encoding="utf-8")
    again = read(result.text, "excerpt")
    assert again[rule.lower()].expr == grammar.rules[rule].expr
    if rule == "href-strip":
        assert result.facts is None
        assert result.reason == "<to be done> is prose, which nothing can match"
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
        fault = matcher.check(miss.text).fault
        assert fault is not None
        assert miss.offset == fault.offset
        assert miss.message
    assert not facts.everything


@pytest.mark.slow
@given(drawn=grammars())
def test_any_grammar(drawn: tuple[str, Grammar]) -> None:
    grammar = drawn[1]
    result = portrait(grammar, "r0")
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
def test_what_a_production_can_begin_with(name: str, rule: str, begins: str | None) -> None:
    result = facts_of(of(name, rule)).begins
    assert result is begins or set((result or "").split(" / ")) == set((begins or "").split(" / "))


@pytest.mark.slow
def test_neighbours() -> None:
    result = of("rfc3987", "ireg-name")
    assert result.used_by == ("ihost",)
    assert (result.start, result.start_rules) == (False, ("IRI-reference", "IRI", "absolute-IRI", "irelative-ref"))
    assert [use.name for use in result.uses] == ["iunreserved", "pct-encoded", "sub-delims"]
    assert of("rfc3987", "segment").start_rules == ()
    start = of("rfc3987", "IRI")
    assert (start.start, start.start_rules) == (True, ("IRI-reference",))
    assert of("rfc3986", "path").uses[-1] == Reference("path-empty", "path-empty")


def test_errata_go_with_their_rules() -> None:
    assert [row.published for row in of("rfc3987", "ipath-empty").errata] == ["0<ipchar>"]
    assert [row.published for row in of("rfc3987", "path-empty").errata] == ["0<pchar>"]
    assert of("rfc3987", "ipath").errata == ()


def test_a_rule_that_replaces_another_is_found_by_either_name() -> None:
    asked, own = of("web-address", "path-sep"), of("web-address", "href-path-sep")
    assert (asked.rule, asked.asked, own.asked) == ("href-path-sep", "path-sep", None)
    assert {**asdict(asked), "asked": None} == asdict(own)
    (hidden,) = own.hides
    assert (hidden.name, hidden.how, hidden.by, hidden.place.line) == ("path-sep", "replace", "web-address", 43)
    assert Reference("path-sep", "href-path-sep") in of("web-address", "ipath-abempty").uses
    assert of("web-address", "IPATH-abempty").asked is None


def test_a_rule_that_overrides_an_inherited_one() -> None:
    (hidden,) = of("leiri", "ucschar").hides
    assert (hidden.name, hidden.how, hidden.by, hidden.place.grammar) == ("ucschar", "override", "leiri", "rfc3987")
    assert of("rfc3987", "ucschar").hides == ()


def test_an_inherited_rule_says_what_it_reads_differently() -> None:
    assert [(read.name, read.rule) for read in of("web-address", "isegment").reads] == [
        ("pct-form", "href-pct-form"),
        ("ucschar", "href-ucschar"),
    ]
    (reading,) = of("leiri", "isegment").reads
    assert isinstance(reading, Reading)
    assert (reading.name, reading.rule, reading.place.grammar) == ("ucschar", "ucschar", "leiri")
    assert of("leiri", "port").reads == of("rfc3987", "isegment").reads == ()


def test_equal_productions_and_every_string() -> None:
    assert facts_of(of("rfc3986", "query")).equal == ("fragment",)
    text = "all = *( %x0-D7FF / %xE000-10FFFF )\none = %x0-D7FF / %xE000-10FFFF\nascii = *CHAR\n"
    grammar = Grammar.from_text(text)
    everything = facts_of(portrait(grammar, "all"))
    assert everything.everything
    assert everything.near_misses == ()
    assert not facts_of(portrait(grammar, "one")).everything
    assert not facts_of(portrait(grammar, "ascii")).everything


def test_a_recursive_production_has_facts_without_an_automaton() -> None:
    result = portrait(Grammar.from_text('list = "(" *list ")"\n'), "list")
    facts = facts_of(result)
    assert result.reason == "recursive: list -> list"
    assert (facts.states, facts.begins, facts.empty, facts.shortest, facts.longest) == (None, '"("', False, 2, None)
    assert facts.samples == ("()", "((()())(()()))", "((()())(()()())()(())()())")
    assert [(miss.text, miss.offset) for miss in facts.near_misses] == [("(((())(()()))", 13), (")(()())(()()))", 0)]


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
    result = portrait(grammar, rule)
    assert result.facts is None
    assert (result.reason or "").startswith(reason)
    assert result.place.line == text[: text.index(f"{rule} = ")].count("\n") + 1
    assert portrait(grammar, "item").used_by == ("open",)
    assert portrait(grammar, "open").uses == (Reference("nowhere", None), Reference("item", "item"))
    assert facts_of(portrait(grammar, "item")).equal == ()


def test_a_users_file_is_shown_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "own.abnf"
    path.write_bytes('\ufeff; first\r\na =  %x41 ; é\r\n\r\nb = a\r\na =/ "b"\r\n'.encode())
    grammar = Grammar.from_file(path)
    result = portrait(grammar, "a")
    assert result.text == 'a =  %x41 ; é\na =/ "b"'
    assert result.verbatim
    assert (result.place.document, result.place.source, result.place.line) == (None, str(path), 2)
    child = Grammar.from_text("c = a\n", extends=grammar)
    assert portrait(child, "a").text == result.text


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
    result = portrait(grammar, "a")
    assert (result.text, result.verbatim) == ('a = "x"', False)


def test_a_text_without_a_file_is_written_anew() -> None:
    result = portrait(Grammar.from_text("a  =  1*3( %x41 )  ; comment\n"), "a")
    assert (result.text, result.verbatim) == ("a = 1*3%x41", False)
    assert portrait(Grammar.from_text("a = b\nb = %x42\n", name="\0"), "b").text == "b = %x42"


def test_an_unknown_rule_has_near_names() -> None:
    with pytest.raises(UnknownRule, match="did you mean isegment"):
        of("rfc3987", "isegmet")


def test_the_numbers_of_samples_and_near_misses() -> None:
    result = facts_of(portrait(irigrammar.grammar("rfc3987"), "IRI", samples=5, misses=4))
    assert (len(result.samples), len(result.near_misses)) == (5, 4)
