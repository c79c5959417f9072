"""The analysable form: references inlined, sets of code points, marks."""

from __future__ import annotations

import pytest

import irigrammar
from irigrammar.automata.regular import EMPTY, Choice, Loop, Mark, Regular, Seq, Set, choice, loop, lower, seq
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Literal, Rule
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.matching.grammar import Grammar


def letters(chars: str, *, leaf: bool = False) -> Set:
    points = sorted(map(ord, chars))
    return Set(tuple((point, point) for point in points), leaf)


A, B = letters("a"), letters("b")


def form(text: str, *, marks: str = "", leaves: bool = False) -> Regular:
    return lower(Grammar.from_text(text).rules, "r", lambda name: name in marks.split(), leaves=leaves)


@pytest.mark.parametrize(
    ("elements", "expected"),
    [
        ('%s"a"', A),
        ('"a"', letters("Aa")),
        ('"1"', letters("1")),
        ('%s"ab"', Seq((A, B))),
        ('""', EMPTY),
        ("%x61", A),
        ("%x61-62", Set(((0x61, 0x62),))),
        ("%x61.62", Seq((A, B))),
        ('%s"a" / %s"b"', Set(((0x61, 0x62),))),
        ('%s"a" / %s"ab"', Choice((A, Seq((A, B))))),
        ('%s"a" ( %s"b" %s"a" )', Seq((A, B, A))),
        ('%s"a" / ( %s"ab" / %s"b" )', Choice((A, Seq((A, B)), B))),
        ('*%s"a"', Loop(A, 0, None)),
        ('[ %s"a" ]', Loop(A, 0, 1)),
        ('1%s"a"', A),
        ('0%s"a"', EMPTY),
        ('*""', EMPTY),
        ("x", Seq((A, B))),
        ("<x>", Seq((A, B))),
        ("2DIGIT", Loop(Set(((0x30, 0x39),)), 2, 2)),
    ],
)
def test_each_expression_has_its_form(elements: str, expected: Regular) -> None:
    assert form(f'r = {elements}\nx = %s"ab"\n') == expected


def test_case_is_folded_in_ascii_only() -> None:
    """RFC 5234, 2.3. U+212A KELVIN SIGN and U+017F are no letters of ABNF."""
    assert form('r = "k"\n') == letters("Kk")
    assert form("r = %x212A\n") == letters("\u212a")
    assert form("r = %xE9\n") == letters("é")
    for char in "é\u212a\u017f":  # no text has them in a literal that is not sensitive
        rules = Rulelist("g", {"r": Rule("r", Literal(char), "g", 1, 1)})
        assert lower(rules, "r", lambda _: False) == letters(char)


def test_rules_that_are_tracked_become_marks() -> None:
    text = 'r = x y\nx = %s"a"\ny = %s"b" x\n'
    assert form(text) == Seq((A, B, A))
    assert form(text, marks="x") == Seq((Mark("x", A), B, Mark("x", A)))
    assert form(text, marks="r y") == Mark("r", Seq((A, Mark("y", Seq((B, A))))))


def test_leaves_begin_with_literals_and_ranges() -> None:
    start = letters("a", leaf=True)
    assert form('r = %s"ab" %s"a"\n', leaves=True) == Seq((start, B, start))


def test_constructors_flatten() -> None:
    assert seq(A, seq(B, A), EMPTY) == Seq((A, B, A))
    assert seq() == EMPTY
    assert seq(A) == A
    assert choice(Seq((A, A)), choice(Seq((B, B)), Seq((A, A)))) == Choice((Seq((A, A)), Seq((B, B))))
    assert choice(A, B) == Set(((0x61, 0x62),))
    assert choice(A, letters("b", leaf=True)) == Choice((A, letters("b", leaf=True)))
    assert loop(A, 1, 1) == A
    assert loop(A, 3, 0) == loop(A, 0, 0) == loop(EMPTY, 0, None) == EMPTY


@pytest.mark.parametrize(
    ("made", "size"),
    [(A, 1), (Seq((A, B)), 2), (Loop(A, 0, 5), 5), (Loop(A, 2, None), 3), (Loop(Seq((A, B)), 10, 10), 20)],
)
def test_the_size_is_the_number_of_sets_with_repetitions_written_out(made: Regular, size: int) -> None:
    assert made.size == size


def test_what_is_too_large_or_too_deep_is_refused_before_it_is_built() -> None:
    with pytest.raises(GrammarError, match="r is too large to compile: its repetitions") as caught:
        form('r = 1000000000000"a"\n')
    assert (caught.value.source, caught.value.line) == ("<text>", 1)
    deep = "".join(f'r{at} = "(" r{at + 1} / "x"\n' for at in range(200)) + 'r200 = "x"\nr = r0\n'
    with pytest.raises(GrammarError, match="nested"):
        form(deep)


def test_a_rule_of_the_parent_reads_what_the_child_replaces() -> None:
    parent = irigrammar.grammar("rfc3986").rules
    child = Grammar.from_text('unreserved = "x"\n', extends="rfc3986").rules
    untracked = [lower(rules, "userinfo", lambda _: False) for rules in (parent, child)]
    assert untracked[0] != untracked[1]
