"""The Matcher of a rule: whole strings, exact, immutable, safe to share."""

from __future__ import annotations

import copy
import enum
import os
import pickle
import re
import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lying import Lying
from near import members
from rows import in_one_test

import irigrammar
from irigrammar import Fault, Grammar, Matcher, NoMatch, Verdict, convert, hosts
from irigrammar.advice.advise import findings
from irigrammar.advice.context import Context
from irigrammar.advice.quiet import is_ordinary
from irigrammar.advice.registry import choose_rules
from irigrammar.automata.dfa import Dfa, counterexample
from irigrammar.engines.compiled import QUIET, compiled_rules
from irigrammar.engines.packing import unpack
from irigrammar.engines.production import Production
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.hosts.readers import reading_by
from irigrammar.matching.authority import _read_apart, _readings
from irigrammar.matching.plain import is_plain, is_plain_link, plain_host
from irigrammar.processing.trace import call_recording
from irigrammar.shipped import loader as catalog

IRI = irigrammar.grammar("rfc3987")["IRI-reference"]
WEB = irigrammar.grammar("web-address")["IRI-reference"]  # walks the automaton: it has no pattern
BOTH = pytest.mark.parametrize("matcher", [IRI, WEB], ids=["pattern", "automaton"])
GREETING = 'greeting = "hi" [ SP name ]\nname = 1*ALPHA\n'


def test_both_ways_to_match_are_tested_here() -> None:
    assert irigrammar.grammar("rfc3987")._production("IRI-reference").pattern is not None
    assert irigrammar.grammar("web-address")._production("IRI-reference").pattern is None


@BOTH
@in_one_test("end", ["\n", "\r\n", "\r", "\x85", "\u2028"])
def test_a_line_end_is_a_character_like_any_other(matcher: Matcher, end: str) -> None:
    allowed = matcher is WEB or end == "\u2028"  # ucschar has U+2028, and in Web Addresses all controls
    for text in (f"http://h/a{end}", f"{end}a", f"a{end}b"):
        assert matcher.matches(text) is allowed
        assert matcher.matches(text.encode()) is allowed
        assert bool(matcher.check(text)) is allowed
    assert not irigrammar.grammar("rfc3986")["port"].matches(f"80{end}")


@BOTH
def test_lone_surrogates_match_nothing(matcher: Matcher) -> None:
    for char in ("\ud800", "\udbff", "\udc00", "\udfff"):
        for text in (char, f"a{char}", f"{char}a", f"http://h/?{char}#"):
            assert not matcher.matches(text)
            fault = matcher.check(text).fault
            assert fault is not None
            assert (fault.offset, fault.found) == (text.index(char), char)
            with pytest.raises(NoMatch):
                matcher.parse(text)
    assert not matcher.matches("\ud83d\ude00")  # a pair of surrogates is not the character
    assert WEB.matches("\U0001f600")


