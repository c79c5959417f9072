"""Sets of code points in words of a grammar."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar.automata.charset import MAX, Ranges, union
from irigrammar.automata.naming import character_rules, size, spelled
from irigrammar.automata.regular import CharSet, lower
from irigrammar.grammars.reader import read
from irigrammar.grammars.render import abnf
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.shipped.loader import load

IRI = load("rfc3987")
NAMED = character_rules(IRI, IRI.names())


def read_back(text: str) -> Ranges:
    """Return the set that an expression stands for in RFC 3987's grammar."""
    form = lower(Rulelist("here", read(f"here = {text}\n", "here"), IRI), "here", lambda _: False)
    assert isinstance(form, CharSet)
    return form.ranges


def of(text: str) -> Ranges:
    return union(*(((ord(char), ord(char)),) for char in text))


def sets() -> st.SearchStrategy[Ranges]:
    """Draw sets of characters: whole rules, runs and single ones, without surrogates."""
    ends = st.integers(0, 0x250) | st.integers(0xE000, MAX)
    few = st.tuples(ends, st.integers(0, 9)).map(lambda row: ((row[0], min(row[0] + row[1], MAX)),))
    return st.lists(few | st.sampled_from(sorted(NAMED.values())), min_size=1, max_size=6).map(
        lambda rows: union(*rows)
    )


@given(ranges=sets())
def test_what_is_spelled_is_exactly_the_set(ranges: Ranges) -> None:
    assert read_back(abnf(spelled(ranges, NAMED))) == ranges
    assert read_back(abnf(spelled(ranges, {}))) == ranges


@pytest.mark.parametrize(
    ("ranges", "expected"),
    [
        (NAMED["iunreserved"], "iunreserved"),
        (union(NAMED["unreserved"], of(":@")), 'unreserved / ":" / "@"'),
        (union(NAMED["HEXDIG"], of(":")), 'HEXDIG / ":"'),
        (NAMED["DIGIT"], "DIGIT"),  # not by HEXDIG, which does not lie within it
        (of("/"), '"/"'),
        (of(" "), '" "'),
        (of('"'), "DQUOTE"),  # cannot be written
        (of("vV"), '"v"'),
        (of("v"), "%x76"),
        (of("V"), "%x56"),
        (of("Aab"), '"a" / %x62'),
        (of("12345"), '"1" / "2" / "3" / "4" / "5"'),
        (of("123456789"), "%x31-39"),
        (of("\0é"), "%x00 / %xE9"),
        (((0, 0xD7FF), (0xE000, MAX)), "%x00-D7FF / %xE000-10FFFF"),  # shorter than with names
    ],
)
def test_names_come_first_and_characters_last(ranges: Ranges, expected: str) -> None:
    named = {name: ranges for name, ranges in NAMED.items() if name not in {"VCHAR", "CHAR", "OCTET", "CTL"}}
    assert abnf(spelled(ranges, named)) == expected


def test_rules_of_single_characters() -> None:
    assert NAMED["DIGIT"] == ((0x30, 0x39),)
    assert size(NAMED["HEXDIG"]) == 22
    assert size(NAMED["iprivate"]) == 6400 + 2 * 65534
    assert not NAMED.keys() & {"h16", "pct-encoded", "ipchar", "IRI", "dec-octet", "CRLF", "LWSP", "ipath-empty"}


def test_rules_that_cannot_be_compiled_are_not_character_rules() -> None:
    rules = Rulelist("here", read('a = b / "x"\nb = a / "y"\nc = <prose>\nd = nothing / "z"\ne = "z"\n', "here"))
    assert character_rules(rules, rules.names()) == {"e": ((0x5A, 0x5A), (0x7A, 0x7A))}


def test_the_grammar_at_hand_decides() -> None:
    web = irigrammar.grammar("web-address").rules
    assert set(character_rules(web, ["path-sep"])) == {"href-path-sep"}
