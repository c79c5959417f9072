"""Random small grammars without recursion, as ABNF text."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from irigrammar.automata.regular import lower
from irigrammar.errors import GrammarError
from irigrammar.matching.grammar import Grammar

__all__ = ["grammars", "strings"]

_SIZE_LIMIT = 200

_TERMINALS = [
    *['"a"', '"b"', '"c"', '"ab"', '"Ba"', '""', '%s"a"', '%s"Ab"', '%i"aB"', "%x61", "%d98", "%b1100001"],
    *["%x61.62", "%x41-42", "%x61-62", "%x62-63", "%xE9-D7FF", "%xE000-10FFFF", "DIGIT"],
]
_REPEATS = ["", "", "", "", "", "*", "*", "1*", "2*", "*1", "*2", "1*2", "2*3", "0", "2", "3"]


@st.composite
def grammars(draw: st.DrawFn, max_rules: int = 4, depth: int = 2) -> tuple[str, Grammar]:
    """Draw a grammar whose start rule is `r0`, its text and itself; it is small enough to be compiled soon."""
    count = draw(st.integers(1, max_rules))
    text = "".join(f"r{index} = {_alternation(draw, index, count, depth)}\n" for index in range(count))
    grammar = Grammar.from_text(text)
    try:
        assume(lower(grammar.rules, "r0", lambda _: False).size <= _SIZE_LIMIT)
        assume(grammar._production("r0").dfa.states)
    except GrammarError:  # it is too large
        assume(False)
    return text, grammar


def strings() -> st.SearchStrategy[str]:
    """Draw short strings over the letters of these grammars."""
    return st.text(st.sampled_from("abcABC1é\U0010ffff"), max_size=6)


def _alternation(draw: st.DrawFn, rule: int, count: int, depth: int) -> str:
    rows = draw(st.sampled_from([1, 1, 2, 2, 3]))
    return " / ".join(_concatenation(draw, rule, count, depth) for _ in range(rows))


def _concatenation(draw: st.DrawFn, rule: int, count: int, depth: int) -> str:
    items = draw(st.sampled_from([1, 1, 2, 2, 3]))
    return " ".join(draw(st.sampled_from(_REPEATS)) + _element(draw, rule, count, depth) for _ in range(items))


def _element(draw: st.DrawFn, rule: int, count: int, depth: int) -> str:
    kinds = ["terminal", "terminal"]
    kinds += ["reference", "reference"] * (rule + 1 < count)
    kinds += ["group", "option"] * (depth > 0)
    match draw(st.sampled_from(kinds)):
        case "reference":
            return f"r{draw(st.integers(rule + 1, count - 1))}"
        case "group":
            return f"( {_alternation(draw, rule, count, depth - 1)} )"
        case "option":
            return f"[ {_alternation(draw, rule, count, depth - 1)} ]"
    return draw(st.sampled_from(_TERMINALS))
