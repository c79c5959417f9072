"""Productions that a string matches, most specific first."""

from __future__ import annotations

import pickle
import subprocess
import sys
from itertools import combinations, pairwise

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from near import members, near
from rows import in_one_test

import irigrammar
from irigrammar.errors import GrammarError
from irigrammar.language import Kind, classify, includes, left_out
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import generic_names, grammar_directory


def listed() -> dict[tuple[str, str], Matcher]:
    """Return the matchers of the catalog's productions by grammar and rule, those of prose left out."""
    matchers: dict[tuple[str, str], Matcher] = {}
    for name in generic_names():
        grammar = irigrammar.grammar(name)
        for rule in grammar.rules.names():
            if grammar.rules.home(rule) is grammar.rules:
                matchers[name, rule] = grammar[rule]
    del matchers["web-address", "href-strip"]
    return matchers


PRODUCTIONS = listed()
STARTS = {(name, rule) for name in generic_names() for rule in irigrammar.grammar(name).entry.start}
CATALOG_ORDER = list(PRODUCTIONS)


def names(kinds: tuple[Kind, ...]) -> list[tuple[str, str]]:
    return [name for kind in kinds for name in kind.productions]


def rules(kinds: tuple[Kind, ...], grammar: str) -> list[str]:
    return [name.rule for kind in kinds for name in kind.productions if name.grammar == grammar]


def lowest(kinds: tuple[Kind, ...]) -> list[set[tuple[str, str]]]:
    """Return the kinds that no other lies within, by their productions."""
    over = {name for kind in kinds for name in kind.within}
    return [set(kind.productions) for kind in kinds if kind.productions[0] not in over]


# Each text with its most specific kinds, in order.
LOWEST: list[tuple[str, list[set[tuple[str, str]]]]] = [
    (
        "http://example.org/",
        [{("rfc3986", "absolute-URI")}, {("rfc3986", "path-rootless")}, {("iri-bis", "absolute-IRI")}],
    ),
    ("a", [{("rfc5234", "ALPHA")}, {("rfc5234", "HEXDIG")}]),
    ("0", [{("rfc5234", "BIT")}]),
    ("%41", [{*((name, "pct-encoded") for name in ("rfc3986", "iri-bis", "rfc6570")), ("iri-bis", "pct-form")}]),
    ("::1", [{("rfc3986", "IPv6address"), ("iri-bis", "IPv6address")}]),
    ("127.0.0.1", [{("rfc3986", "IPv4address"), ("iri-bis", "IPv4address")}]),
    ("[::1]", [{("rfc3986", "IP-literal"), ("iri-bis", "IP-literal")}]),
    (
        "",
        [
            {
                ("rfc3986", "path-empty"),
                ("rfc3987", "ipath-empty"),
                ("iri-bis", "ipath-empty"),
                ("leiri", "ipath-empty"),
                ("leiri-bis", "ipath-empty"),
                ("web-address", "ipath-empty"),
            }
        ],
    ),
    ("//h", [{("rfc3986", "relative-part")}, {("rfc3986", "path-abempty")}, {("iri-bis", "irelative-part")}]),
    ("/", [{("iri-bis", "path-sep")}]),
    (
        "\\",
        [
            {("web-address", "href-path-sep")},
            {("leiri", "ucschar"), ("leiri-bis", "leiri-ucschar"), ("web-address", "href-ucschar")},
        ],
    ),
    ("é", [{("rfc5234", "OCTET")}, {(name, "ucschar") for name in ("rfc3987", "iri-bis", "rfc6570")}]),
    ("\ue000", [{("rfc3987", "iprivate"), ("rfc6570", "iprivate")}]),
    (" ", [{("rfc5234", "SP")}]),
    ("\r\n", [{("rfc5234", "CRLF")}]),
    ("%", [{("rfc5234", "VCHAR")}, {("web-address", "href-pct-form")}]),
]


@in_one_test(("text", "kinds"), LOWEST)
def test_the_most_specific_kinds(text: str, kinds: list[set[tuple[str, str]]]) -> None:
    result = lowest(classify(text))
    assert result == kinds
    assert set(classify(text)[0].productions) in kinds


def test_a_uri_is_reported_by_its_start_rules_first() -> None:
    kinds = classify("http://example.org/")
    assert names(kinds)[:5] == [
        ("rfc3986", rule) for rule in ("absolute-URI", "URI", "URI-reference", "path-rootless", "path")
    ]
    assert rules(kinds, "rfc3987") == [
        *("absolute-IRI", "IRI", "IRI-reference", "ipath-rootless", "ipath"),
        *("ihier-part", "ifragment", "iquery"),
    ]
    assert kinds[0].within == (("rfc3986", "URI"), ("rfc3987", "absolute-IRI"))
    assert rules(kinds, "rfc5234") == []
    no_starts = [index for index, kind in enumerate(kinds) if not kind.starts]
    assert [kinds[index].productions[0].rule for index in no_starts][:3] == [
        "path-rootless",
        "ipath-rootless",
        "hier-part",
    ]
    late = [kind.starts for kind in kinds[no_starts[2] :] if kind.starts]
    assert late == [(("rfc6570", "URI-Template"),)]  # in which a fragment lies, and which follows it


