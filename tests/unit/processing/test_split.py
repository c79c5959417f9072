"""`irigrammar.split`: components by a grammar, and of Web Addresses as their conversion reads them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from any_references import BUILT
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar import ConversionError, GrammarError, NoMatch, compare, normalize, resolve, split
from irigrammar.convert import web_address_to_iri

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


def test_what_split_raises() -> None:
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
def test_the_same_over_the_complete_suite() -> None:
    """With white space, each fourth string, with another character in turn: all of them take four minutes."""
    for index, string in enumerate(irigrammar.language.suite(WEB.start)):
        check_order(string.text)
        if index % 4 == 0:
            space = "\t\r\n "[index // 4 % 4]
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
