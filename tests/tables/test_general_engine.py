"""The general engine on complete suites of rules without recursion."""

from __future__ import annotations

from itertools import islice

import pytest
from examples import some

import irigrammar
from irigrammar.engines.earley import Earley
from irigrammar.engines.node import root
from irigrammar.grammars.expr import Prose, walk
from irigrammar.language import suite
from irigrammar.shipped.loader import generic_names

_MOST = 1_000  # strings of a suite
_PARSED = 50

RULES = [(name, rule) for name in generic_names() for rule in irigrammar.grammar(name)]


@pytest.mark.parametrize(("name", "rule"), some(RULES, 12))
def test_complete_suites(name: str, rule: str) -> None:
    matcher = irigrammar.grammar(name)[rule]
    if any(isinstance(expr, Prose) for expr in walk(matcher.grammar.rules[rule].expr)):
        pytest.skip("prose, which nothing can match")
    derivations = matcher._production.derivations
    recognizer = Earley(derivations.network)
    for number, case in enumerate(islice(suite(matcher, each="class"), _MOST)):
        assert recognizer.fault_offset(case.text) == case.offset
        if case.valid and number < _PARSED and matcher.grammar.entry.prefer is None:
            picks = derivations.picks(case.text)
            assert picks is not None
            tree = root(case.text, picks, derivations.program.marks)
            nodes = [(node.rule, node.start, node.end) for node in tree.walk()]
            assert nodes == [(node.rule, node.start, node.end) for node in matcher.parse(case.text).walk()]
