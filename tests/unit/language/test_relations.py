"""Inclusion, equivalence, differences, strings and audit of languages."""

from __future__ import annotations

from functools import cache
from itertools import islice, pairwise, permutations, product

import pytest
from any_references import references
from examples import some
from hypothesis import given
from places import TESTS
from rows import in_one_test

import irigrammar
from irigrammar import Grammar, GrammarError, language
from irigrammar.automata.ambiguity import unambiguous
from irigrammar.engines import walk
from irigrammar.language import (
    REGULAR_READERS,
    count,
    disagreement,
    disagreement_suite,
    enumerate,  # noqa: A004  # the design's name
    equivalent,
    includes,
    lengths,
    sample,
    witness,
)
from irigrammar.language.audit import Ambiguity, audit, engines
from irigrammar.language.diff import common_productions, compare, own_productions
from irigrammar.language.disagreement import reader_automaton, without_marks
from irigrammar.language.relations import equivalents
from irigrammar.language.strings import _completions
from irigrammar.language.suite import suite
from irigrammar.matching.authority import without_white_space
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import generic_names


def rule(name: str) -> Matcher:
    grammar, _, production = name.partition(" ")
    own = irigrammar.Grammar.from_text('host = 1*( ALPHA / "." )\n')
    return (own if grammar == "own" else irigrammar.grammar(grammar))[production]


@in_one_test(
    ("left", "right", "string"),
    [
        ("rfc3986 URI", "rfc3987 IRI", None),
        ("rfc3986 URI", "iri-bis IRI", "a://%aa"),
        ("iri-bis IRI", "rfc3987 IRI", "a:##"),
        ("rfc3987 IRI-reference", "leiri LEIRI-reference", None),
        ("leiri-bis IRI-reference", "web-address IRI-reference", None),
        ("web-address IRI-reference", "leiri-bis IRI-reference", "%"),
        ("rfc3986 IPv4address", "rfc3986 reg-name", None),
        ("rfc3986 path-empty", "rfc3986 port", None),
        ("rfc3986 IPv6address", "iri-bis IPv6address", None),
        ("own host", "rfc3986 reg-name", None),
        ("rfc3986 reg-name", "own host", ""),
    ],
)
def test_the_shortest_string_that_one_matches_and_the_other_does_not(left: str, right: str, string: str | None) -> None:
    assert witness(rule(left), rule(right)) == string
    assert includes(rule(right), rule(left)) is (string is None)
    assert equivalent(rule(left), rule(right)) is (string is None and witness(rule(right), rule(left)) is None)
    if string is not None:
        assert rule(left).matches(string)
        assert not rule(right).matches(string)


@pytest.mark.parametrize("name", some(generic_names(), 1))
def test_equivalent_productions_of_a_grammar(name: str) -> None:
    grammar = irigrammar.grammar(name)
    rows = {production: list(equivalents(grammar[production])) for production in grammar if production != "href-strip"}
    for production, others in rows.items():
        everyone = [other for other in grammar.rules.names() if other != "href-strip"]
        assert others == [
            other
            for other in everyone
            if other != production and grammar[other].automaton == grammar[production].automaton
        ]


def test_equivalents_are_named_in_the_order_of_the_grammar_and_what_cannot_be_compiled_is_passed_over() -> None:
    text = 'a = 2"x"\nb = "xx"\nc = c / "x"\nd = <prose>\ne = "x" *1"x"\nf = "x" ( "x" )\n'
    grammar = irigrammar.Grammar.from_text(text)
    assert list(equivalents(grammar["a"])) == ["b", "f"]
    assert list(equivalents(grammar["e"])) == []


def test_equal_beginnings_and_lengths_do_not_decide() -> None:
    grammar = irigrammar.Grammar.from_text('a = *"x"\nb = "" / "x" / "xx" / "xxx" 1*"x"\nc = *( "x" [ "x" ] )\n')
    assert list(equivalents(grammar["a"])) == ["c"]


@cache
def ambiguities(name: str) -> list[Ambiguity]:
    return list(audit(irigrammar.grammar(name)))


@pytest.mark.slow
def test_the_ambiguities_of_rfc_3986() -> None:
    rows = [
        (ambiguity.rule, ambiguity.first, ambiguity.second, ambiguity.witness) for ambiguity in ambiguities("rfc3986")
    ]
    assert rows == [
        ("host", "IPv4address", "reg-name", "0.0.0.0"),
        ("path", "path-abempty", "path-absolute", "/"),
        ("path", "path-abempty", "path-empty", ""),
        ("path", "path-noscheme", "path-rootless", "a"),
    ]


