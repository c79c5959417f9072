"""Leftmost derivations, step by step."""

from __future__ import annotations

import pytest
from cells import cells
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_grammars import grammars, strings
from rows import in_one_test

import irigrammar
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Range, Ref, Repetition
from irigrammar.learn.derivation import Step, Symbol, as_dict, as_lines, derivation
from irigrammar.matching.matcher import Matcher
from irigrammar.text.sheet import PLAIN, Sheet

IRI = irigrammar.grammar("rfc3987")
OVERRIDE, POP = "\u202d", "\u202c"


def symbols(text: str, form: Step) -> list[Symbol]:
    """Return a form as a row of symbols, terminals as their characters."""
    row = [Symbol("", char) for char in text[: form.done]]
    rest = form.rest
    while rest is not None:
        row += [rest.symbol] * rest.count if rest.symbol.rule else [Symbol("", char) for char in rest.symbol.text]
        rest = rest.tail
    return row


def spelled(into: tuple[Symbol, ...]) -> list[Symbol]:
    row: list[Symbol] = []
    for symbol in into:
        row += [symbol] if symbol.rule else [Symbol("", char) for char in symbol.text]
    return row


def ends(expr: Expr, row: list[Symbol], index: int, m: Matcher) -> set[int]:
    """Return where a row of symbols can be after an expression, references being symbols: by its meaning alone."""
    match expr:
        case Literal(text, sensitive):
            read = "".join(symbol.text for symbol in row[index : index + len(text)])
            same = read == text if sensitive else lowered(read) == lowered(text)
            return (
                {index + len(text)}
                if same and not any(symbol.rule for symbol in row[index : index + len(text)])
                else set()
            )
        case Range(low, high):
            return (
                {index + 1} if index < len(row) and row[index].text and low <= ord(row[index].text) <= high else set()
            )
        case Ref(name) | Prose(name):
            wanted = m.grammar.rules[name].name
            return {index + 1} if index < len(row) and row[index].rule == wanted else set()
        case Alternation(items):
            return {end for item in items for end in ends(item, row, index, m)}
        case Concatenation(items):
            here = {index}
            for item in items:
                here = {end for start in here for end in ends(item, row, start, m)}
            return here
        case Repetition(item, low, high):
            found_ends = {index} if low == 0 else set()
            here = {index}
            for times in range(1, (len(row) + low + 1 if high is None else high) + 1):
                here = {end for start in here for end in ends(item, row, start, m)}
                found_ends |= here if times >= low else set()
            return found_ends


def lowered(text: str) -> str:
    return "".join(char.lower() if char.isascii() else char for char in text)


def check(m: Matcher, text: str) -> int:
    """Check the whole derivation of a text, and return how many steps it has."""
    tree = m.parse(text)
    form = [Symbol(m.rule, "")]
    number = 0
    for number, step in enumerate(derivation(tree), 1):
        index = next(place for place, symbol in enumerate(form) if symbol.rule)
        assert (step.number, step.rule) == (number, form[index].rule)
        into = spelled(step.into)
        assert len(into) in ends(m.grammar.rules[step.rule].expr, into, 0, m)
        form[index : index + 1] = into
        after = symbols(text, step)
        assert after == form
        assert step.rest is None or step.rest.symbol.rule
    assert form == [Symbol("", char) for char in text]
    assert number == sum(1 for node in tree.walk() if node.rule)
    return number


@in_one_test(
    ("grammar", "rule", "text"),
    [
        ("rfc3986", "port", ""),
        ("rfc3986", "port", "8080"),
        ("rfc3986", "IPv6address", "1::a:127.0.0.1"),
        ("rfc3987", "IRI-reference", ""),
        ("rfc3987", "IRI", "HTTP://é@[::1]:80/a//b?\ue000#日"),
        ("rfc3987", "IRI", "a:%C3%a9"),
        ("web-address", "", r"http:\\h\p"),
        ("rfc6570", "URI-Template", "a{+b*,c:3}"),
    ],
)
def test_each_step_applies_one_production(grammar: str, rule: str, text: str) -> None:
    named = irigrammar.grammar(grammar)
    check(named[rule] if rule else named.start, text)


def test_neighbours_of_one_rule_are_one_row() -> None:
    m = irigrammar.Grammar.from_text('a = b DIGIT "-" b\nb = "x" 2DIGIT\n')["a"]
    assert check(m, "x123-x45") == 8
    assert list(as_lines(m.parse("x123-x45"), ["a", "b"]))[2] == '  2 b "x" 3DIGIT "-" b'


@pytest.mark.slow
@settings(max_examples=examples(60))
@given(grammars(), st.lists(strings(), min_size=4, max_size=4))
def test_each_step_applies_one_production_of_any_grammar(
    drawn: tuple[str, irigrammar.Grammar], texts: list[str]
) -> None:
    m = drawn[1]["r0"]
    for text in {*texts, *(sampled for sampled in irigrammar.language.sample(m, 3, 0, max_length=8))}:
        if m.matches(text):
            check(m, text)


