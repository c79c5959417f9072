"""URLs as browsers read them, and the components of Web Addresses."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable
from contextlib import ExitStack
from itertools import islice

import pytest
from any_references import BUILT
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import ConversionError, GrammarError, NoMatch, compare, normalize, resolve, split
from irigrammar.convert import web_address_to_iri
from irigrammar.matching.browser import BrowserUrl, comparable_host, read_url, strip_url
from irigrammar.matching.grammar import grammar
from irigrammar.processing.browser import has_hidden_authority
from tools.sources import parse_url_standard
from tools.world import browser_differential

BASE = read_url("http://user@base.example:8080/a/b")
FILE = read_url("file://server/a")
OPAQUE = read_url("mailto:a@b")


@in_one_test(*conversions("browser.what_is_read"))
def test_readings(text: str, scheme: str, username: str, password: str, host: str | None, port: int | None) -> None:
    url = read_url(text)
    assert url[:5] == (scheme, username, password, host, port)
    assert url.refusal is None


@in_one_test(
    ("text", "reason"),
    [
        ("", "no scheme"),
        ("//h", "no scheme"),
        ("1a:b", "no scheme"),
        ("http://", "missing"),
        ("http://u@/", "missing"),
        ("http://:80", "missing"),
        ("foo://:80", "missing"),
        ("foo://u@", "missing"),
        ("http://a b", "U+0020"),
        ("http://a%2Fb", "U+002F"),
        ("http://a%00b", "U+0000"),
        ("http://a%b", "U+0025"),
        ("http://a\uff0fb", "U+002F"),
        ("foo://a^b", "U+005E"),
        ("file://h:80/", "U+003A"),
        ("http://\u00ad", "nothing of the host"),
        ("http://h:65536", "greater"),
        ("http://h:" + "9" * 5000, "greater"),
        ("http://h:8a", "digits"),
        ("http://h:\u0661", "digits"),
        ("http://256.1", "IPv4"),
        ("http://1.2.3.4.5", "IPv4"),
        ("http://1..2", "IPv4"),
        ("http://08.1", "IPv4"),
        ("http://" + "9" * 5000, "IPv4"),
        ("http://[::1", "closed"),
        ("http://[::1]x", "closed"),
        ("http://[1.2.3.4]", "IPv6"),
        ("http://[::1%25eth0]", "IPv6"),
        ("http://" + "\u00e9" * 1025, "1,024"),
    ],
)
def test_refused_readings(text: str, reason: str) -> None:
    url = read_url(text)
    assert reason in (url.refusal or "")
    assert (url.username, url.password, url.host, url.port) == ("", "", None, None)


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("http://\u0301a/", "xn--a-wbb"),
        ("http://\u05d0.1a/", "xn--4db.1a"),
        ("http://xn--a.\u00e9/", "xn--a.xn--9ca"),
        ("http://a\u200db/", "xn--ab-m1t"),
        ("file://\ufffe/a", "\ufffe"),
    ],
    ids=ascii,
)
def test_urls_only_idna_refuses_have_a_host_to_compare(text: str, host: str) -> None:
    url = read_url(text)
    assert url.refusal
    assert url.host == host


@in_one_test(
    ("text", "base", "scheme", "host", "authority"),
    [
        ("a", BASE, "http", "base.example", None),
        ("", BASE, "http", "base.example", None),
        ("/a", BASE, "http", "base.example", None),
        ("http:a", BASE, "http", "base.example", None),
        ("http:/a", BASE, "http", "base.example", None),
        ("https:a", BASE, "https", "a", "a"),
        ("//h", BASE, "http", "h", "h"),
        ("/\\h", BASE, "http", "h", "h"),
        ("\\\\h", BASE, "http", "h", "h"),
        ("\\\\/\\h/x", BASE, "http", "h", "h"),
        ("http:\\\\h", BASE, "http", "h", "h"),
        ("/a", read_url("foo://h/b"), "foo", "h", None),
        ("/\\a", read_url("foo://h/b"), "foo", "h", None),
        ("///a", read_url("foo://h/b"), "foo", "", ""),
        ("a", FILE, "file", "server", None),
        ("file:a", FILE, "file", "server", None),
        ("//other/a", FILE, "file", "other", "other"),
        ("//C:/a", FILE, "file", "", None),
        ("#a", OPAQUE, "mailto", None, None),
    ],
)
def test_with_a_base(text: str, base: BrowserUrl, scheme: str, host: str | None, authority: str | None) -> None:
    url = read_url(text, base)
    assert (url.scheme, url.host, url.authority, url.refusal) == (scheme, host, authority, None)
    if host == "base.example":
        assert (url.username, url.port) == ("user", 8080)


@pytest.mark.parametrize("base", [OPAQUE, read_url("http://a b/"), read_url("")])
def test_a_base_that_cannot_be_one(base: BrowserUrl) -> None:
    assert read_url("a", base).refusal
    assert read_url("http://h", base).host == "h"


def test_hosts_for_themselves() -> None:
    assert [comparable_host(text) for text in ("A.b", "0x10", "[0::0]")] == ["a.b", "0.0.0.16", "[::]"]
    assert read_url("foo://A" + "b").host == "Ab"
    assert read_url("http://a b").refusal == "U+0020 is not allowed in a host"
    assert comparable_host("A b\u3002%C3%A9") == "a b.xn--9ca"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[[set]]\nname = "a"\n', "other fields"),
        ('[[set]]\nname = "a"\ncharacters = "SP"\nsection = "1"\n' * 2, "two groups are called 'a'"),
        ('set = []\n[[scheme]]\nname = "a"\n', "other fields"),
    ],
)
def test_a_table_that_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(GrammarError, match=reason):
        parse_url_standard(text)


DELIMITERS = st.sampled_from("/\\:@?#[]%.0x1\t \x1f\ud800\u05d0\u0301a")


@given(st.text(st.characters(), max_size=20), st.text(DELIMITERS, max_size=20))
def test_any_string_gets_an_answer(first: str, second: str) -> None:
    for text in (first + second, f"http://{first}", f"//{second}"):
        url = read_url(text, BASE)
        assert url.refusal or url.host is not None or url.scheme
        assert strip_url(strip_url(text)) == strip_url(text) or strip_url(text) != text


@pytest.mark.external
def test_the_model_agrees_with_ada_url() -> None:
    pytest.importorskip("ada_url")
    checker = browser_differential.ada_verdict()
    assert checker is not None
    texts = [text for text, _ in zip(browser_differential.strings("test"), range(5000), strict=False)]
    report = browser_differential.check(texts, [checker], [])
    assert report.differences == []
    assert report.counts["model and ada-url", "strings"] == 10_000


@pytest.mark.slow
def test_no_function_changes_a_host_unseen() -> None:
    checkers = [
        reader
        for reader in (browser_differential.ada_verdict(), browser_differential.node_verdict())
        if reader is not None
    ]
    texts = [text for text, _ in zip(browser_differential.strings("functions"), range(400), strict=False)]
    with ExitStack() as stack:
        for checker in checkers:
            stack.callback(checker.close)
        assert browser_differential.check(texts, checkers, browser_differential.functions()).unseen == []
        assert browser_differential.check(texts[:120], checkers, browser_differential.fixes()).unseen == []


def test_characters_of_some_versions_of_unicode_are_named() -> None:
    newest = next(chr(point) for point in range(0x1E6C0, sys.maxunicode) if unicodedata.category(chr(point)) == "Cn")
    assert browser_differential.known_difference(f"http://{newest}/", None, None)
    assert browser_differential.known_difference("http://a/", None, None) is None


def test_an_authority_that_only_browsers_read() -> None:
    web = grammar("web-address").start
    rows = {
        text: has_hidden_authority(text, web) for text in ("/\\h", "http:h", "\x1f//h", "//h", "/h", "foo:\\\\h", "a")
    }
    assert [text for text, is_hidden in rows.items() if is_hidden] == ["/\\h", "http:h", "\x1f//h"]


# `irigrammar.split`: components by a grammar, and of Web Addresses as their conversion reads them


WEB = irigrammar.grammar("web-address")


@pytest.mark.parametrize(
    ("text", "host", "path"),
    [
        (" http://h/\ta ", "h", "/a"),
        ("/\t/evil.com/x", "evil.com", "/x"),
        (" //evil/", "evil", "/"),
        ("\r\n c \t", None, "c"),
        ("ht\ntp://h\\a", "h", "\\a"),
        ("http://h\\a:b@c/d", "h", "\\a:b@c/d"),
    ],
)
def test_web_addresses_lose_white_space_first(text: str, host: str | None, path: str) -> None:
    components = split(text, grammar="web-address")
    assert (components.host, components.path) == (host, path)
    assert split(text.encode(), grammar=WEB) == components
    with pytest.raises(NoMatch):
        split(text)


def test_the_matcher_splits_by_the_grammar() -> None:
    text = "/\\h"
    assert WEB.start.split(text).path == text
    assert split(text, "IRI-reference", "web-address", authority="grammar").path == text
    assert split(text, "IRI-reference", "web-address", authority="browser").host == "h"
    with pytest.raises(ConversionError, match='browsers read the authority "h"'):
        split(text, grammar="web-address")
    assert split("http:/h", grammar="web-address").path == "/h"  # an IRI comes back unchanged


def test_errors_of_split() -> None:
    with pytest.raises(NoMatch):
        split(b"\xff", grammar="web-address")
    with pytest.raises(NoMatch):
        split(" a ")
    with pytest.raises(GrammarError):
        split("80", "port")
    with pytest.raises(ValueError, match="unknown authority 'x'"):
        split("a", authority="x")  # type: ignore[arg-type]  # on purpose


SPACES = st.sampled_from(["\t", "\r", "\n", " "])


@st.composite
def spaced(draw: st.DrawFn) -> str:
    """Draw a reference with white space added."""
    text = draw(BUILT)
    for space in draw(st.lists(SPACES, max_size=4)):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + space + text[place:]
    return text


def outcome(function: Callable[[], str]) -> str | None:
    """Return a result, None for what is refused."""
    try:
        return function()
    except (NoMatch, ConversionError):
        return None


def host_of(text: str) -> str | None:
    return irigrammar.grammar("rfc3987").start.split(text).authority


@given(spaced())
def test_converting_first_or_last_gives_the_same_authority(text: str) -> None:
    check_order(text)


@pytest.mark.slow
def test_the_same_over_the_suite() -> None:
    """Of the suite each fifth string, with white space in turn: all of them take four minutes."""
    for index, string in enumerate(islice(irigrammar.language.suite(WEB.start), 0, None, 5)):
        space = ("", *"\t\r\n ")[index % 5]
        check_order(space + string.text[:2] + space + string.text[2:] + space)


def check_order(text: str, base: str = "http://base/a/b?c") -> None:
    """Check a Web Address converted before a function and after it; hosts with "%" are only in RFC 3987."""
    first = outcome(lambda: web_address_to_iri(text))
    if first is None:
        return
    last = outcome(lambda: web_address_to_iri(str(split(text, grammar="web-address"))))
    assert last in (None, first)
    last = outcome(lambda: web_address_to_iri(resolve(base, text, grammar="web-address")))
    assert last is None or host_of(last) == host_of(resolve(base, first)), text
    last = outcome(lambda: web_address_to_iri(normalize(text, grammar="web-address")))
    assert last is None or host_of(normalize(last)) == host_of(normalize(first)), text
    last = outcome(lambda: compare(text, first, grammar="web-address", base=base).rung)
    assert last != "different", text