def test_each_witness_matches_both_alternatives_and_the_place_is_the_rule() -> None:
    grammar = irigrammar.grammar("rfc3986")
    for ambiguity in ambiguities("rfc3986"):
        assert grammar[ambiguity.first].matches(ambiguity.witness)
        assert grammar[ambiguity.second].matches(ambiguity.witness)
        assert (ambiguity.source, ambiguity.line) == ("grammar/rfc3986.abnf", grammar.rules[ambiguity.rule].line)


def test_all_rules_of_a_users_grammar_are_audited() -> None:
    grammar = irigrammar.Grammar.from_text('first = "y"\nother = "x" / *"x"\n')
    assert [row.rule for row in audit(grammar)] == ["other"]
    assert list(audit(grammar, "first")) == []
    assert [row.rule for row in engines(grammar)] == ["first", "other"]


@pytest.mark.slow
def test_deciding_engine() -> None:
    web = {(ambiguity.rule, ambiguity.second): ambiguity.decides for ambiguity in ambiguities("web-address")}
    assert web["ihier-part", "ipath-rootless"] == "href-path-sep is preferred"
    assert web["iquery", "iprivate"] == "first match wins: the second never matches"
    assert list(audit(irigrammar.Grammar.from_text('a = "x" / "y" b\nb = 1*DIGIT / "z"\n'))) == []


def test_alternatives_of_recursive_rules_are_compared_where_automata_decide() -> None:
    grammar = irigrammar.Grammar.from_text('a = "(" a ")" / b / "x"\nb = "(" [ "y" / a ] ")" / c\nc = "1" c "1" / ""\n')
    assert [(row.rule, row.first, row.second, row.witness) for row in audit(grammar)] == []
    nested = irigrammar.Grammar.from_text('a = "(" a ")" / b / "x"\nb = "(" [ "y" / a ] ")"\n')
    assert [(row.rule, row.first, row.second, row.witness) for row in audit(nested)] == [("a", '"(" a ")"', "b", "(x)")]
    why = "'1' both is a bracket and is not one, after the same text, in c"
    assert [(row.rule, row.engine, row.why) for row in engines(grammar)] == [
        ("a", "general engine", why),
        ("b", "general engine", why),
        ("c", "general engine", why),
    ]
    assert [row.engine for row in engines(nested)] == ["automaton with a stack"] * 2


def relations(left: str, right: str) -> dict[str, str]:
    a, b = irigrammar.grammar(left), irigrammar.grammar(right)
    return {mine.rule: compare(mine, theirs).relation for mine, theirs in common_productions(a, b)}


def test_productions_are_paired_by_the_catalog_and_inherited_ones_outside_the_document_are_not_seen() -> None:
    pairs = {
        (a.rule, b.rule) for a, b in common_productions(irigrammar.grammar("rfc3986"), irigrammar.grammar("rfc3987"))
    }
    assert {("URI", "IRI"), ("host", "ihost"), ("pchar", "ipchar"), ("IPv6address", "IPv6address")} <= pairs
    assert not any(b in ("URI", "pchar", "query") for _, b in pairs)
    leiri = {
        (a.rule, b.rule) for a, b in common_productions(irigrammar.grammar("leiri"), irigrammar.grammar("rfc3986"))
    }
    assert ("LEIRI", "URI") in leiri


def test_changes_of_the_revision() -> None:
    result = relations("rfc3987", "iri-bis")
    assert result["IRI"] == "incomparable"
    assert result["ireg-name"] == "wider"
    assert result["ifragment"] == result["iprivate"] == "narrower"
    assert result["isegment"] == result["scheme"] == "equal"
    turned = {"wider": "narrower", "narrower": "wider"}
    assert {
        rule: turned.get(relation, relation) for rule, relation in relations("iri-bis", "rfc3987").items()
    } == result
    assert set(relations("rfc3986", "rfc3987").values()) == {"equal", "narrower"}


def test_a_witness_shows_each_difference() -> None:
    bis, web = irigrammar.grammar("leiri-bis"), irigrammar.grammar("web-address")
    for mine, theirs in common_productions(bis, web):
        result = compare(mine, theirs)
        assert (result.only_b is not None) is (result.relation == "narrower")
        if result.only_b is not None:
            assert theirs.matches(result.only_b)
            assert not mine.matches(result.only_b)


def test_productions_without_a_counterpart() -> None:
    assert own_productions(irigrammar.grammar("rfc3987"), irigrammar.grammar("rfc3986")) == [
        "iunreserved",
        "ucschar",
        "iprivate",
    ]


URI = irigrammar.grammar("rfc3986")


FINITE = irigrammar.Grammar.from_text('a = *2( "x" / "y" ) [ %s"z" ]\n')["a"]


