"""Links to URIs: a Web Address, a base and a charset, as browsers read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irigrammar import ConversionError, NoMatch
from irigrammar.convert import link_target
from irigrammar.matching.browser import read_url
from irigrammar.processing.browser import resolved_change
from irigrammar.processing.trace import Step, recorded
from tools.browser_differential import strings

BASE = "http://h/a/b?c#d"


@pytest.mark.parametrize(
    ("text", "base", "charset", "uri"),
    [
        ("é", BASE, "utf-8", "http://h/a/%C3%A9"),
        ("?q=é", BASE, "latin1", "http://h/a/b?q=%E9"),
        ("?q=Vi\u1ec7t", BASE, "windows-1258", "http://h/a/b?q=Vi%EA%F2t"),
        ("?q=\u4e2d", BASE, "windows-1252", "http://h/a/b?q=%26%2320013%3B"),
        ("?q=\ufffd\xe9", BASE, "latin1", "http://h/a/b?q=%EF%BF%BD%E9"),
        ("ftp://h/?é", BASE, "latin1", "ftp://h/?%C3%A9"),
        ("//é.example\\x y", "https://h/", "utf-8", "https://xn--9ca.example/x%20y"),
        (" /\t/evil.com/x", "http://a/b", "utf-8", "http://evil.com/x"),
        ("\\\\evil.com\\x", "http://a/b", "utf-8", "http://evil.com/x"),
        ("http:c", BASE, "utf-8", "http://h/a/c"),
        ("data:,a/../b", BASE, "utf-8", "data:,a/../b"),
        ('javascript:alert("a\\n")', BASE, "utf-8", "javascript:alert(%22a%5Cn%22)"),
        ("#f g", "mailto:a@b", "utf-8", "mailto:a@b#f%20g"),
        ("", BASE, "utf-8", "http://h/a/b?c"),
    ],
)
def test_links(text: str, base: str, charset: str, uri: str) -> None:
    assert link_target(base, text, charset) == uri


@pytest.mark.parametrize(
    ("text", "base", "options", "words"),
    [
        ("a", "mailto:a@b", {}, "browsers refuse"),
        ("http://[", BASE, {}, "browsers refuse"),
        ("?\u4e2d", BASE, {"charset": "latin1", "errors": "strict"}, "lacks U\\+4E2D"),
        ("\\\\evil.com\\x", BASE, {"authority": "refuse"}, "has two targets"),
        ("?é", BASE, {"charset": "x"}, "unknown charset"),
    ],
)
def test_what_is_refused(text: str, base: str, options: dict[str, str], words: str) -> None:
    charset = options.pop("charset", "utf-8")
    with pytest.raises(ConversionError, match=words):
        link_target(base, text, charset, **options)  # type: ignore[arg-type]  # choices by name


def test_a_base_has_a_scheme() -> None:
    with pytest.raises((NoMatch, ConversionError)):
        link_target("//h", "a")


def test_the_trace_has_the_steps_of_all() -> None:
    steps: list[Step] = []
    recorded(steps, link_target, BASE, " ?é", "latin1")
    sections = " ".join(step.section for step in steps)
    for section in ("RFC 3986, 5.2.2", "3987bis-04, 7.2", "3987bis-04, 3.5", "RFC 3987, 3.1"):
        assert section in sections


@given(st.integers(0, 2**32), st.sampled_from([BASE, "https://u@h:8080/", "file:///a", "foo://h/a", "mailto:a"]))
def test_the_authority_is_that_of_browsers(seed: int, base: str) -> None:
    text = next(strings(str(seed)))
    try:
        uri = link_target(base, text)
    except (ConversionError, NoMatch):
        return
    was, now = read_url(text, read_url(base)), read_url(uri)
    assert (was.scheme, was.port) == (now.scheme, now.port)
    if "%" not in (was.host or ""):  # in other schemes, browsers do not convert domain names
        assert was.host == now.host
    assert resolved_change(base, text, uri) is None
