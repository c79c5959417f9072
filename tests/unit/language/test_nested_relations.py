"""Proofs about nested rules, and comparisons up to a length."""

from __future__ import annotations

import pytest
from places import TESTS

from irigrammar import Grammar, GrammarError, language
from irigrammar.language.diff import compare

ABNF = (TESTS / "data" / "lectures" / "json.abnf").read_text()
JSON = Grammar.from_text(ABNF)["JSON-text"]


@pytest.mark.parametrize(
    ("old", "new", "relation", "only_a", "only_b"),
    [
        ("JSON-text = ws value ws", "JSON-text = ws ( object / array ) ws", "wider", "0", None),
        ("int = zero / ( digit1-9 *DIGIT )", "int = 1*DIGIT", "narrower", None, "00"),
        ("*( value-separator value ) ]", "*( value-separator value ) [ value-separator ] ]", "narrower", None, "[0,]"),
        ("%x20-21", "%x0-21", "narrower", None, '"\0"'),
        ("escape = %x5C", "escape = %x5C", "equal", None, None),
    ],
)
def test_wrong_json_grammars(old: str, new: str, relation: str, only_a: str | None, only_b: str | None) -> None:
    assert ABNF.count(old) == 1
    other = Grammar.from_text(ABNF.replace(old, new))["JSON-text"]
    row = compare(JSON, other)
    assert (row.relation, row.only_a, row.only_b) == (relation, only_a, only_b)
    assert language.equivalent(JSON, other) is (relation == "equal")


def test_rules_that_part_are_refused_with_the_place() -> None:
    with pytest.raises(GrammarError, match="after '', '\\[' opens or closes a bracket in one of them only"):
        language.witness(Grammar.from_text('a = "[" *a "]"\n')["a"], Grammar.from_text('a = "[" *"]"\n')["a"])
    with pytest.raises(GrammarError, match="nothing is proved of a: 'x' both is"):
        language.witness(Grammar.from_text('a = "x" a "x" / ""\n')["a"], JSON)


def test_what_nothing_decides_is_compared_up_to_a_length() -> None:
    sums = Grammar.from_text('a = a "+" a / "1"\nb = "1" *( "+" "1" )\nc = b / "1+"\n')
    equal = language.equal_up_to(sums["a"], sums["b"], 6)
    assert (bool(equal), str(equal)) == (True, "equal up to length 6 (127 strings)")
    different = language.equal_up_to(sums["a"], sums["c"], 6)
    assert (different.only_a, different.only_b) == (None, "1+")
    assert str(different) == "different up to length 6 (127 strings)"