def test_a_finite_language_is_listed_whole_shorter_strings_first() -> None:
    strings = list(enumerate(FINITE))
    assert [len(text) for text in strings] == sorted(len(text) for text in strings)
    assert all(left < right for left, right in pairwise(strings) if len(left) == len(right))
    assert len(strings) == len(set(strings)) == 2 * (1 + 4 + 16)
    assert all(FINITE.matches_many(strings))
    assert lengths(FINITE) == (min(map(len, strings)), max(map(len, strings)))
    for length in range(4):
        assert count(FINITE, length) == [len(text) for text in strings].count(length)
    assert list(islice(enumerate(URI["port"]), 12)) == ["", *map(str, range(10)), "00"]  # an infinite one goes on


def test_counts_are_of_code_points() -> None:
    assert [count(URI["h16"], length) for length in (4, 5)] == [22**4, 0]
    assert count(irigrammar.grammar("rfc3987")["iprivate"], 1) == 6400 + 2 * 65534


@pytest.mark.parametrize("name", some(generic_names(), 2))
def test_samples_match_and_repeat_with_the_seed(name: str) -> None:
    for rule in irigrammar.grammar(name).entry.start:
        matcher = irigrammar.grammar(name)[rule]
        drawn = sample(matcher, 50, seed=7)
        assert len(drawn) == 50
        assert all(matcher.matches_many(drawn))
        assert drawn == sample(matcher, 50, seed=7)
        assert max(map(len, drawn)) <= 40


def test_a_language_of_long_strings_gives_its_shortest() -> None:
    long = irigrammar.Grammar.from_text('a = 60"x" *"y"\n')["a"]
    assert sample(long, 2, seed=0) == ["x" * 60] * 2 or all(len(text) >= 60 for text in sample(long, 2, seed=0))
    assert sample(FINITE, 0, seed=0) == []


@pytest.mark.parametrize("text", ['1500"a"', '500"a" *400"b"', '20( 20( "a" / "b" ) )'])
def test_the_table_for_the_shortest_strings_is_as_large_as_the_automaton(text: str) -> None:
    m = irigrammar.Grammar.from_text(f"a = {text}\n").start
    length = lengths(m)[0]
    table = _completions(m.automaton, [1] * m.automaton.classes.count, length, shortest_only=True)
    assert sum(map(len, table)) <= m.automaton.states + 500  # and the states where strings may end
    assert all(map(m.matches, sample(m, 3, seed=0)))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("h16", (1, 4)), ("IPv4address", (7, 15)), ("IPv6address", (2, 45)), ("segment-nz", (1, None)), ("URI", (2, None)),
     ("path-empty", (0, 0))],
)  # fmt: skip
def test_lengths(rule: str, expected: tuple[int, int | None]) -> None:
    assert lengths(URI[rule]) == expected


PAIRS = tuple(permutations(REGULAR_READERS, 2))


# Of each two, the shortest string of which both read a host, and not the same; those that are not here have none.
OTHER_HOSTS = {
    frozenset(("appendix-b", "first-at")): "//@@a",
    frozenset(("last-at", "first-at")): "//@@a",
    frozenset(("appendix-b", "backslash-as-path")): "//a\\",
    frozenset(("last-at", "backslash-as-path")): "//a\\",
    frozenset(("first-at", "backslash-as-path")): "//a\\",
    frozenset(("appendix-b", "web-address")): '//"\\',
    frozenset(("last-at", "web-address")): '//"\\',
    frozenset(("first-at", "web-address")): '//"\\',
    # A "%" that begins no percent-encoding may be in user information alone.
    frozenset(("backslash-as-path", "web-address")): '//%\\@"',
}


Place = tuple[int, int] | None


def places(text: str) -> dict[str, Place]:
    """Return where readers read a host that is not empty."""
    return {
        reading.reader: (reading.start, reading.end)
        if reading.start is not None and reading.end is not None and reading.start < reading.end
        else None
        for reading in irigrammar.hosts.readings(text)
    }


@pytest.mark.parametrize("reader", REGULAR_READERS)
def test_the_host_is_a_function_of_the_string(reader: str) -> None:
    assert unambiguous(without_marks(reader_automaton(reader)))


@pytest.mark.parametrize(("first", "second"), some(PAIRS, 14))
def test_the_shortest_string_is_one_on_which_they_disagree(first: str, second: str) -> None:
    row = disagreement(first, second)
    if row.shortest is None:
        assert not any(row.automaton.accepting)
        return
    assert walk.matches(row.automaton, row.shortest)
    read = places(row.shortest)
    assert read[first] == (row.start, row.end) != read[second]


