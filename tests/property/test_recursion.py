"""Random recursive grammars against the definition of ABNF."""

from __future__ import annotations

from itertools import islice, product

import pytest
from backtracking import TooManyParses, Tree, parses, tree_of
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from recursive_grammars import language_of, recursive_grammars

from irigrammar import Grammar
from irigrammar.engines.earley import Earley
from irigrammar.engines.node import root

_SIZE = 3
_TEXTS = ["".join(chars) for size in range(_SIZE + 1) for chars in product("abc", repeat=size)]
_TREES = 8


@given(recursive_grammars())
@settings(max_examples=examples(200), deadline=None)
def test_verdicts_and_offsets_are_those_of_the_least_sets_of_strings(abnf: str) -> None:
    grammar = Grammar.from_text(abnf)
    language = language_of(grammar, "r0", _SIZE)
    recognizer = Earley(grammar._production("r0").network)
    for text in _TEXTS:
        offset = recognizer.fault_offset(text)
        if text in language.strings:
            assert offset is None, text
        else:
            assert offset == max((end for end in range(len(text) + 1) if text[:end] in language.prefixes), default=0)


@given(recursive_grammars())
@settings(max_examples=examples(200), deadline=None)
def test_every_tree_is_a_derivation_of_its_text(abnf: str) -> None:
    grammar = Grammar.from_text(abnf)
    derivations = grammar._production("r0").derivations
    recognizer = Earley(derivations.network)
    for text in _TEXTS:
        picks = derivations.picks(text)
        assert (picks is None) == (recognizer.fault_offset(text) is not None)
        trees = [
            tree_of(root(text, way, derivations.program.marks)) for way in islice(derivations.parses(text), _TREES)
        ]
        if picks is not None:
            assert tree_of(root(text, picks, derivations.program.marks)) == trees[0]
        assert all(_leaves(tree, text) == text for tree in trees)


@pytest.mark.slow
@given(recursive_grammars(), st.lists(st.sampled_from(_TEXTS), min_size=5, max_size=20))
@settings(max_examples=examples(200), deadline=None)
def test_trees_are_those_of_backtracking_where_that_ends(abnf: str, texts: list[str]) -> None:
    grammar = Grammar.from_text(abnf)
    derivations = grammar._production("r0").derivations
    for text in texts:
        try:
            expected = list(islice(parses(grammar.rules, "r0", text, steps=5_000), _TREES))
        except (TooManyParses, RecursionError):
            continue
        if derivations.network.cyclic:
            continue
        ways = islice(derivations.parses(text), _TREES)
        trees = list(dict.fromkeys(tree_of(root(text, way, derivations.program.marks)) for way in ways))
        different = list(dict.fromkeys(expected))
        common = min(len(trees), len(different))
        assert trees[:common] == different[:common]
        assert bool(trees) == bool(different)


def _leaves(tree: Tree, text: str) -> str:
    return "".join(_leaves(child, text) for child in tree.children) if tree.rule else text[tree.start : tree.end]
