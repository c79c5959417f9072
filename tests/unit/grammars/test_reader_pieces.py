"""The abnf package reads a grammar in pieces; what it says of the whole text at once is the same, and linear."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from irigrammar.errors import GrammarError
from irigrammar.grammars.limits import GrammarLimits
from irigrammar.grammars.reader import SourceText, read
from irigrammar.matching.grammar import Grammar

WORDS = ["a", "b-1", '"x"', '%s"x y"', "%x41-42", "%d65.66", "<p q>", "2", "1*", "*", "(", ")", "[", "]", "/", "="]
SPACES = ["", " ", " ", " ", "  ", "\t", "\n ", " ; c\n  ", "\n ;c\n \n  ", "\n"]


def soup(numbers: random.Random) -> str:
    """Return something like a grammar, which is often valid."""

    def space(*more: str) -> str:
        return numbers.choice([*SPACES[1:9], *more])

    def alternation(depth: int) -> str:
        if numbers.random() < 0.02:
            return "".join(numbers.choice(WORDS) + numbers.choice(SPACES) for _ in range(4))
        return f"{space()}/{space()}".join(concatenation(depth) for _ in range(numbers.randint(1, 3)))

    def concatenation(depth: int) -> str:
        return space().join(element(depth) for _ in range(numbers.choice([1, 2, 3, 40]) if depth == 0 else 2))

    def element(depth: int) -> str:
        repeat = numbers.choice(["", "", "", "2", "1*", "*3"])
        if depth < 3 and numbers.random() < 0.1:
            opening, closing = numbers.choice([("(", ")"), ("[", "]")])
            return f"{repeat}{opening}{space('')}{alternation(depth + 1)}{space('')}{closing}"
        return repeat + numbers.choice(WORDS[:7])

    return "".join(f"r{index} ={space()}{alternation(0)}{numbers.choice(SPACES)}\n" for index in range(2))


def refusal(text: str) -> GrammarError | None:
    try:
        read(text, "f")
    except GrammarError as error:
        return error
    return None


def is_abnf(text: str) -> bool:
    """Return whether the abnf package reads a text at once."""
    from abnf.grammars.rfc7405 import Rule
    from abnf.parser import ParseError

    try:
        Rule("rulelist").parse_all(SourceText(text, "f").parsed)
    except ParseError:
        return False
    return True


@pytest.mark.slow
def test_pieces_are_read_as_the_whole_is() -> None:
    numbers = random.Random(8)
    said = []
    for _ in range(400):
        text = soup(numbers)
        fault = refusal(text)
        said.append(fault is None)
        assert said[-1] == is_abnf(text), text
        assert fault is None or (fault.line is not None and fault.reason != "this is not ABNF")
    assert 100 < sum(said) < 350


def numbers_of(size: int, joint: str = " / ") -> str:
    return joint.join(f"%x{0x100 + 2 * index:X}" for index in range(size))


MANY: dict[str, Callable[[int], str]] = {
    "alternatives": lambda size: f"a = {numbers_of(size)}\n",
    "alternatives in a group": lambda size: f"a = *( {numbers_of(size)} )\n",
    "concatenation": lambda size: f"a = {numbers_of(size, ' ')}\n",
    "rules": lambda size: (
        f"a = {' / '.join(f'b{index}' for index in range(size))}\n"
        + "".join(f"b{index} = %x{index + 1:X}\n" for index in range(size))
    ),
    "comments": lambda size: 'a = "x"\n' + "  ; c\n" * size + '  "x"\n',
    "spaces": lambda size: f'a = "x"{" " * size}"x"\n',
    "a fault behind alternatives": lambda size: f"a = {numbers_of(size)} %\n",
    "a fault behind comments": lambda size: 'a = "x"\n' + "  ; c\n" * size + "  %\n",
    "a fault in groups": lambda size: f"a = {'( ' * 90}{numbers_of(size)}\n",
    "parentheses": lambda size: f'a = {"(" * size}"x"{")" * size}\n',
}


@pytest.mark.growth
@pytest.mark.parametrize("kind", MANY)
def test_time_grows_linearly_with_the_text(kind: str) -> None:
    def seconds(text: str) -> float:
        started = time.thread_time()
        refusal(text)
        return time.thread_time() - started

    short, long = MANY[kind](500), MANY[kind](4_000)
    seconds(MANY[kind](10))
    assert min(seconds(long) for _ in range(2)) < 3 * 8 * max(min(seconds(short) for _ in range(3)), 1e-3)


@pytest.mark.slow
def test_many_alternatives_match() -> None:
    grammar = Grammar.from_text(f"a = {numbers_of(4_000)}\n")
    assert grammar.start.matches("\u0102")
    assert not grammar.start.matches("\u0101")


def test_a_limit_says_what_it_is_and_can_be_raised() -> None:
    deep = f'a = {"( " * 101}"a" / "b"{" )" * 101}\n'
    with pytest.raises(GrammarError, match=r"<text>:1:205: .* more than 100 deep \(GrammarLimits.nesting\)"):
        Grammar.from_text(deep)
    assert Grammar.from_text(deep, limits=GrammarLimits(nesting=101)).start.matches("a")
    with pytest.raises(GrammarError, match=r"has 9 characters, and 8 are the limit \(GrammarLimits.size"):
        Grammar.from_text('a = "xy"\n', limits=GrammarLimits(size=8))


def test_groups_as_deep_as_the_limit_can_be_used() -> None:
    grammar = Grammar.from_text(f'a = {"( %x62 / %x63 ( " * 45}"a"{" ) )" * 45}\n')
    assert grammar.start.matches("b")
    assert grammar.start.parse("cb").end == 2