# Bytes that are not UTF-8: a bare continuation, an overlong form, a surrogate, beyond Unicode, a broken-off sequence.
@in_one_test("raw", [b"\x80", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc3", b"\xff"])
@BOTH
def test_bytes_that_are_not_utf_8_match_nothing(matcher: Matcher, raw: bytes) -> None:
    data = "é/".encode() + raw
    assert not matcher.matches(data)
    fault = matcher.check(data).fault
    assert fault == Fault(offset=2, byte_offset=3, found=raw[:1])
    for ask in (matcher.parse, matcher.split):
        with pytest.raises(NoMatch, match="is not UTF-8") as caught:
            ask(data)
        assert caught.value.fault == fault
        assert caught.value.text is data


class Name(enum.StrEnum):
    GOOD = "http://é/"
    BAD = "http://é b/"


@BOTH
@pytest.mark.parametrize(
    ("good", "bad"), [(Lying("http://é/"), Lying("http://\ud800é/")), (Name.GOOD, Name("http://é b/"))]
)
def test_subclasses_of_str_are_read_as_the_string_that_they_are(matcher: Matcher, good: str, bad: str) -> None:
    assert matcher.matches(good)
    assert matcher.check(good)
    assert matcher.split(good).host == "é"
    assert matcher.parse(good).value == "http://é/"
    if matcher is IRI or "\ud800" in bad:
        assert not matcher.matches(bad)
        fault = matcher.check(bad).fault
        assert fault is not None
        assert fault == matcher.check(str.__str__(bad)).fault
        with pytest.raises(NoMatch):
            matcher.split(bad)


def test_a_verdict_is_true_when_valid_and_has_the_fault_when_not() -> None:
    good, bad = IRI.check("a"), IRI.check("http://b c/")
    assert good
    assert good.valid
    assert good.fault is None
    assert not bad
    assert not bad.valid
    assert bad.fault == Fault(offset=8, byte_offset=8, found=" ")
    assert good == Verdict(None)
    with pytest.raises(AttributeError):
        bad.fault = None  # type: ignore[misc]
    with pytest.raises(AttributeError):
        bad.valid = True  # type: ignore[misc]


@pytest.mark.parametrize("ask", ["parse", "split"])
def test_no_match_carries_the_fault_and_what_was_asked(ask: str) -> None:
    with pytest.raises(NoMatch) as caught:
        getattr(IRI, ask)("é b")
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.fault == Fault(offset=1, byte_offset=2, found=" ")
    assert (error.text, error.grammar, error.rule) == ("é b", "rfc3987", "IRI-reference")
    assert str(error) == "not IRI-reference (RFC 3987), offset 1: a reference cannot contain a space"


@in_one_test(
    ("name", "rule", "text", "kind"),
    [
        ("rfc3987", "IRI-reference", "a:b", "absolute-IRI"),
        ("rfc3987", "IRI-reference", "a:b#", "IRI"),
        ("rfc3987", "IRI-reference", "a", "irelative-ref"),
        ("rfc3987", "IRI-reference", "a b", None),
        ("rfc3987", "IRI", "a:b#", "IRI"),
        ("rfc3987", "scheme", "a", "scheme"),
        ("rfc3986", "URI-reference", "//h", "relative-ref"),
        ("leiri", "LEIRI-reference", "a: ", "absolute-LEIRI"),
        ("web-address", "IRI-reference", "\\", "irelative-ref"),
    ],
)
def test_kind_is_the_most_specific_production(name: str, rule: str, text: str, kind: str | None) -> None:
    assert irigrammar.grammar(name)[rule].kind(text) == kind


def test_matchers_are_equal_and_hashed_by_grammar_and_rule() -> None:
    assert Matcher(irigrammar.grammar("rfc3987"), "IRI-reference") == IRI
    assert hash(Matcher(irigrammar.grammar("rfc3987"), "IRI-reference")) == hash(IRI)
    assert len({IRI, WEB, irigrammar.grammar("rfc3987")["iri-reference"]}) == 2
    assert WEB != IRI != irigrammar.grammar("rfc3987")["IRI"]
    before = hash(IRI)
    IRI.matches("a")
    IRI.parse("a")
    assert hash(IRI) == before


def test_a_matcher_of_the_catalog_comes_back_from_pickle_as_itself() -> None:
    IRI.matches("a")
    IRI.parse("a")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        data = pickle.dumps(IRI, protocol)
        assert pickle.loads(data) is IRI
        assert len(data) < 200
    assert copy.deepcopy(IRI) is IRI


def test_a_matcher_of_a_user_grammar_comes_back_from_pickle_equal() -> None:
    matcher = Grammar.from_text(GREETING, extends="rfc3987")["name"]
    assert matcher.matches("Ann")
    again = pickle.loads(pickle.dumps(matcher))
    assert again == matcher
    assert hash(again) == hash(matcher)
    assert again.matches("Ann")
    assert not again.matches("5")
    assert again.grammar["IRI"].matches("a:é")


@given(text=st.text())
def test_any_string_gets_an_answer(text: str) -> None:
    for matcher in (IRI, WEB):
        assert matcher.matches(text) is bool(matcher.check(text))
        try:
            assert matcher.parse(text).value == text
        except NoMatch as error:
            assert not matcher.matches(text)
            assert error.fault == matcher.check(text).fault  # noqa: PT017


@given(data=st.binary())
def test_any_bytes_get_an_answer(data: bytes) -> None:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        assert not IRI.matches(data)
        fault = IRI.check(data).fault
        assert fault is not None
        assert fault.offset == len(data[: fault.byte_offset].decode())
    else:
        assert IRI.matches(data) is IRI.matches(text)
        assert IRI.check(data) == IRI.check(text)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rule"), [("rfc3987", "IRI-reference"), ("leiri", "LEIRI"), ("rfc5234", "LWSP")])
def test_shipped_automata_are_those_that_would_be_compiled(name: str, rule: str) -> None:
    shipped = catalog.load(name)
    fresh = Production.of(Rulelist("fresh", shipped.own, shipped.parent, shipped.replace), rule)
    beforehand = irigrammar.grammar(name)._production(rule)
    assert fresh.dfa == beforehand.dfa
    assert fresh.pattern == beforehand.pattern
    assert all(re.compile(text) for text in fresh.pattern or ())


# What other libraries call.


def test_require_returns_what_matches_as_it_came() -> None:
    class Name(str):
        __slots__ = ()

    for text in ("http://é/", b"http://\xc3\xa9/", Name("a:")):
        assert irigrammar.grammar("rfc3987")["IRI"].require(text) is text
        assert irigrammar.require(text, "IRI") is text
    with pytest.raises(ValueError, match=r"^not IRI \(RFC 3987\), offset 1: ") as caught:
        irigrammar.require("a", "IRI")
    assert isinstance(caught.value, NoMatch)
    with pytest.raises(TypeError):
        irigrammar.require(1)  # type: ignore[call-overload]


OWN = irigrammar.Grammar.from_text('a = host "!" / "(" a ")"\nb = host "!"\n', extends="rfc3986")


@pytest.mark.parametrize(
    ("matcher", "text"),
    [(irigrammar.grammar("rfc3987")["IRI"], "a:é"), (OWN["b"], "h!"), (OWN["a"], "((h!))")],
    ids=["catalog", "own", "recursive"],
)
@pytest.mark.parametrize("pure", ["", "1"])
def test_the_function_matches_can_be_pickled(matcher: irigrammar.Matcher, text: str, pure: str) -> None:
    again = pickle.loads(pickle.dumps(matcher.matches))
    assert (again(text), again(f"{text} ")) == (True, False)
    program = f"import pickle, sys; print(pickle.loads(sys.stdin.buffer.read())({text!r}))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps(matcher.matches),
        capture_output=True,
        check=True,
        env={**os.environ, "IRIGRAMMAR_PURE": pure},
    )
    assert done.stdout == f"True{os.linesep}".encode()


# URLs that every reader reads alike: what is answered at once is what the steps answer, reader by reader


REFERENCE = irigrammar.grammar("rfc3987").start
BASE = "http://example.org/a/b?q#f"


def automaton(rule: str) -> Dfa:
    return unpack(compiled_rules(QUIET, rule)[rule][0])


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
        ("plain-ref", "URI-reference"),
    ],
)
def test_immediate_answers_match_by_proof(rule: str, wider: str) -> None:
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
        assert irigrammar.resolve(base, text, grammar="web-address") == call_recording(
            [], irigrammar.resolve, base, text, grammar="web-address"
        )
        assert convert.link_target(base, text) == call_recording([], convert.link_target, base, text)


