"""Expressions, references, ABNF text and excerpts."""

from __future__ import annotations

import pytest
from hypothesis import given
from random_grammars import grammars
from rows import in_one_test

import irigrammar
from irigrammar.grammars.expr import (
    Alternation,
    Concatenation,
    Expr,
    Literal,
    Prose,
    Range,
    Ref,
    Repetition,
    Rule,
    abnf,
    walk,
)
from irigrammar.grammars.reader import read
from irigrammar.grammars.render import excerpt
from irigrammar.grammars.rulelist import Rulelist, reachable, references, users
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import generic_names, grammar_directory, load

EXPRESSIONS: list[tuple[Expr, Expr, Expr]] = [
    (Literal("a"), Literal("a", False, 5), Literal("a", True)),
    (Range(1, 2), Range(1, 2, 5), Range(1, 3)),
    (Ref("a"), Ref("a", 5), Ref("A")),
    (Prose("a"), Prose("a", 5), Prose("b")),
    (Concatenation((Ref("a"),)), Concatenation((Ref("a", 1),), 5), Alternation((Ref("a"),))),
    (Repetition(Ref("a"), 0, None), Repetition(Ref("a", 2), 0, None, 5), Repetition(Ref("a"), 0, 1)),
]


@pytest.mark.parametrize(("expr", "same", "other"), EXPRESSIONS)
def test_the_place_takes_no_part_in_equality(expr: Expr, same: Expr, other: Expr) -> None:
    assert expr == same
    assert hash(expr) == hash(same)
    assert repr(expr) == repr(same)
    assert expr != other


def test_walk_goes_outside_in_and_left_to_right() -> None:
    inner = Alternation((Ref("b"), Literal("c")))
    expr = Concatenation((Ref("a"), Repetition(inner, 0, None), Prose("d"), Range(1, 2)))
    assert list(walk(expr)) == [
        expr,
        Ref("a"),
        Repetition(inner, 0, None),
        inner,
        Ref("b"),
        Literal("c"),
        Prose("d"),
        Range(1, 2),
    ]


def test_walk_does_not_recurse() -> None:
    expr: Expr = Literal("x")
    for _ in range(10_000):
        expr = Repetition(expr, 0, 1)
    assert sum(1 for _ in walk(expr)) == 10_001


def test_a_rule_knows_its_file_and_lines() -> None:
    rule = Rule("a", Ref("b"), "f.abnf", 3, 5)
    assert (rule.name, rule.source, rule.line, rule.end_line) == ("a", "f.abnf", 3, 5)


def rules(text: str) -> Rulelist:
    return Grammar.from_text(text).rules


@in_one_test("name", generic_names())
def test_reachable_rules_are_those_of_derivations(name: str) -> None:
    grammar = irigrammar.grammar(name)
    refers = references(grammar.rules)
    for rule in grammar:
        assert set(reachable(refers, rule)) == set(grammar.rules.reach(rule))


@in_one_test("name", generic_names())
def test_users_are_the_way_back(name: str) -> None:
    refers = references(irigrammar.grammar(name).rules)
    back = users(refers)
    assert back.keys() == refers.keys()
    assert {(source, target) for source, targets in refers.items() for target in targets} == {
        (source, target) for target, rows in back.items() for source in rows
    }


def test_nearer_rules_are_reached_first() -> None:
    refers = references(rules('a = b c\nb = d\nc = "x"\nd = a / "y"\n'))
    assert reachable(refers, "a") == ["a", "b", "c", "d"]
    assert refers["d"] == ("a",)


def test_undefined_rules_are_left_out_and_case_does_not_count() -> None:
    refers = references(rules("a = B nothing B digit\nb = <a>\n"))
    assert refers["a"] == ("b", "DIGIT")
    assert refers["b"] == ("a",)  # prose that is a rule's name


def test_a_rule_that_only_a_redirection_leads_to() -> None:
    """`path-sep` is read as `href-path-sep` still, though the name `href-path-sep` is redirected in turn."""
    child = Grammar.from_text('x = "!"\n', extends=irigrammar.grammar("web-address"), replace={"href-path-sep": "x"})
    refers = references(child.rules)
    assert set(refers["ipath-abempty"]) <= refers.keys()
    assert users(refers).keys() == refers.keys()


def parsed(text: str) -> Expr:
    return read(f"a = {text}\n", "here")["a"].expr


