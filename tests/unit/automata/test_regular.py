"""The analysable form: references inlined, sets of code points, marks."""

from __future__ import annotations

import pytest

import irigrammar
from irigrammar.automata.regular import (
    EMPTY,
    Alternate,
    Capture,
    CharSet,
    Concat,
    Regular,
    Repeat,
    alternate,
    concat,
    lower,
    repeat,
)
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Literal, Rule
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.matching.grammar import Grammar


def letters(chars: str, *, leaf: bool = False) -> CharSet:
    points = sorted(map(ord, chars))
    return CharSet(tuple((point, point) for point in points), leaf)


A, B = letters("a"), letters("b")


def form(text: str, *, marks: str = "", leaves: bool = False) -> Regular:
    return lower(Grammar.from_text(text).rules, "r", lambda name: name in marks.split(), leaves=leaves)


@pytest.mark.parametrize(
    ("elements", "expected"),
    [
        ('%s"a"', A),
        ('"a"', letters("Aa")),
        ('"1"', letters("1")),
        ('%s"ab"', Concat((A, B))),
        ('""', EMPTY),
        ("%x61", A),
        ("%x61-62", CharSet(((0x61, 0x62),))),
        ("%x61.62", Concat((A, B))),
        ('%s"a" / %s"b"', CharSet(((0x61, 0x62),))),
        ('%s"a" / %s"ab"', Alternate((A, Concat((A, B))))),
        ('%s"a" ( %s"b" %s"a" )', Concat((A, B, A))),
        ('%s"a" / ( %s"ab" / %s"b" )', Alternate((A, Concat((A, B)), B))),
        ('*%s"a"', Repeat(A, 0, None)),
        ('[ %s"a" ]', Repeat(A, 0, 1)),
        ('1%s"a"', A),
        ('0%s"a"', EMPTY),
        ('*""', EMPTY),
        ("x", Concat((A, B))),
        ("<x>", Concat((A, B))),
        ("2DIGIT", Repeat(CharSet(((0x30, 0x39),)), 2, 2)),
    ],
)
def test_each_expression_has_its_form(elements: str, expected: Regular) -> None:
    assert form(f'r = {elements}\nx = %s"ab"\n') == expected


def test_case_is_folded_in_ascii_only() -> None:
    """RFC 5234, 2.3. U+212A KELVIN SIGN and U+017F are not letters of ABNF."""
    assert form('r = "k"\n') == letters("Kk")
    assert form("r = %x212A\n") == letters("\u212a")
    assert form("r = %xE9\n") == letters("é")
    for char in "é\u212a\u017f":  # no text has them in a literal that is not sensitive
        rules = Rulelist("g", {"r": Rule("r", Literal(char), "g", 1, 1)})
        assert lower(rules, "r", lambda _: False) == letters(char)


def test_rules_that_are_tracked_become_marks() -> None:
    text = 'r = x y\nx = %s"a"\ny = %s"b" x\n'
    assert form(text) == Concat((A, B, A))
    assert form(text, marks="x") == Concat((Capture("x", A), B, Capture("x", A)))
    assert form(text, marks="r y") == Capture("r", Concat((A, Capture("y", Concat((B, A))))))


def test_leaves_begin_with_literals_and_ranges() -> None:
    start = letters("a", leaf=True)
    assert form('r = %s"ab" %s"a"\n', leaves=True) == Concat((start, B, start))


def test_constructors_flatten() -> None:
    assert concat(A, concat(B, A), EMPTY) == Concat((A, B, A))
    assert concat() == EMPTY
    assert concat(A) == A
    assert alternate(Concat((A, A)), alternate(Concat((B, B)), Concat((A, A)))) == Alternate(
        (Concat((A, A)), Concat((B, B)))
    )
    assert alternate(A, B) == CharSet(((0x61, 0x62),))
    assert alternate(A, letters("b", leaf=True)) == Alternate((A, letters("b", leaf=True)))
    assert repeat(A, 1, 1) == A
    assert repeat(A, 3, 0) == repeat(A, 0, 0) == repeat(EMPTY, 0, None) == EMPTY


@pytest.mark.parametrize(
    ("regular", "size"),
    [(A, 1), (Concat((A, B)), 2), (Repeat(A, 0, 5), 5), (Repeat(A, 2, None), 3), (Repeat(Concat((A, B)), 10, 10), 20)],
)
def test_the_size_is_the_number_of_sets_with_repetitions_written_out(regular: Regular, size: int) -> None:
    assert regular.size == size


def test_what_is_too_large_or_too_deep_is_refused_before_it_is_built() -> None:
    with pytest.raises(GrammarError, match="r is too large to compile: with its repetitions written out") as caught:
        form('r = 1000000000000"a"\n')
    assert (caught.value.source, caught.value.line) == ("<text>", 1)
    deep = "".join(f'r{index} = "(" r{index + 1} / "x"\n' for index in range(200)) + 'r200 = "x"\nr = r0\n'
    with pytest.raises(GrammarError, match="nested"):
        form(deep)


def test_a_rule_of_the_parent_reads_what_the_child_replaces() -> None:
    parent = irigrammar.grammar("rfc3986").rules
    child = Grammar.from_text('unreserved = "x"\n', extends="rfc3986").rules
    untracked = [lower(rules, "userinfo", lambda _: False) for rules in (parent, child)]
    assert untracked[0] != untracked[1]
