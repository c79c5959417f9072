"""Nested rules by the automaton with a stack and the general engine."""

from __future__ import annotations

import json
from array import array
from random import Random

import pytest
from kernels import NEEDS_KERNEL, decided, pure_nested
from places import TESTS
from rows import in_one_test

from irigrammar import Grammar, NoMatch
from irigrammar.engines.earley import Earley
from irigrammar.engines.kernel import automaton, kernel
from irigrammar.engines.nested import Nested
from irigrammar.engines.packing import pack

SUMS = 'a = t *( "+" t )\nt = f *( "*" f )\nf = 1*DIGIT / "(" a ")" / 1*ALPHA "(" [ a *( "," a ) ] ")"\n'
LEFT = 'a = a "+" t / t\nt = t "*" f / f\nf = "1" / "(" a ")"\n'
LISPS = 'a = 1*ALPHA / "(" *WSP [ a *( 1*WSP a ) *WSP ] ")"\n'
COMMENTS = """a = "(" *( [FWS] c ) [FWS] ")"
c = ctext / "\\" ( VCHAR / WSP ) / a
ctext = %d33-39 / %d42-91 / %d93-126
FWS = [*WSP CRLF] 1*WSP
"""
EMPTY = 'a = "(" ")" / "(" a *( "," a ) ")" / "x"\n'
LISTS = 'a = "[" [ items ] "]" / "x"\nitems = a "," items / a [ "," ]\n'
JSON = (TESTS / "data" / "lectures" / "json.abnf").read_text()


def nested_of(abnf: str) -> Nested:
    grammar = Grammar.from_text(abnf)
    nested = grammar._production(grammar.start.rule).nested
    assert isinstance(nested, Nested), nested
    return nested


CASES = {
    "sums": (SUMS, ["1+2*(3+4)", "f(1,g(),2)*3", "f(1", "1+", "(1))", "((((1))))", "f(,)"]),
    "lisps": (LISPS, ["(a (b c) ())", "((((a))))", "(a", "a)", "(  a  b )"]),
    "comments": (COMMENTS, ["(a (b \\( c) d)", "(a \\)", "()", "((())())", "(a", "(a))"]),
    "empty": (EMPTY, ["()", "((),x)", "(x,(x,()))", "(x", "(,x)", "(x,)"]),
    "lists": (LISTS, ["[]", "[x,]", "[x,[x,x,],x]", "[x,[x,x,],x", "[,]", "[x,,]"]),
    "left recursion": (
        'a = a "+" t / t\nt = t "*" f / f\nf = "1" / "(" a ")"\n',
        ["1+1*(1+1)", "1+", "(1", "(1))", ""],
    ),
    "several characters": ('a = "/*" *( %x61-62 / a ) "*/"\n', ["/**/", "/*a/*b*/b*/", "/*a*/*/", "/*a/*b*/"]),
    "json": (JSON, ["{}", '{"a": [1, -2.5e3]}', "[1,]", "[1 2]", '{"a":1', '"[" ', '["]"]', " [ ] ", "01"]),
}


@pytest.mark.parametrize("name", CASES)
def test_nested_rules_are_read_alike(name: str) -> None:
    abnf, texts = CASES[name]
    nested = nested_of(abnf)
    grammar = Grammar.from_text(abnf)
    production = grammar._production(grammar.start.rule)
    for text in texts:
        offset = Earley(production.network).fault_offset(text)
        expected = decided(production.derivations, text)
        for parser in (nested, pure_nested(nested)):
            assert parser.fault_offset(text) == offset, text
            assert not parser.has_trees or decided(parser, text) == expected, text
        assert decided(production.tree, text) == expected


@pytest.mark.parametrize(
    ("abnf", "reason"),
    [
        ('a = "x" a "x" / ""\n', "'x' both is a bracket and is not one, after the same text, in a"),
        ('a = b "+" / "1"\nb = a "-" / "2"\n', "b begins with itself"),
        ('a = *( "x" a ) "y"\n', "a recurs outside of brackets"),
    ],
)
def test_other_rules_say_why_not(abnf: str, reason: str) -> None:
    assert Grammar.from_text(abnf)._production("a").nested == reason


@pytest.mark.parametrize("text", ["[" * 1_000_000 + "]" * 1_000_000, "[" * 1_000_000])
def test_depth_is_bounded_by_memory_only(text: str) -> None:
    grammar = Grammar.from_text(JSON)
    matcher = grammar[grammar.start.rule]
    assert matcher.matches(text) is matcher.matches(text.encode()) is ("]" in text)
    if "]" in text:
        assert matcher.parse(text).end == len(text)
    else:
        with pytest.raises(NoMatch):
            matcher.parse(text)


def test_corrupted_json_gets_the_verdicts_of_the_general_engine() -> None:
    grammar = Grammar.from_text(JSON)
    production = grammar._production(grammar.start.rule)
    nested, general, rng = nested_of(JSON), Earley(production.network), Random(8259)
    whole = json.dumps([{"a": [1, None, "\u00e9", {}]}, [[], "[}"], -1.5e3], ensure_ascii=False, indent=1)
    for _ in range(300):
        at = rng.randrange(len(whole))
        text = whole[:at] + rng.choice(["", *'[]{},:"1é\ud800👩']) + whole[at + rng.randrange(2) :]
        assert nested.fault_offset(text) == pure_nested(nested).fault_offset(text) == general.fault_offset(text), text


def test_more_frames_than_a_byte_holds() -> None:
    nested = nested_of('a = 17( "x" [ "(" a ")" ] ) / "y"\n')
    assert len(nested.automaton.frames) > 256
    inner = "x" * 16 + "x(y)"
    cases = [(inner, None), (f"x({inner}){'x' * 16}", None), (f"x({inner}){'x' * 15}", 38), (f"x({inner}", 22)]
    for text, offset in cases:
        assert nested.fault_offset(text) == pure_nested(nested).fault_offset(text) == offset
        assert decided(nested, text) == decided(pure_nested(nested), text)


@NEEDS_KERNEL
@in_one_test(
    ("changed", "reason"),
    [
        ({"automaton": None}, "not one of the kernel"),
        ({"first": 0}, "do not fit"),
        ({"first": 10_000}, "do not fit"),
        ({"sizes": (2, 2)}, "another size"),
        ({"frames": array("I")}, "another size"),
        ({"frames": array("I", [77, 77, 77])}, "not there"),
        ({"targets": array("I", [999, 999, 999])}, "not there"),
        ({"pops": array("I", [999, 999])}, "not there"),
    ],
)
def test_the_kernel_refuses_tables_that_do_not_fit(changed: dict[str, object], reason: str) -> None:
    tables = nested_of('a = "(" *a ")"\n').automaton
    module = kernel()
    assert module is not None
    assert (len(tables.pushes), len(tables.frames), len(tables.completions)) == (3, 2, 1)
    arguments = {
        "automaton": automaton(pack(tables.dfa)),
        "first": tables.first_action,
        "frames": array("I", [frame % 2**32 for frame, _ in tables.pushes]),
        "targets": array("I", [to for _, to in tables.pushes]),
        "pops": array("I", [to for row in tables.pops for to in row]),
        "sizes": (2, 1),
        "passes": None,
    }
    assert module.Nested(**arguments).matches("(())")
    with pytest.raises((TypeError, ValueError), match=reason):
        module.Nested(**arguments | changed)
