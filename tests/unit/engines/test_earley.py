"""Earley: recursive rules and their derivations."""

from __future__ import annotations

from random import Random

import pytest
from rows import in_one_test

from irigrammar import Grammar
from irigrammar.automata import network
from irigrammar.engines import earley
from irigrammar.engines.derivations import Derivations
from irigrammar.engines.earley import Earley
from irigrammar.engines.node import Node
from irigrammar.engines.recognizer import ByOffset
from irigrammar.errors import GrammarError, ParseLimit

LEFT = 'a = a "x" / "x"\n'


RIGHT = 'a = "x" a / "x"\n'


BRACKETS = 'a = "(" *a ")"\n'


SUM = 'a = a "+" b / b\nb = b "*" c / c\nc = 1*DIGIT / "(" a ")"\n'


PALINDROME = 'a = "x" a "x" / "y" a "y" / ""\n'


CASES = [
    (LEFT, "", 0),
    (LEFT, "xxx", None),
    (LEFT, "xxy", 2),
    (RIGHT, "xxx", None),
    (RIGHT, "xxy", 2),
    (BRACKETS, "(()())", None),
    (BRACKETS, "(()", 3),
    (BRACKETS, "())", 2),
    (SUM, "1+2*(3+4)", None),
    (SUM, "1+(2*)", 5),
    (SUM, "(1", 2),
    (SUM, "1+", 2),
    (PALINDROME, "", None),
    (PALINDROME, "xyyx", None),
    (PALINDROME, "xyx", 3),
    ('a = [a] [b] "x"\nb = [a] "y"\n', "xyx", None),  # hidden left recursion
    ('a = [a] [b] "x"\nb = [a] "y"\n', "xy", 2),
    ('a = a / "x"\n', "x", None),  # a cycle
    ('a = a / "x"\n', "xx", 1),
    ('a = b / "x"\nb = a / "y"\n', "y", None),
    ('a = a a / ""\n', "", None),
    ('a = a a / ""\n', "x", 0),
    ('a = a a / "x" / ""\n', "xxx", None),
    ('a = "x" a b / "y"\nb = [c]\nc = "" / "" c\n', "xxy", None),  # what comes after is always empty
    ('a = "x" a b / "y"\nb = [c]\nc = "" / "" c\n', "xxyx", 3),
    ("a = a\n", "", 0),  # nothing matches
    ('a = "x" a\n', "x", 0),  # nothing matches, so that no prefix is viable
    ('a = "x" / "y" a\nb = a b\n', "yx", None),
    ('a = *( "x" a ) "y"\n', "xyxyy", None),
    ('a = 2a / "x" / %xE9\n', "xéx", None),
]


@in_one_test(("abnf", "text", "offset"), CASES)
def test_verdict_and_offset(abnf: str, text: str, offset: int | None) -> None:
    matcher = Grammar.from_text(abnf)["a"]
    assert matcher.matches(text) is matcher.matches(text.encode()) is (offset is None)
    fault = matcher.check(text).fault
    assert (fault.offset if fault else None) == offset


def test_texts_that_are_not_characters_match_nothing() -> None:
    matcher = Grammar.from_text('a = *( %x0-10FFFF / "(" a ")" )\n')["a"]
    assert matcher.matches_many(["x", b"\xff", "\udc80", ""]) == [True, False, False, True]
    with pytest.raises(TypeError):
        matcher.matches(1)  # type: ignore[arg-type]


def test_deep_nesting_is_read_parsed_and_explained() -> None:
    matcher = Grammar.from_text(BRACKETS)["a"]
    count = 5_000
    assert matcher.matches("(" * count + ")" * count)
    assert sum(node.rule == "a" for node in matcher.parse("(" * count + ")" * count).walk()) == count
    fault = matcher.check("(" * count + ")" * (count - 1)).fault
    assert fault is not None
    assert (fault.offset, fault.message) == (2 * count - 1, "unexpected end of string: a is incomplete")
    assert fault.fixes[0].text == "(" * count + ")" * count


