"""A few strings that show how a production is built."""

from __future__ import annotations

from functools import partial

import pytest
from examples import some
from hypothesis import given
from random_grammars import grammars
from rows import in_one_test

import irigrammar
from irigrammar.automata.dfa import common_string
from irigrammar.language import count, examples, lengths
from irigrammar.language.coverage import coverage
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import generic_names

PRODUCTIONS = [(name, rule) for name in generic_names() for rule in irigrammar.grammar(name) if rule != "href-strip"]


@in_one_test(("name", "rule"), some(PRODUCTIONS, 12))
def test_examples_of_the_catalog(name: str, rule: str) -> None:
    matcher = irigrammar.grammar(name)[rule]
    result = examples(matcher)
    assert all(matcher.matches_many(result))
    assert result == sorted(set(result), key=lambda text: (len(text), text))
    assert result == examples(matcher)
    assert len(result) == 3 or len(result) == sum(count(matcher, length) for length in range(4))
    assert common_string(matcher.automaton, matcher.automaton) in result


@given(drawn=grammars())
def test_examples_of_any_grammar(drawn: tuple[str, Grammar]) -> None:
    matcher = drawn[1]["r0"]
    result = examples(matcher, 4)
    assert all(matcher.matches_many(result))
    assert len(set(result)) == len(result) <= 4
    _, longest = lengths(matcher)
    assert len(result) == 4 or (
        longest is not None and len(result) == sum(map(partial(count, matcher), range(longest + 1)))
    )


@in_one_test(
    ("name", "rule", "expected"),
    [
        ("rfc3986", "scheme", ["a", "ab1+", "abcd"]),
        ("rfc3986", "dec-octet", ["0", "1", "251"]),
        ("rfc3986", "h16", ["a", "abc", "a1b2"]),
        ("rfc3986", "pct-encoded", ["%a1", "%aa", "%ab"]),
        ("rfc3987", "isegment", ["", "abc", "a%a1!À"]),
        (
            "rfc3987",
            "IRI",
            ["a:", "abcd://efg@hij:123/klm/nop?qrs#tuv", "ab1+://c%a2!À@[b3c4:d5e6:f7a8:b9c0:d1e2:fabc:d:e]:3/d?e#f"],
        ),
        ("web-address", "ipath-abempty", ["", "/abc\\def", "/a%a1!À\\%b2$3%c4"]),
        ("rfc5234", "CR", ["\r"]),
        ("rfc5234", "BIT", ["0", "1"]),
    ],
)
def test_the_examples_to_the_letter(name: str, rule: str, expected: list[str]) -> None:
    assert examples(irigrammar.grammar(name)[rule]) == expected


@pytest.mark.parametrize(("name", "rule"), [("rfc3986", "URI"), ("rfc3987", "IRI-reference"), ("web-address", "IRI")])
def test_the_examples_of_a_reference_show_all_its_components(name: str, rule: str) -> None:
    matcher = irigrammar.grammar(name)[rule]
    for text in examples(matcher)[1:]:
        assert None not in matcher.split(text)[:8]
    touched = coverage(matcher, examples(matcher)).rules
    assert all(touched[production] for production in ("IPv6address", "h16", "ls32", "pct-encoded", "port"))


def test_more_examples_and_none() -> None:
    matcher = irigrammar.grammar("rfc3986")["URI"]
    assert len(set(examples(matcher, 12))) == 12
    assert examples(matcher, 0) == []


@pytest.mark.slow
def test_very_long_strings_take_no_long_time() -> None:
    long = Grammar.from_text('a = 4000"xyz" *"y"\n')["a"]
    result = examples(long)
    assert result[0] == "xyz" * 4000
    assert all(long.matches_many(result))


@pytest.mark.parametrize("inner", ['"x"', '"x" "y"', '( "x" / "y" "z" )'])
def test_nested_repetitions_take_no_long_time(inner: str) -> None:
    levels = "".join(f"r{index} = 1*r{index + 1}\n" for index in range(12))
    nested = Grammar.from_text(f"{levels}r12 = {inner}\n")["r0"]
    result = examples(nested)
    assert all(nested.matches_many(result))
    assert len(result) == 3
    assert max(map(len, result)) < 300