def test_readers_that_read_every_host_of_others() -> None:
    without = {pair for pair in PAIRS if disagreement(*pair).shortest is None}
    generic, conventions = ("rfc3986", "rfc3987"), ("appendix-b", "first-at", "last-at", "backslash-as-path")
    assert without == {
        *permutations(generic, 2),
        *product(generic, conventions),
        ("appendix-b", "last-at"),
        ("last-at", "appendix-b"),
    }


@pytest.mark.parametrize(("first", "second"), some(PAIRS, 14))
def test_strings_of_which_both_read_another_host(first: str, second: str) -> None:
    assert disagreement(first, second, both=True).shortest == OTHER_HOSTS.get(frozenset((first, second)))


def agrees(text: str) -> None:
    """Assert that the automata accept a text just where readers have other places."""
    if text[-1:] >= "\ufffe" or without_white_space(text) != text or any(map(is_mark, text)):
        return
    read = places(text)
    for first, second in PAIRS:
        differs = read[first] is not None and read[first] != read[second]
        assert walk.matches(disagreement(first, second).automaton, text) is differs, (text, first, second)


def is_mark(char: str) -> bool:
    return char in "\U0010fffe\U0010ffff"


@given(references("web-address"))
def test_the_automata_say_what_the_readers_read(text: str) -> None:
    if text.isascii():  # IDNA refuses hosts, of which automata know nothing
        agrees(text)


@pytest.mark.parametrize("prefix", ["http:", pytest.param("", marks=pytest.mark.slow)])
def test_suite_distinguishes_readers(prefix: str) -> None:
    texts = disagreement_suite(prefix)
    assert len(set(texts)) == len(texts) > 50
    for text in texts:
        assert text.startswith(prefix)
        if text.isascii():
            agrees(text)
        assert len({(reading.verdict, reading.host) for reading in irigrammar.hosts.readings(text)}) > 1, text


@pytest.mark.slow
def test_the_automata_on_the_complete_suite_of_references() -> None:
    for case in islice(suite(irigrammar.grammar("web-address").start, each="class"), 0, None, 4):
        if case.text.isascii():
            agrees(case.text)


def test_unknown_readers_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown reader 'last'; did you mean 'last-at'"):
        disagreement("last", "first-at")


# Proofs about nested rules, and comparisons up to a length


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


def test_undecidable_pairs_are_compared_up_to_a_length() -> None:
    sums = Grammar.from_text('a = a "+" a / "1"\nb = "1" *( "+" "1" )\nc = b / "1+"\n')
    equal = language.equal_up_to(sums["a"], sums["b"], 6)
    assert (bool(equal), str(equal)) == (True, "equal up to length 6 (127 strings)")
    different = language.equal_up_to(sums["a"], sums["c"], 6)
    assert (different.only_a, different.only_b) == (None, "1+")
    assert str(different) == "different up to length 6 (127 strings)"


# Rules that come back to themselves only where they end, as in older documents, need no stack.
AT_ENDS = """
list = item [ "," list ]
loop = item *( "," item )
item = 1*DIGIT
two = list ";" list
even = [ "x" odd ]
odd = "x" even
within = "(" [ within ] ")"
silent = [ "x" ] silent / "y"
never = "x" never
"""


@in_one_test(
    ("rule", "states"),
    [("list", 3), ("two", 5), ("even", 3), ("odd", 3), ("never", 1), ("within", None), ("silent", None)],
)
def test_a_rule_that_recurs_where_it_ends_has_an_automaton(rule: str, states: int | None) -> None:
    matcher = Grammar.from_text(AT_ENDS)[rule]
    if states is None:
        with pytest.raises(GrammarError, match="is recursive"):
            matcher.automaton  # noqa: B018  # it is made when it is read
    else:
        assert matcher.automaton.states == states


def test_a_rule_that_recurs_where_it_ends_is_one_as_any_other() -> None:
    grammar = Grammar.from_text(AT_ENDS)
    matcher, loop = grammar["list"], grammar["loop"]
    assert (equivalent(matcher, loop), [*equivalents(matcher)]) == (True, ["loop"])
    assert [*suite(matcher)] == [*suite(loop)]
    assert all(map(loop.matches, (*language.examples(matcher), *sample(matcher, 5, 1))))
    assert [miss.offset for miss in language.near_misses(matcher, 3)]
    assert {row.valid for row in language.cover(matcher)} == {True, False}
    tree = matcher.parse("1,2,3")
    assert [node.text for node in tree.walk() if node.rule == "list"] == ["1,2,3", "2,3", "3"]
    fault = matcher.check("1,,2").fault
    assert fault is not None
    assert (fault.offset, str(fault.message)) == (2, '"," is not allowed after ",": item must follow')
    assert matcher.fields("1", {"all": "list"}) == {"all": "1"}