@pytest.mark.parametrize("advice", [False, True])
@given(data=st.data())
def test_no_rule_finds_anything_in_an_ordinary_text(advice: bool, data: st.DataObject) -> None:
    text = data.draw(members(automaton("silent" if advice else "ordinary")) | near_plain())
    rules = tuple((rule, severity) for rule, severity in choose_rules() if advice or severity != "advice")
    for matcher in (REFERENCE, irigrammar.grammar("url-standard")["valid-URL"]):
        if matcher.matches(text) and is_ordinary(matcher, text, advice=advice):
            assert findings(Context(text, matcher), rules) == []


_OTHERWISE = (
    "http://localhost/ http://a.b:80/ http://1.2.3.4/ http://é.org/ //e.org/ http://e.org/.. http://e.org/%2e "
    "http://xn--a.org/ http:/e.org/ http://e.org\\a http://u@e.org/ HTTP://e.org/ file://e.org/"
)


@in_one_test("text", _OTHERWISE.split())
def test_disputed_text_is_not_plain(text: str) -> None:
    assert not is_plain(text)
    assert not is_plain_link(text, "a")


def test_usual_texts_are_plain() -> None:
    texts = ["http://example.org", "https://www.example.co.uk/a/b.html?c=d&e#f", "ws://a.b.c1.net/x?y=%C3%A9"]
    assert all(map(is_plain, texts))
    assert all(is_ordinary(REFERENCE, text) for text in texts[:2])