@pytest.mark.slow
@settings(max_examples=examples(20))
@given(seed=st.integers(0, 10_000), width=st.sampled_from([60, 80, 100]))
def test_no_line_is_longer_than_the_sheet_and_each_shows_the_leftmost_nonterminal(seed: int, width: int) -> None:
    m = IRI["IRI-reference"]
    (text,) = irigrammar.language.sample(m, 1, seed, max_length=120)
    tree = m.parse(text)
    rules = list(m.grammar.rules.reach(m.rule))
    column = max(map(len, rules))
    lines = list(as_lines(tree, rules, Sheet(width=width)))
    steps = list(derivation(tree))
    assert len(lines) == len(steps) + 2
    for step, line in zip(steps, lines[1:], strict=False):
        assert cells(line) <= width
        form = line[3 + column + 2 :] if step.number < 1_000 else line[len(str(step.number)) + column + 2 :]
        if step.rest is not None:
            assert step.rest.symbol.rule in form
            assert form.startswith(('"', '…"')) is (step.done > 0)


def test_lines() -> None:
    m = IRI["IRI"]
    assert list(
        as_lines(m.parse("a:é/1"), ["ipath-rootless"], PLAIN, only=frozenset({"iri", "isegment", "digit"}))
    ) == [
        '  1 IRI            scheme ":" ihier-part',
        ' 10 isegment       "a:é/" ipchar',
        ' 13 DIGIT          "a:é/1"',
        "3 of 13 steps",
    ]


def test_terminals_and_nonterminals_are_distinguished() -> None:
    lines = list(
        as_lines(IRI["port"].parse("80"), ["DIGIT"], Sheet(paint=lambda text, role: f"<{role}:{text}>" if text else ""))
    )
    assert lines == [
        "          <path:port>",
        "<faint:  1 port  ><path:2DIGIT>",
        '<faint:  2 DIGIT ><valid:"8"> <path:DIGIT>',
        '<faint:  3 DIGIT ><valid:"80">',
        "3 steps",
    ]


def test_symbols_after_the_leftmost_nonterminal_are_dimmed() -> None:
    (line,) = [
        line
        for line in as_lines(IRI["IRI"].parse("a:"), [], Sheet(paint=lambda text, role: f"<{role}:{text}>"))
        if "<faint:  1" in line
    ]
    assert line == '<faint:  1 IRI ><path:scheme> <valid:":"> <note:ihier-part>'


def test_unprintable_characters_and_quotation_marks_are_escaped() -> None:
    leiri = irigrammar.grammar("leiri").start
    assert list(as_lines(leiri.parse('a"\u200b'), []))[-2].endswith('"a\\u{22}\\u{200B}"')
    assert list(as_lines(IRI["iquery"].parse("é"), [], Sheet(encoding="ascii")))[-2].endswith('"\\u{E9}"')
    long = list(as_lines(IRI["iquery"].parse("é" * 200), [], Sheet(encoding="ascii")))
    assert all(line.isascii() for line in long)
    assert long[-2].split()[2].startswith('..."\\u{E9}')


def test_right_to_left_characters_are_held_in_their_order() -> None:
    assert list(as_lines(IRI["iquery"].parse("א1"), []))[-2].endswith(f'"{OVERRIDE}א1{POP}"')


def test_a_long_form_is_cut_around_the_leftmost_nonterminal() -> None:
    text = "/" + "a/" * 100
    lines = list(as_lines(IRI["ipath-absolute"].parse(text), ["ipath-absolute"], Sheet(width=60)))
    assert all(len(line) <= 60 for line in lines)
    middle = lines[150]
    assert '/a/" ' in middle
    assert middle.split('" ', 1)[0].split()[2].startswith('…"')
    assert middle.endswith(" …")


def test_json_is_enough_to_derive_again() -> None:
    text = "HTTP://é/a?b"
    m = IRI["IRI-reference"]
    row = as_dict(m.parse(text))
    form: list[dict[str, str]] = [{"rule": row["start"]}]
    for number, step in enumerate(row["steps"], 1):
        index = next(place for place, symbol in enumerate(form) if "rule" in symbol)
        assert (step["number"], step["rule"]) == (number, form[index]["rule"])
        assert "".join(symbol["text"] for symbol in form[:index]) == text[: step["start"]]
        form[index : index + 1] = step["into"]
    assert "".join(symbol["text"] for symbol in form) == text == row["text"]
    only = as_dict(m.parse(text), only=frozenset({"ihost"}))
    assert [(step["rule"], step["start"], step["end"]) for step in only["steps"]] == [("ihost", 7, 8)]


def test_a_form_has_some_room_beside_the_longest_of_names() -> None:
    name = "r" * 90
    tree = irigrammar.Grammar.from_text(f"{name} = *d\nd = DIGIT\n")[name].parse("1" * 50)
    lines = list(as_lines(tree, [name, "d"], Sheet(width=60)))
    assert lines[1].endswith(" 50d")
    assert lines[3].endswith('"1" 49d')
    assert lines[-2].endswith(f'…"{"1" * 17}"')
