"""The judge of identifiers: what it remembers and what it leaves out change no verdict."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from irigrammar.advice.registry import chosen, rules
from irigrammar.matching.grammar import grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.scan.checking import Checker, matcher_of
from irigrammar.scan.formats.items import Production

IRI = matcher_of(Production("rfc3987", "IRI"))
# All rules but those that look at tails: whatever the rest says of a text, it says of its head.
OF_HEADS = chosen("all", ignore=[rule.code for rule in rules() if rule.sees_whole])

_TEXTS = """
http://e.org https://192.0.2.1 http://xn--a ftp://[::1]:21 x://a-.b http://EXAMPLE.com: http://e.org:80 http:///
http://www.com.e.org http://256.1.1 file:// doi:10.1/a//b urn:a:b/c http://a_b http://a--b.c
"""
HEADS = st.sampled_from(_TEXTS.split())
_PIECES = st.sampled_from(["//", "/../", "A", "l0O1", "a.b", ":80", "@", "?", "#", "%7e", "xn--a", "www.com"])
_CHARACTERS = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=9)
TAILS = st.lists(_PIECES | _CHARACTERS, max_size=5).map("".join)


@pytest.mark.parametrize("matcher", [IRI, grammar("leiri").start, grammar("web-address").start])
@example(texts=["http://///../"])  # browsers read the host ".."
@given(texts=st.lists(st.tuples(HEADS, TAILS).map("/".join), min_size=1, max_size=4))
def test_a_quick_look_says_what_a_long_one_says(matcher: Matcher, texts: list[str]) -> None:
    quick, slow = Checker(matcher, OF_HEADS), Checker(matcher, OF_HEADS)
    clean = not any(slow.findings(text) for text in texts)
    assert quick.all_clean(texts) is clean
    assert quick.all_clean(texts) is clean


@given(st.lists(st.text(max_size=30), max_size=4))
def test_any_strings_may_be_asked_for(texts: list[str]) -> None:
    checker = Checker(IRI, OF_HEADS)
    assert checker.all_clean(texts) is not any(checker.findings(text) for text in texts)


def test_rules_of_tails_are_asked_for_each_text() -> None:
    checker = Checker(IRI, chosen("all", select=["R001"]))
    assert checker.all_clean(["http://e.org/a"])
    assert not checker.all_clean(["http://e.org/a/../b"])


def test_a_fault_has_its_fix() -> None:
    (finding,) = Checker(IRI, ()).findings("http://e/a b")
    assert (finding.code, finding.start, finding.end, finding.fix) == ("F094", 10, 11, "http://e/a%20b")


def test_productions_without_components_get_no_advice() -> None:
    checker = Checker(matcher_of(Production("rfc3986", "segment")), chosen("all"))
    assert checker.advice == ()
    assert checker.findings("A%7e") == ()


def test_long_texts_are_checked_and_not_remembered() -> None:
    checker = Checker(IRI, chosen("publish"))
    text = "http://e.org/" + "a" * 3_000
    assert [finding.code for finding in checker.findings(text)] == ["R009"]
    assert not checker.all_clean([text])