def test_an_address_is_reported_up_to_the_start_rule_first() -> None:
    assert names(classify("127.0.0.1"))[:9] == [
        ("rfc3986", "IPv4address"),
        ("iri-bis", "IPv4address"),
        ("rfc6570", "varname"),  # which lies in reg-name
        *(("rfc3986", rule) for rule in ("reg-name", "segment-nz-nc", "path-noscheme")),
        *(("rfc3986", rule) for rule in ("relative-part", "relative-ref", "URI-reference")),
    ]


@pytest.mark.parametrize("text", ["\ud800", "a\udfff", "http://h/\ud800", "\ue000\n" * 2 + "\ud800"])
def test_a_lone_surrogate_is_in_nothing(text: str) -> None:
    assert classify(text) == ()


def test_bytes_are_read_as_utf_8() -> None:
    assert classify("é".encode()) == classify("é")
    assert classify(b"\xe9") == ()
    with pytest.raises(TypeError, match="a text is str or bytes, not int"):
        classify(8)  # type: ignore[arg-type]


BRUTE = [
    *(text for text, _ in LOWEST),
    "http://user@[2001:db8::1]:8080/p/a/t/h?query=é#frag",
    *["http://h/a b", "http://h\\a:b@c/d", "//[v1.x]:/", "a:##", "a://%aa", "1:2:3:4:5:6:7:8", "ffff", "256"],
    *["\x00", "\t \r\n ", "\U0010ffff", "{", "ſ", "\u2028", "a\n"],
]


@in_one_test("text", BRUTE)
def test_a_production_is_listed_just_when_it_matches(text: str) -> None:
    result = names(classify(text))
    assert len(result) == len(set(result))
    assert set(result) == {name for name, matcher in PRODUCTIONS.items() if matcher.matches(text)}


@given(data=st.data())
def test_near_strings_too_have_the_productions_that_match(data: st.DataObject) -> None:
    text = data.draw(near(PRODUCTIONS[data.draw(st.sampled_from(CATALOG_ORDER))].automaton))
    assert set(names(classify(text))) == {name for name, matcher in PRODUCTIONS.items() if matcher.matches(text)}


@settings(max_examples=examples(30))
@given(data=st.data())
def test_no_kind_comes_before_one_that_lies_within_it(data: st.DataObject) -> None:
    drawn = data.draw(st.sampled_from(CATALOG_ORDER))
    kinds = classify(data.draw(members(PRODUCTIONS[drawn].automaton)))
    assert drawn in names(kinds)
    pairs = list(combinations(range(len(kinds)), 2))
    for earlier, later in data.draw(st.lists(st.sampled_from(pairs), min_size=5, max_size=5)) if pairs else ():
        left, right = (PRODUCTIONS[kinds[index].productions[0]] for index in (earlier, later))
        assert not includes(left, right)


@settings(max_examples=8)
@given(data=st.data())
def test_a_kind_lies_within_those_that_it_names_and_none_is_between(data: st.DataObject) -> None:
    kinds = classify(data.draw(members(PRODUCTIONS[data.draw(st.sampled_from(CATALOG_ORDER))].automaton)))
    index = data.draw(st.integers(0, len(kinds) - 1))
    here = PRODUCTIONS[kinds[index].productions[0]]
    larger = [kind for kind in kinds[index + 1 :] if includes(PRODUCTIONS[kind.productions[0]], here)]
    covers = [
        item.productions[0]
        for item in larger
        if not any(
            other is not item and includes(PRODUCTIONS[item.productions[0]], PRODUCTIONS[other.productions[0]])
            for other in larger
        )
    ]
    assert sorted(kinds[index].within) == sorted(covers)


@given(data=st.data())
def test_ties_go_to_start_rules_and_then_by_the_catalog(data: st.DataObject) -> None:
    kinds = classify(data.draw(members(PRODUCTIONS[data.draw(st.sampled_from(CATALOG_ORDER))].automaton)))
    for earlier, after in pairwise(kinds):
        ranks = [(not kind.starts, CATALOG_ORDER.index(kind.productions[0])) for kind in (earlier, after)]
        assert ranks == sorted(ranks) or after.productions[0] in earlier.within
    for kind in kinds:
        places = [CATALOG_ORDER.index(name) for name in kind.productions]
        assert places == sorted(places)
        assert kind.starts == tuple(name for name in kind.productions if name in STARTS)


