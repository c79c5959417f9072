"""URLs that every reader reads alike: what is answered at once is what the steps answer, reader by reader."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lying import Lying
from near import members

import irigrammar
from irigrammar import convert, hosts
from irigrammar.advice.advise import findings
from irigrammar.advice.context import Context
from irigrammar.advice.quiet import is_ordinary
from irigrammar.advice.registry import chosen
from irigrammar.automata.dfa import Dfa, counterexample
from irigrammar.engines.compiled import QUIET, compiled_rules
from irigrammar.engines.packing import unpack
from irigrammar.hosts.readers import reading_by
from irigrammar.matching.authority import _read_apart, _readings
from irigrammar.matching.plain import is_plain, is_plain_link, plain_host
from irigrammar.processing.trace import recorded

IRI = irigrammar.grammar("rfc3987").start
BASE = "http://example.org/a/b?q#f"


def automaton(rule: str) -> Dfa:
    return unpack(compiled_rules(QUIET, rule)[rule].packed)


PLAIN = members(automaton("plain"))
# What differs by a piece from what is plain, and may be it.
PIECES = st.sampled_from(
    ("\\", "@", ":80", "//", "/.", "..", "%2e", "%20", "#", "?", "A", "xn--a.", "localhost", "é", "1", " ", "\t")
)


@st.composite
def near_plain(draw: st.DrawFn) -> str:
    text = draw(PLAIN)
    at = draw(st.integers(0, len(text)))
    return text[:at] + draw(PIECES) + text[at:]


@given(PLAIN | near_plain())
@example("http://example.org")
@example("https://" + "a." * 200 + "com/")
@example("http://1.2.org/;a=b?/?#/?")
def test_every_reader_reads_the_host(text: str) -> None:
    if (span := plain_host(text)) is None:
        return
    rows = hosts.readings(text)
    assert rows == tuple(reading_by(row.reader, text) for row in rows)
    assert {text[row.start : row.end] for row in rows} == {text[slice(*span)]}
    usual = hosts.check_fetch(text, schemes=("http", "https", "ws", "ftp"))
    assert usual == hosts.check_fetch(text, schemes=("http", "https", "ws", "ftp"), deny=["denied.example"])


@given(PLAIN | near_plain(), st.text(max_size=4))
@example("http://example.org", "\\@evil.example/")
@example("http://example.org/\t", " b")
def test_a_plain_host_is_that_of_every_reader_whatever_follows(text: str, more: str) -> None:
    assert _readings(text + more, {}) == _read_apart(text + more, {})


@pytest.mark.parametrize(
    ("rule", "wider"),
    [
        ("plain", "URI"),
        ("ordinary", "URI"),
        ("silent", "URI"),
        ("plain-ref", "URI-reference"),
        ("relative", "URI-reference"),
    ],
)
def test_what_is_answered_at_once_matches_by_proof(rule: str, wider: str) -> None:
    assert counterexample(automaton(rule), irigrammar.grammar("rfc3986")[wider].automaton) is None


def test_characters_of_a_subclass_are_read_whatever_its_methods_say() -> None:
    lying = Lying("http://good.example.org/x")
    assert hosts.check_fetch(lying).host == "good.example.org"
    assert {row.host for row in hosts.readings(lying)} == {"good.example.org"}
    assert convert.link_target(BASE, lying) == "http://good.example.org/x"


def test_a_deny_list_is_read_before_a_plain_url_is_allowed() -> None:
    with pytest.raises(ValueError, match="is not a name"):
        hosts.check_fetch("http://example.org/", deny="")
    assert not hosts.check_fetch("http://a.example.org/", deny="example.org")


@given(PLAIN | near_plain())
def test_components_are_those_of_the_grammar(text: str) -> None:
    if is_plain(text):
        web = irigrammar.grammar("web-address").start
        assert irigrammar.split(text, grammar="web-address") == web.split(text)


@given(st.just(BASE) | PLAIN, PLAIN | near_plain() | members(automaton("plain-ref")))
@example(BASE, "../../../c")
@example(BASE, "")
@example(BASE, "/.//c")
@example("http://example.org", "a")
def test_links_lead_where_the_steps_lead(base: str, text: str) -> None:
    if is_plain_link(base, text):
        assert irigrammar.resolve(base, text, grammar="web-address") == recorded(
            [], irigrammar.resolve, base, text, grammar="web-address"
        )
        assert convert.link_target(base, text) == recorded([], convert.link_target, base, text)


@pytest.mark.parametrize("advice", [False, True])
@given(data=st.data())
def test_no_rule_finds_anything_in_an_ordinary_text(advice: bool, data: st.DataObject) -> None:
    texts = members(automaton("silent")) if advice else members(automaton("ordinary")) | members(automaton("relative"))
    text = data.draw(texts | near_plain())
    rules = tuple((rule, severity) for rule, severity in chosen() if advice or severity != "advice")
    for matcher in (IRI, irigrammar.grammar("url-standard")["valid-URL"]):
        if matcher.matches(text) and is_ordinary(matcher, text, advice=advice):
            assert findings(Context(text, matcher), rules) == []


_OTHERWISE = (
    "http://localhost/ http://a.b:80/ http://1.2.3.4/ http://é.org/ //e.org/ http://e.org/.. http://e.org/%2e "
    "http://xn--a.org/ http:/e.org/ http://e.org\\a http://u@e.org/ HTTP://e.org/ file://e.org/"
)


@pytest.mark.parametrize("text", _OTHERWISE.split())
def test_what_readers_may_read_otherwise_is_not_plain(text: str) -> None:
    assert not is_plain(text)
    assert not is_plain_link(text, "a")


def test_usual_texts_are_plain() -> None:
    texts = ["http://example.org", "https://www.example.co.uk/a/b.html?c=d&e#f", "ws://a.b.c1.net/x?y=%C3%A9"]
    assert all(map(is_plain, texts))
    assert all(is_ordinary(IRI, text) for text in texts[:2])
