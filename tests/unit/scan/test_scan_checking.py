"""The checker of identifiers: caches and shortcuts change no verdict."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from near import members
from rows import in_one_test

from irigrammar.advice.quiet import covers, quiet
from irigrammar.advice.registry import Selection, choose_rules, rules
from irigrammar.automata.dfa import Dfa, counterexample, product
from irigrammar.engines.compiled import QUIET, compiled_rules
from irigrammar.engines.packing import unpack
from irigrammar.matching.grammar import Grammar, grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.scan.checking import Checker
from irigrammar.scan.formats.items import Candidate, Production
from irigrammar.scan.formats.registry import Options, document_type, document_types
from irigrammar.scan.policies import matcher_of

IRI = matcher_of(Production("rfc3987", "IRI"))
# All rules that quiet tails are about.
COVERED = choose_rules("all", ignore=[rule.code for rule in rules() if rule.severity == "advice"])

_TEXTS = """
http://e.org https://192.0.2.1 http://xn--a ftp://[::1]:21 x://a-.b http://EXAMPLE.com: http://e.org:80 http:///
http://www.com.e.org http://256.1.1 file:// doi:10.1/a//b urn:a:b/c http://a_b http://a--b.c http://u:p@h http://%C3%A9
"""
HEADS = st.sampled_from(_TEXTS.split())
_PIECES = st.sampled_from(["//", "/../", "A", "l0O1", "a.b", ":80", "@", "?", "#", "%7e", "xn--a", "www.com"])
_CHARACTERS = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=9)
TAILS = st.lists(_PIECES | _CHARACTERS, max_size=5).map("".join)


def automaton(rule: str) -> Dfa:
    return unpack(compiled_rules(QUIET, rule)[rule][0])


@pytest.mark.parametrize("matcher", [IRI, grammar("leiri").start, grammar("web-address").start])
@given(texts=st.lists(st.tuples(HEADS, TAILS).map("/".join), min_size=1, max_size=4))
@example(texts=["http://///../"])  # browsers read the host ".."
def test_what_is_left_out_is_clean(matcher: Matcher, texts: list[str]) -> None:
    quick, slow = Checker(matcher, COVERED), Checker(matcher, COVERED)
    unclean = {text for text in texts if slow.findings(text)}
    assert quick.unclean(texts) == unclean
    assert quick.unclean(texts) == unclean


@given(head=HEADS, tail=members(automaton("tail")))
def test_no_rule_finds_anything_in_a_quiet_tail(head: str, tail: str) -> None:
    tail = "/" + tail
    if quiet().matches(tail) and IRI.matches(head + tail):
        checker = Checker(IRI, COVERED)
        assert checker.unclean([head + tail]) == ({head + tail} if checker.findings(head + tail) else set())


_TEXT_PIECES = """
http https :// : / // . , ; ? # = & ( ) < > " ' iri: ignore _:b @en ^^ \\ \u00e9 %C3%A9 %29 http:// www. .. /./ &amp a b
http://e.org/ http://e.org/a http://e.org/b_(c) https://www.e.org/\u65e5?q=1 http://E.ORG/ http://localhost/ urn:a:b
<http://e.org/a> <http://www.w3.org/2001/XMLSchema#anyURI> "http://e.org/" "a"
"""
_IN_TEXT = st.sampled_from([*_TEXT_PIECES.split(), " ", "\n", "\t", "\r\n", " \n"])


@given(text=st.lists(_IN_TEXT, max_size=24).map("".join) | members(automaton("running-text")))
def test_nothing_is_found_in_a_quiet_text(text: str) -> None:
    checker = Checker(IRI, COVERED)
    count = checker.quiet(text, "running-text")
    if count is not None:
        items = list(document_type("text").open(Options())(text))
        texts = [item.text for item in items if isinstance(item, Candidate)]
        assert [len(texts), len(items)] == [count, count]
        assert not any(map(checker.findings, texts))


def test_the_identifiers_of_quiet_texts_match() -> None:
    identifier = Grammar.from_file("grammar/quiet.abnf")["identifier"].automaton
    alone = product(identifier, automaton("running-text"), lambda first, second: first and second)
    assert counterexample(alone, IRI.automaton) is None
    kinds = [kind for kind in document_types() if kind.quiet]
    assert kinds
    assert {kind.production for kind in kinds} == {Production("rfc3987", "IRI")}


def test_quiet_texts_are_common() -> None:
    text = "See http://e.org/a, http://e.org/wiki/b_(c) and (at noon): https://www.e.org/\u65e5?q=1#x.\n"
    assert Checker(IRI, COVERED).quiet(text, "running-text") == text.count("://")


@cache  # made for the tests that use it, and not where tests are collected
def passing() -> Dfa:
    rules = Grammar.from_file("grammar/quiet.abnf")
    return product(rules["passing"].automaton, rules["striking"].automaton, lambda first, second: first and not second)


@pytest.mark.parametrize("name", ["n-triples", "turtle"])
@given(text=st.deferred(lambda: members(passing())) | st.tuples(HEADS, TAILS).map("/".join))
def test_nothing_is_found_in_identifiers_that_are_not_striking(name: str, text: str) -> None:
    kind = document_type(name)
    assert kind.spans is not None
    assume(">" not in text)  # which ends it: the rest is something else
    spans = kind.spans(f"<{text}>", striking=True)
    if spans is not None:
        rest, count = [*spans[0]], spans[1]
        assert count == 1
        assert rest in ([], [(1, len(text) + 1, text)])
        assert rest or not Checker(matcher_of(kind.production), COVERED).findings(text)


def test_identifiers_that_are_not_striking_match() -> None:
    assert counterexample(passing(), IRI.automaton) is None


def test_identifiers_that_are_not_striking_are_common() -> None:
    spans = document_type("n-triples").spans
    assert spans is not None
    text = '<http://e.org/a> <http://e.org/p#b> "a"@en .\n_:b <http://e.org/p_(q)/> "1"^^<http://e.org/i//> .\n'
    rest, count = spans(text, striking=True) or ((), 0)
    assert ([row[2] for row in rest], count) == (["http://e.org/i//"], 4)
    long = f"<http://e.org/{'a' * 1000}>"
    rest, count = spans(long, striking=True) or ((), 0)
    assert ([*rest], count) == ([(1, len(long) - 1, long[1:-1])], 1)


def _code_points(part: int) -> list[int]:
    """Return the code points outside ASCII of which a quiet tail can be, or one of `part`."""
    points = [point for point in range(0x80, 0x20000) if quiet().matches(f"/{chr(point)}")]
    return points if part == 1 else random.Random(1).sample(points, len(points) // part)


@pytest.mark.parametrize("part", [60, pytest.param(6, marks=pytest.mark.slow)])
def test_no_rule_finds_anything_in_a_quiet_character(part: int) -> None:
    checker = Checker(IRI, COVERED)
    points = _code_points(part)
    assert len(points) > 500
    for point in points:
        for text in (f"http://e.org/{chr(point)}", f"http://e.org/{chr(point)}1_a?{chr(point)}{chr(point)}=1"):
            assert not checker.findings(text), hex(point)


def test_other_rules_are_asked_for_each_text() -> None:
    wanted = choose_rules("all", select=["R001"])
    assert not covers(wanted)
    assert Checker(IRI, wanted).unclean(["http://e.org/a", "http://e.org/a/../b"]) == {"http://e.org/a/../b"}


@given(st.lists(st.text(max_size=30), max_size=4))
def test_any_strings_may_be_asked_for(texts: list[str]) -> None:
    checker = Checker(IRI, COVERED)
    assert checker.unclean(texts) == {text for text in texts if checker.findings(text)}


def test_a_fault_has_its_fix() -> None:
    (finding,) = Checker(IRI, ()).findings("http://e/a b")
    assert (finding.code, finding.start, finding.end, finding.fix) == ("F094", 10, 11, "http://e/a%20b")


def test_productions_without_components_get_no_advice() -> None:
    checker = Checker(matcher_of(Production("rfc3986", "segment")), choose_rules("all"))
    assert checker.findings("A%7e") == ()


def test_long_texts_are_checked_and_not_remembered() -> None:
    checker = Checker(IRI, choose_rules("publish"))
    text = "http://e.org/" + "a" * 3_000
    assert [finding.code for finding in checker.findings(text)] == ["R009"]
    assert checker.unclean([text]) == {text}


# Whether ajv 8.20.0 with fast-uri 3.1.9 finds a schema by its own $id from another one (2026-11-28).
IDS = {
    "http://example.org/a": True,
    "http://example.org:80/a#": True,
    "http://example.org/%C3%A9": True,
    "http://example.org/%2F": True,
    "http://u@example.org/a?b='(": True,
    "tag:example.org,2026:A": True,
    "HTTP://example.org/a": False,
    "http://EXAMPLE.org/a": False,
    "http://example.org/%7Ea": False,
    "http://example.org/%2b": False,
    "http://example.org/a?%c3%a9": False,
    "http://example.org/a/../b": False,
    "http://[::A]/a": False,
    "URN:a:b": False,
    "x:%41": False,
}


@pytest.mark.parametrize("advice", [(), COVERED])
@pytest.mark.parametrize("rule", ["schema-id", "named-id", "dialect"])
def test_identifiers_of_schemas_are_normalized(rule: str, advice: Selection) -> None:
    checker = Checker(matcher_of(Production("json-schema", rule)), advice)
    found = {text: "S011" in {finding.code for finding in checker.findings(text)} for text in IDS}
    assert found == {text: not is_found for text, is_found in IDS.items()}
    assert {text for text, is_found in IDS.items() if not is_found} <= checker.unclean(IDS)


@pytest.mark.parametrize("text", ["HTTP://example.org/%7Ea", "a/../%7Eb"])
def test_references_of_schemas_need_not_be_normalized(text: str) -> None:
    assert Checker(matcher_of(Production("json-schema", "schema-ref")), ()).findings(text) == ()


@pytest.mark.parametrize("rule", ["IRI", "IRI-reference"])
@in_one_test(
    ("text", "codes"),
    [
        ("at://did:plc:a/com.example.foo/self", []),
        ("at://did:plc:a/com.example.foo/self#/f", []),
        ("at://did:plc:a/com.example.foo/..", ["X023"]),
        ("at://did:plc:a/com.example.foo/self#a b", ["F196"]),
        ("at://did:plc:a/com.example.foo/a b", ["F196"]),
        ("at://did:plc:a/", ["F196"]),
        ("tel:+0;a=[", ["F091"]),
        ("postgresql://a:1,b:2/", []),
        ("postgresql://a:1,b:2/?sslmode=x", ["X041"]),
        ("mongodb://a:1,b:65536/", ["X004"]),
        ("mysql://a:1,b:2/", ["F197"]),
    ],
)
def test_what_the_document_of_a_scheme_allows_is_no_fault(rule: str, text: str, codes: list[str]) -> None:
    matcher = grammar("rfc3987")[rule]
    for chosen, expected in ((choose_rules("all"), codes), ((), [code for code in codes if code[0] == "F"])):
        checker = Checker(matcher, chosen)
        assert [finding.code for finding in checker.findings(text)] == expected
        assert checker.unclean([text]) == ({text} if expected else set())