def test_productions_of_one_kind_have_one_language_and_others_another() -> None:
    for text, _ in LOWEST:
        automata = [{PRODUCTIONS[name].automaton for name in kind.productions} for kind in classify(text)]
        assert all(len(group) == 1 for group in automata)
        assert len(set.union(*automata)) == len(automata)


def test_a_long_text_is_classified() -> None:
    kinds = classify("http://example.org/" + "é%20" * 5_000)
    assert {"IRI", "absolute-IRI", "IRI-reference"} <= set(rules(kinds, "rfc3987"))
    assert rules(kinds, "rfc3986") == []


def test_kinds_are_values() -> None:
    kinds = classify("a")
    assert pickle.loads(pickle.dumps(kinds)) == kinds
    assert len(set(kinds)) == len(kinds)
    with pytest.raises(AttributeError):
        kinds[0].starts = ()  # type: ignore[misc]


def test_no_grammar_is_read() -> None:
    program = (
        "import sys; from irigrammar.language import classify; classify('http://example.org/'); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "irigrammar.engines.compiled" in loaded
    assert not {"abnf", "tomllib"} & loaded


# A grammar of one's own.

TAG = """\
tag  = "tag:" name ":" path-rootless
name = 1*( ALPHA / DIGIT / "." ) "," date
date = 4DIGIT [ "-" 2DIGIT ]
"""


def test_custom_productions_have_their_place() -> None:
    mine = Grammar.from_text(TAG, name="mine", extends="rfc3986")
    kinds = classify("tag:example.org,2005-03:x/y", also=mine)
    assert kinds[0] == Kind((("mine", "tag"),), (("mine", "tag"),), kinds[0].within)  # type: ignore[arg-type]
    assert kinds[0].within == (("rfc3986", "absolute-URI"), ("rfc3986", "path-rootless"), ("iri-bis", "absolute-IRI"))
    assert names(kinds[1:]) == names(classify("tag:example.org,2005-03:x/y"))
    (date,) = (kind for kind in classify("2005-03", also=mine) if ("mine", "date") in kind.productions)
    assert date == Kind(date.productions, (), date.within)
    assert date.within == (("rfc3986", "reg-name"), ("rfc3986", "segment-nz-nc"), ("iri-bis", "ireg-name"))


def test_a_production_between_two_of_the_catalog_takes_its_place_in_the_diagram() -> None:
    mine = Grammar.from_text('some = URI / "//" host\n', name="mine", extends="rfc3986")
    before = {kind.productions: kind for kind in classify("http://example.org/")}
    after = {kind.productions: kind for kind in classify("http://example.org/", also=mine)}
    some, uri = after[(("mine", "some"),)], after[(("rfc3986", "URI"),)]  # type: ignore[index]
    assert some.within == (("rfc3986", "URI-reference"),)
    assert uri.within == (("rfc3987", "IRI"), ("mine", "some"))
    changed = {productions for productions, kind in before.items() if after[productions] != kind}
    assert changed == {(("rfc3986", "URI"),)}
    assert list(after) == [*list(before)[:2], some.productions, *list(before)[2:]]


def test_a_production_of_the_same_language_joins_the_kind() -> None:
    mine = Grammar.from_text("number = *DIGIT\nfigure = DIGIT\n", name="mine", start=("figure",))
    kinds = classify("7", also=mine)
    assert kinds[0].productions == (("rfc5234", "DIGIT"), ("mine", "figure"))
    assert kinds[0].starts == (("rfc5234", "DIGIT"), ("mine", "figure"))
    (port,) = (kind for kind in kinds if ("rfc3986", "port") in kind.productions)
    assert port.productions == (("rfc3986", "port"), ("iri-bis", "port"), ("mine", "number"))
    assert port.starts == ()
    assert len(kinds) == len(classify("7"))


def test_inherited_rules_are_the_catalogs_and_changed_ones_custom() -> None:
    mine = Grammar.from_text("port = 1*5DIGIT\n", name="mine", extends="rfc3986")
    kinds = classify("http://h:80/", also=mine)
    assert rules(kinds, "mine") == ["absolute-URI", "URI", "URI-reference", "hier-part"]
    assert set(names(kinds)) == {*names(classify("http://h:80/")), *(("mine", rule) for rule in rules(kinds, "mine"))}
    assert names(kinds)[0] == ("mine", "absolute-URI")
    assert kinds[0].within == (("rfc3986", "absolute-URI"), ("mine", "URI"))


def test_grammar_on_a_custom_grammar_brings_both() -> None:
    base = Grammar.from_text(TAG, name="base", extends="rfc3986")
    mine = Grammar.from_text('day = date "T" 2DIGIT\nyears = date *( "," date )\n', name="mine", extends=base)
    kinds = classify("2005-03", also=mine)
    assert names(kinds)[:2] == [("base", "date"), ("mine", "years")]
    assert kinds[0].within == (("mine", "years"),)


def test_replaced_rules_stand_under_the_rule_that_replaces_them() -> None:
    mine = Grammar.from_text('figure = "1" / "2"\n', name="mine", replace={"DIGIT": "figure"})
    kinds = classify("2", also=mine)
    assert rules(kinds, "mine") == ["figure", "HEXDIG"]
    assert rules(classify("3", also=mine), "mine") == []


def test_a_rule_that_is_replaced_where_it_is_defined_is_none() -> None:
    mine = Grammar.from_text('one = "x"\nother = "y"\nboth = one one\n', name="mine", replace={"one": "other"})
    assert rules(classify("y", also=mine), "mine") == ["other"]
    assert rules(classify("yy", also=mine), "mine") == ["both"]
    assert rules(classify("x", also=mine), "mine") == []


@in_one_test("name", generic_names())
def test_a_grammar_of_the_catalog_adds_nothing(name: str) -> None:
    assert classify("a:b", also=irigrammar.grammar(name)) == classify("a:b")


def test_a_grammar_may_have_the_name_of_one_of_the_catalog() -> None:
    mine = Grammar.from_text('URI = "a:" *ALPHA\n', name="rfc3986")
    kinds = classify("a:b", also=mine)
    assert kinds[0].productions == kinds[0].starts == (("rfc3986", "URI"),)
    assert len(kinds) == len(classify("a:b")) + 1


BAD = """\
good = "x"
loop = "x" [ loop ] "y"
user = "x" / loop
gap  = <something>
lost = "x" nowhere
big  = *( "x" / "y" ) "x" 40( "x" / "y" )
fine = 1*"x"
"""


@pytest.mark.slow
def test_uncompiled_rules_are_left_out_and_reported() -> None:
    mine = Grammar.from_text(BAD, name="mine")
    assert rules(classify("x", also=mine), "mine") == ["good", "fine"]
    rows = left_out(mine)
    assert [row.production for row in rows] == [("mine", rule) for rule in ("loop", "user", "gap", "lost", "big")]
    for row, reason in zip(rows, ("recursive", "recursive", "prose", "no rule defines", "too large"), strict=True):
        assert reason in row.reason
        assert "\n" not in row.reason
        with pytest.raises(GrammarError) as caught:
            _ = mine[row.production.rule].automaton
        assert str(caught.value) == row.reason


def test_prose_of_the_catalog_is_left_out() -> None:
    rows = [row for name in generic_names() for row in left_out(irigrammar.grammar(name))]
    assert [row.production for row in rows] == [("web-address", "href-strip")]


# The catalog's own grammar of RFC 3986 with other characters: no language is left as it was, bar those without any.
TEXT = (grammar_directory() / "rfc3986.abnf").read_text(encoding="utf-8")
OTHER = Grammar.from_text(TEXT.replace("unreserved    = ", 'unreserved    = "^" / '), name="other")
SAME = Grammar.from_text(TEXT, name="same")


@pytest.mark.parametrize("text", [text for text, _ in LOWEST])
def test_known_grammar_joins_the_existing_kinds(text: str) -> None:
    kinds = classify(text, also=SAME)
    assert len(kinds) == len(classify(text))
    for kind in kinds:
        theirs = [name.rule for name in kind.productions if name.grammar == "rfc3986"]
        assert theirs == [name.rule for name in kind.productions if name.grammar == "same"]


@pytest.mark.slow
@settings(max_examples=examples(15))
@given(data=st.data())
def test_productions_of_ones_own_are_placed_as_proved(data: st.DataObject) -> None:
    drawn = data.draw(st.sampled_from(list(OTHER)))
    kinds = classify(data.draw(members(OTHER[drawn].automaton)), also=OTHER)
    assert ("other", drawn) in names(kinds)
    matchers = [
        OTHER[rule] if grammar == "other" else PRODUCTIONS[grammar, rule]
        for grammar, rule in (kind.productions[0] for kind in kinds)
    ]
    places = {kind.productions[0]: index for index, kind in enumerate(kinds)}
    own = [index for index, kind in enumerate(kinds) if any(name.grammar == "other" for name in kind.productions)]
    index = data.draw(st.sampled_from(own))
    larger = {
        number for number, matcher in enumerate(matchers) if number != index and includes(matcher, matchers[index])
    }
    assert all(number > index for number in larger)
    assert not any(includes(matchers[index], matchers[number]) for number in range(index + 1, len(kinds)))
    seen: set[int] = set()
    todo = [places[name] for name in kinds[index].within]
    while todo:  # what can be reached by the diagram is what includes it
        number = todo.pop()
        if number not in seen:
            seen.add(number)
            todo += [places[name] for name in kinds[number].within]
    assert seen == larger
