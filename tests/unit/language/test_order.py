"""Languages ordered by inclusion, as proofs, diagram and line."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations

import pytest
from examples import examples
from forms import forms
from hypothesis import given, settings
from hypothesis import strategies as st

from irigrammar.automata.dfa import Dfa, bits, counterexample, determinize, is_included
from irigrammar.automata.nfa import compile_program
from irigrammar.language import relations
from irigrammar.language.relations import Above, closed, covers, inclusion_order, insert, linear, restrict, transpose
from irigrammar.matching.grammar import Grammar

LETTERS = Grammar.from_text('a = "a"\nb = "b"\nab = a / b\nas = *a\nany = *ab\nother = *"1"\nempty = ""\n')
NAMES = ["any", "a", "other", "as", "b", "ab", "empty"]
DIAGRAM = {
    "any": [],
    "a": ["as", "ab"],
    "other": [],
    "as": ["any"],
    "b": ["ab"],
    "ab": ["any"],
    "empty": ["other", "as"],
}


def languages() -> st.SearchStrategy[list[Dfa]]:
    """Draw automata of which no two are equal."""
    automata = st.lists(forms(), min_size=1, max_size=7)
    return automata.map(lambda rows: list(dict.fromkeys(determinize(compile_program(form)) for form in rows)))


def proved(automata: list[Dfa]) -> Above:
    """Return the order, each pair proved by itself, by the search for a witness."""
    numbers = range(len(automata))
    return tuple(
        sum(1 << j for j in numbers if i != j and counterexample(automata[i], automata[j]) is None) for i in numbers
    )


def test_the_diagram_of_a_few_languages() -> None:
    above = inclusion_order([LETTERS[name].automaton for name in NAMES])
    rows = {NAMES[index]: [NAMES[cover] for cover in row] for index, row in enumerate(covers(above))}
    assert rows == DIAGRAM


@given(automata=languages())
def test_the_order_is_that_of_the_witnesses(automata: list[Dfa]) -> None:
    assert inclusion_order(automata) == proved(automata)


@given(automata=languages())
def test_a_cover_has_no_language_between(automata: list[Dfa]) -> None:
    above = proved(automata)
    numbers = range(len(automata))
    expected = tuple(
        tuple(
            cover
            for cover in numbers
            if above[low] >> cover & 1
            and not any(above[low] >> index & 1 and above[index] >> cover & 1 for index in numbers)
        )
        for low in numbers
    )
    assert covers(above) == expected
    assert closed(expected) == above


def test_a_long_chain_is_closed() -> None:
    count = 60
    for order_of in (range(count), reversed(range(count))):
        chain = list(order_of)
        diagram: list[tuple[int, ...]] = [()] * count
        for low, high in pairwise(chain):
            diagram[low] = (high,)
        above = closed(diagram)
        assert all(above[low] >> high & 1 for low, high in combinations(chain, 2))
        assert sum(row.bit_count() for row in above) == count * (count - 1) // 2
        assert covers(above) == tuple(diagram)


def test_the_order_of_a_part_is_the_part_of_the_order() -> None:
    automata = [LETTERS[name].automaton for name in NAMES]
    above = inclusion_order(automata)
    for numbers in permutations(range(len(NAMES)), 4):
        assert restrict(above, numbers) == inclusion_order([automata[number] for number in numbers])


def test_below_is_the_converse_of_above() -> None:
    above = inclusion_order([LETTERS[name].automaton for name in NAMES])
    below = transpose(above)
    for i, j in permutations(range(len(NAMES)), 2):
        assert above[i] >> j & 1 == below[j] >> i & 1


@given(automata=languages(), data=st.data())
def test_the_line_has_each_language_after_what_lies_within_it_and_ties_by_the_key(
    automata: list[Dfa], data: st.DataObject
) -> None:
    above = inclusion_order(automata)
    rank = data.draw(st.permutations(range(len(automata))))
    line = linear(above, lambda number: (rank[number],))
    assert sorted(line) == list(range(len(automata)))
    for earlier, later in combinations(line, 2):
        assert not above[later] >> earlier & 1
    for kind, after in pairwise(line):  # else the second could have come first
        assert rank[kind] < rank[after] or above[kind] >> after & 1


@settings(max_examples=examples(200))
@given(automata=languages(), limit=st.integers(0, 6))
def test_what_takes_too_long_is_not_claimed_and_what_follows_is(automata: list[Dfa], limit: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(relations, "_PAIR_LIMIT", limit)
        above = inclusion_order(automata)
    for claimed, true in zip(above, proved(automata), strict=True):
        assert claimed & ~true == 0
        for number in bits(claimed):
            assert above[number] & ~claimed == 0


def test_an_inclusion_too_long_to_prove_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = LETTERS["a"].automaton, LETTERS["as"].automaton
    assert insert((0,), [right], left) == (0, 1)
    monkeypatch.setattr(relations, "_PAIR_LIMIT", 1)
    assert insert((0,), [right], left) == (0, 0)


# Each within the next; the proof for the first and the last takes six pairs, for neighbours two or three.
CHAIN = Grammar.from_text('a = *( 3"x" )\nb = *"x"\nc = *"x" / "x" *( 2"x" ) "y"\n')


@pytest.mark.parametrize("rules", [*permutations("abc")], ids="".join)
def test_consequences_of_proofs_are_claimed_even_if_undecided(
    rules: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    automata = [CHAIN[rule].automaton for rule in rules]
    monkeypatch.setattr(relations, "_PAIR_LIMIT", 3)
    assert inclusion_order([CHAIN[rule].automaton for rule in "ac"]) == (0, 0)
    assert inclusion_order(automata) == proved(automata)


def test_consequences_of_proofs_need_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 20
    chain = [Grammar.from_text(f'a = *{length}"x"\n')["a"].automaton for length in range(1, count)]
    above = inclusion_order(chain)
    asked: list[Dfa] = []

    def counted(left: Dfa, right: Dfa, limit: int | None = None) -> bool | None:
        asked.append(right)
        return is_included(left, right, limit)

    monkeypatch.setattr(relations, "is_included", counted)
    assert insert(above, chain, LETTERS["empty"].automaton) == (*above, (1 << len(chain)) - 1)
    assert asked == [chain[0]]
    asked.clear()
    largest = insert(above, chain, CHAIN["b"].automaton)
    assert all(row >> len(chain) & 1 for row in largest[:-1])
    assert len(asked) == len(chain) + 1  # it lies within none of them, and the largest of them within it


@pytest.mark.slow
def test_two_large_automata_are_compared_or_given_up() -> None:
    """The product of the two has 200 million pairs."""
    large = Grammar.from_text('window = *( "a" / "b" ) "a" 13( "a" / "b" )\nlong = *6000( "a" / "b" )\n')
    window, long = large["window"].automaton, large["long"].automaton
    assert window.states > 10_000
    assert long.states > 6_000
    assert inclusion_order([window, long]) == (0, 0)