@pytest.mark.slow
def test_very_deep_nesting_is_read_and_parsed() -> None:
    matcher = Grammar.from_text(BRACKETS)["a"]
    count = 100_000
    assert matcher.matches("(" * count + ")" * count)
    assert matcher.parse("(" * count + ")" * count).end == 2 * count


@pytest.mark.slow
def test_too_ambiguous_text_is_an_error_and_never_hangs() -> None:
    matcher = Grammar.from_text('a = a a a / "x" / "xx"\n')["a"]
    with pytest.raises(ParseLimit) as caught:
        matcher.matches("x" * 2_000)
    assert 0 < caught.value.offset < 2_000


def test_the_general_engine_can_be_asked_for_any_rule() -> None:
    matcher = Grammar.from_text("a = 1*3DIGIT\n")["a"]
    recognizer = ByOffset(Earley(matcher._production.network).fault_offset)
    for text in ("", "1", "123", "1234", "x"):
        assert recognizer.matches(text) is matcher.matches(text)
        assert recognizer.fault_offset(text) == matcher._production.recognizer.fault_offset(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("abnf", "good", "short", "offset"),
    [
        ('a = *( "x" / "y" ) "x" 40( "x" / "y" )\n', "yx" + 40 * "y", "x", 1),
        ("".join(f"r{n} = r{n + 1} r{n + 1}\n" for n in range(15)) + 'r15 = "x"\n', 32_768 * "x", "xx", 2),
    ],
    ids=["states", "terminals"],
)
def test_rules_that_are_too_large_for_an_automaton_are_read(abnf: str, good: str, short: str, offset: int) -> None:
    matcher = Grammar.from_text(abnf).start
    assert matcher.matches(good)
    assert matcher.parse(good).end == len(good)
    fault = matcher.check(short).fault
    assert fault is not None
    assert fault.offset == offset
    assert matcher.matches(fault.fixes[0].text)
    with pytest.raises(GrammarError, match="too large"):
        matcher.automaton  # noqa: B018  # it is compiled when it is read


def test_the_states_that_are_kept_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_STATE_LIMIT", 50)
    production = Grammar.from_text('a = *( "x" / "y" ) "x" 20( "x" / "y" )\n')._production("a")
    rng = Random(20)
    for _ in range(20):
        text = "".join(rng.choices("xy", k=100))
        assert (Earley(production.network).fault_offset(text) is None) is (text[-21] == "x")
        assert len(production.network._states) <= 50


@pytest.mark.parametrize(
    ("widest", "credit", "steps", "origins"), [(5, 0, 10, 2), (6, 60, 40, 5), (1_000, 100_000, 30, 3)]
)
def test_results_do_not_depend_on_which_steps_are_kept(
    monkeypatch: pytest.MonkeyPatch, widest: int, credit: int, steps: int, origins: int
) -> None:
    production = Grammar.from_text('a = b a / a "+" a / "(" a ")" / b\nb = "x" [ b "y" ] / "x" "y"\n')._production("a")
    rng = Random(46)
    texts = ["+".join(rng.choices(("x", "xy", "(x+x)", "((xy)", "xxyy"), k=rng.randrange(1, 7))) for _ in range(80)]
    expected = [
        (Earley(production.network).fault_offset(text), picked(Derivations(production.network), text)) for text in texts
    ]
    monkeypatch.setattr(earley, "_WIDEST", widest)
    monkeypatch.setattr(earley, "_CREDIT", credit)
    monkeypatch.setattr(earley, "_STEP_LIMIT", steps)
    monkeypatch.setattr(earley, "_CACHE_LIMIT", origins)
    kept = Derivations(production.network)
    recognizer = Earley(production.network)
    assert [(recognizer.fault_offset(text), picked(kept, text)) for text in texts] == expected
    assert 10 < sum(fault is None for fault, _ in expected) < 70


