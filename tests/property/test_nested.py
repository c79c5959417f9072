"""Random nested grammars: automaton with a stack, general engine."""

from __future__ import annotations

from random import Random

from examples import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from kernels import decided, pure_nested
from recursive_grammars import nested_grammars, recursive_grammars

from irigrammar import Grammar, GrammarError, language
from irigrammar.automata.pushdown import Pushdown
from irigrammar.engines.earley import Earley
from irigrammar.engines.nested import Nested

_LETTERS = "abc([)]*"


def walked(automaton: Pushdown, rng: Random) -> str:
    """Return a viable prefix, or a string of the language where that comes first after a few characters."""
    dfa, state, text = automaton.dfa, automaton.dfa.start, ""
    stack: list[int] = []
    for length in range(24):
        if not state or (length > 3 and dfa.accepting[state] and rng.random() < 0.5):
            break
        choices = [number for number, to in enumerate(dfa.rows[state]) if to]
        if not choices:
            break
        number = rng.choice(choices)
        text += chr(dfa.classes.ranges(number)[0][0])
        state = dfa.rows[state][number]
        if state >= automaton.first_action:
            frame, state = automaton.pushes[state - automaton.first_action]
            if frame >= 0:
                stack.append(frame)
            else:
                state = automaton.pops[state][stack.pop()]
    return text


@given(nested_grammars(), st.lists(st.text(_LETTERS, max_size=7), max_size=20), st.integers(0, 2**32))
@settings(max_examples=examples(300), deadline=None)
def test_the_engines_agree(abnf: str, texts: list[str], seed: int) -> None:
    production = Grammar.from_text(abnf)._production("r0")
    assume(production.is_recursive)
    nested = production.nested
    assume(not isinstance(nested, str))
    assert isinstance(nested, Nested)
    rng = Random(seed)
    general, pure = Earley(production.network), pure_nested(nested)
    for text in (*texts, *(walked(nested.automaton, rng) for _ in range(20))):
        offset = general.fault_offset(text)
        assert nested.fault_offset(text) == pure.fault_offset(text) == offset, text
        assert production.recognizer.matches(text) is production.recognizer.matches(text.encode()) is (offset is None)
        expected = decided(production.derivations, text)
        for parser in (nested, pure):
            assert not parser.has_trees or decided(parser, text) == expected, text


@given(recursive_grammars(), st.lists(st.text("abc", max_size=6), min_size=5, max_size=20))
@settings(max_examples=examples(200), deadline=None)
def test_rules_that_recur_at_their_ends_are_read_alike(abnf: str, texts: list[str]) -> None:
    production = Grammar.from_text(abnf)._production("r0")
    assume(not production.is_regular)
    nested = production.nested
    assume(not isinstance(nested, str))
    assert isinstance(nested, Nested)
    general = Earley(production.network)
    for text in (*texts, *(walked(nested.automaton, Random(seed)) for seed in range(10))):
        assert nested.fault_offset(text) == general.fault_offset(text), text
        if nested.has_trees:
            assert decided(nested, text) == decided(production.derivations, text), text


@given(nested_grammars(2), nested_grammars(2))
@settings(max_examples=examples(200), deadline=None)
def test_witnesses_are_the_shortest(first: str, second: str) -> None:
    a, b = Grammar.from_text(first)["r0"], Grammar.from_text(second)["r0"]
    try:
        found, shared = language.witness(a, b), language.intersection_example(a, b)
    except GrammarError:
        assume(False)
    tried = language.equal_up_to(a, b, 5)
    assert tried.strings > 1
    for text, matches in ((found, (True, False)), (shared, (True, True))):
        assert text is None or (a.matches(text), b.matches(text)) == matches
    if tried.only_a is not None:
        assert found is not None
        assert len(found) == len(tried.only_a)
    elif found is not None:
        assert len(found) > 5