@in_one_test(
    "text",
    [
        *['"x" "y" / "z"', '"x" ( "y" / "z" )', '"x" / ( "y" / "z" )', '"x" ( "y" "z" )', '2( [ "x" ] "y" )'],
        *[
            '"x" ( [ "y" ] / "z" )',
            '2[ "x" ]',
            '*( *1"x" )',
            '1*( *"x" )',
            '*2( 3"x" )',
            '[ "x" / b "y" ]',
            '[ [ "x" ] ]',
        ],
        "%x41-5A / %x0D.0A / %x22 / <prose here> / %xE9",
        '%s"aB" / %x61 / "-"',
        "0b",
        '"" / "; no comment"',
    ],
)
def test_a_text_is_written_as_it_was_read(text: str) -> None:
    assert abnf(parsed(text)) == text


@pytest.mark.slow
@given(drawn=grammars())
def test_any_grammar_means_the_same_when_it_is_read_back(drawn: tuple[str, Grammar]) -> None:
    grammar = drawn[1]
    again = Grammar.from_text("".join(f"{rule} = {abnf(grammar.rules[rule].expr)}\n" for rule in grammar))
    assert again["r0"].automaton == grammar["r0"].automaton


def cut(text: str, rule: str) -> str | None:
    return excerpt(text, read(text, "here")[rule])


@in_one_test(
    ("text", "expected"),
    [
        ('a = "x"\n', 'a = "x"'),
        ('b = "y"\n\na = "x"\n  / b ; both\n', 'a = "x"\n  / b ; both'),
        ('a = "x"\n  ; below\n\nb = "y"\n', 'a = "x"\n  ; below'),
        ('a = "x"\n\n  ; far below\n', 'a = "x"'),
        # A comment at the margin belongs to the rule that follows it without a blank line, else to the one before.
        ('a = "x"\n; the next\nb = "y"\n', 'a = "x"'),
        ('a = "x"\n  ; mine\n; the next\nb = "y"\n', 'a = "x"\n  ; mine'),
        ('a = "x"\n; mine\n\nb = "y"\n', 'a = "x"\n; mine'),
        ('a = "x"\n; mine\n', 'a = "x"\n; mine'),
        # The comment above is shown where the rule has no other.
        ('; above\na = "x"\n', '; above\na = "x"'),
        ('; above\n; it\na = "x"\n', '; above\n; it\na = "x"'),
        ('; above\na = "x" ; beside\n', 'a = "x" ; beside'),
        ('; above\na = "x"\n  ; below\n', 'a = "x"\n  ; below'),
        ('; far above\n\na = "x"\n', 'a = "x"'),
        ('b = "y"\n  ; of b\na = "x"\n', 'a = "x"'),
        # A semicolon in a string is not a comment.
        ('; above\na = ";"\n', '; above\na = ";"'),
        # Definitions that are added to.
        ('a = "x"\nb = "y"\nA =/ "z" ; more\n', 'a = "x"\nA =/ "z" ; more'),
        ('a\n  = "x"\n', 'a\n  = "x"'),
        # Indented as a whole, with CRLF, with a byte order mark.
        ('   b = "y"\n   a = "x"\n     / "z"\n', '   a = "x"\n     / "z"'),
        ('a = "x" ; é\r\n  / "z"\r\nb = "y"\r\n', 'a = "x" ; é\n  / "z"'),
        ('\ufeffa = "x"\n', 'a = "x"'),
        ('a-b = "y"\na = "x"\n', 'a = "x"'),
    ],
)
def test_the_lines_of_a_rule(text: str, expected: str) -> None:
    assert cut(text, "a") == expected


def test_another_text_has_no_lines_of_the_rule() -> None:
    rule = read('b = "y"\na = "x"\n', "here")["a"]
    assert excerpt('a = "x"\n', rule) is None
    assert excerpt('b = "y"\nc = "x"\n', rule) is None
    assert excerpt("", rule) is None


@in_one_test("name", generic_names())
def test_the_excerpts_of_a_catalog_grammar_define_its_rules(name: str) -> None:
    """Each excerpt is in the file, and read by itself it is the rule; together they are the rules in their order."""
    for rule in load(name).own.values():
        text = (grammar_directory() / rule.source.removeprefix("grammar/")).read_text(encoding="utf-8")
        result = excerpt(text, rule)
        assert result is not None
        assert result in text
        assert [rule.expr for rule in read(result, name).values()] == [rule.expr]