def picked(derivations: Derivations, text: str) -> list[tuple[tuple[int, ...], bool]] | None:
    """Return the events and leaves of the first parse."""
    picks = derivations.picks(text)
    return None if picks is None else [(pick.events, pick.leaf) for pick in picks]


def levels(count: int) -> str:
    """Return a grammar with so many levels of operators, as expressions have, that no automaton with a stack reads."""
    operators = (f'r{level} = r{level + 1} *( "{chr(97 + level % 20)}" r{level + 1} )\n' for level in range(count))
    return f'{"".join(operators)}r{count} = "z" r0 "y" r0 / 1*DIGIT / "z" 1*DIGIT\n'


def test_levels_of_operators_are_parts_of_one_rule() -> None:
    production = Grammar.from_text(levels(20)).start._production
    text = "1a2bz3cz4y5y6"
    fine, flat = Earley(production.network).chart(text, record=True), Earley(production.flat).chart(text, record=True)
    assert (production.flat.names, fine.fault, flat.fault) == (("r0",), None, None)
    assert max(map(len, flat.states)) <= 6
    assert max(map(len, fine.states)) > 20


@pytest.mark.slow
def test_levels_that_are_too_many_to_be_parts_of_each_other_are_called() -> None:
    grammar = Grammar.from_text(levels(400))
    assert grammar.start._production.flat is grammar.start._production.network
    assert grammar.start.matches("1a2bz3cz4y5y6")


def shown(node: Node) -> str:
    return f"{node.rule}({' '.join(map(shown, node.children))})" if node.rule else node.value


@in_one_test(
    ("abnf", "text", "trees"),
    [
        ('a = "x" a / "x"\n', "xxx", ["a(x a(x a(x)))"]),
        ('a = a "x" / "x"\n', "xxx", ["a(a(a(x) x) x)"]),
        ('a = a "+" a / "1"\n', "1+1+1", ["a(a(a(1) + a(1)) + a(1))", "a(a(1) + a(a(1) + a(1)))"]),
        ('a = "1" / a "+" a\n', "1+1+1", ["a(a(1) + a(a(1) + a(1)))", "a(a(a(1) + a(1)) + a(1))"]),
        ('a = "i" a / "i" a "e" a / "x"\n', "iixex", ["a(i a(i a(x) e a(x)))", "a(i a(i a(x)) e a(x))"]),
        ('a = *( "x" / a "y" )\n', "xy", ["a(x a() y)", "a(a(x) y)"]),
        ('a = *b "c"\nb = *"x" / "(" a ")"\n', "xxc", ["a(b(x x) c)", "a(b(x) b(x) c)"]),
        ('a = a / "x"\n', "x", ["a(x)"]),
        ('a = b / "x"\nb = a / "y"\n', "x", ["a(x)"]),
        ('a = b / "x"\nb = a / "y"\n', "y", ["a(b(y))"]),
        ('a = "" / a a / "x"\n', "", ["a()"]),
        ('a = a a / "x" / ""\n', "xx", ["a(a(x) a(x))"]),
        ('a = "x" b\nb = [a]\n', "xx", ["a(x b(a(x b())))"]),
    ],
)
def test_the_first_trees(abnf: str, text: str, trees: list[str]) -> None:
    matcher = Grammar.from_text(abnf)["a"]
    assert shown(matcher.parse(text)) == trees[0]
    assert list(map(shown, matcher.parses(text))) == trees


def test_a_rule_that_is_not_recursive_has_its_trees_too() -> None:
    matcher = Grammar.from_text('a = b c\nb = *"x"\nc = *"x"\n')["a"]
    trees = list(map(shown, matcher.parses("xx", 9)))
    assert trees == ["a(b(x x) c())", "a(b(x) c(x))", "a(b() c(x x))"]
    assert shown(matcher.parse("xx")) == trees[0]
    assert len(matcher.parses("xx")) == 2
